/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* Everything about what is selected: the op with its stages, producers and consumers; the brushed
 * range with its statistics; or, where nothing is selected, a summary of the trace. Related ops are
 * links that lead there. */

#define WEFT_TYPE_PIPELINE_INSPECTOR (weft_pipeline_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineInspector, weft_pipeline_inspector, WEFT, PIPELINE_INSPECTOR,
                      GtkWidget)

/* Holds the state. Computes only while it is mapped. */
GtkWidget *weft_pipeline_inspector_new (WeftPipelineState *state);

G_END_DECLS
