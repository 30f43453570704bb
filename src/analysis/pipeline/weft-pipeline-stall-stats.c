/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stall-stats.h"

void
weft_stall_index_clear (WeftStallIndex *self)
{
  g_clear_pointer (&self->stats, g_array_unref);
  weft_map64_clear (&self->by_key);
}

static WeftPipelineStallStats *
lookup (WeftStallIndex *self, const WeftStall *stall)
{
  guint64 key = (guint64) stall->type << 48 | (guint64) stall->has_stage << 32
                | (guint64) stall->reason << 16 | stall->stage;
  guint32 index;

  if (self->stats->len > 0 && key == self->newest_key)
    return &g_array_index (self->stats, WeftPipelineStallStats, self->newest);
  index = weft_map64_get (&self->by_key, key);
  if (index == WEFT_MAP64_NONE)
    {
      const WeftPipelineStallStats fresh = { .stall = *stall, .newest_op = WEFT_NO_ROW };

      index = self->stats->len;
      weft_map64_set (&self->by_key, key, index);
      g_array_append_val (self->stats, fresh);
      g_array_index (self->stats, WeftPipelineStallStats, index).stall.cycles = 0;
    }
  self->newest_key = key;
  self->newest = index;
  return &g_array_index (self->stats, WeftPipelineStallStats, index);
}

guint64
weft_stall_index_add (WeftStallIndex *self, guint32 op, const WeftStall *stalls, guint n_stalls)
{
  guint64 cycles = 0;

  if (self->stats == NULL)
    self->stats = g_array_new (FALSE, FALSE, sizeof (WeftPipelineStallStats));
  for (guint i = 0; i < n_stalls; i++)
    {
      WeftPipelineStallStats *stats = lookup (self, &stalls[i]);

      if (stats->newest_op != op)
        {
          stats->n_ops++;
          stats->newest_op = op;
          stats->newest_cycles = 0;
        }
      stats->newest_cycles += stalls[i].cycles;
      stats->stall.cycles += stalls[i].cycles;
      if (stats->newest_cycles > stats->max)
        {
          stats->max = stats->newest_cycles;
          stats->longest_op = op;
        }
      if (stalls[i].type != WEFT_STALL_GAP)
        cycles += stalls[i].cycles;
    }
  return cycles;
}

static int
compare_stats (gconstpointer a, gconstpointer b)
{
  const WeftStall *x = &((const WeftPipelineStallStats *) a)->stall;
  const WeftStall *y = &((const WeftPipelineStallStats *) b)->stall;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  if (x->type != y->type)
    return x->type > y->type ? 1 : -1;
  if (x->reason != y->reason)
    return x->reason > y->reason ? 1 : -1;
  if (x->has_stage != y->has_stage)
    return x->has_stage ? -1 : 1;
  return (x->stage > y->stage) - (x->stage < y->stage);
}

GArray *
weft_stall_index_finish (WeftStallIndex *self)
{
  if (self->stats == NULL)
    return g_array_new (FALSE, FALSE, sizeof (WeftPipelineStallStats));
  g_array_sort (self->stats, compare_stats);
  return g_steal_pointer (&self->stats);
}
