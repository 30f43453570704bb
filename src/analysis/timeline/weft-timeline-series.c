/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-series.h"

WeftTimelineSeriesSet *
weft_timeline_series_set_new (const WeftTimelineSnapshot *snapshot)
{
  WeftTimelineSeriesSet *self = g_new0 (WeftTimelineSeriesSet, 1);
  g_autofree guint32 *counts = g_new0 (guint32, snapshot->n_counters);
  WeftTimelinePoint point;

  g_atomic_ref_count_init (&self->ref_count);
  self->n_series = snapshot->n_counters;
  self->series = g_new0 (WeftSeries, self->n_series);
  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      weft_timeline_snapshot_get_point (snapshot, i, &point);
      counts[point.counter]++;
    }
  for (guint i = 0; i < self->n_series; i++)
    weft_series_reserve (&self->series[i], counts[i]);
  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      weft_timeline_snapshot_get_point (snapshot, i, &point);
      weft_series_add (&self->series[point.counter], point.time, point.value);
    }
  for (guint i = 0; i < self->n_series; i++)
    weft_series_finish (&self->series[i]);
  return self;
}

WeftTimelineSeriesSet *
weft_timeline_series_set_ref (WeftTimelineSeriesSet *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_timeline_series_set_unref (WeftTimelineSeriesSet *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_series; i++)
    weft_series_clear (&self->series[i]);
  g_free (self->series);
  g_free (self);
}
