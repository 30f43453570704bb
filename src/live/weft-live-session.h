/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-live-status.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* A live session: connections to the daemons of one or more hosts, which come back when they are lost, and the trace
 * that grows by what they say. Times of several hosts are on the clock of this computer. */

#define WEFT_TYPE_LIVE_SESSION (weft_live_session_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveSession, weft_live_session, WEFT, LIVE_SESSION, GObject)

/* A session with the daemon behind the socket at `path` (NULL: the usual one). Signals of the trace
 * are emitted in `context` (nullable). `budget` as in weft_live_trace_new(). */
WeftLiveSession *weft_live_session_new (const char *path, GMainContext *context, gsize budget);

/* With those behind all of the sockets: 1 to WEFT_LIVE_MAX_HOSTS paths, and NULL. */
WeftLiveSession *weft_live_session_new_of_hosts (const char *const *paths, GMainContext *context,
                                                 gsize budget);

/* (transfer none). It keeps growing as long as the session runs. */
WeftLiveTrace *weft_live_session_get_trace (WeftLiveSession *self);
guint weft_live_session_get_n_hosts (WeftLiveSession *self);

/* The session that a trace grows by: (transfer none) (nullable). */
WeftLiveSession *weft_live_session_find (WeftLiveTrace *trace);

/* Whether `path` is, or by its name is meant to be, the socket of a daemon: ".sock". */
gboolean weft_live_is_address (const char *path);

/* Runs on a thread of its own until weft_live_session_stop(), which waits for its end. */
void weft_live_session_start (WeftLiveSession *self);
void weft_live_session_stop (WeftLiveSession *self);

/* Gets how a host is when its connection was lost, and when there is one again. */
typedef void (*WeftLiveNews) (const WeftLiveStatus *status, gpointer user_data);

/* Runs on the calling thread for `seconds` (0: until all daemons are gone, or it is cancelled). With `news`
 * (nullable) it goes on when a daemon comes back, and 0 seconds are until it is cancelled. Ends where
 * its recording does by an error. FALSE with a G_IO_ERROR where nobody answered. What is open at the end
 * becomes whole. */
gboolean weft_live_session_run (WeftLiveSession *self, double seconds, GCancellable *cancellable,
                                WeftLiveNews news, gpointer user_data, GError **error);

/* Any thread. What there is to know of the session, and of one of its hosts: (transfer full), to be cleared. Of several
 * hosts the state is that of the one that is farthest, the message one that any has. */
void weft_live_session_get_status (WeftLiveSession *self, WeftLiveStatus *status);
void weft_live_session_get_host_status (WeftLiveSession *self, guint host, WeftLiveStatus *status);

/* Any thread: records what comes from now on into a file; ends that again. Where it fails, the status
 * says so. */
void weft_live_session_record (WeftLiveSession *self, const char *path);
void weft_live_session_stop_record (WeftLiveSession *self);

G_END_DECLS
