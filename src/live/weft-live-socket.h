/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-handover.h"
#include "weft-live-client.h"
#include "weft-live-status.h"

G_BEGIN_DECLS

/* The connection of a live session to the daemon of one host, which comes back when it is lost. One thread, but for
 * its status. */

typedef struct
{
  char *path;
  guint host; /* of the trace */
  int fd;     /* −1: none */
  WeftLiveClient *client;

  /* its own */
  WeftLiveTrace *trace;
  WeftLock lock;
  WeftLiveStatus status;
  WeftLiveWriter *writer;
  WeftLiveClockBounds bounds;
  WeftLiveTap tap;
  gpointer tap_data;
  gboolean same_boot;
  gboolean has_records;
} WeftLiveSocket;

WeftLiveSocket *weft_live_socket_new (const char *path, guint host, WeftLiveTrace *trace);
void weft_live_socket_free (WeftLiveSocket *self);

/* Before and after all else on the thread. `shares_clock`: there are other hosts, and the times of this one are put on
 * the clock of this computer. `tap` gets what is said of the session. */
void weft_live_socket_begin (WeftLiveSocket *self, WeftLiveWriter *writer, gboolean shares_clock,
                             WeftLiveTap tap, gpointer tap_data);
void weft_live_socket_end (WeftLiveSocket *self);

/* Whether it has waited long enough to be tried again. */
gboolean weft_live_socket_is_due (const WeftLiveSocket *self, guint64 now_ns);

/* Tries to connect, or says and hears what there is: `buffer` has `size` bytes of room for that. FALSE where there is
 * no connection any more. */
gboolean weft_live_socket_serve (WeftLiveSocket *self, gboolean readable, guint8 *buffer,
                                 gsize size);

/* Takes what has come by now, and no more than that: before a session or a recording ends, and whatever the daemon
 * says meanwhile. */
void weft_live_socket_take_rest (WeftLiveSocket *self, guint8 *buffer, gsize size);

/* Any thread. What there is to know: (transfer full), to be cleared. */
void weft_live_socket_get_status (WeftLiveSocket *self, WeftLiveStatus *status);

/* Whether it has been tried without success, and nobody has answered yet. */
gboolean weft_live_socket_has_failed (const WeftLiveSocket *self);

/* ns of a monotonic clock. */
guint64 weft_live_socket_now (void);

G_END_DECLS
