/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-writer.h"

G_BEGIN_DECLS

/* The viewer's end of the protocol, but for its socket and its clock: greets, subscribes, takes
 * frames into a trace, and says when to connect again and where to go on. Times are nanoseconds of a
 * monotonic clock. One thread. */

typedef struct _WeftLiveClient WeftLiveClient;

/* Gets each frame that says something of the session, as it came. */
typedef void (*WeftLiveTap) (const WeftLiveFrame *frame, gpointer user_data);

/* `start`: what is wanted of what was before: WEFT_LIVE_FROM_NOW or WEFT_LIVE_FROM_HISTORY. */
WeftLiveClient *weft_live_client_new (WeftLiveWriter *writer, WeftLiveStart start);
void weft_live_client_free (WeftLiveClient *self);

void weft_live_client_set_tap (WeftLiveClient *self, WeftLiveTap tap, gpointer user_data);

/* There is a new connection; there is none any more. */
void weft_live_client_connected (WeftLiveClient *self, guint64 now_ns);
void weft_live_client_disconnected (WeftLiveClient *self, guint64 now_ns);

/* When to try again after a connection was lost or refused: 50 ms at first, and twice as long each
 * time up to 2 s, with some chance in it so that many viewers do not come at once. */
guint64 weft_live_client_get_retry (WeftLiveClient *self);

/* Takes what came, cut anywhere. FALSE with a message (transfer full) where the connection must be
 * closed: what the daemon said is not allowed, or it said that it ends. */
gboolean weft_live_client_take (WeftLiveClient *self, const guint8 *bytes, gsize length,
                                guint64 now_ns, char **message);

/* Time goes on. FALSE where nothing was heard for 5 s, and the connection must be closed. */
gboolean weft_live_client_tick (WeftLiveClient *self, guint64 now_ns);

/* Bytes to be sent: the caller removes from its beginning what it has sent. */
GByteArray *weft_live_client_get_out (WeftLiveClient *self);

/* Whether the daemon has answered. */
gboolean weft_live_client_is_welcome (WeftLiveClient *self);

/* Appends what a recording must begin with to be understood: frames that say all that was said on
 * this connection about streams, programs and clocks. */
void weft_live_client_put_preamble (WeftLiveClient *self, GByteArray *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveClient, weft_live_client_free)

G_END_DECLS
