/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-records.h"
#include "weft-row-colors.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The lanes of a live trace as tracks: what ran when, by colours of programs. Stalls are hatched.
 * What was lost is a grey hatched band, never the colour of idle, whatever the zoom; what was evicted
 * is drawn from the sums that stay, under a veil that says so. */

/* The legend names the first so many programs. */
#define WEFT_LIVE_LEGEND_PROGRAMS 16

/* The tracks of the lanes that there are now, as weft-live-groups.h arranges them; the trace is held. */
WeftTrackScene *weft_live_scene_new (WeftLiveTrace *trace);

/* The same where a filter was asked of `records` (nullable, as `places`) and lets those in `places` through: other programs
 * are dimmed. `said` (nullable) are colours of runs in the place of those of their programs; their numbering is
 * WeftLiveRecords, and what came since has no value. All are held. */
WeftTrackScene *weft_live_scene_new_with (WeftLiveTrace *trace, WeftLiveRecords *records,
                                          WeftBitset *places, WeftRowColors *said);

/* The colour of a program, the same in every lane. */
WeftColor weft_live_program_color (const WeftStyle *style, guint32 program);

G_END_DECLS
