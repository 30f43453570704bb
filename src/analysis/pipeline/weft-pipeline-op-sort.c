/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-sort.h"

#include "weft-key-sort.h"
#include "weft-pipeline-label-sort.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stalls.h"

#include <string.h>

struct _WeftPipelineOpSort
{
  gatomicrefcount ref_count;
  WeftPipelineSnapshot *snapshot;
  guint32 n_ops;
  guint32 *ops; /* NULL: all ops in the snapshot's row order */
};

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftOpKey key;
  gboolean descending;
  GCancellable *cancellable;
  WeftPipelineStalls *stalls; /* for WEFT_OP_KEY_STALL */

  guint32 *ops;
  guint32 n_ops;
  guint64 *keys; /* as unsigned numbers, ascending */
} Sorter;

/* --- which ops ---------------------------------------------------------------------------------- */

static gboolean
is_everything (const WeftOpRange *range, guint32 n_rows)
{
  return range->first_row == 0 && range->last_row >= n_rows && range->cycles.from == G_MININT64
         && range->cycles.to == G_MAXINT64;
}

/* The ops of the rows, in row order. */
static void
take_rows (Sorter *self, WeftPipelineRows *rows, const WeftOpRange *range)
{
  guint32 last = MIN (range->last_row, self->snapshot->n_ops);

  if (rows != NULL)
    {
      weft_pipeline_rows_lock (rows);
      last = MIN (range->last_row, weft_pipeline_rows_get_n_rows (rows));
    }
  self->ops = g_new (guint32, last > range->first_row ? last - range->first_row : 1);
  for (guint32 row = range->first_row; row < last; row++)
    {
      guint32 op = rows != NULL ? weft_pipeline_rows_get_op (rows, row)
                                : weft_pipeline_snapshot_op_at_row (self->snapshot, row);

      if (op < self->snapshot->n_ops)
        self->ops[self->n_ops++] = op;
    }
  if (rows != NULL)
    weft_pipeline_rows_unlock (rows);
}

/* Leaves out what was not in flight within the cycles. */
static gboolean
filter_cycles (Sorter *self, const WeftCycleRange *cycles, GError **error)
{
  guint32 n_kept = 0;

  if (cycles->from == G_MININT64 && cycles->to == G_MAXINT64)
    return TRUE;
  for (guint32 i = 0; i < self->n_ops; i++)
    {
      guint32 op = self->ops[i];

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      if (weft_cycle_range_intersects (cycles, weft_op_fetch (self->snapshot, op),
                                       weft_op_end (self->snapshot, op)))
        self->ops[n_kept++] = op;
    }
  self->n_ops = n_kept;
  return TRUE;
}

/* --- keys: 64-bit numbers whose order is that of the values -------------------------------------- */

static gint64
decode_cell (const Sorter *self, guint column, guint32 op)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;

  return weft_compact_decode (&trace->compact,
                              weft_cell_load (weft_table_u32 (&trace->ops, column, op)));
}

static gboolean
get_retire_key (const Sorter *self, guint32 op, guint64 *key)
{
  WeftOp info;

  weft_pipeline_snapshot_get_op (self->snapshot, op, &info);
  *key = weft_key_signed (info.rid);
  return info.rid != -1;
}

static gboolean
get_pc_key (const Sorter *self, guint32 op, guint64 *key)
{
  guint32 index = weft_op_pc_index (self->snapshot, op);

  if (index == WEFT_NO_ROW)
    return FALSE;
  *key = weft_pipeline_trace_get_pc (self->snapshot->trace, index);
  return TRUE;
}

static guint64
count_stages (const Sorter *self, guint32 op)
{
  guint32 stage = weft_op_last_stage (self->snapshot, op);
  guint64 n_stages = 0;

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (self->snapshot, stage))
    n_stages++;
  return n_stages;
}

/* FALSE where the op has no such value. */
static gboolean
get_key (const Sorter *self, guint32 op, guint64 *key)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;

  switch (self->key)
    {
    case WEFT_OP_KEY_ID:
      *key = weft_key_signed (weft_ticks_between (
        snapshot->id_origin, weft_ticks_after (op, decode_cell (self, OP_ID, op))));
      return TRUE;
    case WEFT_OP_KEY_GID:
      *key = weft_key_signed (decode_cell (self, OP_GID, op));
      return TRUE;
    case WEFT_OP_KEY_RID:
      return get_retire_key (self, op, key);
    case WEFT_OP_KEY_TID:
      *key = weft_key_signed (weft_op_thread (snapshot, op));
      return TRUE;
    case WEFT_OP_KEY_PC:
      return get_pc_key (self, op, key);
    case WEFT_OP_KEY_FETCH:
      *key = weft_key_signed (weft_op_fetch (snapshot, op));
      return TRUE;
    case WEFT_OP_KEY_END:
      *key = weft_key_signed (weft_op_end (snapshot, op));
      return weft_op_state (snapshot, op) != WEFT_OP_OPEN;
    case WEFT_OP_KEY_LATENCY:
      *key = weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
      return TRUE;
    case WEFT_OP_KEY_STALL:
      *key = weft_pipeline_stalls_get_cycles (self->stalls, op);
      return TRUE;
    case WEFT_OP_KEY_STATE:
      *key = weft_op_state (snapshot, op);
      return TRUE;
    case WEFT_OP_KEY_STAGES:
      *key = count_stages (self, op);
      return TRUE;
    case WEFT_OP_KEY_ROW:
    case WEFT_OP_KEY_LABEL:
    case WEFT_N_OP_KEYS:
    default:
      g_assert_not_reached ();
    }
}

/* Reads the keys of all ops; those without one are moved behind the others, of which there are
 * `n_keyed`. */
static gboolean
read_keys (Sorter *self, guint32 *n_keyed, GError **error)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = 0;

  for (guint32 i = 0; i < self->n_ops; i++)
    {
      guint32 op = self->ops[i];

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      if (!get_key (self, op, &self->keys[n]))
        {
          g_array_append_val (missing, op);
          continue;
        }
      if (self->descending)
        self->keys[n] = ~self->keys[n];
      self->ops[n++] = op;
    }
  if (missing->len > 0)
    memcpy (self->ops + n, missing->data, missing->len * sizeof (guint32));
  *n_keyed = n;
  return TRUE;
}

/* --- sorting ------------------------------------------------------------------------------------ */

static gboolean
sort_by_number (Sorter *self, GError **error)
{
  g_autoptr (WeftPipelineStalls) stalls = NULL;
  guint32 n_keyed;
  gboolean done;

  if (self->key == WEFT_OP_KEY_STALL)
    {
      stalls = weft_pipeline_stalls_new (self->snapshot, self->cancellable, error);
      if (stalls == NULL)
        return FALSE;
      self->stalls = stalls;
    }
  self->keys = g_new (guint64, MAX (self->n_ops, 1));
  done = read_keys (self, &n_keyed, error)
         && weft_key_sort (self->keys, self->ops, n_keyed, self->cancellable, error);
  g_clear_pointer (&self->keys, g_free);
  return done;
}

static void
reverse (guint32 *ops, guint32 n_ops)
{
  for (guint32 i = 0, j = n_ops; i + 1 < j; i++)
    {
      guint32 swap = ops[i];

      ops[i] = ops[--j];
      ops[j] = swap;
    }
}

static gboolean
sort_ops (Sorter *self, GError **error)
{
  if (self->key == WEFT_OP_KEY_LABEL)
    return weft_pipeline_label_sort (self->snapshot, self->ops, self->n_ops, self->descending,
                                     WEFT_PIPELINE_LABEL_SORT_BYTES, self->cancellable, error);
  if (self->key != WEFT_OP_KEY_ROW)
    return sort_by_number (self, error);
  if (self->descending)
    reverse (self->ops, self->n_ops);
  return TRUE;
}

static WeftPipelineOpSort *
make_result (WeftPipelineSnapshot *snapshot, guint32 *ops, guint32 n_ops)
{
  WeftPipelineOpSort *result = g_new0 (WeftPipelineOpSort, 1);

  g_atomic_ref_count_init (&result->ref_count);
  result->snapshot = weft_pipeline_snapshot_ref (snapshot);
  result->ops = ops;
  result->n_ops = n_ops;
  return result;
}

WeftPipelineOpSort *
weft_pipeline_op_sort_run (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, WeftOpKey key,
                           gboolean descending, const WeftOpRange *range, GCancellable *cancellable,
                           GError **error)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  Sorter self = { snapshot, key, descending, cancellable };

  g_return_val_if_fail (snapshot != NULL && key < WEFT_N_OP_KEYS, NULL);

  if (range == NULL)
    range = &all;
  if (rows == NULL && key == WEFT_OP_KEY_ROW && !descending
      && is_everything (range, snapshot->n_ops))
    return make_result (snapshot, NULL, snapshot->n_ops);
  take_rows (&self, rows, range);
  if (!filter_cycles (&self, &range->cycles, error) || !sort_ops (&self, error))
    {
      g_free (self.ops);
      return NULL;
    }
  if (!is_everything (range, snapshot->n_ops))
    self.ops = g_renew (guint32, self.ops, MAX (self.n_ops, 1));
  return make_result (snapshot, self.ops, self.n_ops);
}

/* --- the result ---------------------------------------------------------------------------------- */

WeftPipelineOpSort *
weft_pipeline_op_sort_ref (WeftPipelineOpSort *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_pipeline_op_sort_unref (WeftPipelineOpSort *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self->ops);
  g_free (self);
}

WeftPipelineSnapshot *
weft_pipeline_op_sort_get_snapshot (const WeftPipelineOpSort *self)
{
  return self->snapshot;
}

guint32
weft_pipeline_op_sort_get_n_ops (const WeftPipelineOpSort *self)
{
  return self->n_ops;
}

guint32
weft_pipeline_op_sort_get_op (const WeftPipelineOpSort *self, guint32 index)
{
  g_return_val_if_fail (index < self->n_ops, WEFT_NO_ROW);

  return self->ops != NULL ? self->ops[index]
                           : weft_pipeline_snapshot_op_at_row (self->snapshot, index);
}

guint32
weft_pipeline_op_sort_find (const WeftPipelineOpSort *self, guint32 op)
{
  if (op >= self->snapshot->n_ops)
    return WEFT_NO_ROW;
  if (self->ops == NULL)
    return weft_pipeline_snapshot_row_of_op (self->snapshot, op);
  for (guint32 i = 0; i < self->n_ops; i++)
    if (self->ops[i] == op)
      return i;
  return WEFT_NO_ROW;
}
