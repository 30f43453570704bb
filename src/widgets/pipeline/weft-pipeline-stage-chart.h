/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-pipeline-stats-result.h"

G_BEGIN_DECLS

/* How long the stages of one kind lasted, as a histogram. */

#define WEFT_TYPE_PIPELINE_STAGE_CHART (weft_pipeline_stage_chart_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStageChart, weft_pipeline_stage_chart, WEFT, PIPELINE_STAGE_CHART,
                      GtkWidget)

GtkWidget *weft_pipeline_stage_chart_new (WeftPipelineState *state);

/* Shows the `index`th of the result's stages. */
void weft_pipeline_stage_chart_show (WeftPipelineStageChart *self, WeftPipelineStatsResult *result,
                                     guint index);

G_END_DECLS
