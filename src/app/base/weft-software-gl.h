/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where OpenGL is drawn by the processor, GTK is told to draw by cairo, as it decides by itself from 4.14 on: a frame of a
 * moving picture takes a fraction of the time then. Before the first window; GSK_RENDERER, where it is set, has its way. */
void weft_software_gl_avoid (GdkDisplay *display);

/* Whether that is what GL_RENDERER says (nullable). */
gboolean weft_software_gl_is (const char *renderer);

G_END_DECLS
