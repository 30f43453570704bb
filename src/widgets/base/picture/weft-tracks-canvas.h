/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"
#include "weft-tracks.h"

G_BEGIN_DECLS

/* The picture of tracks: tiles, what is brushed and selected, the crosshair, tooltips, gestures. */

#define WEFT_TYPE_TRACKS_CANVAS (weft_tracks_canvas_get_type ())
G_DECLARE_FINAL_TYPE (WeftTracksCanvas, weft_tracks_canvas, WEFT, TRACKS_CANVAS, WeftCanvas)

GtkWidget *weft_tracks_canvas_new (WeftTracks *tracks);

G_END_DECLS
