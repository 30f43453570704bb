/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-arrows.h"
#include "weft-pipeline-describe.h"
#include "weft-pipeline-hit-test.h"
#include "weft-pipeline-label-pane.h"
#include "weft-pipeline-legend.h"
#include "weft-pipeline-minimap.h"

G_BEGIN_DECLS

/* Draws pipelines into paint lists and says what is where. A renderer holds scratch memory: each
 * thread uses its own, any number at a time. Every function locks the rows itself. What is beside the
 * canvas, and what lies at a point of it, have headers of their own, which this includes. */

WeftPipelineRenderer *weft_pipeline_renderer_new (void);
void weft_pipeline_renderer_free (WeftPipelineRenderer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineRenderer, weft_pipeline_renderer_free)

/* --- painting: all of these append to `list` ---------------------------------------------- */

/* The canvas: background, zebra, ops, arrows; opaque. The same pixels for any area that holds
 * them. One call for a strip of tiles is cheaper than one for each tile. */
void weft_pipeline_renderer_paint_canvas (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene,
                                          const WeftPipelineArea *area, WeftPaintList *list);

/* The revision of what the canvas and the labels show between two heights: what was painted there
 * under the rows' generation of that number or later still holds. Not to be called under the rows'
 * lock. */
guint weft_pipeline_canvas_get_revision (const WeftPipelineScene *scene, gint64 y, int height);
guint weft_pipeline_labels_get_revision (const WeftPipelineScene *scene, gint64 y, int height);

/* The ruler in a box as wide as the canvas, weft_axis_ruler_height() high. */
void weft_pipeline_renderer_paint_ruler (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                         const WeftAxisExtras *extras, int x, int y, int width,
                                         int height, WeftPaintList *list);

/* The colour of a kind in the scene's scheme, opaque (by thread or latency: of thread 0, or
 * of the shortest). */
WeftColor weft_pipeline_renderer_get_color (WeftPipelineRenderer *self,
                                            const WeftPipelineScene *scene, WeftKind kind);

G_END_DECLS
