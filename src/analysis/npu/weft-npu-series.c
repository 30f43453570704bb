/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-series.h"

#include "weft-npu-trace-private.h"

/* Points of a block. */
#define BLOCK 64u

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const WeftNpuPoint *x = a, *y = b;

  return (x->time > y->time) - (x->time < y->time);
}

/* Stable, so that of points at the same time the last one of the file counts. */
static void
sort_points (WeftNpuSeries *series)
{
  for (guint32 i = 1; i < series->n_points; i++)
    if (series->points[i - 1].time > series->points[i].time)
      {
        g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (WeftNpuPoint));

        g_array_append_vals (points, series->points, series->n_points);
        g_array_sort (points, compare_points);
        memcpy (series->points, points->data, series->n_points * sizeof *series->points);
        return;
      }
}

static inline void
widen (WeftNpuBounds *bounds, double least, double most)
{
  bounds->least = MIN (bounds->least, least);
  bounds->most = MAX (bounds->most, most);
}

static void
find_bounds (WeftNpuSeries *series)
{
  series->blocks = g_new (WeftNpuBounds, series->n_points / BLOCK + 1);
  for (guint32 i = 0; i < series->n_points; i++)
    {
      WeftNpuBounds *block = &series->blocks[i / BLOCK];
      double value = series->points[i].value;

      if (i % BLOCK == 0)
        *block = (WeftNpuBounds){ value, value };
      widen (block, value, value);
      series->bottom = MIN (series->bottom, value);
      series->top = MAX (series->top, value);
    }
  if (series->top <= series->bottom)
    series->top = series->bottom + 1;
}

WeftNpuSeriesSet *
weft_npu_series_set_new (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrace *trace = snapshot->trace;
  WeftNpuSeriesSet *self = g_new0 (WeftNpuSeriesSet, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_series = snapshot->n_series;
  self->series = g_new0 (WeftNpuSeries, self->n_series);
  for (guint32 i = 0; i < snapshot->n_points; i++)
    self->series[*weft_table_u16 (&trace->points, NPU_POINT_SERIES, i)].n_points++;
  for (guint i = 0; i < self->n_series; i++)
    {
      self->series[i].name = *weft_table_u32 (&trace->series, 0, i);
      self->series[i].points = g_new (WeftNpuPoint, self->series[i].n_points);
      self->series[i].n_points = 0;
    }
  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      WeftNpuSeries *series = &self->series[*weft_table_u16 (&trace->points, NPU_POINT_SERIES, i)];
      WeftNpuPoint *point = &series->points[series->n_points++];
      guint64 bits = *weft_table_u64 (&trace->points, NPU_POINT_VALUE, i);

      point->time = *weft_table_i64 (&trace->points, NPU_POINT_TIME, i);
      memcpy (&point->value, &bits, sizeof bits);
    }
  for (guint i = 0; i < self->n_series; i++)
    {
      sort_points (&self->series[i]);
      find_bounds (&self->series[i]);
    }
  return self;
}

WeftNpuSeriesSet *
weft_npu_series_set_ref (WeftNpuSeriesSet *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_npu_series_set_unref (WeftNpuSeriesSet *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_series; i++)
    {
      g_free (self->series[i].points);
      g_free (self->series[i].blocks);
    }
  g_free (self->series);
  g_free (self);
}

/* How many points are before `time`. */
static guint32
count_before (const WeftNpuSeries *self, gint64 time)
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
weft_npu_series_measure (const WeftNpuSeries *self, gint64 first, gint64 last,
                         WeftNpuExtent *extent)
{
  guint32 i = count_before (self, first), end = count_before (self, last);
  WeftNpuBounds bounds;

  if (end == 0)
    return FALSE;
  /* The value before holds until there is a point. */
  if (i > 0 && (i == end || self->points[i].time > first))
    i--;
  bounds = (WeftNpuBounds){ self->points[i].value, self->points[i].value };
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
  *extent = (WeftNpuExtent){ bounds.least, bounds.most, self->points[end - 1].value };
  return TRUE;
}
