/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-pipeline-stats-result.h"

G_BEGIN_DECLS

/* Shows in a WeftChartView how long the stages of one kind lasted, the `index`th of the result's, as a
 * histogram. */
void weft_pipeline_stage_chart_show (GtkWidget *chart_view, WeftPipelineState *state,
                                     WeftPipelineStatsResult *result, guint index);

G_END_DECLS
