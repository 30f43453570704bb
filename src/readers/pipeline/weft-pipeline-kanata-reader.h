/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* Reads Kanata logs (docs/formats/kanata.md). */

WeftReader *weft_pipeline_kanata_reader_new (const WeftReaderSetup *setup);

/* Goes on with a trace that was restored (WeftFormat's go_on). */
WeftReader *weft_pipeline_kanata_reader_go_on (WeftTrace *trace, GVariant *state);

/* Whether text that begins so is a Kanata log: its first word is "Kanata". */
gboolean weft_pipeline_kanata_reader_sniff (const char *head, gsize length);

G_END_DECLS
