/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where the daemon and its peers meet: a directory that is seen inside a sandbox of the same
 * application id without any permission. */

/* $XDG_RUNTIME_DIR/app/<application id>: (transfer full). */
char *weft_live_get_directory (void);

/* The sockets in a directory (NULL: the above): (transfer full). */
char *weft_live_get_view_path (const char *directory);
char *weft_live_get_feed_path (const char *directory);

/* The file whose lock says that a daemon serves the directory: (transfer full). */
char *weft_live_get_lock_path (const char *directory);

G_END_DECLS
