/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file that is written beside the one whose place it takes when it is whole: PATH.XXXXXX. Where a signal ends the
 * program meanwhile, it goes with it. */

/* Makes one for `path`, open for reading and writing; `mode` and the user's mask say who may use it. `beside` is its
 * name: (transfer full). −1 with errno. */
int weft_passing_file_open (const char *path, int mode, char **beside);

/* Has it take the place of `path`. FALSE with errno, and then it is still there. */
gboolean weft_passing_file_keep (const char *beside, const char *path);

/* Removes it. */
void weft_passing_file_drop (const char *beside);

/* Removes all that there are. A handler of signals may call it. */
void weft_passing_file_drop_all (void);

/* Has signals that end the program, as far as they are not ignored, remove such files first. Whoever handles a signal
 * otherwise does so after this. */
void weft_passing_file_watch_signals (void);

G_END_DECLS
