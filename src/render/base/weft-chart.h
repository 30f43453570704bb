/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-axis.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* A chart: values over time, or over the bins of a histogram, with axes, units and a legend. It is a
 * plain value that describes what is drawn; nothing is kept. Its cost depends on its pixels and on
 * its samples once, never on a line through all of them. */

typedef enum
{
  WEFT_CHART_LINE,    /* from sample to sample; a column of pixels that holds several covers them */
  WEFT_CHART_AREA,    /* the same, filled down to 0 */
  WEFT_CHART_COLUMNS, /* a bar for each sample */
} WeftChartShape;

typedef struct
{
  const char *name; /* in the legend and in tooltips, translated */
  WeftChartShape shape;
  WeftColor color;
  const double *values; /* one per sample, 0 or more; NaN where there is none */
} WeftChartSeries;

/* Samples stand side by side. Over time, sample i covers the ticks from `first` + i · `step` on; in a
 * histogram it is the bin with that label. */
typedef struct
{
  const char *title;             /* what is measured: "In flight" */
  const char *unit;              /* of the values: "ops"; nullable */
  const WeftChartSeries *series; /* the last lies above */
  guint n_series;
  gboolean beside; /* bars of several series stand side by side, rather than before each other */
  guint n_samples;
  const char *const *labels; /* n_samples; NULL: over time */
  gint64 first;
  guint64 step;           /* ticks, 1 or more */
  guint64 n_ticks;        /* of all samples: the last may have fewer than a step */
  const char *time_unit;  /* "cycles" */
  double top;             /* of the axis of values; 0: as high as they go */
  gint64 selection_start; /* a range of ticks that is marked where it is not all; none when
                           * end ≤ start */
  gint64 selection_end;
} WeftChart;

/* The part of a chart that a point is on. */
typedef struct
{
  gboolean inside; /* on the plot rather than an axis or the legend; else nothing below is set */
  guint sample;
  gint64 first; /* ticks of the sample, half-open; 0 and 0 in a histogram */
  gint64 last;
  guint series; /* whose value is nearest; n_series where no one has a value there */
} WeftChartHit;

/* A copy that keeps all that it points at: (transfer full). */
WeftChart *weft_chart_copy (const WeftChart *self);
void weft_chart_free (WeftChart *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftChart, weft_chart_free)

/* A value as the tooltip of a chart writes it, without its unit, whole numbers as such: (transfer
 * full). */
char *weft_chart_format_value (double value);

/* The step between lines of an axis: 1, 2 or 5 · 10ⁿ, `least` at least; and a value on such a line: (transfer
 * full). */
double weft_chart_round_step (double least);
char *weft_chart_format_step (double value, double step);

/* The height at which a chart is easy to read, in device pixels. */
int weft_chart_get_height (const WeftStyle *style);

/* Appends the chart to `list`, opaque, within a box in device pixels. */
void weft_chart_paint (const WeftChart *self, const WeftStyle *style, WeftPaintList *list, int x,
                       int y, int width, int height);

/* The part at (x, y) of a chart of that size whose corner is at (0, 0). */
void weft_chart_hit_test (const WeftChart *self, const WeftStyle *style, int width, int height,
                          double x, double y, WeftChartHit *hit);

/* The tick under x, for brushing: clamped to those of the chart, [first, first + n_ticks]. */
gint64 weft_chart_get_tick (const WeftChart *self, const WeftStyle *style, int width, int height,
                            double x);

G_END_DECLS
