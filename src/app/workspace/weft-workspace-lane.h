/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"
#include "weft-workspace.h"

G_BEGIN_DECLS

/* One trace of a workspace: a line with its name and where it lies on the shared time, which can
 * be edited there, and its family's view below.
 *
 * Signals: "placed", the user changed offset or ratio; "extent", the trace's time has another unit
 * or another extent, or one at last; "picked" (gint64 tick of the shared time), an instant was
 * chosen while picking; "touched", the user presses something in the lane or goes there with keys;
 * "told", another thing is selected in it, or another range is brushed; "removed", the user wants the
 * trace out of the workspace. */

#define WEFT_TYPE_WORKSPACE_LANE (weft_workspace_lane_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspaceLane, weft_workspace_lane, WEFT, WORKSPACE_LANE, AdwBin)

/* Logical pixels of the labels beside every picture, so that one time is at one place in all. */
#define WEFT_WORKSPACE_LABEL_WIDTH 150

/* A lane for `trace`, which begins to be read at once. */
GtkWidget *weft_workspace_lane_new (WeftTimeAxis *shared, const WeftWorkspaceTrace *trace,
                                    GSettings *settings);

WeftDocument *weft_workspace_lane_get_document (WeftWorkspaceLane *self); /* (transfer none) */

/* Whether its controls lie below its title, as in a window that is too narrow for both. */
void weft_workspace_lane_set_narrow (WeftWorkspaceLane *self, gboolean narrow);

/* "core.log: Op 12 · Δ 30 cycles": (transfer full), "" where nothing is selected. */
char *weft_workspace_lane_describe (WeftWorkspaceLane *self);

/* Fills in where the trace is and lies: `trace` holds a reference to the file afterwards. */
void weft_workspace_lane_get_trace (WeftWorkspaceLane *self, WeftWorkspaceTrace *trace);

/* The unit of the trace's time, and the ratio that was given for it or taken: FALSE before that is
 * known. */
gboolean weft_workspace_lane_get_unit (WeftWorkspaceLane *self, WeftTimeUnit *unit,
                                       WeftRatio *ratio);

/* Where the trace lies on the shared time: FALSE before there is anything to show of it. */
gboolean weft_workspace_lane_get_map (WeftWorkspaceLane *self, WeftTimeMap *map);

/* Fills in the rest: a trace without a ratio gets the one that makes its unit as long as that of
 * the shared time, and one without an offset is laid so that it begins at `start`, once it is read.
 */
void weft_workspace_lane_take_ratio (WeftWorkspaceLane *self);
void weft_workspace_lane_take_offset (WeftWorkspaceLane *self, gint64 start);

/* The shared tick where the trace begins: FALSE before that is known. */
gboolean weft_workspace_lane_get_start (WeftWorkspaceLane *self, gint64 *start);

/* Lays the trace on the shared time. */
void weft_workspace_lane_move (WeftWorkspaceLane *self, gint64 by);

/* While picking, a press in the picture chooses the instant under the pointer. */
void weft_workspace_lane_set_picking (WeftWorkspaceLane *self, gboolean picking);

/* Whether moving this picture moves the others, once it is read. */
void weft_workspace_lane_set_leads (WeftWorkspaceLane *self, gboolean leads);

/* The lane is done with. */
void weft_workspace_lane_close (WeftWorkspaceLane *self);

G_END_DECLS
