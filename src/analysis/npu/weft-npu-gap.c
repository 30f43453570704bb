/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-gap.h"

#include "weft-npu-index.h"

/* The TE that was busy longest, else the engine that was: (nullable). */
static const WeftNpuEngineStats *
find_engine (const WeftNpuStats *stats)
{
  const WeftNpuEngineStats *found = NULL;

  for (guint i = 0; i < stats->n_engines; i++)
    {
      const WeftNpuEngineStats *engine = &stats->engines[i];
      gboolean is_te = engine->info.kind == WEFT_NPU_TE,
               has_te = found != NULL && found->info.kind == WEFT_NPU_TE;

      if (engine->busy > 0
          && (found == NULL || is_te > has_te || (is_te == has_te && engine->busy > found->busy)))
        found = engine;
    }
  return found;
}

static void
take_longest (WeftNpuGap *gap, gint64 from, gint64 to)
{
  if (to <= from)
    return;
  gap->cycles += to - from;
  if (to - from > gap->to - gap->from)
    {
      gap->from = from;
      gap->to = to;
    }
}

static void
find_other (const WeftNpuStats *stats, WeftNpuGap *gap)
{
  for (guint i = 0; i < stats->n_engines; i++)
    {
      guint lane = stats->engines[i].lane;
      gint64 busy =
        weft_spans_count (&stats->snapshot->index->lanes[lane].busy, gap->from, gap->to);

      if (lane == gap->lane || busy <= gap->other_busy)
        continue;
      gap->other = lane;
      gap->other_busy = busy;
    }
}

gboolean
weft_npu_find_gap (const WeftNpuStats *stats, gint64 end, WeftNpuGap *gap)
{
  const WeftNpuEngineStats *engine = find_engine (stats);
  const WeftNpuLaneIndex *index;
  gint64 at = stats->range.from;

  if (engine == NULL)
    return FALSE;
  index = &stats->snapshot->index->lanes[engine->lane];
  *gap = (WeftNpuGap){ .lane = engine->lane, .from = at, .to = at, .other = WEFT_NPU_NO_LANE };
  for (guint32 i = 0; i < index->busy.n; i++)
    {
      take_longest (gap, at, weft_spans_start (&index->busy, i));
      at = MAX (at, weft_spans_end (&index->busy, i));
    }
  take_longest (gap, at, end);
  gap->stalled = weft_spans_count (&index->either, gap->from, gap->to);
  find_other (stats, gap);
  return gap->to > gap->from;
}
