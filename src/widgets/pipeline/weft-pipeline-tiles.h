/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-tile-view.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_TILES_CANVAS,
  WEFT_TILES_LABELS,
} WeftPipelineTilesKind;

/* The tiles of a canvas or of a label pane, for `widget`, which outlives them as `state` does. */
WeftTileView *weft_pipeline_tiles_new (WeftPipelineState *state, WeftPipelineTilesKind kind,
                                       GtkWidget *widget);

G_END_DECLS
