/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-pc-stats.h"

#include "weft-pipeline-trace-private.h"

GArray *
weft_pipeline_pc_stats_new (void)
{
  return g_array_new (FALSE, TRUE, sizeof (WeftPipelinePcStats));
}

WeftPipelinePcStats *
weft_pipeline_pc_stats_lookup (GArray *stats, guint32 pc_index)
{
  guint index = pc_index + 1; /* WEFT_NO_ROW becomes 0 */

  if (G_UNLIKELY (index >= stats->len))
    g_array_set_size (stats, index + 1);
  return &g_array_index (stats, WeftPipelinePcStats, index);
}

void
weft_pipeline_pc_stats_merge (GArray *stats, const GArray *others)
{
  for (guint i = 0; i < others->len; i++)
    {
      const WeftPipelinePcStats *from = &g_array_index (others, WeftPipelinePcStats, i);
      WeftPipelinePcStats *to = weft_pipeline_pc_stats_lookup (stats, i - 1);

      if (from->n_ops == 0)
        continue;
      if (to->n_ops == 0)
        to->first_op = from->first_op;
      if (to->n_ops == 0 || from->latency_max > to->latency_max)
        to->slowest_op = from->slowest_op;
      to->n_ops += from->n_ops;
      to->n_retired += from->n_retired;
      to->n_flushed += from->n_flushed;
      to->latency_total += from->latency_total;
      to->latency_max = MAX (to->latency_max, from->latency_max);
      to->stall_cycles += from->stall_cycles;
    }
}

guint32
weft_pipeline_pc_stats_find_instance (const WeftPipelinePcStats *stats,
                                      const WeftPipelineSnapshot *snapshot, guint32 op,
                                      gboolean forward)
{
  const guint32 n_ops = snapshot->n_ops;
  guint32 pc, at = op < n_ops ? op : forward ? n_ops - 1 : 0;

  if (n_ops == 0 || stats->first_op >= n_ops)
    return WEFT_NO_ROW;
  pc = weft_op_pc_index (snapshot, stats->first_op);
  for (guint32 i = 0; i < n_ops; i++)
    {
      at = forward ? (at + 1) % n_ops : (at + n_ops - 1) % n_ops;
      if (weft_op_pc_index (snapshot, at) == pc)
        return at;
    }
  return WEFT_NO_ROW;
}

static int
compare_pcs (gconstpointer a, gconstpointer b)
{
  const WeftPipelinePcStats *x = a, *y = b;

  if (x->stall_cycles != y->stall_cycles)
    return x->stall_cycles > y->stall_cycles ? -1 : 1;
  if (x->n_ops != y->n_ops)
    return x->n_ops > y->n_ops ? -1 : 1;
  if (x->has_pc != y->has_pc)
    return x->has_pc ? -1 : 1;
  return (x->pc > y->pc) - (x->pc < y->pc);
}

void
weft_pipeline_pc_stats_seal (GArray *stats, WeftPipelineTrace *trace)
{
  guint n_kept = 0;

  for (guint index = 0; index < stats->len; index++)
    {
      WeftPipelinePcStats item = g_array_index (stats, WeftPipelinePcStats, index);

      if (item.n_ops + item.n_squashes == 0)
        continue;
      if (item.n_ops == 0)
        item.slowest_op = WEFT_NO_ROW;
      item.has_pc = index > 0;
      item.pc = item.has_pc ? weft_pipeline_trace_get_pc (trace, index - 1) : 0;
      g_array_index (stats, WeftPipelinePcStats, n_kept++) = item;
    }
  g_array_set_size (stats, n_kept);
  g_array_sort (stats, compare_pcs);
}
