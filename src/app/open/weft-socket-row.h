/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A socket that a session is to listen to: its path, what is known of who answers there, and a button that takes it
 * out. Signals: "changed", another path was written; "remove", the button was pressed. */

#define WEFT_TYPE_SOCKET_ROW (weft_socket_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftSocketRow, weft_socket_row, WEFT, SOCKET_ROW, GtkBox)

GtkWidget *weft_socket_row_new (const char *path);

/* Without spaces around: (transfer full). */
char *weft_socket_row_get_path (WeftSocketRow *self);

/* Whether it may be taken out. */
void weft_socket_row_set_removable (WeftSocketRow *self, gboolean removable);

/* Whether it is the place of this user's own daemon, which can be started, and whether somebody listens there, looked
 * up now. */
gboolean weft_socket_row_is_usual (WeftSocketRow *self);
gboolean weft_socket_row_answers (WeftSocketRow *self);

G_END_DECLS
