/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace-private.h"

/* The rows that the writer of a live trace adds to a lane, and what sums them up: blocks, buckets and totals. The
 * writer's thread, under the trace's lock. */

/* FALSE where memory or disk are exhausted. */
gboolean weft_live_lane_append (WeftLiveTrace *trace, Lane *lane, const WeftLiveRow *row);

/* The row that stands for what is missing, from the newest row to `until`. */
void weft_live_lane_append_missing (WeftLiveTrace *trace, Lane *lane, gint64 until);
