/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-records.h"
#include "weft-row-colors.h"

G_BEGIN_DECLS

/* Colours that a query said for a live trace's records: they are numbered by the WeftLiveRecords that it was asked of. The
 * trace is held. */

/* The class of a row: none where it came since. */
guint weft_live_said_classify (const WeftRowColors *said, guint lane, guint32 row);

/* The class that rows which are too many to tell apart have: that of the first run among them which has one, as the
 * only part of `shares`. */
void weft_live_said_take (const WeftRowColors *said, WeftLiveTrace *trace, guint lane, guint32 from,
                          guint32 to, WeftLiveShares *shares);

/* Records that can be read now. */
guint64 weft_live_said_count (WeftLiveTrace *trace);

G_END_DECLS
