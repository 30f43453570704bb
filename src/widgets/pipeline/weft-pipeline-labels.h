/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The pane of labels beside the canvas. A click selects the op and brings its fetch to the left
 * edge; a drag with Shift brushes rows; the wheel scrolls and zooms as on the canvas. */

#define WEFT_TYPE_PIPELINE_LABELS (weft_pipeline_labels_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineLabels, weft_pipeline_labels, WEFT, PIPELINE_LABELS, GtkWidget)

GtkWidget *weft_pipeline_labels_new (WeftPipelineState *state);

G_END_DECLS
