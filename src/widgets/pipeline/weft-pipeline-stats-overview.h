/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-pipeline-state.h"
#include "weft-pipeline-stats-result.h"

G_BEGIN_DECLS

/* Statistics at a glance: findings, totals, and curves over time. */

#define WEFT_TYPE_PIPELINE_STATS_OVERVIEW (weft_pipeline_stats_overview_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStatsOverview, weft_pipeline_stats_overview, WEFT,
                      PIPELINE_STATS_OVERVIEW, WeftPanel)

GtkWidget *weft_pipeline_stats_overview_new (WeftPipelineState *state);

/* Shows totals and curves of `result`, and the findings of `whole` (nullable). */
void weft_pipeline_stats_overview_show (WeftPipelineStatsOverview *self,
                                        WeftPipelineStatsResult *result,
                                        WeftPipelineStatsResult *whole);

G_END_DECLS
