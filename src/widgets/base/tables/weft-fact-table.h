/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-list.h"
#include "weft-table-row.h"

G_BEGIN_DECLS

/* A table of facts that sorts by its titles. Most filter by a text, copy their rows and are exported
 * as CSV; one whose columns and order the user arranges has a menu for that instead. Which rows there
 * are, and what a row leads to, is its owner's business.
 *
 * Properties "sort-key" and "descending": the order, as a click on a title makes it; the
 * key is "" where columns aren't arranged. "title" and "empty": as weft_fact_table_new() has them.
 *
 * Signals:
 *   "picked"     (guint row) the user selected a row, or none (G_MAXUINT)
 *   "activated"  (guint row) the user wants to go where the row leads: Enter, double click */

#define WEFT_TYPE_FACT_TABLE (weft_fact_table_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactTable, weft_fact_table, WEFT, FACT_TABLE, GtkWidget)

/* `name` is for those who hear it, and of the file that is exported: "Stages". `empty` is said where
 * there is no row. Both are copied. */
GtkWidget *weft_fact_table_new (const char *name, const char *empty);

/* The particulars of a table whose columns are arranged. */
typedef struct
{
  WeftTableKind rows; /* items are WeftFactRow */
  /* Its fields for tables are the columns; the first stands for the order in which rows are listed. */
  const WeftSchema *schema;
  const char *description; /* for assistive tools, not yet translated */

  /* `n_rows` are listed: (transfer full). */
  char *(*describe_count) (WeftFactTable *self, guint n_rows);

  /* The text where none is: (transfer none). */
  const char *(*describe_emptiness) (WeftFactTable *self);

  /* A row of the facts' data as it is copied: (transfer full). NULL: as
   * weft_fact_table_get_row_text() says. */
  char *(*write_row) (gconstpointer data, guint row);
} WeftFactTableKind;

GtkWidget *weft_fact_table_new_arranged (const char *name, const WeftFactTableKind *kind);

/* The order, and which columns are shown, in which order and how wide, as a string to be kept:
 * (transfer full). */
char *weft_fact_table_save (WeftFactTable *self);

/* Restores that; what is unknown in the string is passed over. */
void weft_fact_table_restore (WeftFactTable *self, const char *saved);

/* Sorts as a click on the column's title does. */
void weft_fact_table_sort (WeftFactTable *self, const char *key, gboolean descending);

/* The selected row as it is copied, for machines: cells of the visible columns, parted by tabs, but
 * where the kind says otherwise: (transfer full), NULL where no row is selected. */
char *weft_fact_table_get_row_text (WeftFactTable *self);

/* Says count and emptiness anew. */
void weft_fact_table_update (WeftFactTable *self);

/* The box that is shown where there is no row: a GtkBox (transfer none). */
GtkWidget *weft_fact_table_get_empty (WeftFactTable *self);

/* As weft_fact_list_set_facts(). Where the columns are others, the order is that of the facts
 * again. */
void weft_fact_table_set_facts (WeftFactTable *self, const WeftFacts *facts, GObject *owner);

/* Selects a row of the facts, as something else has (G_MAXUINT: none), and brings it into sight
 * where it is listed; "picked" is not emitted. */
void weft_fact_table_select (WeftFactTable *self, guint row);

/* Puts a widget before the end of the bar above the rows, and takes it. */
void weft_fact_table_add_tool (WeftFactTable *self, GtkWidget *tool);

/* Makes the widgets, which is else done when the table is first looked at. */
void weft_fact_table_build (WeftFactTable *self);

/* The label for notes on the rows, between them and the bar, in as many lines as it needs and none
 * while it is empty: (transfer none). */
GtkWidget *weft_fact_table_get_note (WeftFactTable *self);

WeftFactList *weft_fact_table_get_list (WeftFactTable *self); /* (transfer none) */

/* Brings the selected row into sight where it is listed. */
void weft_fact_table_scroll_to_selected (WeftFactTable *self);

/* Puts the focus on the rows. */
void weft_fact_table_focus (WeftFactTable *self);

G_END_DECLS
