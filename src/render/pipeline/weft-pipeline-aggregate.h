/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The canvas from afar: pixels that show the shares of stages. */

void weft_pipeline_paint_aggregate (WeftPipelineDrawing *drawing);

G_END_DECLS
