/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the settings for all documents over a window (nullable); changes take effect at once. Returns
 * (transfer none) the window or, in newer libraries, the dialog within `over`: it goes when it is closed. */
GtkWidget *weft_preferences_show (GtkWindow *over, GSettings *settings);

G_END_DECLS
