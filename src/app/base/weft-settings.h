/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The schema of the program's settings, installed or not. */
#define WEFT_SETTINGS_SCHEMA "io.github.weft_viewer.Weft"

/* The settings of the program, the same for every caller: (transfer none). Where the schema is not
 * installed, the one among the resources is used; what is changed is then kept as well. */
GSettings *weft_settings_get_default (void);

G_END_DECLS
