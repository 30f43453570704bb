/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-clock-bounds.h"
#include "weft-live-writer.h"

G_BEGIN_DECLS

/* The viewer's end of the protocol, but for its socket and its clock: greets, subscribes, takes
 * frames into a trace, and says when to connect again and where to go on. Times are nanoseconds of a
 * monotonic clock. One thread. */

typedef struct _WeftLiveClient WeftLiveClient;

/* Gets each frame that says something of the session, as it came. */
typedef void (*WeftLiveTap) (const WeftLiveFrame *frame, gpointer user_data);

struct _WeftLiveClient
{
  WeftLiveTap tap; /* (nullable), of whoever owns the client */
  gpointer tap_data;
  guint host; /* of the trace, whose daemon it talks to */
  WeftLiveClockBounds
    *bounds; /* (nullable), of the owner: its clock is measured before anything is asked for, and
                                * times are put on ours */
  GByteArray *out;     /* to be sent: the owner removes from its beginning what was */
  gboolean is_welcome; /* the daemon has answered */
  guint64 retry_ns;    /* when to try again after a connection was lost or refused: after 50 ms at
                        * first, and twice as long each time up to 2 s, with some chance in it so
                        * that many viewers do not come at once */

  /* its own */
  WeftLiveWriter *writer;
  WeftLiveStart start;
  GByteArray *in;      /* the beginning of a frame */
  GByteArray *welcome; /* of this connection, */
  GPtrArray *streams;  /* its STREAM_ADD frames (GBytes) */
  GByteArray *said;    /* and its PROGRAM and SYNC frames */
  guint8 session[16];
  gboolean has_session;
  gboolean same_daemon; /* as that of the connection before */
  guint8 boot[16];
  guint n_answers;  /* to questions for the time, up to those that are waited for */
  guint64 asked_ns; /* when it was asked last; 0: that was answered */
  guint64 heard_ns, pinged_ns, patience;
  GRand *random;
};

/* `start`: what is wanted of what was before: WEFT_LIVE_FROM_NOW or WEFT_LIVE_FROM_HISTORY. */
WeftLiveClient *weft_live_client_new (WeftLiveWriter *writer, WeftLiveStart start);
void weft_live_client_free (WeftLiveClient *self);

/* There is a new connection; there is none any more. */
void weft_live_client_connected (WeftLiveClient *self, guint64 now_ns);
void weft_live_client_disconnected (WeftLiveClient *self, guint64 now_ns);

/* Takes what came, cut anywhere. FALSE with a message (transfer full) where the connection must be
 * closed: what the daemon said is not allowed, or it said that it ends. */
gboolean weft_live_client_take (WeftLiveClient *self, const guint8 *bytes, gsize length,
                                guint64 now_ns, char **message);

/* Time goes on. FALSE where nothing was heard for 5 s, and the connection must be closed. */
gboolean weft_live_client_tick (WeftLiveClient *self, guint64 now_ns);

/* Appends what a recording must begin with to be understood: frames that say all that was said on
 * this connection about streams, programs and clocks. */
void weft_live_client_put_preamble (WeftLiveClient *self, GByteArray *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveClient, weft_live_client_free)

G_END_DECLS
