/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-live-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* The picture of a live session: its lanes, and above them a bar that says how the session is, and
 * has what can be done with it: follow, record to a file, save what was last. Of a recording there is
 * the picture alone. Property "label-width" (int), as WeftTracksView has it. */

#define WEFT_TYPE_LIVE_VIEW (weft_live_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveView, weft_live_view, WEFT, LIVE_VIEW, WeftPanel)

GtkWidget *weft_live_view_new (WeftLiveState *state);

/* Saves the last `seconds` that are in memory into a file; says in the bar how that went. */
void weft_live_view_save_last (WeftLiveView *self, double seconds, const char *path);

G_END_DECLS
