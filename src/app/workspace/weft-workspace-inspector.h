/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* What is known of what is selected and brushed in one trace of a workspace, below the trace's name: its
 * family's inspector. */

#define WEFT_TYPE_WORKSPACE_INSPECTOR (weft_workspace_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspaceInspector, weft_workspace_inspector, WEFT, WORKSPACE_INSPECTOR,
                      AdwBin)

/* Shows it for the document's present state, or (NULL) goes away; also to be called when the document
 * has another state. */
void weft_workspace_inspector_show (WeftWorkspaceInspector *self, WeftDocument *document);

G_END_DECLS
