/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-activity.h"

#include "weft-activity.h"
#include "weft-npu-trace-private.h"

static void
add_events (WeftActivity *activity, const WeftNpuSnapshot *snapshot)
{
  for (guint32 i = 0; i < snapshot->n_events; i++)
    if ((weft_npu_flags (snapshot->trace, i) & WEFT_NPU_NO_TIME) == 0)
      weft_activity_add (activity, weft_npu_start (snapshot->trace, i),
                         weft_npu_end (snapshot->trace, i));
}

/* Those that are made from events happen with these. */
static void
add_windows (WeftActivity *activity, const WeftNpuBandwidth *bandwidth)
{
  if (bandwidth->source != WEFT_NPU_FROM_SAMPLES)
    return;
  for (guint32 i = 0; i < bandwidth->n_windows; i++)
    {
      const WeftNpuWindow *window = &bandwidth->windows[i];

      if (window->read > 0 || window->write > 0 || window->kv > 0 || window->stall > 0)
        weft_activity_add (activity, window->start, window->start + window->length);
    }
}

static void
add_points (WeftActivity *activity, const WeftSeries *series)
{
  for (guint32 i = 0; i < series->n_points; i++)
    if (i == 0 || series->points[i].value != series->points[i - 1].value)
      weft_activity_add (activity, series->points[i].time, series->points[i].time);
}

GArray *
weft_npu_find_quiet (const WeftNpuSnapshot *snapshot, const WeftNpuBandwidth *bandwidth,
                     const WeftNpuSeriesSet *series)
{
  g_autoptr (WeftActivity) activity =
    weft_activity_new (snapshot->first_cycle, snapshot->last_cycle);

  add_events (activity, snapshot);
  add_windows (activity, bandwidth);
  for (guint i = 0; series != NULL && i < series->n_series; i++)
    add_points (activity, &series->series[i].values);
  return weft_activity_find_quiet (activity);
}
