/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-compare-state.h"

G_BEGIN_DECLS

/* Both pictures of a comparison, one over the other: the whole view of A, and over its canvas the
 * picture of B, mixed so that neither hides the other. */

#define WEFT_TYPE_PIPELINE_COMPARE_OVERLAY (weft_pipeline_compare_overlay_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCompareOverlay, weft_pipeline_compare_overlay, WEFT,
                      PIPELINE_COMPARE_OVERLAY, GtkWidget)

GtkWidget *weft_pipeline_compare_overlay_new (WeftPipelineCompareState *state);

/* From 0 (A alone) to 1 (B alone); at one half both are there in full. */
void weft_pipeline_compare_overlay_set_amount (WeftPipelineCompareOverlay *self, double amount);

/* The whole view of A: (transfer none). */
GtkWidget *weft_pipeline_compare_overlay_get_view (WeftPipelineCompareOverlay *self);

G_END_DECLS
