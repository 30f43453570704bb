/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Where a window is narrow, the title in its header comes before what the window's edges and keys
 * do as well: of the window's own buttons the one that closes it is left, at the side where the
 * desktop has it, and words have less room around them. To be called when the window's default
 * width or the size of texts may have changed. Returns whether it is narrow. */
gboolean weft_header_fit (AdwHeaderBar *header, GtkWindow *window);

G_END_DECLS
