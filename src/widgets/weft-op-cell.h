/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-op-item.h"

G_BEGIN_DECLS

/* One cell of the table of ops: a line of text. A table binds a few hundred rows for the few dozen in
 * sight, and a GtkLabel lays its text out when it is bound; this one does so when it is drawn. */

#define WEFT_TYPE_OP_CELL (weft_op_cell_get_type ())
G_DECLARE_FINAL_TYPE (WeftOpCell, weft_op_cell, WEFT, OP_CELL, GtkWidget)

/* A cell for the field `key`. Font and line height are those of `like`, a label that outlives it. */
GtkWidget  *weft_op_cell_new      (WeftOpKey key, gboolean align_right, GtkWidget *like);

/* Shows the field of `item` (nullable: nothing), and follows its changes. */
void        weft_op_cell_set_item (WeftOpCell *self, WeftOpItem *item);

/* (transfer none) */
const char *weft_op_cell_get_text (WeftOpCell *self);

G_END_DECLS
