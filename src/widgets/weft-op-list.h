/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-op-item.h"

G_BEGIN_DECLS

/* Ops in an order, as a list model that is its own selection model: at most one op is selected,
 * and stays so when the order changes. Sorting and filtering happen on a worker; until it is done,
 * the list shows what it showed. Main thread only, and needs a main loop but no display.
 *
 * An item stands for a *place* in the list. When the order changes, the items that somebody holds
 * change what they show, and items-changed is emitted for the list's end alone, where places come
 * or go: GTK 4.8 asks for every item of a range that it is told has changed (1 s for 1 M).
 *
 * Beyond WEFT_OP_LIST_PAGE ops the list is a window over them that is turned by pages.
 *
 * Signals:
 *   "changed"  order, number, page or business of the list changed
 *   "picked"   (guint32 op) the user selected another op through the selection model */

#define WEFT_TYPE_OP_LIST (weft_op_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftOpList, weft_op_list, WEFT, OP_LIST, GObject)

#define WEFT_OP_LIST_PAGE 10000000u

/* An empty list with pages of `page_size` ops: WEFT_OP_LIST_PAGE but in tests. */
WeftOpList *weft_op_list_new (guint32 page_size);

/* The ops to show; to be called again whenever the trace grew. `rows` is nullable: all ops. Where
 * the list is all ops in the picture's order it grows at once, otherwise it is sorted again at most
 * once per second. */
void weft_op_list_set_source (WeftOpList *self, WeftPipelineSnapshot *snapshot,
                              WeftPipelineRows *rows);

/* Another order; the first page of it is shown. */
void weft_op_list_sort (WeftOpList *self, WeftOpKey key, gboolean descending);
WeftOpKey weft_op_list_get_key (WeftOpList *self);
gboolean weft_op_list_get_descending (WeftOpList *self);

/* Which ops are shown; NULL: all. */
void weft_op_list_set_range (WeftOpList *self, const WeftOpRange *range);

/* Whether the order or range that was asked for is still being made. */
gboolean weft_op_list_is_busy (WeftOpList *self);

/* Ops on all pages; pages, 0 while there is no op; the page that is shown, from 0. */
guint32 weft_op_list_get_n_ops (WeftOpList *self);
guint weft_op_list_get_n_pages (WeftOpList *self);
guint weft_op_list_get_page (WeftOpList *self);
void weft_op_list_set_page (WeftOpList *self, guint page);

/* Places before this page: an item's place in the whole order is its position and this. */
guint32 weft_op_list_get_first (WeftOpList *self);

/* The op at a position of the list; WEFT_NO_ROW: none. */
guint32 weft_op_list_get_op (WeftOpList *self, guint position);

/* Selects an op, or none (WEFT_NO_ROW), without "picked". */
void weft_op_list_select (WeftOpList *self, guint32 op);
guint32 weft_op_list_get_selected (WeftOpList *self);

/* Where the selected op is: GTK_INVALID_LIST_POSITION where it is left out or on another page.
 * `turn` turns to its page. */
guint weft_op_list_find_selected (WeftOpList *self, gboolean turn);

G_END_DECLS
