/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* Reads Kanata logs (docs/formats/kanata.md). */

#define WEFT_TYPE_PIPELINE_KANATA_READER (weft_pipeline_kanata_reader_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineKanataReader, weft_pipeline_kanata_reader, WEFT,
                      PIPELINE_KANATA_READER, WeftReader)

/* Writes into `trace`, which must be empty. */
WeftReader *weft_pipeline_kanata_reader_new (WeftPipelineTrace *trace);

/* Whether text that begins so is a Kanata log: its first word is "Kanata". */
gboolean weft_pipeline_kanata_reader_sniff (const char *head, gsize length);

G_END_DECLS
