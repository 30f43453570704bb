/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* The inspector of one trace of a workspace: its family's, below the trace's name. */

#define WEFT_TYPE_WORKSPACE_INSPECTOR (weft_workspace_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspaceInspector, weft_workspace_inspector, WEFT, WORKSPACE_INSPECTOR,
                      AdwBin)

/* Shows it for the document's present state, or (NULL) goes away; also to be called when the document
 * has another state. */
void weft_workspace_inspector_show (WeftWorkspaceInspector *self, WeftDocument *document);

G_END_DECLS
