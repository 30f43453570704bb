/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-hit.h"
#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* Fills an aggregate hit for the pixel (x, y). */
void weft_pipeline_measure_pixel (WeftPipelineDrawing *drawing, gint64 x, gint64 y,
                                  WeftPipelineHit *hit);

G_END_DECLS
