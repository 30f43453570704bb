/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The lanes of a live trace as tracks: what ran when, by colours of programs. Stalls are hatched.
 * What was lost is a grey hatched band, never the colour of idle, whatever the zoom; what was evicted
 * is drawn from the sums that stay, under a veil that says so. */

/* The legend names the first so many programs. */
#define WEFT_LIVE_LEGEND_PROGRAMS 16

/* The tracks of the lanes that there are now, grouped by host where there are several, those of past processes below
 * the others of their host, in a group of their own; the trace is held. */
WeftTrackScene *weft_live_scene_new (WeftLiveTrace *trace);

/* A readable row as a hit on its track, with what is known of it as text; the trace is held. */
void weft_live_scene_find_row (WeftLiveTrace *trace, guint lane, guint32 row, WeftTrackHit *hit);

/* The name of that group: (transfer full). */
char *weft_live_scene_make_past_group (WeftLiveTrace *trace, guint host);

/* The colour of a program, the same in every lane. */
WeftColor weft_live_program_color (const WeftStyle *style, guint32 program);

G_END_DECLS
