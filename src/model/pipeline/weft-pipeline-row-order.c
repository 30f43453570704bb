/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-row-order.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"
#include "weft-pipeline-stage-walk.h"

#include <string.h>

/* Which kinds of stages ops are issued to: (transfer full), a byte for each. */
static guint8 *
find_issue_kinds (WeftPipelineTrace *trace, guint n_kinds)
{
  guint8 *kinds = g_new0 (guint8, n_kinds + 1);
  gboolean named = FALSE;
  WeftKindInfo info;

  for (guint kind = 0; kind < n_kinds; kind++)
    {
      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      kinds[kind] = g_ascii_strcasecmp (info.name, "Is") == 0;
      named |= kinds[kind];
    }
  for (guint kind = 0; kind < n_kinds && !named; kind++)
    {
      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      kinds[kind] = info.executes;
    }
  return kinds;
}

static gint64
find_issue (const WeftPipelineSnapshot *snapshot, guint32 op, const guint8 *kinds, guint n_kinds)
{
  gint64 fetch = weft_op_fetch_tick (snapshot, op), first = G_MAXINT64, start, end;
  WeftStageWalk walk;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;

      if (kind >= n_kinds || !kinds[kind])
        continue;
      weft_stage_walk_cycles (&walk, fetch, &start, &end);
      first = MIN (first, start);
    }
  return first != G_MAXINT64 ? first : weft_op_end (snapshot, op);
}

/* The cycle by which the op is sorted. */
static gint64
find_cycle (WeftRowsOrder order, const WeftPipelineSnapshot *snapshot, guint32 op,
            const guint8 *kinds, guint n_kinds)
{
  if (order == WEFT_ROWS_BY_ISSUE)
    return find_issue (snapshot, op, kinds, n_kinds);
  return weft_op_state (snapshot, op) == WEFT_OP_OPEN ? G_MAXINT64 : weft_op_end (snapshot, op);
}

void
weft_rows_order_sort (WeftRowsOrder order, const WeftPipelineSnapshot *snapshot, guint32 *ops,
                      guint32 n_rows)
{
  weft_auto_bulk guint64 *keys = weft_bulk_alloc_anyway (n_rows * sizeof *keys);
  guint n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  g_autofree guint8 *kinds = find_issue_kinds (snapshot->trace, n_kinds);

  for (guint32 row = 0; row < n_rows; row++)
    keys[row] = weft_key_signed (find_cycle (order, snapshot, ops[row], kinds, n_kinds));
  weft_key_sort_anyway (keys, ops, n_rows);
}

guint32 *
weft_rows_order_invert (const guint32 *ops, guint32 n_rows, guint32 n_ops)
{
  guint32 *rows = weft_bulk_alloc_anyway (n_ops * sizeof *rows);

  memset (rows, 0xff, n_ops * sizeof *rows);
  for (guint32 row = 0; row < n_rows; row++)
    rows[ops[row]] = row;
  return rows;
}
