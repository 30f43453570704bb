/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lays out children above one another as GtkBinLayout does, but their width does not depend on the height that there
 * is.
 *
 * A GtkStack asks how wide its child must be at the height that it has, whenever it is laid out. A box below that
 * tries heights for each of its children then, and a label that wraps tries widths for each of these: hundreds of
 * times, each of which lays out its text anew (58 ms of a first frame, for one sentence). */

#define WEFT_TYPE_WIDTH_LAYOUT (weft_width_layout_get_type ())
G_DECLARE_FINAL_TYPE (WeftWidthLayout, weft_width_layout, WEFT, WIDTH_LAYOUT, GtkLayoutManager)

G_END_DECLS
