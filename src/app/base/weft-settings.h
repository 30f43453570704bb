/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The schema of the program's settings, installed or not. */
#define WEFT_SETTINGS_SCHEMA "io.github.weft_viewer.Weft"

/* The settings of the program, the same for every caller: (transfer none). Where the schema is not
 * installed, the one among the resources is used; what is changed is then kept as well. */
GSettings *weft_settings_get_default (void);

/* A window begins with the size of the one before, and goes its own way then. */
void weft_settings_bind_size (GSettings *settings, GtkWindow *window);

G_END_DECLS
