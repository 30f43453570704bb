/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Which files are likely to be traces or workspaces, by their names and types alone. What a file is
 * shows only when it is read: this shortens lists, and decides nothing. */

/* The filters of a chooser: all files, which is the one that applies first, what is likely to be a trace
 * or a workspace, and one for each family: (transfer full), of GtkFileFilter. */
GListModel *weft_trace_files_list_filters (void);

G_END_DECLS
