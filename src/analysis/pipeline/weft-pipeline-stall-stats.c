/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stall-stats.h"

void
weft_stall_index_clear (WeftStallIndex *self)
{
  g_clear_pointer (&self->stats, g_array_unref);
  weft_map64_clear (&self->by_key);
}

static WeftPipelineStallStats *
lookup (WeftStallIndex *self, const WeftLatencyPart *part)
{
  guint64 key = (guint64) part->cause << 48 | (guint64) part->has_stage << 33
                | (guint64) part->has_reason << 32 | (guint64) part->reason << 16 | part->stage;
  guint32 index;

  if (self->stats->len > 0 && key == self->newest_key)
    return &g_array_index (self->stats, WeftPipelineStallStats, self->newest);
  index = weft_map64_get (&self->by_key, key);
  if (index == WEFT_MAP64_NONE)
    {
      const WeftPipelineStallStats fresh = {
        .cause = part->cause,
        .has_reason = part->has_reason,
        .reason = part->reason,
        .has_stage = part->has_stage,
        .stage = part->stage,
        .newest_op = WEFT_NO_ROW,
      };

      index = self->stats->len;
      weft_map64_set (&self->by_key, key, index);
      g_array_append_val (self->stats, fresh);
    }
  self->newest_key = key;
  self->newest = index;
  return &g_array_index (self->stats, WeftPipelineStallStats, index);
}

guint64
weft_stall_index_add (WeftStallIndex *self, guint32 op, const WeftLatencyPart *parts, guint n_parts)
{
  guint64 cycles = 0;

  if (self->stats == NULL)
    self->stats = g_array_new (FALSE, FALSE, sizeof (WeftPipelineStallStats));
  for (guint i = 0; i < n_parts; i++)
    {
      WeftPipelineStallStats *stats;

      if (parts[i].lost == 0)
        continue;
      stats = lookup (self, &parts[i]);
      if (stats->newest_op != op)
        {
          stats->n_ops++;
          stats->newest_op = op;
          stats->newest_cycles = 0;
        }
      stats->newest_cycles += parts[i].lost;
      stats->cycles += parts[i].lost;
      if (stats->newest_cycles > stats->max)
        {
          stats->max = stats->newest_cycles;
          stats->longest_op = op;
        }
      if (weft_latency_part_is_stall (&parts[i]))
        cycles += parts[i].lost;
    }
  return cycles;
}

void
weft_stall_index_merge (WeftStallIndex *self, const WeftStallIndex *other)
{
  if (self->stats == NULL)
    self->stats = g_array_new (FALSE, FALSE, sizeof (WeftPipelineStallStats));
  for (guint i = 0; other->stats != NULL && i < other->stats->len; i++)
    {
      const WeftPipelineStallStats *from = &g_array_index (other->stats, WeftPipelineStallStats, i);
      const WeftLatencyPart part = { .cause = from->cause,
                                     .has_stage = from->has_stage,
                                     .stage = from->stage,
                                     .has_reason = from->has_reason,
                                     .reason = from->reason };
      WeftPipelineStallStats *to = lookup (self, &part);

      to->cycles += from->cycles;
      to->n_ops += from->n_ops;
      if (from->max <= to->max)
        continue;
      to->max = from->max;
      to->longest_op = from->longest_op;
    }
}

static int
compare_stats (gconstpointer a, gconstpointer b)
{
  const WeftPipelineStallStats *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  if (x->cause != y->cause)
    return x->cause > y->cause ? 1 : -1;
  if (x->has_reason != y->has_reason)
    return x->has_reason ? -1 : 1;
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
