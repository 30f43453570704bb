/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-pipeline-ops.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The ops of a pipeline as a WeftFactTable, which is also its accessible view: one row per op, whose
 * number is that of the op. Row and picture select together; Enter or a double click shows the op in
 * the picture; a brushed range restricts the rows, and a chip says so. Holds the state; reads and
 * sorts only while it is mapped. (transfer floating) */
GtkWidget *weft_pipeline_table_new (WeftPipelineState *state);

/* Ops of a snapshot as the rows of a list; to be called again whenever the trace grew. `rows` is
 * nullable: all ops. Where the list is all ops in the picture's order it grows at once. `asked`:
 * other ops are wanted than before. */
void weft_pipeline_table_list (WeftFactList *list, WeftPipelineSnapshot *snapshot,
                               WeftPipelineRows *rows, const WeftOpRange *range, gboolean asked);

G_END_DECLS
