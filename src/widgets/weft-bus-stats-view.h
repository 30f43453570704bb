/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The statistics of a bus trace: totals and charts, tables of buckets with their percentiles, of
 * symmetry, regions, masters and kinds, of the records that stand out, and a comparison with
 * another trace. Of the brushed range where there is one, and of what the filter lets through. */

#define WEFT_TYPE_BUS_STATS_VIEW (weft_bus_stats_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusStatsView, weft_bus_stats_view, WEFT, BUS_STATS_VIEW, GtkWidget)

GtkWidget *weft_bus_stats_view_new      (WeftBusState *state);

/* Shows the page "overview", "bucket", "symmetry", "contention", "region", "master", "kind",
 * "cache", "drift", "delta" or "compare". */
void       weft_bus_stats_view_set_page (WeftBusStatsView *self, const char *name);

/* The widget of a page, for tests; a WeftFactTable where it is a table: (transfer none). */
GtkWidget *weft_bus_stats_view_get_page (WeftBusStatsView *self, const char *name);

G_END_DECLS
