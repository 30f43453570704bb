/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-histogram.h"

G_BEGIN_DECLS

/* Cells of rows that begin with a WeftHistogram, for WeftField.of: what so many of its values
 * are at most, the largest of them, and the mean; none where there is no value. `data` is not used. */

WeftCell weft_histogram_p50_cell (gconstpointer data, gconstpointer histogram);
WeftCell weft_histogram_p90_cell (gconstpointer data, gconstpointer histogram);
WeftCell weft_histogram_p99_cell (gconstpointer data, gconstpointer histogram);
WeftCell weft_histogram_max_cell (gconstpointer data, gconstpointer histogram);
WeftCell weft_histogram_mean_cell (gconstpointer data, gconstpointer histogram);

G_END_DECLS
