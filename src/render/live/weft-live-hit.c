/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-hit.h"

#include "weft-live-end.h"
#include "weft-live-fields.h"
#include "weft-live-row-text.h"

#include <glib/gi18n-lib.h>

void
weft_live_hit_row (WeftLiveTrace *trace, guint lane, guint32 row, WeftTrackHit *hit)
{
  WeftLiveRow value;

  weft_live_trace_get_row (trace, lane, row, &value);
  weft_track_hit_set (hit, lane, row, value.start, value.end,
                      weft_live_describe_row (trace, &value));
}

void
weft_live_hit_test (WeftLiveTrace *trace, guint lane, const WeftTrackView *view, double x,
                    WeftTrackHit *hit)
{
  gint64 from = weft_track_view_tick (view, x - 1), to = weft_track_view_tick (view, x + 1);
  gint64 at = weft_track_view_tick (view, x);
  guint n_held = weft_live_trace_hold (trace);
  guint32 row, end, i;
  gboolean found = FALSE;
  WeftLiveLane info;

  weft_live_trace_get_rows (trace, lane, &row, &end);
  for (i = weft_live_trace_find_row (trace, lane, at); i < end && !found; i++)
    {
      WeftLiveRow value;

      weft_live_trace_get_row (trace, lane, i, &value);
      if (value.start > at)
        break;
      found = MAX (value.end, value.start + 1) > at
              && (double) (MAX (value.end, value.start + 1) - value.start)
                   >= WEFT_LIVE_BOX_PX * view->axis.ticks_per_px;
      if (found)
        weft_live_hit_row (trace, lane, i, hit);
    }
  weft_live_trace_get_lane (trace, lane, &info);
  if (!found && at >= info.end)
    hit->text = weft_live_describe_end (&info);
  else if (!found && at < info.start && info.first_seq > 0)
    hit->text = g_strdup (_ ("Before the first record that came: nothing is known"));
  if (hit->text != NULL)
    ;
  else if (!found && weft_live_trace_get_evicted (trace, lane) > at)
    hit->text = g_strdup (_ ("Evicted from memory: only sums are left"));
  else if (!found && view->axis.ticks_per_px >= 1)
    {
      hit->first = from;
      hit->last = MAX (to, from + 1);
      hit->text = weft_live_describe_stretch (trace, lane, hit->first, hit->last);
    }
  weft_live_trace_release (trace, n_held);
}

gboolean
weft_live_hit_step (WeftLiveTrace *trace, guint lane, const WeftTrackHit *from, int direction,
                    WeftTrackHit *hit)
{
  guint n_held = weft_live_trace_hold (trace);
  guint32 first, end;
  gint64 row;

  weft_live_trace_get_rows (trace, lane, &first, &end);
  row = from->thing == WEFT_TRACK_NO_THING
          ? (gint64) weft_live_trace_find_row (trace, lane, from->first)
          : (gint64) from->thing + direction;
  if (row >= (gint64) first && row < (gint64) end)
    weft_live_hit_row (trace, lane, (guint32) row, hit);
  weft_live_trace_release (trace, n_held);
  return row >= (gint64) first && row < (gint64) end;
}
