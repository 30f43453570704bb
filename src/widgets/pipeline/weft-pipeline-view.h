/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-picture-view.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The whole view of a pipeline. Besides those of weft-view-keys.h it has the actions view.read and
 * view.adjust. */

#define WEFT_TYPE_PIPELINE_VIEW (weft_pipeline_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineView, weft_pipeline_view, WEFT, PIPELINE_VIEW, WeftPictureView)

GtkWidget *weft_pipeline_view_new (WeftPipelineState *state);

/* The legend explains the pictures of both: the view's own, and that of `other` (nullable), which lies over
 * it. */
void weft_pipeline_view_set_overlaid (WeftPipelineView *self, WeftPipelineState *other);

G_END_DECLS
