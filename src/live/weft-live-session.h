/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* A live session: a connection to a daemon, which comes back when it is lost, and the trace that
 * grows by what it says. */

#define WEFT_TYPE_LIVE_SESSION (weft_live_session_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveSession, weft_live_session, WEFT, LIVE_SESSION, GObject)

typedef enum
{
  WEFT_LIVE_CONNECTING, /* nobody has answered yet */
  WEFT_LIVE_WAITING,    /* connected, and there is no record yet */
  WEFT_LIVE_RUNNING,    /* records come, or came */
  WEFT_LIVE_LOST,       /* the connection was lost; it is tried again */
  WEFT_LIVE_STOPPED,    /* it was ended here */
} WeftLiveConnection;

typedef struct
{
  WeftLiveConnection state;
  char *message;       /* (nullable) why it is not connected */
  guint n_connections; /* that were made */
  gboolean is_recording;
  char *recording_path;   /* (nullable) of the recording that runs, or ran last */
  char *recording_error;  /* (nullable) why it ended */
  guint64 recording_size; /* bytes */
  guint64 lag_ns;         /* from when the host got the newest records to when they came here;
                           * 0 where the daemon's clock is not ours */
} WeftLiveStatus;

/* A session with the daemon behind the socket at `path` (NULL: the usual one). Signals of the trace
 * are emitted in `context` (nullable). `budget` as in weft_live_trace_new(). */
WeftLiveSession *weft_live_session_new (const char *path, GMainContext *context, gsize budget);

/* (transfer none). It keeps growing as long as the session runs. */
WeftLiveTrace *weft_live_session_get_trace (WeftLiveSession *self);
const char *weft_live_session_get_path (WeftLiveSession *self);

/* The session that a trace grows by: (transfer none) (nullable). */
WeftLiveSession *weft_live_session_find (WeftLiveTrace *trace);

/* Whether `path` is, or by its name is meant to be, the socket of a daemon: ".sock". */
gboolean weft_live_is_address (const char *path);

/* Runs on a thread of its own until weft_live_session_stop(), which waits for its end. */
void weft_live_session_start (WeftLiveSession *self);
void weft_live_session_stop (WeftLiveSession *self);

/* Gets what there is to know when a connection was lost, and when there is one again. */
typedef void (*WeftLiveNews) (const WeftLiveStatus *status, gpointer user_data);

/* Runs on the calling thread for `seconds` (0: until the daemon is gone, or it is cancelled). With `news`
 * (nullable) it goes on when the daemon comes back, and 0 seconds are until it is cancelled. Ends where
 * its recording does by an error. FALSE with a G_IO_ERROR where nobody answered. What is open at the end
 * becomes whole. */
gboolean weft_live_session_run (WeftLiveSession *self, double seconds, GCancellable *cancellable,
                                WeftLiveNews news, gpointer user_data, GError **error);

/* Any thread. What there is to know: (transfer full), to be cleared. */
void weft_live_session_get_status (WeftLiveSession *self, WeftLiveStatus *status);
void weft_live_status_clear (WeftLiveStatus *status);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftLiveStatus, weft_live_status_clear)

/* Any thread: records what comes from now on into a file; ends that again. Where it fails, the status
 * says so. */
void weft_live_session_record (WeftLiveSession *self, const char *path);
void weft_live_session_stop_record (WeftLiveSession *self);

G_END_DECLS
