/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The label pane, as high as the canvas: the part `area`, whose x counts from the pane's left edge,
 * of a pane that is `width` wide. Labels while rows are legible, otherwise a ruler of op
 * numbers. */
void weft_pipeline_renderer_paint_labels (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene,
                                          const WeftPipelineArea *area, int width,
                                          WeftPaintList *list);

/* Whether each row has its label; else the pane is a ruler of ops, which needs less room. */
gboolean weft_pipeline_labels_are_legible (const WeftPipelineViewport *viewport,
                                           const WeftStyle *style);

G_END_DECLS
