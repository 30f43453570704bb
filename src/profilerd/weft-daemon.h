/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-device-model.h"

G_BEGIN_DECLS

/* The daemon: the hub behind two sockets. */

#define WEFT_DAEMON_ERROR (weft_daemon_error_quark ())
GQuark weft_daemon_error_quark (void);

typedef enum
{
  WEFT_DAEMON_ERROR_RUNNING, /* another daemon serves the directory */
  WEFT_DAEMON_ERROR_SOCKET,  /* no socket can be made there */
} WeftDaemonError;

typedef struct
{
  const char *directory; /* (nullable): of the sockets; NULL: the usual one */
  guint idle_exit;       /* seconds without a peer; 0: never */
  guint exit_after;      /* seconds; 0: never */
  gsize history_bytes;
  gboolean has_model;
  WeftModelOptions model;           /* start_ns is set by the daemon */
  double duration;                  /* seconds after which the model's devices end; 0: never */
  guint64 (*clock) (gpointer data); /* (nullable): ns, in place of the monotonic clock, which */
  gpointer clock_data;              /* may go faster: nothing is waited for */
} WeftDaemonOptions;

/* Serves until it is told to stop (SIGTERM, SIGINT), or has been idle. The ledger at that time is
 * (transfer full); NULL with an error where it could not serve. Sockets that were passed by systemd
 * are used in place of its own. */
char *weft_daemon_run (const WeftDaemonOptions *options, GError **error);

G_END_DECLS
