/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-facts.h"

G_BEGIN_DECLS

/* The rows of a table of facts in an order, as a list model that is its own selection model: at most
 * one row is selected. Sorting and filtering happen on a worker; until it is done, the list shows
 * what it showed. Main thread only, and needs a main loop but no display.
 *
 * Items stand for places, as those of WeftPipelineOpList do: when the order changes, those that somebody
 * holds show other rows, and items-changed is emitted for the list's end alone.
 *
 * Signals:
 *   "changed"  order, number or business of the list changed
 *   "picked"   (guint row) the user selected another row through the selection model */

#define WEFT_TYPE_FACT_LIST (weft_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactList, weft_fact_list, WEFT, FACT_LIST, GObject)

/* A place in the list. Signal "changed": it shows another row. */
#define WEFT_TYPE_FACT_ROW (weft_fact_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactRow, weft_fact_row, WEFT, FACT_ROW, GObject)

#define WEFT_NO_COLUMN G_MAXUINT

WeftFactList *weft_fact_list_new (void);

/* The facts to show. `owner` keeps what they point at, and is held by the list and its workers.
 * The order and the filter stay, and so does the selected row where there are as many. Where
 * nothing is sorted or filtered they are shown at once. */
void weft_fact_list_set_facts (WeftFactList *self, const WeftFacts *facts, GObject *owner);
const WeftFacts *weft_fact_list_get_facts (WeftFactList *self);

/* Another order: by a column, or (WEFT_NO_COLUMN) that of the facts. */
void weft_fact_list_sort (WeftFactList *self, guint column, gboolean descending);

/* Only rows of which some cell, as machines write it or as people read it with its unit, holds `text` in
 * whatever case; "": all. */
void weft_fact_list_filter (WeftFactList *self, const char *text);

gboolean weft_fact_list_is_busy (WeftFactList *self);

/* The row of the facts at a position; G_MAXUINT: none. */
guint weft_fact_list_get_row (WeftFactList *self, guint position);

/* The selected row of the facts; G_MAXUINT: none. Selecting it from here emits no "picked". */
guint weft_fact_list_get_selected (WeftFactList *self);
void weft_fact_list_select (WeftFactList *self, guint row);

/* Its position; GTK_INVALID_LIST_POSITION where it is not listed. */
guint weft_fact_list_find_selected (WeftFactList *self);

/* What is shown as CSV, or with `separator` '\t' as lines for a spreadsheet's clipboard, of the rows
 * from position `first` on: (transfer full). */
char *weft_fact_list_to_text (WeftFactList *self, char separator, guint first, guint n_rows);

/* The cells of a row of the facts for people, by column: (transfer full). */
char **weft_fact_row_format (const WeftFacts *facts, const WeftCell *cells);

/* The cell of a column for people: (transfer full). */
char *weft_fact_row_get_text (WeftFactRow *self, guint column);

G_END_DECLS
