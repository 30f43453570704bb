/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-activity.h"

#include "weft-activity.h"

/* Rows that are held at a time, which keeps them from being evicted. */
#define SLICE_ROWS 65536u

static void
add_rows (WeftActivity *activity, WeftLiveTrace *trace, guint lane)
{
  guint32 next = 0, first, end;

  do
    {
      guint n_held = weft_live_trace_hold (trace);
      guint32 slice_end;

      weft_live_trace_get_rows (trace, lane, &first, &end);
      next = MAX (next, first);
      slice_end = MIN (end, next - next % SLICE_ROWS + SLICE_ROWS);
      for (; next < slice_end; next++)
        {
          WeftLiveRow row;

          weft_live_trace_get_row (trace, lane, next, &row);
          weft_activity_add (activity, row.start, row.end);
        }
      weft_live_trace_release (trace, n_held);
    }
  while (next < end);
}

/* Before this, rows of a lane may have been that are not there: G_MININT64 where none may. */
static gint64
get_known_from (WeftLiveTrace *trace, guint lane, const WeftLiveLane *info)
{
  guint32 first, end, first_block, end_block;
  WeftLiveBlock block;
  WeftLiveRow row;

  weft_live_trace_get_rows (trace, lane, &first, &end);
  weft_live_trace_get_row (trace, lane, first, &row);
  if (first == 0)
    return info->first_seq > 0 || row.kind == WEFT_LIVE_KIND_MISSING ? row.start : G_MININT64;
  /* A row that is gone may have ended later than the oldest that is left begins. */
  weft_live_trace_get_blocks (trace, lane, &first_block, &end_block);
  if (first_block >= end_block)
    return info->end;
  weft_live_trace_get_block (trace, lane, first_block, &block);
  return block.end;
}

/* After this, likewise: G_MAXINT64. What is lost at the end of a lane stands where its last row ends. */
static gint64
get_known_to (WeftLiveTrace *trace, guint lane, const WeftLiveLane *info)
{
  guint32 first, end;
  WeftLiveRow row;

  weft_live_trace_get_rows (trace, lane, &first, &end);
  weft_live_trace_get_row (trace, lane, end - 1, &row);
  return info->unplaced > 0 || row.kind == WEFT_LIVE_KIND_MISSING ? row.start : G_MAXINT64;
}

/* After the rows: what was evicted while those were read is not known either. */
static void
add_unknown (WeftActivity *activity, WeftLiveTrace *trace, guint lane, const WeftCycleRange *range)
{
  guint n_held = weft_live_trace_hold (trace);
  guint32 first, end;
  WeftLiveLane info;

  weft_live_trace_get_lane (trace, lane, &info);
  weft_live_trace_get_rows (trace, lane, &first, &end);
  if (first < end)
    {
      gint64 from = get_known_from (trace, lane, &info), to = get_known_to (trace, lane, &info);

      if (from > range->from)
        weft_activity_add (activity, range->from, from);
      if (to < range->to)
        weft_activity_add (activity, to, range->to);
    }
  else if (end > 0 || info.unplaced > 0)
    weft_activity_add (activity, range->from, range->to);
  weft_live_trace_release (trace, n_held);
}

GArray *
weft_live_find_quiet (WeftLiveTrace *trace, gint64 until, gint64 *first, gint64 *last)
{
  g_autoptr (WeftActivity) activity = NULL;
  guint n_lanes = weft_live_trace_get_n_lanes (trace);

  if (weft_live_trace_get_range (trace, first, last))
    *last = MIN (*last + 1, until);
  else
    *first = *last = 0;
  activity = weft_activity_new (*first, *last);
  for (guint i = 0; i < n_lanes; i++)
    {
      add_rows (activity, trace, i);
      add_unknown (activity, trace, i, &(WeftCycleRange){ *first, *last });
    }
  return weft_activity_find_quiet (activity);
}
