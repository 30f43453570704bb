/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Pictures that were painted by us, as GTK draws them. */

/* Whether what draws the widget's window takes textures: it uploads each once, where a cairo node is uploaded again for
 * each frame. The cairo renderer would download a texture for each. */
gboolean weft_surface_node_takes_textures (GtkWidget *widget);

/* All of `surface`, an image in ARGB32 that is not painted on any more, at (0, 0) in the size given; as a texture, or as
 * a cairo node: (transfer full). It holds the surface. */
GskRenderNode *weft_surface_node_new (cairo_surface_t *surface, float width, float height,
                                      gboolean as_texture);

G_END_DECLS
