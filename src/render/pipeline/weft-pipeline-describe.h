/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-hit.h"
#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The tooltip for a hit, lines of plain text: (transfer full) (nullable where nothing is hit). */
char *weft_pipeline_renderer_describe (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                       const WeftPipelineHit *hit);

G_END_DECLS
