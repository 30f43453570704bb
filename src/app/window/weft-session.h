/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* All that was open when the program ended: windows, their documents with the places that were looked
 * at, what was selected and what queries showed, workspaces. Kept in a file among the user's data; standard input and
 * sockets are not. */

/* The open windows as the file has them: (transfer full) (nullable), NULL where there are none. */
char *weft_session_to_text (GtkApplication *application);

/* Keeps what is open now; where that is nothing, forgets what was if `forget` is set. */
void weft_session_keep (GtkApplication *application, gboolean forget);

/* Opens it: the first window's documents in `window` (nullable) if there is one. FALSE where there
 * was nothing; files that are gone say so in their tabs. */
gboolean weft_session_restore (GtkApplication *application, GSettings *settings, GtkWindow *window);

G_END_DECLS
