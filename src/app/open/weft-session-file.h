/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where the windows of the last run are remembered (weft-session.h). */

char *weft_session_file_get_path (void); /* (transfer full) */

/* And where those of this run are, while it goes on: (transfer full). */
char *weft_session_file_get_running_path (void);

/* The file of a run that was killed becomes that of the last run. */
void weft_session_file_recover (void);

/* Writes either of them; any thread. */
gboolean weft_session_file_write (const char *path, const char *text, GError **error);

/* Whether there is something to come back to. */
gboolean weft_session_file_exists (void);

G_END_DECLS
