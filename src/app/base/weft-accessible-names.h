/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of what GTK and libadwaita put into their own widgets. In GTK 4.8 the buttons that close a
 * search bar or a tab have none but that of their icon's type, and the names of those with a
 * mnemonic begin with its underscore, which a screen reader reads out.
 *
 * From here on each widget that comes on screen has the name that a user would give it. Once per
 * program, on the main thread. */
void weft_accessible_names_install (void);

G_END_DECLS
