/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-fact-query.h"

G_BEGIN_DECLS

/* The rows of a table of facts in an order, as a list model that is its own selection model: at most
 * one row is selected. Finding, sorting and filtering rows happen on a worker; until it is done, the
 * list shows what it showed. Main thread only, and needs a main loop but no display.
 *
 * An item stands for a *place* in the list. When the order changes, the items that somebody holds
 * change what they show, and items-changed is emitted for the list's end alone, where places come
 * or go: GTK 4.8 asks for every item of a range that it is told has changed (1 s for 1 M).
 *
 * Beyond WEFT_FACT_LIST_PAGE rows the list is a window over them that is turned by pages.
 *
 * Signals:
 *   "changed"  order, number, page or business of the list changed
 *   "picked"   (guint row) the user selected another row through the selection model, or none
 *              (G_MAXUINT) */

#define WEFT_TYPE_FACT_LIST (weft_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactList, weft_fact_list, WEFT, FACT_LIST, GObject)

/* A place in the list. Signal "changed": it shows another row, or another text of it. */
#define WEFT_TYPE_FACT_ROW (weft_fact_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactRow, weft_fact_row, WEFT, FACT_ROW, GObject)

#define WEFT_FACT_LIST_PAGE 10000000u

/* An empty list with pages of `page_size` rows: WEFT_FACT_LIST_PAGE but in tests. */
WeftFactList *weft_fact_list_new (guint page_size);

/* The facts to show. `owner` keeps what they point at, and is held by the list and its workers.
 * The order and the filter stay, and so does the selected row where there are as many. Where
 * nothing is sorted or filtered they are shown at once. */
void weft_fact_list_set_facts (WeftFactList *self, const WeftFacts *facts, GObject *owner);

/* The facts of a trace that grows: rows keep their numbers, and the selected one stays. What is asked
 * for the first time is found and sorted now, what has grown at most once per second. `listing`
 * (nullable: not known before `find` is done) is shown at once where nothing is sorted or filtered;
 * it is what `owner` keeps. `asked`: other rows are wanted than before. */
void weft_fact_list_follow (WeftFactList *self, const WeftFacts *facts, GObject *owner,
                            const WeftFactListing *listing, WeftFactFind find, gboolean asked);

/* Those that are shown. */
const WeftFacts *weft_fact_list_get_facts (WeftFactList *self);

/* Another order, of which the first page is shown: by a column, or (WEFT_NO_COLUMN) that of the
 * facts. */
void weft_fact_list_sort (WeftFactList *self, guint column, gboolean descending);
guint weft_fact_list_get_column (WeftFactList *self);
gboolean weft_fact_list_get_descending (WeftFactList *self);

/* Only rows of which some cell, as machines write it or as people read it with its unit, holds `text` in
 * whatever case; "": all. */
void weft_fact_list_filter (WeftFactList *self, const char *text);

/* Whether what was asked for is still being made. */
gboolean weft_fact_list_is_busy (WeftFactList *self);

/* Rows on all pages; pages, 0 while there is no row; the page that is shown, from 0. */
guint weft_fact_list_get_n_rows (WeftFactList *self);
guint weft_fact_list_get_n_pages (WeftFactList *self);
guint weft_fact_list_get_page (WeftFactList *self);
void weft_fact_list_set_page (WeftFactList *self, guint page);

/* Places before this page: an item's place in the whole order is its position and this. */
guint weft_fact_list_get_first (WeftFactList *self);

/* The row of the facts at a position; G_MAXUINT: none. */
guint weft_fact_list_get_row (WeftFactList *self, guint position);

/* The selected row of the facts; G_MAXUINT: none. Selecting it from here emits no "picked". */
guint weft_fact_list_get_selected (WeftFactList *self);
void weft_fact_list_select (WeftFactList *self, guint row);

/* Its position; GTK_INVALID_LIST_POSITION where it is left out or on another page. `turn` turns to
 * its page. */
guint weft_fact_list_find_selected (WeftFactList *self, gboolean turn);

/* The columns in sight as CSV, or with `separator` '\t' as lines for a spreadsheet's clipboard, of
 * the rows from position `first` on: (transfer full). */
char *weft_fact_list_to_text (WeftFactList *self, char separator, guint first, guint n_rows);

/* The row of the facts that stands in the place now; G_MAXUINT: none. */
guint weft_fact_row_get_row (WeftFactRow *self);
const WeftFacts *weft_fact_row_get_facts (WeftFactRow *self);

/* The cell of a column for people: (transfer full). The item is a WeftFactRow: this is what a
 * WeftTableKind asks for. */
char *weft_fact_row_get_text (gpointer item, guint column);

G_END_DECLS
