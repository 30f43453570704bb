/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-stats.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stage-walk.h"

static void
clear_stage_stats (gpointer data)
{
  weft_histogram_clear (&((WeftPipelineStageStats *) data)->lengths);
}

GArray *
weft_pipeline_stage_stats_new (void)
{
  GArray *stats = g_array_new (FALSE, TRUE, sizeof (WeftPipelineStageStats));

  g_array_set_clear_func (stats, clear_stage_stats);
  return stats;
}

void
weft_pipeline_stage_stats_add_op (GArray *stats, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  gint64 fetch = weft_op_fetch_tick (snapshot, op);
  WeftStageWalk walk;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;
      WeftPipelineStageStats *item;
      gint64 start, end;
      guint64 length;

      if (G_UNLIKELY (kind >= stats->len))
        g_array_set_size (stats, kind + 1u);
      item = &g_array_index (stats, WeftPipelineStageStats, kind);
      if (!weft_stage_walk_cycles (&walk, fetch, &start, &end))
        {
          item->n_open++;
          continue;
        }
      length = weft_cycles_between (start, end);
      if (item->lengths.n_values == 0 || length > item->lengths.max)
        item->longest_op = op;
      weft_histogram_add (&item->lengths, length);
    }
}

void
weft_pipeline_stage_stats_merge (GArray *stats, GArray *others)
{
  if (others->len > stats->len)
    g_array_set_size (stats, others->len);
  for (guint kind = 0; kind < others->len; kind++)
    {
      WeftPipelineStageStats *from = &g_array_index (others, WeftPipelineStageStats, kind);
      WeftPipelineStageStats *to = &g_array_index (stats, WeftPipelineStageStats, kind);

      if (to->lengths.n_values == 0 || from->lengths.max > to->lengths.max)
        to->longest_op = from->longest_op;
      to->n_open += from->n_open;
      weft_histogram_seal (&from->lengths);
      weft_histogram_merge (&to->lengths, &from->lengths);
    }
}

void
weft_pipeline_stage_stats_seal (GArray *stats)
{
  guint n_kept = 0;

  for (guint kind = 0; kind < stats->len; kind++)
    {
      WeftPipelineStageStats *items = (WeftPipelineStageStats *) (gpointer) stats->data;

      if (items[kind].n_open + items[kind].lengths.n_values == 0)
        continue;
      items[kind].kind = (WeftKind) kind;
      if (items[kind].lengths.n_values == 0)
        items[kind].longest_op = WEFT_NO_ROW;
      weft_histogram_seal (&items[kind].lengths);
      if (kind != n_kept)
        {
          items[n_kept] = items[kind];
          items[kind] = (WeftPipelineStageStats){ 0 };
        }
      n_kept++;
    }
  g_array_set_size (stats, n_kept);
}
