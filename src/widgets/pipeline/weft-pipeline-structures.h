/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-picture-view.h"
#include "weft-pipeline-study.h"

G_BEGIN_DECLS

/* The occupancy of the core's structures over time, below the picture of a pipeline: a graph of each, and
 * beside it its name with the ops in the cycle that the cursor is in. Where cycles go by in no time of
 * the trace, there is none. */

/* Puts them into `view`, which is a view of `state`, and keeps them up to date as long as both are
 * there. */
void weft_pipeline_structures_add (WeftPictureView *view, WeftPipelineState *state);

G_END_DECLS
