/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table-row.h"

G_BEGIN_DECLS

/* A table: titles that sort and resize their columns, above a list of rows that each draw their
 * texts. The titles are those of a GtkColumnView without rows; GTK 4.8's own rows have a widget for
 * each cell. Main thread only.
 *
 * Signals:
 *   "activated"  (guint position) Enter or a double click on a row
 *   "sorted"     (guint id, gboolean descending) a title asks for an order by its column, or
 *                (WEFT_TABLE_UNSORTED) for that of before all sorting */

#define WEFT_TYPE_TABLE_VIEW (weft_table_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableView, weft_table_view, WEFT, TABLE_VIEW, GtkWidget)

#define WEFT_TABLE_UNSORTED G_MAXUINT

/* Describes a column. */
typedef struct
{
  guint id;          /* what the kind calls it */
  const char *key;   /* in what is saved; kept as it is */
  const char *title; /* translated; kept as it is */
  const char *hint;  /* what the title says on hover (nullable); kept as it is */
  int width;         /* logical pixels */
  int most;          /* that it grows to while texts in sight are cut and the user gave it no width;
                       * 0: it does not */
  gboolean number;   /* at the ends of its cells, below the end of its title */
  gboolean code;     /* in the fixed-width font */
} WeftTableColumn;

/* `name` and `description` are what assistive tools say of the rows. */
GtkWidget *weft_table_view_new (const WeftTableKind *kind, const char *name,
                                const char *description);

/* Where columns are ordered and watched: (transfer none). */
GtkColumnView *weft_table_view_get_titles (WeftTableView *self);

/* Adds a column at the end: (transfer none). */
GtkColumnViewColumn *weft_table_view_add_column (WeftTableView *self,
                                                 const WeftTableColumn *column);

/* Describes a column that was added here. */
const WeftTableColumn *weft_table_view_get_column (GtkColumnViewColumn *column);

/* Sorts as a click on the column's title does. NULL: as before all sorting. */
void weft_table_view_sort (WeftTableView *self, GtkColumnViewColumn *column, gboolean descending);

/* The width of a column, which may be hidden. A smaller one than it had is the user's and stays. */
void weft_table_view_set_width (GtkColumnViewColumn *column, int width);
int weft_table_view_get_width (GtkColumnViewColumn *column);

/* Takes all columns out, which is no order that anybody asked for. */
void weft_table_view_clear (WeftTableView *self);

/* Shows the rows of the model (nullable), which it holds; the list has them while it is mapped. */
void weft_table_view_set_model (WeftTableView *self, GtkSelectionModel *model);

/* Brings a row into sight at one of the next frames, when the rows have places. */
void weft_table_view_scroll_to (WeftTableView *self, guint position);

/* The list of rows: (transfer none). */
GtkWidget *weft_table_view_get_rows (WeftTableView *self);

/* The width of a text in the widget's font, logical pixels. */
int weft_table_view_measure (GtkWidget *widget, const char *text);

G_END_DECLS
