/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Titles of the hosts of a live trace. Any thread. */

/* The daemon's name for the host; where others are called the same, or nobody said it, the end of
 * its socket's path: (transfer full). */
char *weft_live_host_make_title (WeftLiveTrace *trace, guint host);

/* A number that changes when a host is called otherwise, or there are more; 0: there is one at most. */
guint weft_live_hash_titles (WeftLiveTrace *trace);

/* The end of a socket's path, by which people tell sockets apart: "lab/view.sock". (transfer full) */
char *weft_live_host_shorten (const char *path);

G_END_DECLS
