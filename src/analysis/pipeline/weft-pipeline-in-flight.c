/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-in-flight.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"
#include "weft-pipeline-op-cells.h"
#include "weft-room.h"

/* A count per cycle is kept where cycles are at most so many times as many as ops, with an
 * allowance for small logs; else the fetches and ends are sorted. */
#define CYCLES_PER_OP 8u
#define CYCLES_FREE 65536u

/* The cycles of an op, counted from `first` and clipped to the cycles up to `last`. FALSE where
 * nothing is left. `end` is the first cycle after it, always above `start`. */
static gboolean
clip_op (const WeftPipelineSnapshot *snapshot, guint32 op, gint64 first, gint64 last,
         guint64 *start, guint64 *end)
{
  gint64 fetch = MAX (weft_op_fetch (snapshot, op), first);
  gint64 op_end = weft_op_end (snapshot, op);
  guint64 span = weft_cycles_between (first, last);

  if (op_end <= fetch || fetch > last)
    return FALSE;
  *start = weft_cycles_between (first, fetch);
  *end = op_end <= last ? weft_cycles_between (first, op_end) : MAX (span, span + 1);
  return *start < *end;
}

/* The question, and its answer so far. */
typedef struct
{
  const WeftPipelineSnapshot *snapshot;
  gint64 first, last;
  const WeftBitset *ops;
  GCancellable *cancellable;
  WeftPipelineInFlight *result;
} Measure;

static gboolean
clip (const Measure *self, guint32 op, guint64 *start, guint64 *end)
{
  return clip_op (self->snapshot, op, self->first, self->last, start, end);
}

/* --- where cycles are few ------------------------------------------------------------------------------ */

static void
find_max (Measure *self, const gint32 *changes, guint64 n_cycles)
{
  gint32 now = 0, max = 0;

  for (guint64 cycle = 0; cycle < n_cycles; cycle++)
    {
      now += changes[cycle];
      max = MAX (max, now);
    }
  self->result->max = (guint32) max;
}

static gboolean
sweep_cycles (Measure *self, guint64 n_cycles, GError **error)
{
  weft_auto_bulk gint32 *changes = weft_bulk_new (gint32, n_cycles + 1);

  if (!weft_room_found (changes, error))
    return FALSE;
  for (guint32 op = 0; op < self->snapshot->n_ops; op++)
    {
      guint64 start, end;

      if (weft_ops_cancelled (op, self->cancellable, error))
        return FALSE;
      if (!weft_bitset_includes (self->ops, op) || !clip (self, op, &start, &end))
        continue;
      self->result->op_cycles += (double) (end - start);
      changes[start]++;
      changes[end]--;
    }
  find_max (self, changes, n_cycles);
  return TRUE;
}

/* --- where they are many ------------------------------------------------------------------------------- */

/* The ops in the order in which they start, or end: a bulk for the caller, `n` of them. NULL with an error. */
static guint32 *
sort_ops (Measure *self, gboolean by_end, guint32 *n, GError **error)
{
  const guint32 n_ops = self->snapshot->n_ops;
  weft_auto_bulk guint32 *sorted = weft_bulk_new (guint32, n_ops);
  weft_auto_bulk guint64 *keys = weft_bulk_new (guint64, n_ops);

  if (!weft_room_found (sorted, error) || !weft_room_found (keys, error))
    return NULL;
  *n = 0;
  for (guint32 op = 0; op < n_ops; op++)
    {
      guint64 start, end;

      if (weft_ops_cancelled (op, self->cancellable, error))
        return NULL;
      if (!weft_bitset_includes (self->ops, op) || !clip (self, op, &start, &end))
        continue;
      keys[*n] = by_end ? end : start;
      sorted[(*n)++] = op;
    }
  return weft_key_sort (keys, sorted, *n, self->cancellable, error) ? g_steal_pointer (&sorted)
                                                                    : NULL;
}

static gboolean
sweep_sorted (Measure *self, GError **error)
{
  guint32 n = 0, n_ended = 0;
  weft_auto_bulk guint32 *starting = sort_ops (self, FALSE, &n, error);
  weft_auto_bulk guint32 *ending = starting != NULL ? sort_ops (self, TRUE, &n, error) : NULL;

  if (ending == NULL)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      guint64 start, end, other_start, other_end;

      clip (self, starting[i], &start, &end);
      self->result->op_cycles += (double) (end - start);
      while (clip (self, ending[n_ended], &other_start, &other_end) && other_end <= start)
        n_ended++;
      self->result->max = MAX (self->result->max, i + 1 - n_ended);
    }
  return TRUE;
}

/* --- both ------------------------------------------------------------------------------------------------ */

gboolean
weft_pipeline_in_flight_measure (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last,
                                 const WeftBitset *ops, WeftPipelineInFlight *result,
                                 GCancellable *cancellable, GError **error)
{
  Measure self = { snapshot, first, last, ops, cancellable, result };
  guint64 span = weft_cycles_between (first, last);

  *result = (WeftPipelineInFlight){ 0, 0 };
  if (last < first)
    return TRUE;
  return span < (guint64) snapshot->n_ops * CYCLES_PER_OP + CYCLES_FREE
           ? sweep_cycles (&self, span + 1, error)
           : sweep_sorted (&self, error);
}
