/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-pipeline-state.h"
#include "weft-view-options.h"

G_BEGIN_DECLS

/* The window in which stages are given colours of the user's own: a row for each stage, with the
 * colour that it has. What is chosen shows at once, as the options "colors" and "scheme" of the
 * document. */

#define WEFT_TYPE_PIPELINE_COLOR_EDITOR (weft_pipeline_color_editor_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineColorEditor, weft_pipeline_color_editor, WEFT,
                      PIPELINE_COLOR_EDITOR, AdwWindow)

GtkWidget *weft_pipeline_color_editor_new (GtkWindow *parent, WeftPipelineState *state,
                                           WeftViewOptions *options);

/* As if the user had chosen a colour for the stages of that name; WEFT_COLOR_NONE: none any more. */
void weft_pipeline_color_editor_set (WeftPipelineColorEditor *self, const char *name,
                                     WeftColor color);

G_END_DECLS
