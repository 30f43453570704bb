/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track-layout.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Tracks that are looked at: which there are, how they are arranged, where the window over them
 * stands, what is under the pointer and selected. Time and style are those of a view state, so that
 * tracks can be all of a view (WeftTracksState) or a strip beside another picture. Main thread only.
 *
 * Lengths are device pixels.
 *
 * Signals, all without arguments but the tracks:
 *   "layout"     scene, order, heights or style changed
 *   "viewport"   the window moved in time or down, or zoomed
 *   "hover"      what is under the pointer changed
 *   "selection"  another thing or track is selected
 *   "range"      how far the time goes changed, or what of it is folded */

#define WEFT_TYPE_TRACKS (weft_tracks_get_type ())
G_DECLARE_FINAL_TYPE (WeftTracks, weft_tracks, WEFT, TRACKS, GObject)

/* Tracks over the time of `state`, which owns them or lives longer than they do. */
WeftTracks *weft_tracks_new (WeftViewState *state);

WeftViewState *weft_tracks_get_state (WeftTracks *self); /* (transfer none) */

/* Another scene: what is arranged, selected and in sight stays, as far as its tracks are there. */
void weft_tracks_set_scene (WeftTracks *self, WeftTrackScene *scene);

/* (transfer none) (nullable): NULL before there is a scene. */
WeftTrackLayout *weft_tracks_get_layout (WeftTracks *self);

/* --- arrangement ------------------------------------------------------------------------------- */

void weft_tracks_set_collapsed (WeftTracks *self, guint32 id, gboolean collapsed);
void weft_tracks_set_pinned (WeftTracks *self, guint32 id, gboolean pinned);
void weft_tracks_set_closed (WeftTracks *self, const char *group, gboolean closed);

/* Up (below 0) or down among those of its group. */
void weft_tracks_move (WeftTracks *self, guint32 id, int places);

/* All of it as text, to be remembered: (transfer full). */
char *weft_tracks_save_order (WeftTracks *self);

/* --- place ---------------------------------------------------------------------------------------- */

/* The canvas has this size. The first call puts a range in sight: that of weft_tracks_set_start(), or
 * all, which then stays in sight while the trace grows until somebody moves the window. */
void weft_tracks_resize (WeftTracks *self, int width, int height);
void weft_tracks_set_start (WeftTracks *self, gint64 first, gint64 last);

int weft_tracks_get_width (WeftTracks *self);
int weft_tracks_get_height (WeftTracks *self);

/* The axis of the window as it stands, or (`target`) will stand when the present glide ends. FALSE
 * where nothing is in sight yet. */
gboolean weft_tracks_get_axis (WeftTracks *self, gboolean target, WeftAxis *axis);

/* How far the tracks that are not pinned are scrolled up. */
double weft_tracks_get_scroll (WeftTracks *self, gboolean target);

/* Whether the window glides. */
gboolean weft_tracks_is_gliding (WeftTracks *self);

/* To be called on every frame of the canvas. TRUE while a glide goes on. */
gboolean weft_tracks_advance (WeftTracks *self, gint64 frame_time);

/* Moves at once, or glides within 150 ms where animations are on. */
void weft_tracks_pan (WeftTracks *self, double dx, double dy);
void weft_tracks_zoom (WeftTracks *self, double x, double factor, gboolean glide);
void weft_tracks_go (WeftTracks *self, const WeftTimeSpan *span, double scroll, gboolean glide);

/* Where the window stands or will stand. */
void weft_tracks_get_place (WeftTracks *self, WeftTimeSpan *span, double *scroll);

/* Whether nobody has moved it yet, so that it shows all of what comes; and how much time it can show
 * at most, ticks, which is more when more has come. */
gboolean weft_tracks_is_untouched (WeftTracks *self);
double weft_tracks_get_longest (WeftTracks *self);

/* Jumps, which push history: the brushed range or the selected thing fills the window's width; where
 * it does already, or there is none, all does. */
void weft_tracks_fit (WeftTracks *self);
void weft_tracks_fit_all (WeftTracks *self);
void weft_tracks_show_time (WeftTracks *self, gint64 first, gint64 last);

/* Brings a thing into sight where it is not: its track, and its time. Opens its group. */
void weft_tracks_show (WeftTracks *self, const WeftTrackHit *thing);

/* --- pointer ---------------------------------------------------------------------------------------- */

void weft_tracks_set_pointer (WeftTracks *self, gboolean inside, double x, double y);
gboolean weft_tracks_get_pointer (WeftTracks *self, double *x, double *y);

/* The thing under it: (transfer none). */
const WeftTrackHit *weft_tracks_get_hover (WeftTracks *self);

/* The thing at a point of the canvas: clear `hit` afterwards. */
void weft_tracks_hit_test (WeftTracks *self, double x, double y, WeftTrackHit *hit);

/* --- selection -------------------------------------------------------------------------------------- */

/* The selected thing, or a track alone (its `thing` is WEFT_TRACK_NO_THING); `on_track` FALSE where
 * nothing is: (transfer none). */
const WeftTrackHit *weft_tracks_get_selected (WeftTracks *self);

/* Selects a thing, a track, or (NULL) nothing; copies it. */
void weft_tracks_select (WeftTracks *self, const WeftTrackHit *thing);

/* Moves the selection by tracks down and by things on, and shows it. */
void weft_tracks_step (WeftTracks *self, int tracks, int things);

G_END_DECLS
