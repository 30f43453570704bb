/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The legend: stages with their colours, lane by lane, and the looks of what was flushed and what
 * stalled. Height that it needs at a width; painted into a box. */
int weft_pipeline_renderer_measure_legend (WeftPipelineRenderer *self,
                                           const WeftPipelineScene *scene, int width);
void weft_pipeline_renderer_paint_legend (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene, int x, int y, int width,
                                          int height, WeftPaintList *list);

G_END_DECLS
