/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-study.h"

G_BEGIN_DECLS

/* What the whole run did, drawn over the ops of a pipeline's canvas where these are too small to be
 * seen. What was painted is kept as long as it holds. */

typedef struct _WeftPipelineRunLayer WeftPipelineRunLayer;

/* For a canvas of the study's state; the study must outlive it. */
WeftPipelineRunLayer *weft_pipeline_run_layer_new (WeftPipelineState *state,
                                                   WeftPipelineStudy *study);
void weft_pipeline_run_layer_free (WeftPipelineRunLayer *self);

/* To be called where what it shows may have changed without the window having moved. */
void weft_pipeline_run_layer_invalidate (WeftPipelineRunLayer *self);

/* Draws it, in device pixels, as far as it stands in for the ops. */
void weft_pipeline_run_layer_snapshot (WeftPipelineRunLayer *self, GtkSnapshot *snapshot);

/* Whether it, rather than ops, is what one sees. */
gboolean weft_pipeline_run_layer_is_shown (WeftPipelineRunLayer *self);

/* What is at a point: (transfer full) (nullable). */
char *weft_pipeline_run_layer_describe (WeftPipelineRunLayer *self, double x, double y);

G_END_DECLS
