/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps what is open while the program runs, soon after each change of it, so that nothing is lost
 * where the program ends without being asked: in a file of its own, as what was open when the program
 * ended last stays what one comes back to. Main thread only; it writes on a worker. */

#define WEFT_TYPE_SESSION_KEEPER (weft_session_keeper_get_type ())
G_DECLARE_FINAL_TYPE (WeftSessionKeeper, weft_session_keeper, WEFT, SESSION_KEEPER, GObject)

/* The file of a run that did not end by itself becomes the session to come back to. */
WeftSessionKeeper *weft_session_keeper_new (GtkApplication *application);

/* The session was kept for good: forgets the file, until something changes again. */
void weft_session_keeper_forget (WeftSessionKeeper *self);

G_END_DECLS
