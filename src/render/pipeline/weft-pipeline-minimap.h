/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The minimap in a box: ops in flight over all cycles of the log, what was flushed and what
 * stalled, and a frame around the cycles that the viewport shows. */
void weft_pipeline_renderer_paint_minimap (WeftPipelineRenderer *self,
                                           const WeftPipelineScene *scene, int x, int y, int width,
                                           int height, WeftPaintList *list);

/* The minimap's cycle at `x` pixels from the left edge of a minimap `width` wide, on
 * which that is folded (nullable). */
gint64 weft_pipeline_minimap_get_cycle (const WeftPipelineExtent *extent, const WeftFolds *folds,
                                        int width, double x);

G_END_DECLS
