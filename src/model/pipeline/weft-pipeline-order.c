/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-order.h"

#include "weft-pipeline-trace-private.h"

#include <string.h>

/* Logs whose ops come in any order (gem5 prints a block when an op leaves the pipeline) are shown
 * in order of their ids, and count their retire ids in that order. Both are made anew with each
 * publication, but for the rows that no new op stands before. */

typedef struct
{
  gint64 id;
  guint32 op;
} Entry;

static gint64
raw_id (const WeftPipelineTrace *trace, guint32 op)
{
  return weft_ticks_after (
    op, weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->ops, OP_ID, op)));
}

static guint32
op_at (const guint32 *order, guint32 row)
{
  return order != NULL ? order[row] : row;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return (x->id > y->id) - (x->id < y->id);
}

/* The ops that came since the publication before, in id order: (transfer full). */
static Entry *
sort_new_ops (const WeftPipelineTrace *trace, guint32 n_before, guint32 n_ops)
{
  Entry *entries = g_new (Entry, n_ops - n_before + 1);
  gboolean sorted = TRUE;

  for (guint32 op = n_before; op < n_ops; op++)
    {
      entries[op - n_before] = (Entry){ raw_id (trace, op), op };
      sorted &= op == n_before || entries[op - n_before - 1].id < entries[op - n_before].id;
    }
  if (!sorted)
    qsort (entries, n_ops - n_before, sizeof *entries, compare_entries);
  return entries;
}

/* The first row whose op has an id of `id` or above. */
static guint32
first_row_from (const WeftPipelineTrace *trace, const guint32 *order, guint32 n_rows, gint64 id)
{
  guint32 low = 0, high = n_rows;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (raw_id (trace, op_at (order, middle)) < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Merges `entries` into the rows of the publication before; NULL where rows are file order. */
static guint32 *
merge_order (const WeftPipelineTrace *trace, const guint32 *before, guint32 n_before,
             const Entry *entries, guint32 n_new, guint32 stable)
{
  guint32 *order;
  guint32 old = stable, new = 0;

  if (before == NULL && stable == n_before)
    {
      guint32 i;

      for (i = 0; i < n_new && entries[i].op == n_before + i; i++)
        ;
      if (i == n_new)
        return NULL;
    }
  order = weft_shared_new (sizeof *order * (n_before + n_new));
  for (guint32 row = 0; row < n_before + n_new; row++)
    if (row < stable)
      order[row] = op_at (before, row);
    else if (old < n_before
             && (new == n_new || raw_id (trace, op_at (before, old)) < entries[new].id))
      order[row] = op_at (before, old++);
    else
      order[row] = entries[new ++].op;
  return order;
}

static guint32 *
invert_order (const guint32 *order, guint32 n_ops)
{
  guint32 *rows;

  if (order == NULL)
    return NULL;
  rows = weft_shared_new (sizeof *rows * n_ops);
  for (guint32 row = 0; row < n_ops; row++)
    rows[order[row]] = row;
  return rows;
}

static gint32 *
count_retires (const WeftPipelineTrace *trace, const guint32 *order, guint32 n_ops)
{
  gint32 *rids = weft_shared_new (sizeof *rids * MAX (n_ops, 1));
  gint32 n_retired = 0;

  for (guint32 row = 0; row < n_ops; row++)
    {
      guint32 op = op_at (order, row);
      guint8 state = weft_table_get_u8 (&trace->ops, OP_FLAGS, op) & OP_STATE_MASK;

      rids[op] = state == WEFT_OP_RETIRED ? n_retired++ : -1;
    }
  return rids;
}

void
weft_pipeline_writer_publish_by_id (WeftPipelineWriter *self, gint64 last_tick, gint64 origin,
                                    gint64 ticks_per_cycle)
{
  WeftPipelineTrace *trace = weft_pipeline_writer_get_trace (self);
  /* Only the writer replaces it, so that no lock is needed to look at it here. */
  const WeftPipelineSnapshot *before = trace->newest;
  guint32 n_before = before->n_ops;
  guint32 n_ops = trace->ops.n_rows;
  g_autofree Entry *entries = sort_new_ops (trace, n_before, n_ops);
  WeftPipelineSnapshot fields = { .last_tick = last_tick,
                                  .last_end = trace->last_end_tick,
                                  .origin = origin,
                                  .ticks_per_cycle = MAX (ticks_per_cycle, 1),
                                  .ids_rise = TRUE };

  fields.stable_rows = n_before;
  if (n_ops > n_before)
    fields.stable_rows = first_row_from (trace, before->ops_by_row, n_before, entries[0].id);
  fields.ops_by_row = merge_order (trace, before->ops_by_row, n_before, entries, n_ops - n_before,
                                   fields.stable_rows);
  fields.rows_by_op = invert_order (fields.ops_by_row, n_ops);
  fields.rids = count_retires (trace, fields.ops_by_row, n_ops);
  if (n_ops > 0)
    fields.id_origin = raw_id (trace, op_at (fields.ops_by_row, 0));
  /* A new origin or clock moves every op. */
  if (fields.origin != before->origin || fields.ticks_per_cycle != before->ticks_per_cycle)
    fields.stable_rows = 0;
  weft_pipeline_trace_publish (trace, &fields);
}
