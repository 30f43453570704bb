/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One row of a table, which draws the texts of all its columns itself. GTK 4.8's lists make the
 * widgets of 200 rows for the dozen in sight: a widget for each cell of them costs more than a frame
 * to make, to dress in another theme and to take down. Texts are read when the row comes into sight.
 *
 * Items are objects with a signal "changed": what they show is another. */

#define WEFT_TYPE_TABLE_ROW (weft_table_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableRow, weft_table_row, WEFT, TABLE_ROW, GtkWidget)

/* A family's functions for the rows of a table. */
typedef struct
{
  /* The text of a column: (transfer full). */
  char *(*get_text) (gpointer item, guint column);

  /* Whether the row steps back. NULL: none does. */
  gboolean (*is_muted) (gpointer item);

  /* The tooltip of a text that is `cut` or not: (transfer full) (nullable). NULL: texts
   * that are cut. */
  char *(*get_tooltip) (gpointer item, guint column, const char *text, gboolean cut);

  /* The name of a symbolic icon before the text of a column that is no number, NULL for none, and
   * that of the theme's color it has. NULL: there are none. */
  const char *(*get_icon) (gpointer item, guint column, const char **color);
} WeftTableKind;

/* A column as the rows see it. */
typedef struct
{
  guint id;          /* what the kind calls it */
  const char *title; /* (transfer none) */
  GtkWidget *like;   /* the label whose font its texts have */
  gboolean at_end;   /* where numbers stand, at the left where one reads from the right */
  gboolean shown;
  int x; /* where it begins, logical pixels from the row's left */
  int width;
  int most;   /* that it may grow to for a text, ≤ 0: it does not */
  int wanted; /* by texts that were cut since it was asked */
} WeftTablePlace;

/* State that the rows of a table share. The table owns it, and it outlives its rows. */
typedef struct
{
  const WeftTableKind *kind;
  GArray *places;  /* WeftTablePlace, of all columns from the first to the last */
  int width;       /* of all that are shown */
  int line_height; /* where that was measured in the fonts of now */
  gboolean measured;
  void (*grow) (gpointer table); /* a place that may grow wants to, asked for while drawing */
  gpointer table;
} WeftTableLayout;

GtkWidget *weft_table_row_new (WeftTableLayout *layout);

/* Shows the item (nullable: nothing), and follows its changes. */
void weft_table_row_set_item (WeftTableRow *self, gpointer item);

/* Columns came, went or changed their widths. */
void weft_table_row_relayout (WeftTableRow *self);

/* The text of the column at that place: (transfer none). "" while the row is out of sight. */
const char *weft_table_row_get_text (WeftTableRow *self, guint place);

G_END_DECLS
