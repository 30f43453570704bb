/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-study.h"

G_BEGIN_DECLS

/* The lines that a study draws over a pipeline's picture: all that the op under the pointer, or else the
 * selected one, depends on and gives its result to, what made the selected one late, and the critical
 * path. */

/* Appends that to `snapshot`, in device pixels of the canvas. Its cost depends on the canvas's
 * pixels and on the dependencies that are followed. */
void weft_pipeline_overlay_snapshot (WeftPipelineStudy *study, WeftPipelineState *state,
                                     GtkSnapshot *snapshot);

G_END_DECLS
