/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-reason-stats.h"

#include <math.h>
#include <string.h>

void
weft_reason_index_clear (WeftReasonIndex *self)
{
  g_clear_pointer (&self->stats, g_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
}

/* A trace has each reason once, at one address. */
static WeftPipelineReasonStats *
find (WeftReasonIndex *self, const char *reason, guint32 op)
{
  const WeftPipelineReasonStats fresh = { .reason = reason, .longest_op = op };
  guint place;

  if (self->stats == NULL)
    {
      self->stats = g_array_new (FALSE, FALSE, sizeof (WeftPipelineReasonStats));
      self->places = g_hash_table_new (NULL, NULL);
    }
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, reason));
  if (place == 0)
    {
      g_array_append_val (self->stats, fresh);
      place = self->stats->len;
      g_hash_table_insert (self->places, (gpointer) reason, GUINT_TO_POINTER (place));
    }
  return &g_array_index (self->stats, WeftPipelineReasonStats, place - 1);
}

void
weft_reason_index_add (WeftReasonIndex *self, WeftPipelineTrace *trace, guint32 op)
{
  WeftPipelineAttribution said;
  WeftPipelineReasonStats *stats;
  guint64 cycles;

  if (!weft_pipeline_attribution_get (trace, op, &said) || said.reason == NULL)
    return;
  stats = find (self, said.reason, op);
  cycles = said.cycles > 0 ? (guint64) said.cycles : 0;
  stats->n_ops++;
  stats->cycles += cycles;
  if (cycles > stats->max)
    {
      stats->max = cycles;
      stats->longest_op = op;
    }
}

void
weft_reason_index_merge (WeftReasonIndex *self, const WeftReasonIndex *other)
{
  for (guint i = 0; other->stats != NULL && i < other->stats->len; i++)
    {
      const WeftPipelineReasonStats *from =
        &g_array_index (other->stats, WeftPipelineReasonStats, i);
      WeftPipelineReasonStats *to = find (self, from->reason, from->longest_op);

      to->n_ops += from->n_ops;
      to->cycles += from->cycles;
      if (from->max <= to->max)
        continue;
      to->max = from->max;
      to->longest_op = from->longest_op;
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const WeftPipelineReasonStats *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  if (x->n_ops != y->n_ops)
    return x->n_ops > y->n_ops ? -1 : 1;
  return strcmp (x->reason, y->reason);
}

GArray *
weft_reason_index_finish (WeftReasonIndex *self)
{
  double sum = 0;

  if (self->stats == NULL)
    return g_array_new (FALSE, FALSE, sizeof (WeftPipelineReasonStats));
  for (guint i = 0; i < self->stats->len; i++)
    sum += (double) g_array_index (self->stats, WeftPipelineReasonStats, i).cycles;
  for (guint i = 0; i < self->stats->len; i++)
    {
      WeftPipelineReasonStats *stats = &g_array_index (self->stats, WeftPipelineReasonStats, i);

      stats->share = sum > 0 ? (double) stats->cycles / sum : (double) NAN;
    }
  g_array_sort (self->stats, compare);
  return g_steal_pointer (&self->stats);
}
