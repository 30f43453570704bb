/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-histogram-cells.h"

static WeftCell
percentile_cell (const WeftHistogram *histogram, guint per_mille)
{
  return histogram->n_values > 0
           ? weft_cell_count (weft_histogram_get_percentile (histogram, per_mille))
           : weft_cell_none ();
}

WeftCell
weft_histogram_p50_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return percentile_cell (histogram, 500);
}

WeftCell
weft_histogram_p90_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return percentile_cell (histogram, 900);
}

WeftCell
weft_histogram_p99_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return percentile_cell (histogram, 990);
}

WeftCell
weft_histogram_max_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return percentile_cell (histogram, 1000);
}

WeftCell
weft_histogram_mean_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftHistogram *histogram = item;

  return histogram->n_values > 0 ? weft_cell_real (weft_histogram_get_mean (histogram))
                                 : weft_cell_none ();
}
