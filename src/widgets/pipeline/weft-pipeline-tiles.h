/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The tiles of a canvas or of a label pane: asks workers for what the window shows, and draws what
 * is there, over the stretched picture of the zoom before while something is missing. */

typedef struct _WeftPipelineTiles WeftPipelineTiles;

typedef enum
{
  WEFT_TILES_CANVAS,
  WEFT_TILES_LABELS,
} WeftPipelineTilesKind;

/* Tiles for `widget`, which is redrawn when some have become ready, and outlives them. */
WeftPipelineTiles *weft_pipeline_tiles_new (WeftPipelineState *state, WeftPipelineTilesKind kind,
                                            GtkWidget *widget);
void weft_pipeline_tiles_free (WeftPipelineTiles *self);

/* Draws them into the widget's snapshot, and asks for what is missing. */
void weft_pipeline_tiles_snapshot (WeftPipelineTiles *self, GtkSnapshot *snapshot);

/* Whether all that the window shows is drawn and up to date as of the last snapshot. */
gboolean weft_pipeline_tiles_is_complete (WeftPipelineTiles *self);

G_END_DECLS
