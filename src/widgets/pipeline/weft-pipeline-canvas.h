/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The picture of a pipeline: tiles, with selection, cursor and what is under the pointer above
 * them; scrolling, zooming, dragging, brushing and picking. */

#define WEFT_TYPE_PIPELINE_CANVAS (weft_pipeline_canvas_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCanvas, weft_pipeline_canvas, WEFT, PIPELINE_CANVAS, GtkWidget)

GtkWidget *weft_pipeline_canvas_new (WeftPipelineState *state);

/* Whether the canvas shows all of the window's tiles, up to date: for tests and benchmarks. */
gboolean weft_pipeline_canvas_is_complete (WeftPipelineCanvas *self);

G_END_DECLS
