/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-records-state.h"
#include "weft-live-session.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* The state that the widgets around one live trace share: its lanes as tracks, its figures, and
 * whether the picture follows what comes. Of a recording there is no session. Main thread only.
 *
 * Property "following" (gboolean): the newest stays in sight. Scrolling back ends it, while the
 * session goes on.
 *
 * Signals:
 *   "figures"  there are new ones
 *   "program"  another program is looked at */

#define WEFT_TYPE_LIVE_STATE (weft_live_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveState, weft_live_state, WEFT, LIVE_STATE, WeftLiveRecordsState)

WeftLiveState *weft_live_state_new (WeftLiveTrace *trace);

WeftLiveTrace *weft_live_state_get_trace (WeftLiveState *self); /* (transfer none) */

/* Where the trace comes from: (transfer none) (nullable). */
WeftLiveSession *weft_live_state_get_session (WeftLiveState *self);

/* The latest figures, of the brushed range or of all: (transfer none) (nullable). */
WeftLiveFigures *weft_live_state_get_figures (WeftLiveState *self);

/* The program that is looked at: an index of the trace; WEFT_NO_ROW before one was chosen, by
 * selecting a run of it or otherwise. */
void weft_live_state_set_program (WeftLiveState *self, guint32 program);
guint32 weft_live_state_get_program (WeftLiveState *self);

/* The figures of that one, or where none was chosen of the one that takes the most time: (transfer
 * none) (nullable). They live as long as the state's figures. */
const WeftLiveProgramFigures *weft_live_state_get_program_figures (WeftLiveState *self);

/* How the session is, for people: (transfer full). */
char *weft_live_state_describe_session (WeftLiveState *self);

G_END_DECLS
