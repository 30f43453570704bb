/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where the windows of the last run are remembered (weft-session.h). */

char *weft_session_file_get_path (void); /* (transfer full) */

/* Whether there is something to come back to. */
gboolean weft_session_file_exists (void);

G_END_DECLS
