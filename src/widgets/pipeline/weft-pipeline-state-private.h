/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-glide.h"
#include "weft-pipeline-rows-updater.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The state's parts, for the files that make it up: weft-pipeline-state.c has its content and looks,
 * weft-pipeline-place.c where it looks, weft-pipeline-pick.c what is selected and under the
 * pointer, weft-pipeline-state-class.c the type. */

struct _WeftPipelineState
{
  WeftViewState parent_instance;

  WeftPipelineTrace *trace;
  WeftPipelineRowsUpdater *keeper;
  WeftPipelineRows *rows;           /* the keeper's */
  WeftRowsRequest request;          /* what the latest rows are; holds the filter */
  const WeftPipelineCustom *custom; /* nullable */

  WeftPipelineExtent extent;
  WeftFolds *folds;               /* the axis's, as the viewport has them: held, nullable */
  WeftPipelineRenderer *renderer; /* for hit tests and words */
  gboolean follow;
  gboolean shows_structures;

  gboolean sized;
  gboolean opened;
  WeftPipelineViewport viewport;
  WeftPipelineGlide glide;

  gboolean following; /* the viewport is set as the axis has it */
  gboolean rows_follow_time;

  WeftPipelineSelection selection; /* its cycles are the axis's, see get_selection() */

  gboolean pointer_inside;
  double pointer_x;
  double pointer_y;
  gboolean has_cursor; /* the axis's cursor is here */
  WeftPipelineHit hover;
};

/* --- content ---------------------------------------------------------------------------------------- */

/* Begins to make the rows that are to be shown now; those of before are shown until then. */
void weft_pipeline_state_make_rows (WeftPipelineState *self);

/* --- place ------------------------------------------------------------------------------------------ */

/* The functions of a view state's class that are about places. */
void weft_pipeline_place_init_class (WeftViewStateClass *klass);

/* Opens the picture at its first ops, once it has a size and there are any. */
void weft_pipeline_place_open (WeftPipelineState *self);

/* The axis folds other stretches: the viewport takes them over, and shows what it did. */
void weft_pipeline_place_take_folds (WeftPipelineState *self);

/* Other rows than `before` are shown from now on: what was in the top row stays there. */
void weft_pipeline_place_take_rows (WeftPipelineState *self, WeftPipelineRows *before);

/* The screen's pixels are `scale` times as many: the picture keeps its size on it. */
void weft_pipeline_place_scale (WeftPipelineState *self, double scale);

/* --- selection and pointer --------------------------------------------------------------------------- */

/* The functions of a view state's class that are about the selection. */
void weft_pipeline_pick_init_class (WeftViewStateClass *klass);

/* Looks anew what is under the pointer: the picture has moved. */
void weft_pipeline_pick_update_hover (WeftPipelineState *self);

G_END_DECLS
