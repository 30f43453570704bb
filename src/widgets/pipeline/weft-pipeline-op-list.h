/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-pipeline-op-item.h"

G_BEGIN_DECLS

/* Ops in an order, as a list model that is its own selection model: at most one op is selected,
 * and stays so when the order changes. Sorting and filtering happen on a worker; until it is done,
 * the list shows what it showed. Main thread only, and needs a main loop but no display.
 *
 * An item stands for a *place* in the list. When the order changes, the items that somebody holds
 * change what they show, and items-changed is emitted for the list's end alone, where places come
 * or go: GTK 4.8 asks for every item of a range that it is told has changed (1 s for 1 M).
 *
 * Beyond WEFT_PIPELINE_OP_LIST_PAGE ops the list is a window over them that is turned by pages.
 *
 * Signals:
 *   "changed"  order, number, page or business of the list changed
 *   "picked"   (guint32 op) the user selected another op through the selection model */

#define WEFT_TYPE_PIPELINE_OP_LIST (weft_pipeline_op_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineOpList, weft_pipeline_op_list, WEFT, PIPELINE_OP_LIST, GObject)

#define WEFT_PIPELINE_OP_LIST_PAGE 10000000u

/* An empty list with pages of `page_size` ops: WEFT_PIPELINE_OP_LIST_PAGE but in tests. */
WeftPipelineOpList *weft_pipeline_op_list_new (guint32 page_size);

/* The ops to show; to be called again whenever the trace grew. `rows` is nullable: all ops. Where
 * the list is all ops in the picture's order it grows at once, otherwise it is sorted again at most
 * once per second. */
void weft_pipeline_op_list_set_source (WeftPipelineOpList *self, WeftPipelineSnapshot *snapshot,
                                       WeftPipelineRows *rows);

/* Another order; the first page of it is shown. */
void weft_pipeline_op_list_sort (WeftPipelineOpList *self, WeftOpKey key, gboolean descending);
WeftOpKey weft_pipeline_op_list_get_key (WeftPipelineOpList *self);
gboolean weft_pipeline_op_list_get_descending (WeftPipelineOpList *self);

/* Which ops are shown; NULL: all. */
void weft_pipeline_op_list_set_range (WeftPipelineOpList *self, const WeftOpRange *range);

/* Whether the order or range that was asked for is still being made. */
gboolean weft_pipeline_op_list_is_busy (WeftPipelineOpList *self);

/* Ops on all pages; pages, 0 while there is no op; the page that is shown, from 0. */
guint32 weft_pipeline_op_list_get_n_ops (WeftPipelineOpList *self);
guint weft_pipeline_op_list_get_n_pages (WeftPipelineOpList *self);
guint weft_pipeline_op_list_get_page (WeftPipelineOpList *self);
void weft_pipeline_op_list_set_page (WeftPipelineOpList *self, guint page);

/* Places before this page: an item's place in the whole order is its position and this. */
guint32 weft_pipeline_op_list_get_first (WeftPipelineOpList *self);

/* The op at a position of the list; WEFT_NO_ROW: none. */
guint32 weft_pipeline_op_list_get_op (WeftPipelineOpList *self, guint position);

/* Selects an op, or none (WEFT_NO_ROW), without "picked". */
void weft_pipeline_op_list_select (WeftPipelineOpList *self, guint32 op);
guint32 weft_pipeline_op_list_get_selected (WeftPipelineOpList *self);

/* Where the selected op is: GTK_INVALID_LIST_POSITION where it is left out or on another page.
 * `turn` turns to its page. */
guint weft_pipeline_op_list_find_selected (WeftPipelineOpList *self, gboolean turn);

G_END_DECLS
