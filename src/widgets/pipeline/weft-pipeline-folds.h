/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Finds on a worker where no op is in flight, once all of the log is read, and lets the axis of
 * its state fold that. */
void weft_pipeline_folds_add (WeftViewState *state, WeftPipelineTrace *trace);

G_END_DECLS
