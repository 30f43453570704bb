/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One cell of a table: a line of text. A table binds a few hundred rows for the few dozen in sight,
 * and a GtkLabel lays its text out when it is bound; this one does so when it is drawn.
 *
 * Items are objects with a signal "changed": what they show is another. */

#define WEFT_TYPE_TABLE_CELL (weft_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableCell, weft_table_cell, WEFT, TABLE_CELL, GtkWidget)

/* What the cells of a table show. */
typedef struct
{
  /* The text of a column: (transfer full). */
  char       *(*get_text)    (gpointer item, guint column);

  /* Whether the row steps back. NULL: none does. */
  gboolean    (*is_muted)    (gpointer item);

  /* What is said on hover, of a text that is `cut` or not: (transfer none) (nullable). NULL: texts
   * that are cut. */
  const char *(*get_tooltip) (gpointer item, guint column, const char *text, gboolean cut);
} WeftTableCellKind;

/* A cell of a column. Numbers stand `at_end`, which is at the left where one reads from the right. Font
 * and line height are those of `like`, a label that outlives the cell. */
GtkWidget  *weft_table_cell_new      (const WeftTableCellKind *kind, guint column, gboolean at_end,
                                      GtkWidget *like);

/* Shows the item (nullable: nothing), and follows its changes. */
void        weft_table_cell_set_item (WeftTableCell *self, gpointer item);

/* Has the cells of `factory`, which its "setup" makes, show the items of their rows. */
void        weft_table_cell_bind_all (GtkListItemFactory *factory);

/* (transfer none) */
const char *weft_table_cell_get_text (WeftTableCell *self);

G_END_DECLS
