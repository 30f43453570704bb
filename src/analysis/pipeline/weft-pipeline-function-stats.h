/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-pc-stats.h"
#include "weft-pipeline-symbols.h"

G_BEGIN_DECLS

/* What became of the ops of one function: what WeftPipelinePcStats says, summed over its PCs. */
typedef struct
{
  const char *name; /* lives as long as the symbols; NULL: PCs of no function, or no PC */
  guint32 n_pcs;
  guint32 n_ops;
  guint32 n_flushed;
  guint64 latency_total; /* cycles */
  guint64 latency_max;
  guint32 slowest_op; /* WEFT_NO_ROW: none counted */
  guint64 stall_cycles;
  guint32 n_squashes;
} WeftPipelineFunctionStats;

/* Sums up an array of WeftPipelinePcStats by function: (transfer full), an array of WeftPipelineFunctionStats, the
 * most stalled first, then those with most ops, then by name. */
GArray *weft_pipeline_function_stats_new (const GArray *pcs, const WeftPipelineSymbols *symbols);

G_END_DECLS
