/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-list.h"

G_BEGIN_DECLS

/* A table of facts that sorts by its titles, filters by a text, copies its rows, and is exported as
 * CSV. Which rows there are, and what a row leads to, is its owner's business.
 *
 * Signals:
 *   "picked"     (guint row) the user selected a row
 *   "activated"  (guint row) the user wants to go where the row leads: Enter, double click */

#define WEFT_TYPE_FACT_TABLE (weft_fact_table_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactTable, weft_fact_table, WEFT, FACT_TABLE, GtkWidget)

/* `name` is for those who hear it, and of the file that is exported: "Stages". `empty` is said where
 * there is no row. Both are copied. */
GtkWidget *weft_fact_table_new (const char *name, const char *empty);

/* As weft_fact_list_set_facts(). Where the columns are others, the order is that of the facts
 * again. */
void weft_fact_table_set_facts (WeftFactTable *self, const WeftFacts *facts, GObject *owner);

/* Selects a row of the facts, as something else has (G_MAXUINT: none), and brings it into sight
 * where it is listed; "picked" is not emitted. */
void weft_fact_table_select (WeftFactTable *self, guint row);

/* What is before the end of the bar above the rows: takes the widget. */
void weft_fact_table_add_tool (WeftFactTable *self, GtkWidget *tool);

/* Adds a label for what is to be said of the rows, between them and the bar, in as many lines as it
 * needs and none while it is empty: (transfer none). */
GtkWidget *weft_fact_table_add_note (WeftFactTable *self);

WeftFactList *weft_fact_table_get_list (WeftFactTable *self); /* (transfer none) */

/* Puts the focus on the rows. */
void weft_fact_table_focus (WeftFactTable *self);

G_END_DECLS
