/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-printable.h"
#include "weft-workspace-lane.h"

G_BEGIN_DECLS

/* A window that shows several traces below one another, on one time axis and with one cursor, and
 * that can be kept in a file. */

#define WEFT_TYPE_WORKSPACE_WINDOW (weft_workspace_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspaceWindow, weft_workspace_window, WEFT, WORKSPACE_WINDOW,
                      AdwApplicationWindow)

/* An empty workspace that has no file yet. */
WeftWorkspaceWindow *weft_workspace_window_new (GtkApplication *application, GSettings *settings);

/* Opens the file where it is a workspace, in a window of its own, or presents the one that it is
 * open in. FALSE: it is none. */
gboolean weft_workspace_window_open (GtkApplication *application, GSettings *settings, GFile *file);

/* Adds a trace below the others. */
void weft_workspace_window_add (WeftWorkspaceWindow *self, GFile *file);

guint weft_workspace_window_get_n_lanes (WeftWorkspaceWindow *self);
WeftWorkspaceLane *weft_workspace_window_get_lane (WeftWorkspaceWindow *self, guint index);
WeftTimeAxis *weft_workspace_window_get_axis (WeftWorkspaceWindow *self);

/* NULL while it is in no file: (transfer none) (nullable). */
GFile *weft_workspace_window_get_file (WeftWorkspaceWindow *self);

/* All lanes as one picture: (transfer full). */
WeftPrintable *weft_workspace_window_make_picture (WeftWorkspaceWindow *self);

/* Saves it there from now on. FALSE where that failed, which the notice says. */
gboolean weft_workspace_window_save (WeftWorkspaceWindow *self, GFile *file);

G_END_DECLS
