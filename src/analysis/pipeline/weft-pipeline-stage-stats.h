/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-histogram.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* How long the stages of one kind lasted, in cycles. Only stages that have ended have a length; a
 * stage that began and ended in one cycle has length 0. */
typedef struct
{
  WeftHistogram lengths; /* first, for weft-histogram-cells.h */
  WeftKind kind;
  guint64 n_open;     /* stages that have not ended, not in `lengths` */
  guint32 longest_op; /* the first op with the longest of them; WEFT_NO_ROW: none has ended */
} WeftPipelineStageStats;

/* One element per kind that has a stage, in order of the kind: an array that grows while ops are
 * added. (transfer full), free with g_array_unref(). */
GArray *weft_pipeline_stage_stats_new (void);

/* Adds the stages of `op` to `stats`. */
void weft_pipeline_stage_stats_add_op (GArray *stats, const WeftPipelineSnapshot *snapshot,
                                       guint32 op);

/* Adds the stages of ops that all come later in the file. The histograms of both are sealed then. */
void weft_pipeline_stage_stats_merge (GArray *stats, GArray *others);

/* Ends the counting: drops kinds without a stage and seals the histograms. */
void weft_pipeline_stage_stats_seal (GArray *stats);

G_END_DECLS
