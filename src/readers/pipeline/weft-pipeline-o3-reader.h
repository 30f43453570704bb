/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* Reads gem5 O3PipeView traces, blocks in any order (docs/formats/o3pipeview.md). */

WeftReader *weft_pipeline_o3_reader_new (const WeftReaderSetup *setup);

/* Goes on with a trace that was restored (WeftFormat's go_on). */
WeftReader *weft_pipeline_o3_reader_go_on (WeftTrace *trace, GVariant *state);

/* Whether `O3PipeView:` stands at the start of a record within the first 20,000 lines of text
 * that begins so. */
gboolean weft_pipeline_o3_reader_sniff (const char *head, gsize length);

G_END_DECLS
