/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cell.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* An id as the log has it: a number of 64 bits, signed or not, or a word. */
WeftCell weft_pipeline_id_cell (WeftPipelineTrace *trace, gint64 id);

/* The same for people, "12 345" or the word: (transfer full). */
char *weft_pipeline_id_to_words (WeftPipelineTrace *trace, gint64 id);

G_END_DECLS
