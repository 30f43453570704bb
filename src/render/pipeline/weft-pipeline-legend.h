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

/* The same for two pictures of which the second one lies over the first: the stages of each, then what
 * becomes of the colours where both are. */
int weft_pipeline_renderer_measure_overlay_legend (WeftPipelineRenderer *self,
                                                   const WeftPipelineScene *scenes, int width);
void weft_pipeline_renderer_paint_overlay_legend (WeftPipelineRenderer *self,
                                                  const WeftPipelineScene *scenes, int x, int y,
                                                  int width, int height, WeftPaintList *list);

/* The colour where a picture of the colour `over` lies over one of the colour `under`. */
WeftColor weft_pipeline_overlay_mix (const WeftStyle *style, WeftColor under, WeftColor over);

G_END_DECLS
