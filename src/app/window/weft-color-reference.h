/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Adds a row to the group for each colour that means the same in all views, as it looks now: with
 * the desktop's theme and contrast and the palette that is chosen. */
void weft_color_reference_fill (AdwPreferencesGroup *group);

G_END_DECLS
