/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tracks.h"

G_BEGIN_DECLS

/* The whole view of tracks: minimap, ruler, titles, canvas, scrollbars, legend; and its keys, those of
 * weft-view-keys.h. Property "label-width" (int): of the titles, in logical pixels, to be
 * remembered. */

#define WEFT_TYPE_TRACKS_VIEW (weft_tracks_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTracksView, weft_tracks_view, WEFT, TRACKS_VIEW, GtkWidget)

typedef enum
{
  WEFT_TRACKS_VIEW_WHOLE,
  WEFT_TRACKS_VIEW_STRIP, /* beside another picture: without minimap, legend and scrollbar below */
} WeftTracksViewKind;

GtkWidget *weft_tracks_view_new (WeftTracks *tracks, WeftTracksViewKind kind);

GtkWidget *weft_tracks_view_get_canvas (WeftTracksView *self); /* (transfer none) */

G_END_DECLS
