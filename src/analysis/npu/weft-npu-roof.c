/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-roof.h"

#include "weft-npu-trace-private.h"

#include <math.h>

/* The most MACs per cycle that one of a lane's events did. */
static double
find_best_rate (const WeftNpuTrace *trace, const WeftNpuTrack *work)
{
  double best = 0;

  for (guint32 i = 0; i < work->n_rows; i++)
    {
      gint64 span = weft_npu_span (trace, weft_npu_track_row (work, i));
      gint64 macs =
        weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->events, NPU_MACS,
                                                                  weft_npu_track_row (work, i)));

      if (span > 0 && macs > 0)
        best = MAX (best, (double) macs / (double) span);
    }
  return best;
}

double
weft_npu_find_roof (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuIndex *index = snapshot->index;
  gint64 n = snapshot->run->n_engines[WEFT_NPU_TE], n_seen = 0;
  double best = 0;

  for (guint i = 0; i < index->n_lanes; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      if (lane.kind != WEFT_NPU_TE)
        continue;
      n_seen++;
      best = MAX (best, find_best_rate (snapshot->trace, &index->lanes[i].work));
    }
  if (n == WEFT_NPU_NONE)
    n = n_seen;
  return best > 0 && n > 0 ? best * (double) n : (double) NAN;
}
