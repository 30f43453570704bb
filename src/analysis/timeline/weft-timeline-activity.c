/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-activity.h"

#include "weft-activity.h"
#include "weft-timeline-trace-private.h"

static void
add_events (WeftActivity *activity, const WeftTimelineSnapshot *snapshot)
{
  for (guint32 i = 0; i < snapshot->n_events; i++)
    if ((weft_timeline_flags (snapshot->trace, i) & WEFT_TIMELINE_NO_TIME) == 0)
      weft_activity_add (activity, weft_timeline_start (snapshot->trace, i),
                         weft_timeline_end (snapshot->trace, i));
}

/* Where a counter says the same once more nothing happens. */
static void
add_points (WeftActivity *activity, const WeftTimelineSnapshot *snapshot)
{
  g_autofree double *last = g_new (double, snapshot->n_counters);
  g_autofree gboolean *known = g_new0 (gboolean, snapshot->n_counters);

  for (guint32 i = 0; i < snapshot->n_points; i++)
    {
      WeftTimelinePoint point;

      weft_timeline_snapshot_get_point (snapshot, i, &point);
      if (!known[point.counter] || point.value != last[point.counter])
        weft_activity_add (activity, point.time, point.time);
      known[point.counter] = TRUE;
      last[point.counter] = point.value;
    }
}

GArray *
weft_timeline_find_quiet (const WeftTimelineSnapshot *snapshot)
{
  g_autoptr (WeftActivity) activity = weft_activity_new (snapshot->first_time, snapshot->last_time);

  add_events (activity, snapshot);
  add_points (activity, snapshot);
  return weft_activity_find_quiet (activity);
}
