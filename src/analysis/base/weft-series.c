/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-series.h"

#include <string.h>

/* Points of a block. */
#define BLOCK 64u

void
weft_series_reserve (WeftSeries *self, guint32 n_points)
{
  self->points = g_renew (WeftSeriesPoint, self->points, n_points);
}

void
weft_series_add (WeftSeries *self, gint64 time, double value)
{
  self->points[self->n_points++] = (WeftSeriesPoint){ time, value };
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const WeftSeriesPoint *x = a, *y = b;

  return (x->time > y->time) - (x->time < y->time);
}

/* Stable, so that of points at the same time the last one of the file counts. */
static void
sort_points (WeftSeries *self)
{
  for (guint32 i = 1; i < self->n_points; i++)
    if (self->points[i - 1].time > self->points[i].time)
      {
        g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (WeftSeriesPoint));

        g_array_append_vals (points, self->points, self->n_points);
        g_array_sort (points, compare_points);
        memcpy (self->points, points->data, self->n_points * sizeof *self->points);
        return;
      }
}

static inline void
widen (WeftSeriesBounds *bounds, double least, double most)
{
  bounds->least = MIN (bounds->least, least);
  bounds->most = MAX (bounds->most, most);
}

static void
find_bounds (WeftSeries *self)
{
  self->blocks = g_new (WeftSeriesBounds, self->n_points / BLOCK + 1);
  for (guint32 i = 0; i < self->n_points; i++)
    {
      WeftSeriesBounds *block = &self->blocks[i / BLOCK];
      double value = self->points[i].value;

      if (i % BLOCK == 0)
        *block = (WeftSeriesBounds){ value, value };
      widen (block, value, value);
      self->bottom = MIN (self->bottom, value);
      self->top = MAX (self->top, value);
    }
  if (self->top <= self->bottom)
    self->top = self->bottom + 1;
}

void
weft_series_finish (WeftSeries *self)
{
  sort_points (self);
  find_bounds (self);
}

void
weft_series_clear (WeftSeries *self)
{
  g_clear_pointer (&self->points, g_free);
  g_clear_pointer (&self->blocks, g_free);
}

/* How many points are before `time`. */
static guint32
count_before (const WeftSeries *self, gint64 time)
{
  guint32 low = 0, high = self->n_points;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->points[middle].time < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
weft_series_measure (const WeftSeries *self, gint64 first, gint64 last, WeftSeriesExtent *extent)
{
  guint32 i = count_before (self, first), end = count_before (self, last);
  WeftSeriesBounds bounds;

  if (end == 0)
    return FALSE;
  /* The value before holds until there is a point. */
  if (i > 0 && (i == end || self->points[i].time > first))
    i--;
  bounds = (WeftSeriesBounds){ self->points[i].value, self->points[i].value };
  while (i < end)
    if (i % BLOCK == 0 && end - i >= BLOCK)
      {
        widen (&bounds, self->blocks[i / BLOCK].least, self->blocks[i / BLOCK].most);
        i += BLOCK;
      }
    else
      {
        widen (&bounds, self->points[i].value, self->points[i].value);
        i++;
      }
  *extent = (WeftSeriesExtent){ bounds.least, bounds.most, self->points[end - 1].value };
  return TRUE;
}
