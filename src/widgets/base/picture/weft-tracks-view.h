/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-picture-view.h"
#include "weft-tracks.h"

G_BEGIN_DECLS

/* The whole view of tracks, with their titles as labels. */

#define WEFT_TYPE_TRACKS_VIEW (weft_tracks_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTracksView, weft_tracks_view, WEFT, TRACKS_VIEW, WeftPictureView)

GtkWidget *weft_tracks_view_new (WeftTracks *tracks, WeftPictureKind kind);

/* Shows `other`, which have the same time, in the minimap too, each below the one before. They are named by
 * letters from A on, and held. */
void weft_tracks_view_add_overview (WeftTracksView *self, WeftTracks *other);

G_END_DECLS
