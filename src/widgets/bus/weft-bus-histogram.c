/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-histogram.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"

#define N_BINS 14 /* the last one is open */

/* The bin holds values from its first to below the next one's first. */
static guint64
get_start (guint bin)
{
  return bin < 3 ? bin : ((guint64) 1 << (bin - 2)) + 1;
}

static char *
name_bin (guint bin)
{
  if (bin < 3)
    return g_strdup_printf ("%u", bin);
  if (bin == N_BINS - 1)
    return g_strdup_printf ("≥ %" G_GUINT64_FORMAT, get_start (bin));
  return g_strdup_printf ("%" G_GUINT64_FORMAT "–%" G_GUINT64_FORMAT, get_start (bin),
                          get_start (bin + 1) - 1);
}

char *
weft_bus_histogram_match (const char *field, guint bin)
{
  if (bin < 3)
    return g_strdup_printf ("%s == %u", field, bin);
  if (bin == N_BINS - 1)
    return g_strdup_printf ("%s >= %" G_GUINT64_FORMAT, field, get_start (bin));
  return g_strdup_printf ("%s in %" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, field, get_start (bin),
                          get_start (bin + 1) - 1);
}

static void
fill (const WeftHistogram *histogram, double *values)
{
  for (guint bin = 0; bin < N_BINS; bin++)
    {
      guint64 end = bin + 1 < N_BINS ? get_start (bin + 1) : G_MAXUINT64;

      values[bin] =
        histogram != NULL ? (double) weft_histogram_count (histogram, get_start (bin), end) : 0;
    }
}

void
weft_bus_histogram_show (GtkWidget *chart_view, WeftBusState *state, const char *title,
                         const WeftBusDistribution *distributions, guint n)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (state));
  double values[WEFT_BUS_MAX_DISTRIBUTIONS][N_BINS];
  WeftChartSeries series[WEFT_BUS_MAX_DISTRIBUTIONS];
  g_auto (GStrv) labels = g_new0 (char *, N_BINS + 1); /* zero-terminated, as they are copied */
  const WeftChart chart = {
    .title = title,
    .unit = _ ("accesses"),
    .series = series,
    .n_series = n,
    .beside = TRUE,
    .n_samples = N_BINS,
    .labels = (const char *const *) labels,
  };

  g_return_if_fail (n <= WEFT_BUS_MAX_DISTRIBUTIONS);

  for (guint bin = 0; bin < N_BINS; bin++)
    labels[bin] = name_bin (bin);
  for (guint i = 0; i < n; i++)
    {
      fill (distributions[i].histogram, values[i]);
      series[i] =
        (WeftChartSeries){ distributions[i].name, WEFT_CHART_COLUMNS,
                           weft_style_category (style, distributions[i].category), values[i] };
    }
  weft_chart_view_set_chart (WEFT_CHART_VIEW (chart_view), &chart);
}
