/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-hit.h"
#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The thing at the point of the canvas. Fills `hit`, which is cleared with
 * weft_pipeline_hit_clear(). */
void weft_pipeline_renderer_hit_test (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      double x, double y, WeftPipelineHit *hit);

G_END_DECLS
