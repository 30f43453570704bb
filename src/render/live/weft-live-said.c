/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-said.h"

/* Rows that are looked at for a run. */
#define LOOKED_AT 16u

guint
weft_live_said_classify (const WeftRowColors *said, guint lane, guint32 row)
{
  guint32 place = weft_live_records_find (said->numbering, lane, row);

  return place != WEFT_NO_ROW ? weft_row_colors_classify (said, place) : WEFT_ROW_COLORS_NONE;
}

void
weft_live_said_take (const WeftRowColors *said, WeftLiveTrace *trace, guint lane, guint32 from,
                     guint32 to, WeftLiveShares *shares)
{
  guint32 first, end;
  guint class = WEFT_ROW_COLORS_NONE;

  weft_live_trace_get_rows (trace, lane, &first, &end);
  from = MAX (from, first);
  to = MIN (to, end);
  for (guint32 i = from; i < to && i - from < LOOKED_AT && class == WEFT_ROW_COLORS_NONE; i++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (trace, lane, i, &row);
      if (row.kind == WEFT_LIVE_KIND_PROGRAM)
        class = weft_live_said_classify (said, lane, i);
    }
  *shares = (WeftLiveShares){ .n = 1, .programs = { class }, .amounts = { 1 } };
}

guint64
weft_live_said_count (WeftLiveTrace *trace)
{
  guint n_lanes = weft_live_trace_get_n_lanes (trace), n_held = weft_live_trace_hold (trace);
  guint64 n = 0;

  for (guint lane = 0; lane < n_lanes; lane++)
    {
      guint32 first, end;

      weft_live_trace_get_rows (trace, lane, &first, &end);
      n += end - first;
    }
  weft_live_trace_release (trace, n_held);
  return n;
}
