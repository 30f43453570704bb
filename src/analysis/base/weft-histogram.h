/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-map64.h"

G_BEGIN_DECLS

/* How often each value was seen. Values are counted, never sorted one by one: small ones in an
 * array, large ones in a hash, so that millions of lengths cost a few nanoseconds each and the
 * percentiles are still exact. First add, then seal, then ask. One thread until it is sealed, any
 * thread afterwards. Zero-initialise; free with weft_histogram_clear(). */

typedef struct
{
  guint64 value;
  guint64 n_up_to; /* values at or below this one */
} WeftHistogramBin;

typedef struct
{
  guint64 n_values;
  guint64 total; /* sum of all values; stops at 2⁶⁴ − 1 */
  guint64 max;   /* 0 while there is no value */

  guint32 *dense; /* counts of the values below n_dense, not yet sealed */
  guint n_dense;
  WeftMap64 sparse; /* counts of the others, not yet sealed */
  GArray *bins;     /* WeftHistogramBin by value, sealed */
} WeftHistogram;

void weft_histogram_clear (WeftHistogram *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftHistogram, weft_histogram_clear)

/* Counts a value for which there is no room in the array yet. Called by weft_histogram_add(). */
void weft_histogram_add_slowly (WeftHistogram *self, guint64 value);

/* Counts `value`. No value can be counted more than 2³² − 2 times. */
static inline void
weft_histogram_add (WeftHistogram *self, guint64 value)
{
  self->n_values++;
  if (G_UNLIKELY (__builtin_add_overflow (self->total, value, &self->total)))
    self->total = G_MAXUINT64;
  if (value > self->max)
    self->max = value;
  if (G_LIKELY (value < self->n_dense))
    self->dense[value]++;
  else
    weft_histogram_add_slowly (self, value);
}

/* Ends the counting: brings what was counted into order. */
void weft_histogram_seal (WeftHistogram *self);

/* Makes a new one a sealed one of these bins (of WeftHistogramBin), which are copied. FALSE, with nothing done, where
 * values or counts do not rise. */
gboolean weft_histogram_set_bins (WeftHistogram *self, const GArray *bins);

/* Adds the values of `other`. Both are sealed; `self` may also be new. */
void weft_histogram_merge (WeftHistogram *self, const WeftHistogram *other);

/* The nearest-rank percentile: the smallest value with at least `per_mille` / 1000 of all values
 * at or below it (design, "One mechanism"). `per_mille` is 1 to 1000. Sealed, and not empty. */
guint64 weft_histogram_get_percentile (const WeftHistogram *self, guint per_mille);

/* How many values are at or above `from` and below `to`. Sealed. */
guint64 weft_histogram_count (const WeftHistogram *self, guint64 from, guint64 to);

/* The values from `from` up to but not including `to`. */
typedef struct
{
  guint64 from;
  guint64 to; /* G_MAXUINT64: this and all above */
  guint64 n_values;
} WeftHistogramRange;

/* Ranges for a picture, from the smallest value on: of equally many values, 1, 2 or 5 · 10ⁿ, up to
 * the 99th percentile, and one with what is above. At most `max_ranges` (2 or more) but for that one.
 * (transfer full), an array of WeftHistogramRange; empty without values. Sealed. */
GArray *weft_histogram_get_ranges (const WeftHistogram *self, guint max_ranges);

/* The mean of the values; not empty. */
double weft_histogram_get_mean (const WeftHistogram *self);

G_END_DECLS
