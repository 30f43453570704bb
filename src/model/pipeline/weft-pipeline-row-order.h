/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

/* The key that rows are sorted by; ops with the same stay in the order of their fetch. */
typedef enum
{
  WEFT_ROWS_BY_FETCH,  /* the display order of the snapshot */
  WEFT_ROWS_BY_ISSUE,  /* the start of the stage "Is", or where no stage is called so, of the first
                        * that executes; an op that never got there by its end */
  WEFT_ROWS_BY_RETIRE, /* the retire or flush; open ops are last */
} WeftRowsOrder;

/* Sorts `ops`, which are in the order of their fetch. */
void weft_rows_order_sort (WeftRowsOrder order, const WeftPipelineSnapshot *snapshot, guint32 *ops,
                           guint32 n_rows);

/* The row of each of `n_ops` ops, WEFT_NO_ROW where it is left out: a bulk (weft-bulk.h) for the
 * caller. */
guint32 *weft_rows_order_invert (const guint32 *ops, guint32 n_rows, guint32 n_ops);
