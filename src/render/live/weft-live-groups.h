/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-life.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* How lanes are arranged: by host where there are several, those of past processes below the others of their host, in a
 * group of their own. */

/* The name of that group: (transfer full). */
char *weft_live_make_past_group (WeftLiveTrace *trace, guint host);

/* The tracks (WeftTrack) of `lives`, with their strings in `strings`: (transfer full). */
GArray *weft_live_make_tracks (WeftLiveTrace *trace, const GArray *lives, int height,
                               GPtrArray *strings);

G_END_DECLS
