/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-ops.h"

G_BEGIN_DECLS

/* Counts of some ops: of a brushed range of rows, which is no range of cycles. */
typedef struct
{
  guint32 n_ops;
  guint32 n_retired;
  guint32 n_flushed;
  guint32 n_open;
  gint64 first_fetch; /* cycles; of the earliest fetch and the latest end, 0 without ops */
  gint64 last_end;
  guint64 latency_total; /* cycles, stops at 2⁶⁴ − 1 */
  guint64 latency_max;
} WeftPipelineOpCounts;

/* Counts the ops. FALSE with G_IO_ERROR_CANCELLED when cancelled. Any thread. */
gboolean weft_pipeline_op_counts_read (const WeftPipelineOps *ops, WeftPipelineOpCounts *counts,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
