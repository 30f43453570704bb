/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Writes frames, from a daemon or from a recording, into a live trace. One thread at a time. */

typedef struct _WeftLiveWriter WeftLiveWriter;

/* (transfer none) of the trace, which is kept. */
WeftLiveWriter *weft_live_writer_new (WeftLiveTrace *trace);
void weft_live_writer_free (WeftLiveWriter *self);

/* Takes one frame. Frames that say nothing about the trace are ignored. What is no fault of a
 * connection that came back (records that came before, records that are gone) is counted. Returns
 * WEFT_LIVE_FAULT_NONE, or what the document does not allow: the trace is then as it was. */
WeftLiveFault weft_live_writer_take (WeftLiveWriter *self, const WeftLiveFrame *frame);

/* Makes all that was taken visible, and lets rows beyond the budget go. */
void weft_live_writer_publish (WeftLiveWriter *self);

/* No more will come on this connection: streams that did not end are marked so only when they come
 * back. Closes losses that no record followed. */
void weft_live_writer_finish (WeftLiveWriter *self);

/* Where each lane that has not ended goes on: (transfer full), an array of WeftLiveResume by the
 * stream ids of the daemon that was last connected. */
GArray *weft_live_writer_get_resumes (WeftLiveWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveWriter, weft_live_writer_free)

G_END_DECLS
