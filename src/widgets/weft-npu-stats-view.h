/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The statistics of an NPU run: charts and a roofline, tables of engines, layers, ops, tokens, stalls,
 * bits and banks. Of the brushed range where there is one, and of what the filter lets through. */

#define WEFT_TYPE_NPU_STATS_VIEW (weft_npu_stats_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuStatsView, weft_npu_stats_view, WEFT, NPU_STATS_VIEW, GtkWidget)

GtkWidget *weft_npu_stats_view_new      (WeftNpuState *state);

/* Shows the page "charts" or that of a table, by its word among weft_npu_table_words. */
void       weft_npu_stats_view_set_page (WeftNpuStatsView *self, const char *name);

/* The widget of a page, for tests; a WeftFactTable where it is a table: (transfer none). */
GtkWidget *weft_npu_stats_view_get_page (WeftNpuStatsView *self, const char *name);

G_END_DECLS
