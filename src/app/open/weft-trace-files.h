/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Which files are likely to be traces or workspaces, by their names and types alone. What a file is
 * shows only when it is read: this shortens lists, and decides nothing. */

/* `info` has the display name, and the content type where it is known. */
gboolean weft_trace_files_match (GFileInfo *info);

/* The same for a chooser of the desktop, under that name: (transfer full). */
GtkFileFilter *weft_trace_files_create_filter (const char *name);

G_END_DECLS
