/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-counts.h"

#include "weft-pipeline-op-cells.h"

static void
add_op (WeftPipelineOpCounts *counts, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  WeftOpState state = weft_op_state (snapshot, op);
  gint64 fetch = weft_op_fetch (snapshot, op), end = weft_op_end (snapshot, op);
  guint64 latency = weft_cycles_between (fetch, end);

  counts->first_fetch = counts->n_ops == 0 ? fetch : MIN (counts->first_fetch, fetch);
  counts->last_end = counts->n_ops == 0 ? end : MAX (counts->last_end, end);
  counts->n_ops++;
  counts->n_retired += state == WEFT_OP_RETIRED;
  counts->n_flushed += state == WEFT_OP_FLUSHED;
  counts->n_open += state == WEFT_OP_OPEN;
  counts->latency_max = MAX (counts->latency_max, latency);
  if (__builtin_add_overflow (counts->latency_total, latency, &counts->latency_total))
    counts->latency_total = G_MAXUINT64;
}

gboolean
weft_pipeline_op_counts_read (const WeftPipelineOps *ops, WeftPipelineOpCounts *counts,
                              GCancellable *cancellable, GError **error)
{
  *counts = (WeftPipelineOpCounts){ .n_ops = 0 };
  for (guint32 i = 0; i < ops->n_ops; i++)
    {
      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      add_op (counts, ops->snapshot, weft_pipeline_ops_get (ops, i));
    }
  return TRUE;
}
