/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"

G_BEGIN_DECLS

/* Sums of programs over records that a viewer did not get: per program and 16 ms of the device's time
 * how many there were, and how long they took. Memory is bounded: the 16 ms widen. */

typedef struct _WeftHubSummary WeftHubSummary;

/* `ghz`: of the device, for the width of 16 ms in ticks. */
WeftHubSummary *weft_hub_summary_new (double ghz);
void weft_hub_summary_free (WeftHubSummary *self);

/* Adds the records of a RECORDS frame from its record `skip` on. */
void weft_hub_summary_add (WeftHubSummary *self, const WeftLiveFrame *frame, guint skip);

/* Adds all that `other` holds. */
void weft_hub_summary_merge (WeftHubSummary *self, const WeftHubSummary *other);

/* Doubles the windows until there are no more than `max_entries`, or one for each program. */
void weft_hub_summary_limit (WeftHubSummary *self, guint max_entries);

/* Appends SUMMARY frames of at most `max_frame` bytes about the lost range `seq_lo` to below `seq_hi`
 * to `frames` (of GBytes), and forgets what they say. */
void weft_hub_summary_flush (WeftHubSummary *self, guint32 stream, guint64 seq_lo, guint64 seq_hi,
                             guint32 max_frame, GQueue *frames);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHubSummary, weft_hub_summary_free)

G_END_DECLS
