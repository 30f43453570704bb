/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-pipeline-state.h"
#include "weft-view-options.h"

G_BEGIN_DECLS

/* The window in which people say what the log does not: what each stage is for, and how many ops the core
 * can retire in a cycle. What they say holds at once, as the options "phases" and "width" of the
 * document, and all that rests on it is computed anew. */

#define WEFT_TYPE_PIPELINE_CORE_EDITOR (weft_pipeline_core_editor_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCoreEditor, weft_pipeline_core_editor, WEFT, PIPELINE_CORE_EDITOR,
                      AdwWindow)

GtkWidget *weft_pipeline_core_editor_new (GtkWindow *parent, WeftPipelineState *state,
                                          WeftViewOptions *options);

G_END_DECLS
