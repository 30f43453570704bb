/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tracks.h"

G_BEGIN_DECLS

/* The state of a view that is all tracks. A family derives its own from it, gives it scenes, and says
 * what is known of the selected thing. */

#define WEFT_TYPE_TRACKS_STATE (weft_tracks_state_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftTracksState, weft_tracks_state, WEFT, TRACKS_STATE, WeftViewState)

struct _WeftTracksStateClass
{
  WeftViewStateClass parent_class;
};

/* In place of weft_view_state_set_up(). */
void weft_tracks_state_set_up (WeftTracksState *self, WeftTrace *trace, const WeftTimeUnit *unit);

WeftTracks *weft_tracks_state_get_tracks (WeftTracksState *self); /* (transfer none) */

G_END_DECLS
