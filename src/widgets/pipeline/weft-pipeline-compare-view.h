/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-pipeline-compare-state.h"

G_BEGIN_DECLS

/* Two pipelines side by side or one over the other, and below them what differs: a sentence, and
 * tables of the differences and of the PCs, each row of which leads to its place in both
 * pictures. */

#define WEFT_TYPE_PIPELINE_COMPARE_VIEW (weft_pipeline_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCompareView, weft_pipeline_compare_view, WEFT,
                      PIPELINE_COMPARE_VIEW, WeftPanel)

GtkWidget *weft_pipeline_compare_view_new (WeftPipelineCompareState *state);

/* Whether one picture lies over the other (at first they are side by side), and how much of B is
 * seen then, 0 to 1. */
void weft_pipeline_compare_view_set_overlay (WeftPipelineCompareView *self, gboolean overlay);
void weft_pipeline_compare_view_set_amount (WeftPipelineCompareView *self, double amount);

/* Whether there is little width: pictures stand below one another then, with narrower labels. */
void weft_pipeline_compare_view_set_narrow (WeftPipelineCompareView *self, gboolean narrow);

/* Goes to the next difference behind the one that was gone to last, or to the one before it, around
 * the ends. */
void weft_pipeline_compare_view_step (WeftPipelineCompareView *self, gboolean forward);

G_END_DECLS
