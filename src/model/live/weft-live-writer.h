/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Writes frames, from a daemon or from a recording, into a live trace. One thread at a time. */

typedef struct _WeftLiveWriter WeftLiveWriter;

/* Flaws of frames that can be understood although the document does not allow them: they are taken
 * all the same. */
typedef enum
{
  WEFT_LIVE_ODD_NOTHING,
  WEFT_LIVE_ODD_DECLARED, /* a stream that this connection had declared before */
  WEFT_LIVE_ODD_GAP,      /* it begins after the end of the one before it, */
  WEFT_LIVE_ODD_OVERLAP,  /* or before that */
} WeftLiveOddity;

/* (transfer none) of the trace, which is kept. */
WeftLiveWriter *weft_live_writer_new (WeftLiveTrace *trace);
void weft_live_writer_free (WeftLiveWriter *self);

/* Frames from now on are of that host; without, and before the first HOST of a recording, of host
 * 0. */
void weft_live_writer_set_host (WeftLiveWriter *self, guint number);

/* Of the host that is heard: what its times are added to from now on, the socket that it is behind, and that its
 * daemon answers. */
void weft_live_writer_set_clock (WeftLiveWriter *self, const WeftLiveHostClock *clock);
void weft_live_writer_set_address (WeftLiveWriter *self, const char *address);
void weft_live_writer_connect (WeftLiveWriter *self);

/* Takes one frame. Frames that say nothing about the trace are ignored. What is no fault of a
 * connection that came back (records that came before, records that are gone) is counted. Returns
 * WEFT_LIVE_FAULT_NONE, or what the document does not allow: the trace is then as it was. */
WeftLiveFault weft_live_writer_take (WeftLiveWriter *self, const WeftLiveFrame *frame);

/* Of the frame that was taken last, and at which sequence number it was to begin: 0 where no number
 * was expected. */
WeftLiveOddity weft_live_writer_get_oddity (const WeftLiveWriter *self, guint64 *expected);

/* The host's connection is lost: nothing is known of the lanes that did not end, until they are declared again. */
void weft_live_writer_lose (WeftLiveWriter *self);

/* There is no daemon on the host that could tell of them, until one says WELCOME. */
void weft_live_writer_miss (WeftLiveWriter *self);

/* Makes all that was taken visible, and lets rows beyond the budget go. */
void weft_live_writer_publish (WeftLiveWriter *self);

/* No more will come on this connection: streams that did not end are marked so only when they come
 * back. Closes losses that no record followed. */
void weft_live_writer_finish (WeftLiveWriter *self);

/* Where the streams of the host go on that a connection to this session declared last, those that have ended too:
 * (transfer full), an array of WeftLiveResume by the ids that they have in the session. */
GArray *weft_live_writer_get_resumes (WeftLiveWriter *self);

/* Which record of such a stream, if it has not ended, the connection sends next. That is one that is
 * there already where the connection repeats what came through another one. */
gboolean weft_live_writer_get_next (const WeftLiveWriter *self, guint32 stream, guint64 *seq);

/* Whether another host's daemon, which answers, is this one. */
gboolean weft_live_writer_has_twin (const WeftLiveWriter *self, const guint8 session[16]);

/* Ticks of a device in ns of its host; far away they stop at ± 73 years. */
gint64 weft_live_sync_to_host (const WeftLiveSync *sync, guint64 ticks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveWriter, weft_live_writer_free)

G_END_DECLS
