/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-curves.h"

#include <math.h>

#include "weft-pipeline-op-cells.h"

/* The smallest of 1, 2, 5, 10, 20 … that leaves at most so many buckets. */
static guint64
choose_width (guint64 n_cycles, guint max_buckets)
{
  guint64 needed = n_cycles / max_buckets + (n_cycles % max_buckets != 0);

  for (guint64 power = 1; power <= G_MAXUINT64 / 10; power *= 10)
    for (guint step = 1; step <= 5; step += step == 2 ? 3 : 1)
      if (step != 3 && power * step >= needed)
        return power * step;
  return needed;
}

/* The ops' cycles in flight, bucket by bucket: those that begin or end within a bucket at once, and
 * whole buckets as changes, to be summed up at the end. */
static void
add_flight (WeftPipelineCurves *self, gint64 *changes, guint64 start, guint64 end)
{
  guint64 from = start / self->width, to = (end - 1) / self->width;

  if (from == to)
    {
      self->op_cycles[from] += end - start;
      return;
    }
  self->op_cycles[from] += (from + 1) * self->width - start;
  self->op_cycles[to] += end - to * self->width;
  changes[from + 1]++;
  changes[to]--;
}

static void
add_op (WeftPipelineCurves *self, const WeftPipelineSnapshot *snapshot, guint32 op, gint64 last,
        gint64 *changes)
{
  const gint64 fetch = weft_op_fetch (snapshot, op), end = weft_op_end (snapshot, op);
  const gint64 from = MAX (fetch, self->first), to = MIN (end, last);
  const WeftOpState state = weft_op_state (snapshot, op);

  if (fetch >= self->first && fetch < last)
    self->n_fetched[weft_cycles_between (self->first, fetch) / self->width]++;
  if (end >= self->first && end < last && state != WEFT_OP_OPEN)
    {
      guint64 bucket = weft_cycles_between (self->first, end) / self->width;

      self->n_retired[bucket] += state == WEFT_OP_RETIRED;
      self->n_flushed[bucket] += state == WEFT_OP_FLUSHED;
    }
  if (from < to)
    add_flight (self, changes, weft_cycles_between (self->first, from),
                weft_cycles_between (self->first, to));
}

WeftPipelineCurves *
weft_pipeline_curves_new (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last,
                          const WeftBitset *ops, guint max_buckets, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (WeftPipelineCurves) self = g_new0 (WeftPipelineCurves, 1);
  g_autofree gint64 *changes = NULL;
  guint64 n_cycles = weft_cycles_between (first, last);

  self->first = first;
  self->width = choose_width (n_cycles, max_buckets);
  self->n_buckets = (guint) (n_cycles / self->width + (n_cycles % self->width != 0));
  self->last_width = n_cycles % self->width != 0 ? n_cycles % self->width : self->width;
  self->n_fetched = g_new0 (guint32, self->n_buckets + 1);
  self->n_retired = g_new0 (guint32, self->n_buckets + 1);
  self->n_flushed = g_new0 (guint32, self->n_buckets + 1);
  self->op_cycles = g_new0 (guint64, self->n_buckets + 1);
  changes = g_new0 (gint64, self->n_buckets + 2);
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      if (weft_ops_cancelled (op, cancellable, error))
        return NULL;
      if (weft_bitset_includes (ops, op))
        add_op (self, snapshot, op, last, changes);
    }
  for (guint i = 0; i < self->n_buckets; i++)
    {
      changes[i + 1] += changes[i];
      self->op_cycles[i] += (guint64) changes[i] * self->width;
    }
  return g_steal_pointer (&self);
}

void
weft_pipeline_curves_free (WeftPipelineCurves *self)
{
  g_free (self->n_fetched);
  g_free (self->n_retired);
  g_free (self->n_flushed);
  g_free (self->op_cycles);
  g_free (self);
}

static double
ratio (double part, double whole)
{
  return whole > 0 ? part / whole : (double) NAN;
}

static guint64
get_width (const WeftPipelineCurves *self, guint bucket)
{
  return bucket + 1 == self->n_buckets ? self->last_width : self->width;
}

WeftCycleRange
weft_pipeline_curves_get_cycles (const WeftPipelineCurves *self, guint bucket)
{
  guint64 from = (guint64) self->first + bucket * self->width;

  return (WeftCycleRange){ (gint64) from, (gint64) (from + get_width (self, bucket)) };
}

double
weft_pipeline_curves_get (const WeftPipelineCurves *self, WeftPipelineCurve curve, guint bucket)
{
  const double width = (double) get_width (self, bucket);

  g_return_val_if_fail (bucket < self->n_buckets, (double) NAN);

  switch (curve)
    {
    case WEFT_CURVE_IPC:
      return self->n_retired[bucket] / width;
    case WEFT_CURVE_CPI:
      return ratio (width, self->n_retired[bucket]);
    case WEFT_CURVE_IN_FLIGHT:
      return (double) self->op_cycles[bucket] / width;
    case WEFT_CURVE_FLUSH_RATE:
      return ratio (self->n_flushed[bucket],
                    (double) self->n_retired[bucket] + self->n_flushed[bucket]);
    case WEFT_N_CURVES:
    default:
      return (double) NAN;
    }
}
