/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The whole view of a pipeline: minimap, ruler, labels, canvas, scrollbars, legend; and its keys.
 *
 * Actions, on this widget: view.fit, view.fit-all, view.zoom-in, view.zoom-out, view.read,
 * view.adjust, view.back, view.forward, view.step-back, view.pan (dd: steps right and down),
 * view.select (ii: rows down, stages on), view.page (i: pages down), view.edge (i: −1 first op,
 * 1 last).
 *
 * Property "label-width" (int): of the label pane, in logical pixels, to be remembered. */

#define WEFT_TYPE_PIPELINE_VIEW (weft_pipeline_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineView, weft_pipeline_view, WEFT, PIPELINE_VIEW, GtkWidget)

GtkWidget *weft_pipeline_view_new (WeftPipelineState *state);

/* Whether minimap and legend leave their room to the rest; at first they don't. */
void weft_pipeline_view_set_brief (WeftPipelineView *self, gboolean brief);

/* The canvas: (transfer none). */
GtkWidget *weft_pipeline_view_get_canvas (WeftPipelineView *self);

G_END_DECLS
