/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chart.h"
#include "weft-panel.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* A chart in a panel: drawn in the style of a view state, with the values under the pointer as
 * tooltip. Dragging over a chart of time brushes the state's axis, and the range that is brushed
 * there is marked; a double click shows the time of the sample.
 *
 * Signal "activated", with the index of a bin (guint): it was double-clicked in a histogram. */

#define WEFT_TYPE_CHART_VIEW (weft_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftChartView, weft_chart_view, WEFT, CHART_VIEW, WeftPanel)

GtkWidget *weft_chart_view_new (WeftViewState *state);

/* The chart to draw from now on: copied; NULL: none. Its selection follows the axis. */
void weft_chart_view_set_chart (WeftChartView *self, const WeftChart *chart);

/* Shows one series of columns in `frame`, which has title and unit: `values` of what is called `name`, with their labels, an array of
 * strings, to which this adds the NULL at its end. */
void weft_chart_view_set_columns (WeftChartView *self, const WeftChart *frame, const char *name,
                                  WeftColor color, const double *values, GPtrArray *labels);

const WeftChart *weft_chart_view_get_chart (WeftChartView *self);

G_END_DECLS
