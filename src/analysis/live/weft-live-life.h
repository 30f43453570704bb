/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Of a live trace's lanes: which are over, what is to be said where they end, and of which time nothing is known.
 * Any thread. */

typedef struct
{
  WeftLiveLane lane;
  gboolean
    is_past; /* its process is over: it ended, or was lost, while others of its host go on or another has its device */
} WeftLiveLife;

/* All lanes as they are now: (transfer full) (element-type WeftLiveLife). */
GArray *weft_live_find_lives (WeftLiveTrace *trace);

/* The note after a lane's last record, for people: (transfer full); NULL while it goes on. */
char *weft_live_describe_end (const WeftLiveLane *lane);

/* The time before its first record in which it had others, and the time after its last one in which it may have:
 * empty where there is none, both from or to the ends of time. Of a lane without a record that is all. */
WeftCycleRange weft_live_life_get_unknown_start (const WeftLiveLife *self);
WeftCycleRange weft_live_life_get_unknown_end (const WeftLiveLife *self);

G_END_DECLS
