/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tracks.h"

G_BEGIN_DECLS

/* The titles of tracks, where they are arranged. A click on a heading closes or opens its group, a
 * double click on a title collapses the track, a drag moves it; a menu has all of that. By keys: up and
 * down go from row to row, Space collapses, P pins, Alt with up and down moves.
 *
 * Actions, on this widget, about the current row: track.collapse, track.pin, track.up, track.down,
 * track.menu. */

#define WEFT_TYPE_TRACKS_LABELS (weft_tracks_labels_get_type ())
G_DECLARE_FINAL_TYPE (WeftTracksLabels, weft_tracks_labels, WEFT, TRACKS_LABELS, GtkWidget)

GtkWidget *weft_tracks_labels_new (WeftTracks *tracks);

G_END_DECLS
