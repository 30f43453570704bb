/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-stats-runner.h"

G_BEGIN_DECLS

/* How long the stages of one kind lasted, as a histogram. */

#define WEFT_TYPE_STAGE_CHART (weft_stage_chart_get_type ())
G_DECLARE_FINAL_TYPE (WeftStageChart, weft_stage_chart, WEFT, STAGE_CHART, GtkWidget)

GtkWidget *weft_stage_chart_new (WeftPipelineState *state);

/* Shows the `index`th of the result's stages. */
void weft_stage_chart_show (WeftStageChart *self, WeftStatsResult *result, guint index);

G_END_DECLS
