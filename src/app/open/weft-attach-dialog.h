/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks which profiler to attach to: the daemon of this machine, which is started where none runs; a
 * socket that was forwarded from another one, with the recipe for that; or modelled devices.
 *
 * Several hosts may be listened to at once.
 *
 * Signal "attach" (const char *const *sockets): the user wants the session with the daemons behind those. */

#define WEFT_TYPE_ATTACH_DIALOG (weft_attach_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftAttachDialog, weft_attach_dialog, WEFT, ATTACH_DIALOG, GtkWindow)

GtkWidget *weft_attach_dialog_new (GtkWindow *parent);

G_END_DECLS
