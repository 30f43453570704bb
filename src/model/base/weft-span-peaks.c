/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-span-peaks.h"

#include "weft-bulk.h"

#include <math.h>

/* Spans of a block of the lowest level, and blocks of one of the next, as powers of two. */
#define BLOCK_SHIFT 4u
#define LEVEL_SHIFT 2u

static inline guint
get_shift (guint level)
{
  return BLOCK_SHIFT + level * LEVEL_SHIFT;
}

void
weft_span_peaks_reserve (WeftSpanPeaks *self, guint32 n)
{
  guint level = self->n_levels;

  for (; level < WEFT_SPAN_PEAKS_LEVELS && n >> get_shift (level) >= 2; level++)
    self->levels[level] =
      weft_bulk_alloc_anyway (((n >> get_shift (level)) + 1) * sizeof (WeftSpanPeak));
  self->n_levels = level;
}

void
weft_span_peaks_add (WeftSpanPeaks *self, guint32 place, gint64 length)
{
  const WeftSpanPeak peak = { (float) length, place, 0 };

  for (guint level = 0; level < self->n_levels; level++)
    {
      guint32 block = place >> get_shift (level);
      WeftSpanPeak *longest = &self->levels[level][block];

      if (block < self->n[level] && peak.length <= longest->length)
        return;
      *longest = peak;
      self->n[level] = block + 1;
    }
}

void
weft_span_peaks_clear (WeftSpanPeaks *self)
{
  for (guint level = 0; level < self->n_levels; level++)
    weft_bulk_free (self->levels[level]);
  *self = (WeftSpanPeaks){ 0 };
}

/* The highest level of which two blocks are as long as [first, end), so that one lies in it as a whole, and eight at most
 * reach into it, or the one below them all. */
static inline guint
choose_level (const WeftSpanPeaks *self, guint32 first, guint32 end)
{
  guint blocks = (end - first) >> (BLOCK_SHIFT + 1);

  return blocks > 0 ? MIN ((guint) g_bit_storage (blocks) - 1u, LEVEL_SHIFT * (self->n_levels - 1))
                        / LEVEL_SHIFT
                    : 0;
}

void
weft_span_peaks_set_tags (WeftSpanPeaks *self, const guint32 *tags)
{
  for (guint level = 0; level < self->n_levels; level++)
    for (guint32 block = 0; block < self->n[level]; block++)
      self->levels[level][block].tag = tags[self->levels[level][block].place];
}

const WeftSpanPeak *
weft_span_peaks_find (const WeftSpanPeaks *self, guint32 first, guint32 end)
{
  const WeftSpanPeak *longest;
  guint32 block, last;
  guint level;

  if (self->n_levels == 0 || (end - first) >> (BLOCK_SHIFT + 1) == 0)
    return NULL;
  level = choose_level (self, first, end);
  last = end >> get_shift (level);
  block = first > 0 ? ((first - 1) >> get_shift (level)) + 1 : 0;
  longest = &self->levels[level][block];
  while (++block < last)
    if (self->levels[level][block].length > longest->length)
      longest = &self->levels[level][block];
  return longest;
}

double
weft_span_peaks_get_most (const WeftSpanPeaks *self, guint32 first, guint32 end)
{
  float most = 0;
  guint level;

  if (self->n_levels == 0)
    return INFINITY;
  level = choose_level (self, first, end);
  for (guint32 block = first >> get_shift (level); block <= (end - 1) >> get_shift (level); block++)
    most = MAX (most, self->levels[level][block].length);
  /* More by as much as rounding took. */
  return (double) most * (1 + 1e-6);
}
