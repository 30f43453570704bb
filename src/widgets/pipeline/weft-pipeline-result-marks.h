/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* Marks of what a search has found, as high as the scrollbar of the rows that they lie over: (transfer
 * floating). They take no input. Where a filter leaves rows out, what was found in them stands where
 * they would be. */
GtkWidget *weft_pipeline_result_marks_new (WeftPipelineState *state);

G_END_DECLS
