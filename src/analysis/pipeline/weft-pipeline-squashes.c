/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-squashes.h"

#include "weft-bulk.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-thread-stats.h"

/* Where a thread stands while its ops go by in id order. */
typedef struct
{
  guint32 survivor; /* its last op that was not flushed */
  guint32 squash;   /* the run that goes on, index in the result; WEFT_NO_ROW: none in range */
} Thread;

static Thread *
find_thread (WeftThreadIndex *index, GArray *threads, gint64 tid)
{
  guint thread = weft_thread_index_intern (index, tid);

  if (thread == threads->len)
    {
      Thread new_thread = { WEFT_NO_ROW, WEFT_NO_ROW };

      g_array_append_val (threads, new_thread);
    }
  return &g_array_index (threads, Thread, thread);
}

static void
add_flushed (GArray *squashes, Thread *thread, gint64 tid, guint32 op, gint64 cycle)
{
  if (thread->squash == WEFT_NO_ROW)
    {
      WeftSquash squash = { tid, thread->survivor, op, 0, cycle };

      thread->squash = squashes->len;
      g_array_append_val (squashes, squash);
    }
  g_array_index (squashes, WeftSquash, thread->squash).n_ops++;
}

GArray *
weft_pipeline_squashes_find (const WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                             const WeftBitset *ops, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) squashes = g_array_new (FALSE, FALSE, sizeof (WeftSquash));
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  g_auto (WeftThreadIndex) index = { WEFT_MAP64_INIT, 0, 0, 0 };
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;
      gint64 tid = weft_op_thread (snapshot, op);
      Thread *thread = find_thread (&index, threads, tid);

      if (weft_ops_cancelled (i, cancellable, error))
        return NULL;
      if (weft_op_state (snapshot, op) == WEFT_OP_FLUSHED)
        {
          gint64 end = weft_op_end (snapshot, op);

          if (weft_cycle_range_contains (range, end) && weft_bitset_includes (ops, op))
            add_flushed (squashes, thread, tid, op, end);
        }
      else
        *thread = (Thread){ op, WEFT_NO_ROW };
    }
  return g_steal_pointer (&squashes);
}
