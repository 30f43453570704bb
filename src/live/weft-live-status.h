/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a live session is, or one of its hosts. */

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
  const char *path; /* the socket; of a session the first; lives as long as the session */
  WeftLiveConnection state;
  char *message;       /* (nullable) why it is not connected */
  guint n_connections; /* that were made */
  guint64 lag_ns;      /* from when the host got the newest records to when they came here;
                        * 0 where the daemon's clock is not ours */

  /* of a session alone: */
  gboolean is_recording;
  char *recording_path;   /* (nullable) of the recording that runs, or ran last */
  char *recording_error;  /* (nullable) why it ended */
  guint64 recording_size; /* bytes */
} WeftLiveStatus;

void weft_live_status_copy (const WeftLiveStatus *from, WeftLiveStatus *to);
void weft_live_status_clear (WeftLiveStatus *status);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftLiveStatus, weft_live_status_clear)

G_END_DECLS
