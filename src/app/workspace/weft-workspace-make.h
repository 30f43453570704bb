/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* A new workspace window with the traces of some documents (WeftDocument), on one time axis. Each host of a live
 * session is a lane. */
GtkWindow *weft_workspace_make (GtkApplication *application, GSettings *settings,
                                const GPtrArray *documents);

G_END_DECLS
