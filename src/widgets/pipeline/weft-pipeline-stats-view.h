/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-stats-view.h"

G_BEGIN_DECLS

/* The statistics of a pipeline: findings, totals and curves, and tables of stages, PCs, functions,
 * threads, squashes, storms and of the critical path, each row of which leads to its place in the
 * picture. Of the brushed range where there is one, else of the whole log. */

#define WEFT_TYPE_PIPELINE_STATS_VIEW (weft_pipeline_stats_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStatsView, weft_pipeline_stats_view, WEFT, PIPELINE_STATS_VIEW,
                      WeftStatsView)

extern const WeftStatsKind weft_pipeline_stats;

GtkWidget *weft_pipeline_stats_view_new (WeftPipelineState *state);

G_END_DECLS
