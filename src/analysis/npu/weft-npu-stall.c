/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-stall.h"

#include "weft-npu-trace-private.h"
#include "weft-wide-sum.h"

static int
compare_starts (gconstpointer a, gconstpointer b, gpointer trace)
{
  gint64 x = weft_npu_start (trace, *(const guint32 *) a),
         y = weft_npu_start (trace, *(const guint32 *) b);

  return (x > y) - (x < y);
}

/* The rows of the stalls, by start. */
static GArray *
list (const WeftNpuSnapshot *snapshot, guint lane, guint32 reason)
{
  const WeftNpuTrack *stalls = &snapshot->index->lanes[lane].stalls;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < stalls->n_rows; i++)
    {
      guint32 row = weft_npu_track_row (stalls, i);

      if (weft_npu_name (snapshot->trace, row) == reason)
        g_array_append_val (rows, row);
    }
  g_array_sort_with_data (rows, compare_starts, snapshot->trace);
  return rows;
}

WeftNpuStall
weft_npu_find_stalls (const WeftNpuSnapshot *snapshot, guint lane, guint32 reason)
{
  const WeftNpuTrace *trace = snapshot->trace;
  g_autoptr (GArray) rows = list (snapshot, lane, reason);
  WeftNpuStall stall = { .count = rows->len, .longest = WEFT_NO_ROW };
  gint64 until = G_MININT64;

  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      gint64 start = weft_npu_start (trace, row), end = weft_npu_end (trace, row);

      weft_sum_add (&stall.cycles, end - start);
      stall.covered += MAX (end - MAX (start, until), 0);
      until = MAX (until, end);
      if (stall.longest == WEFT_NO_ROW || end - start > weft_npu_span (trace, stall.longest))
        stall.longest = row;
    }
  return stall;
}
