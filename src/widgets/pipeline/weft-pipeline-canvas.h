/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The picture of a pipeline: tiles, with selection, cursor and what is under the pointer above
 * them; scrolling, zooming, dragging, brushing and picking. */

#define WEFT_TYPE_PIPELINE_CANVAS (weft_pipeline_canvas_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCanvas, weft_pipeline_canvas, WEFT, PIPELINE_CANVAS, WeftCanvas)

GtkWidget *weft_pipeline_canvas_new (WeftPipelineState *state);

G_END_DECLS
