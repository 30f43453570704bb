/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-series.h"

#include "weft-npu-trace-private.h"

WeftNpuSeriesSet *
weft_npu_series_set_new (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrace *trace = snapshot->trace;
  WeftNpuSeriesSet *self = g_new0 (WeftNpuSeriesSet, 1);
  g_autofree guint32 *counts = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->n_series = snapshot->n_series;
  self->series = g_new0 (WeftNpuSeries, self->n_series);
  counts = g_new0 (guint32, self->n_series);
  for (guint32 i = 0; i < snapshot->n_points; i++)
    counts[weft_table_get_u16 (&trace->points, NPU_POINT_SERIES, i)]++;
  for (guint i = 0; i < self->n_series; i++)
    {
      self->series[i].name = weft_table_get_u32 (&trace->series, 0, i);
      weft_series_reserve (&self->series[i].values, counts[i]);
    }
  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      guint64 bits = weft_table_get_u64 (&trace->points, NPU_POINT_VALUE, i);
      double value;

      memcpy (&value, &bits, sizeof bits);
      weft_series_add (
        &self->series[weft_table_get_u16 (&trace->points, NPU_POINT_SERIES, i)].values,
        weft_table_get_i64 (&trace->points, NPU_POINT_TIME, i), value);
    }
  for (guint i = 0; i < self->n_series; i++)
    weft_series_finish (&self->series[i].values);
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
    weft_series_clear (&self->series[i].values);
  g_free (self->series);
  g_free (self);
}
