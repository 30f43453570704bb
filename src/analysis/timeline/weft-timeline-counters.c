/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-counters.h"

#include <math.h>

#include "weft-key-sort.h"
#include "weft-timeline-trace-private.h"

static double
get_value (const WeftTimelineSnapshot *snapshot, guint32 point)
{
  WeftTimelinePoint info;

  weft_timeline_snapshot_get_point (snapshot, point, &info);
  return info.value;
}

static gint64
get_time (const WeftTimelineSnapshot *snapshot, guint32 point)
{
  return weft_table_get_i64 (&snapshot->trace->points, TIMELINE_POINT_TIME, point);
}

/* The points of each counter, in the order of time: those of counter c are from first[c] up to but not
 * including first[c + 1]. (transfer full) */
static guint32 *
group_points (const WeftTimelineSnapshot *snapshot, guint32 *first)
{
  g_autofree guint64 *keys = g_new (guint64, snapshot->n_points);
  g_autofree guint32 *sorted = g_new (guint32, snapshot->n_points);
  g_autofree guint32 *fill = NULL;
  guint32 *points = g_new (guint32, snapshot->n_points);

  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      keys[i] = weft_key_signed (get_time (snapshot, i));
      sorted[i] = i;
      first[weft_table_get_u16 (&snapshot->trace->points, TIMELINE_POINT_COUNTER, i) + 1]++;
    }
  weft_key_sort (keys, sorted, snapshot->n_points, NULL, NULL);
  for (guint i = 0; i < snapshot->n_counters; i++)
    first[i + 1] += first[i];
  fill = g_memdup2 (first, (snapshot->n_counters + 1) * sizeof *first);
  for (guint32 i = 0; i < snapshot->n_points; i++)
    points[fill[weft_table_get_u16 (&snapshot->trace->points, TIMELINE_POINT_COUNTER,
                                    sorted[i])]++] = sorted[i];
  return points;
}

/* Whether a value of it holds in the range, which `stats` then says. */
static gboolean
measure (const WeftTimelineSnapshot *snapshot, const WeftCycleRange *range, const guint32 *points,
         guint32 n, WeftTimelineCounterStats *stats)
{
  double area = 0, time = 0;
  gboolean any = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      gint64 start = get_time (snapshot, points[i]);
      gint64 end = i + 1 < n ? get_time (snapshot, points[i + 1]) : snapshot->last_time;
      double value = get_value (snapshot, points[i]);
      gint64 held = MAX (MIN (end, range->to) - MAX (start, range->from), 0);

      stats->n_points += weft_cycle_range_contains (range, start);
      /* A value that is replaced at once is seen as well. */
      if (held == 0 && !weft_cycle_range_contains (range, start))
        continue;
      stats->min = any ? fmin (stats->min, value) : value;
      stats->max = any ? fmax (stats->max, value) : value;
      stats->last = value;
      any = TRUE;
      area += value * (double) held;
      time += (double) held;
    }
  stats->mean = time > 0 ? area / time : (double) NAN;
  return any;
}

WeftTimelineCounterStats *
weft_timeline_counters_measure (const WeftTimelineSnapshot *snapshot, const WeftCycleRange *range,
                                guint *n)
{
  g_autofree guint32 *first = g_new0 (guint32, (gsize) snapshot->n_counters + 1);
  g_autofree guint32 *points = group_points (snapshot, first);
  WeftTimelineCounterStats *result = g_new0 (WeftTimelineCounterStats, snapshot->n_counters);

  *n = 0;
  for (guint i = 0; i < snapshot->n_counters; i++)
    {
      WeftTimelineCounterStats stats = { .counter = i };

      if (measure (snapshot, range, points + first[i], first[i + 1] - first[i], &stats))
        result[(*n)++] = stats;
    }
  return result;
}
