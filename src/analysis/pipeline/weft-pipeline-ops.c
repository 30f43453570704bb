/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-ops.h"

#include "weft-bulk.h"
#include "weft-pipeline-op-cells.h"
#include "weft-room.h"

gboolean
weft_op_range_is_everything (const WeftOpRange *self, guint32 n_rows)
{
  return self->first_row == 0 && self->last_row >= n_rows && self->cycles.from == G_MININT64
         && self->cycles.to == G_MAXINT64;
}

/* The ops of the rows, in row order. FALSE where there is no room for them. */
static gboolean
take_rows (WeftPipelineOps *self, WeftPipelineRows *rows, const WeftOpRange *range, GError **error)
{
  guint32 last = MIN (range->last_row, self->snapshot->n_ops);

  if (rows != NULL)
    {
      weft_pipeline_rows_lock (rows);
      last = MIN (range->last_row, weft_pipeline_rows_get_n_rows (rows));
    }
  self->owned = weft_bulk_new (guint32, last > range->first_row ? last - range->first_row : 1);
  for (guint32 row = range->first_row; self->owned != NULL && row < last; row++)
    {
      guint32 op = rows != NULL ? weft_pipeline_rows_get_op (rows, row)
                                : weft_pipeline_snapshot_op_at_row (self->snapshot, row);

      if (op < self->snapshot->n_ops)
        self->owned[self->n_ops++] = op;
    }
  if (rows != NULL)
    weft_pipeline_rows_unlock (rows);
  return weft_room_found (self->owned, error);
}

/* Leaves out what was not in flight within the cycles. */
static gboolean
filter_cycles (WeftPipelineOps *self, const WeftCycleRange *cycles, GCancellable *cancellable,
               GError **error)
{
  guint32 n_kept = 0;

  if (cycles->from == G_MININT64 && cycles->to == G_MAXINT64)
    return TRUE;
  for (guint32 i = 0; i < self->n_ops; i++)
    {
      guint32 op = self->owned[i];

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      if (weft_cycle_range_intersects (cycles, weft_op_fetch (self->snapshot, op),
                                       weft_op_end (self->snapshot, op)))
        self->owned[n_kept++] = op;
    }
  self->n_ops = n_kept;
  return TRUE;
}

WeftPipelineOps *
weft_pipeline_ops_new_all (WeftPipelineSnapshot *snapshot)
{
  WeftPipelineOps *self = g_new0 (WeftPipelineOps, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->ops = snapshot->ops_by_row;
  self->n_ops = snapshot->n_ops;
  return self;
}

WeftPipelineOps *
weft_pipeline_ops_new (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows,
                       const WeftOpRange *range, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineOps) self = NULL;

  g_return_val_if_fail (snapshot != NULL && range != NULL, NULL);

  if (rows == NULL && weft_op_range_is_everything (range, snapshot->n_ops))
    return weft_pipeline_ops_new_all (snapshot);
  self = g_new0 (WeftPipelineOps, 1);
  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  if (!take_rows (self, rows, range, error)
      || !filter_cycles (self, &range->cycles, cancellable, error))
    return NULL;
  self->ops = self->owned;
  return g_steal_pointer (&self);
}

void
weft_pipeline_ops_free (WeftPipelineOps *self)
{
  weft_pipeline_snapshot_unref (self->snapshot);
  weft_bulk_free (self->owned);
  g_free (self);
}
