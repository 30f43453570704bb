/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-histogram.h"

#include <string.h>

/* The array grows to this many counts, and to no more than a few for each value that was seen: a
 * log with very many kinds of stages shall not cost an array each. */
#define DENSE_MAX 65536u
#define DENSE_MIN 64u
#define DENSE_PER_VALUE 4u

void
weft_histogram_clear (WeftHistogram *self)
{
  g_clear_pointer (&self->dense, g_free);
  g_clear_pointer (&self->bins, g_array_unref);
  weft_map64_clear (&self->sparse);
  memset (self, 0, sizeof *self);
}

static void
grow_dense (WeftHistogram *self, guint64 value)
{
  guint n_dense = MAX (self->n_dense, DENSE_MIN);

  while (n_dense <= value)
    n_dense *= 2;
  self->dense = g_renew (guint32, self->dense, n_dense);
  memset (self->dense + self->n_dense, 0, (n_dense - self->n_dense) * sizeof *self->dense);
  self->n_dense = n_dense;
}

void
weft_histogram_add_slowly (WeftHistogram *self, guint64 value)
{
  guint32 count;

  g_assert (self->bins == NULL);
  if (value < DENSE_MIN || value < MIN (DENSE_MAX, self->n_values * DENSE_PER_VALUE))
    {
      grow_dense (self, value);
      self->dense[value]++;
      return;
    }
  count = weft_map64_get (&self->sparse, value);
  weft_map64_set (&self->sparse, value, count == WEFT_MAP64_NONE ? 1 : count + 1);
}

static int
compare_bins (gconstpointer a, gconstpointer b)
{
  const WeftHistogramBin *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

/* Adds up the counts, and those of a value that went into the hash before the array had grown. */
static void
accumulate (GArray *bins)
{
  WeftHistogramBin *items = (WeftHistogramBin *) (gpointer) bins->data;
  guint n_bins = 0;
  guint64 n_values = 0;

  for (guint i = 0; i < bins->len; i++)
    {
      n_values += items[i].n_up_to;
      if (n_bins == 0 || items[n_bins - 1].value != items[i].value)
        n_bins++;
      items[n_bins - 1] = (WeftHistogramBin){ items[i].value, n_values };
    }
  g_array_set_size (bins, n_bins);
}

void
weft_histogram_seal (WeftHistogram *self)
{
  if (self->bins != NULL)
    return;
  self->bins = g_array_new (FALSE, FALSE, sizeof (WeftHistogramBin));
  for (guint value = 0; value < self->n_dense; value++)
    if (self->dense[value] > 0)
      {
        WeftHistogramBin bin = { value, self->dense[value] };

        g_array_append_val (self->bins, bin);
      }
  for (gsize i = 0; i < self->sparse.n_slots; i++)
    if (self->sparse.values[i] != WEFT_MAP64_NONE)
      {
        WeftHistogramBin bin = { self->sparse.keys[i], self->sparse.values[i] };

        g_array_append_val (self->bins, bin);
      }
  if (self->sparse.n_used > 0)
    g_array_sort (self->bins, compare_bins);
  accumulate (self->bins);
  g_clear_pointer (&self->dense, g_free);
  self->n_dense = 0;
  weft_map64_clear (&self->sparse);
}

static const WeftHistogramBin *
get_bins (const WeftHistogram *self)
{
  return (const WeftHistogramBin *) (gconstpointer) self->bins->data;
}

/* How many values bin `i` has. */
static guint64
get_count (const GArray *bins, guint i)
{
  const WeftHistogramBin *bin = &g_array_index (bins, WeftHistogramBin, i);

  return i > 0 ? bin->n_up_to - bin[-1].n_up_to : bin->n_up_to;
}

gboolean
weft_histogram_set_bins (WeftHistogram *self, const GArray *bins)
{
  const WeftHistogramBin *items = (const WeftHistogramBin *) (gconstpointer) bins->data;
  guint64 total = 0;

  for (guint i = 0; i < bins->len; i++)
    {
      guint64 part;

      if (get_count (bins, i) == 0
          || (i > 0
              && (items[i].value <= items[i - 1].value || items[i].n_up_to < items[i - 1].n_up_to)))
        return FALSE;
      if (__builtin_mul_overflow (items[i].value, get_count (bins, i), &part)
          || part > G_MAXUINT64 - total)
        part = G_MAXUINT64 - total;
      total += part;
    }
  self->bins = g_array_copy ((GArray *) bins);
  self->n_values = bins->len > 0 ? items[bins->len - 1].n_up_to : 0;
  self->max = bins->len > 0 ? items[bins->len - 1].value : 0;
  self->total = total;
  return TRUE;
}

static gboolean
is_first (const GArray *bins, guint i, const GArray *others, guint k)
{
  return i < bins->len
         && (k >= others->len
             || g_array_index (bins, WeftHistogramBin, i).value
                  <= g_array_index (others, WeftHistogramBin, k).value);
}

void
weft_histogram_merge (WeftHistogram *self, const WeftHistogram *other)
{
  g_autoptr (GArray) mine = NULL;
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (WeftHistogramBin));
  WeftHistogramBin last = { 0, 0 };

  weft_histogram_seal (self);
  mine = self->bins;
  for (guint i = 0, k = 0; i < mine->len || k < other->bins->len;)
    {
      gboolean first = is_first (mine, i, other->bins, k);
      const GArray *from = first ? mine : other->bins;
      guint at = first ? i++ : k++;
      guint64 value = g_array_index (from, WeftHistogramBin, at).value;

      if (bins->len > 0 && last.value == value)
        g_array_set_size (bins, bins->len - 1);
      last = (WeftHistogramBin){ value, last.n_up_to + get_count (from, at) };
      g_array_append_val (bins, last);
    }
  self->bins = bins;
  self->n_values += other->n_values;
  if (__builtin_add_overflow (self->total, other->total, &self->total))
    self->total = G_MAXUINT64;
  self->max = MAX (self->max, other->max);
}

guint64
weft_histogram_get_percentile (const WeftHistogram *self, guint per_mille)
{
  guint64 rank =
    (self->n_values / 1000) * per_mille + ((self->n_values % 1000) * per_mille + 999) / 1000;
  const WeftHistogramBin *bins;
  guint low = 0, high;

  g_return_val_if_fail (self->n_values > 0 && self->bins != NULL, 0);
  bins = get_bins (self);
  high = self->bins->len - 1;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (bins[middle].n_up_to < rank)
        low = middle + 1;
      else
        high = middle;
    }
  return bins[low].value;
}

/* How many values are below `value`. */
static guint64
count_below (const WeftHistogram *self, guint64 value)
{
  const WeftHistogramBin *bins = get_bins (self);
  guint low = 0, high = self->bins->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (bins[middle].value < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low == 0 ? 0 : bins[low - 1].n_up_to;
}

guint64
weft_histogram_count (const WeftHistogram *self, guint64 from, guint64 to)
{
  return from < to ? count_below (self, to) - count_below (self, from) : 0;
}

/* The smallest of 1, 2, 5, 10, 20 … that is `least` or more. */
static guint64
round_up (guint64 least)
{
  for (guint64 power = 1; power <= G_MAXUINT64 / 10; power *= 10)
    {
      if (power >= least)
        return power;
      if (2 * power >= least)
        return 2 * power;
      if (5 * power >= least)
        return 5 * power;
    }
  return least;
}

GArray *
weft_histogram_get_ranges (const WeftHistogram *self, guint max_ranges)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (WeftHistogramRange));
  guint64 first, last, step;

  if (self->n_values == 0)
    return ranges;
  first = get_bins (self)[0].value;
  last = weft_histogram_get_percentile (self, 990);
  step = round_up ((last - first) / MAX (max_ranges - 1, 1) + 1);
  first -= first % step;
  for (guint64 from = first; from <= last; from += step)
    {
      WeftHistogramRange range = { from, from + step,
                                   weft_histogram_count (self, from, from + step) };

      /* The last numbers that there are: the range of the rest has them. */
      if (from >= G_MAXUINT64 - step)
        break;
      g_array_append_val (ranges, range);
      first = range.to;
    }
  if (self->max >= first)
    {
      WeftHistogramRange rest = { first, G_MAXUINT64, self->n_values - count_below (self, first) };

      g_array_append_val (ranges, rest);
    }
  return ranges;
}

double
weft_histogram_get_mean (const WeftHistogram *self)
{
  g_return_val_if_fail (self->n_values > 0, 0);
  return (double) self->total / (double) self->n_values;
}
