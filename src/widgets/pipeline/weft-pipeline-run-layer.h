/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-study.h"

G_BEGIN_DECLS

/* A layer over the ops of a pipeline where these are too small to be seen: graphs of the whole run,
 * and beside them a map of the same cycles and rows with the band of ops. Each painted part is kept
 * as long as it holds. */

typedef struct _WeftPipelineRunLayer WeftPipelineRunLayer;

typedef enum
{
  WEFT_RUN_GRAPHS, /* over the canvas, as large as that is */
  WEFT_RUN_MAP,    /* over the right part of the labels beside it */
} WeftPipelineRunKind;

/* For a widget of the study's state; the study must outlive it. */
WeftPipelineRunLayer *weft_pipeline_run_layer_new (WeftPipelineRunKind kind,
                                                   WeftPipelineState *state,
                                                   WeftPipelineStudy *study);
void weft_pipeline_run_layer_free (WeftPipelineRunLayer *self);

/* To be called where what it shows may have changed without the window having moved. */
void weft_pipeline_run_layer_invalidate (WeftPipelineRunLayer *self);

/* Draws it in device pixels, in a widget of that width, as far as it stands in for the ops. */
void weft_pipeline_run_layer_snapshot (WeftPipelineRunLayer *self, GtkSnapshot *snapshot,
                                       int width);

/* Whether it, rather than ops, is what one sees. */
gboolean weft_pipeline_run_layer_is_shown (WeftPipelineRunLayer *self);

/* The values of the graphs at a point: (transfer full) (nullable). */
char *weft_pipeline_run_layer_describe (WeftPipelineRunLayer *self, double x, double y);

G_END_DECLS
