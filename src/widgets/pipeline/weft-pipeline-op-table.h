/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-op-list.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The ops of a pipeline as a table, which is also its accessible view: sortable columns, one row
 * per op. Row and picture select together; Enter or a double click shows the op in the picture; a
 * brushed range restricts the rows, and a chip says so. */

#define WEFT_TYPE_PIPELINE_OP_TABLE (weft_pipeline_op_table_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineOpTable, weft_pipeline_op_table, WEFT, PIPELINE_OP_TABLE,
                      GtkWidget)

/* Holds the state. Reads and sorts only while it is mapped. */
GtkWidget *weft_pipeline_op_table_new (WeftPipelineState *state);

/* What the table shows: (transfer none). */
WeftPipelineOpList *weft_pipeline_op_table_get_list (WeftPipelineOpTable *self);

/* The order, and which columns are shown, in which order and how wide, as a string to be kept:
 * (transfer full). */
char *weft_pipeline_op_table_save (WeftPipelineOpTable *self);

/* Restores that; what is unknown in the string is passed over. */
void weft_pipeline_op_table_restore (WeftPipelineOpTable *self, const char *saved);

/* Sorts as a click on the column's title does. */
void weft_pipeline_op_table_sort (WeftPipelineOpTable *self, WeftOpKey key, gboolean descending);

/* The selected row for machines: fields of the visible columns, parted by tabs: (transfer full),
 * NULL where no row is selected. */
char *weft_pipeline_op_table_get_row_text (WeftPipelineOpTable *self);

/* Gives the keyboard focus to the rows. */
void weft_pipeline_op_table_focus_rows (WeftPipelineOpTable *self);

G_END_DECLS
