/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-folds.h"
#include "weft-live-trace.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Finds on a worker what of a live trace is empty, for its axis to fold. */

WeftRunner *weft_live_folds_new (void);

/* Asks again when the trace has grown. Of one that goes on, what has come by the first time is looked at:
 * that stays folded as it is, but where a record comes late into it. */
void weft_live_folds_ask (WeftRunner *runner, WeftLiveTrace *trace);

/* The folds found last: (transfer none) (nullable), NULL where nothing is worth it. */
WeftFolds *weft_live_folds_get (WeftRunner *runner);

G_END_DECLS
