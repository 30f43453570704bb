/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-row-sort.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"
#include "weft-pipeline-op-cells.h"
#include "weft-room.h"

guint32
weft_pipeline_find_row (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, guint32 op)
{
  guint32 row;

  if (rows == NULL)
    return weft_pipeline_snapshot_row_of_op (snapshot, op);
  weft_pipeline_rows_lock (rows);
  row = weft_pipeline_rows_find_op (rows, op);
  weft_pipeline_rows_unlock (rows);
  return row;
}

/* Whether each op has a row behind that of the one before it; not known when cancelled. */
static gboolean
are_in_row_order (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, const guint32 *ops,
                  guint32 n_ops, GCancellable *cancellable)
{
  guint32 before = 0;

  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 row = weft_pipeline_find_row (snapshot, rows, ops[i]);

      if (weft_ops_cancelled (i, cancellable, NULL) || row == WEFT_NO_ROW
          || (i > 0 && row <= before))
        return FALSE;
      before = row;
    }
  return TRUE;
}

/* Lists nearly always have ops in the order of their rows. */
gboolean
weft_pipeline_row_sort (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, gboolean descending,
                        guint32 *ops, guint32 n_ops, GCancellable *cancellable, GError **error)
{
  weft_auto_bulk guint64 *keys = NULL;

  if (are_in_row_order (snapshot, rows, ops, n_ops, cancellable))
    {
      if (descending)
        weft_key_reverse (ops, n_ops);
      return TRUE;
    }
  keys = weft_bulk_new (guint64, n_ops);
  if (!weft_room_found (keys, error))
    return FALSE;
  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 row = weft_pipeline_find_row (snapshot, rows, ops[i]);

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      keys[i] = descending && row != WEFT_NO_ROW ? WEFT_NO_ROW - 1 - row : row;
    }
  return weft_key_sort (keys, ops, n_ops, cancellable, error);
}
