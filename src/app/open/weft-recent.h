/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The traces and workspaces that were open lately, among the desktop's recent files. */

/* Puts a file first. `mime_type`: what it is taken to be by others. */
void weft_recent_add (GFile *file, const char *mime_type);

/* At most `n` of them that still exist, the latest first: (transfer full) (element-type
 * GtkRecentInfo). */
GList *weft_recent_get (guint n);

G_END_DECLS
