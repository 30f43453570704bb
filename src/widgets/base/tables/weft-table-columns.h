/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-table-view.h"

G_BEGIN_DECLS

/* The columns of a table as the user arranges them: which are shown, in which order, how wide. */

/* The column with that key: (transfer none) (nullable). */
GtkColumnViewColumn *weft_table_columns_find (WeftTableView *view, const char *key);

/* Appends a word for each column from left to right: " row:80:1 id:90:0". */
void weft_table_columns_save (WeftTableView *view, GString *saved);

/* Restores such a word; the column comes to `place`. FALSE where it says nothing. */
gboolean weft_table_columns_restore (WeftTableView *view, const char *word, guint place);

/* A row of facts for machines, whose columns have the numbers of those here: the cells that are shown,
 * from left to right, parted by tabs: (transfer full). */
char *weft_table_columns_get_text (WeftTableView *view, const WeftFacts *facts, guint row);

/* Appends items to two menus, of all columns: those of `order` activate `action` with the key, those
 * of `columns` show the column or not, by actions "table-columns.KEY" of `widget`. */
void weft_table_columns_fill_menus (WeftTableView *view, GtkWidget *widget, const char *action,
                                    GMenu *order, GMenu *columns);

G_END_DECLS
