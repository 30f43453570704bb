/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "on-display.h"

#include "weft-paint-cairo.h"
#include "weft-style.h"

/* The pixels that a widget shows, to be held against what a renderer draws by itself. */

/* GTK's last drawing, or NULL between the request to draw again and the frame that does. */
static inline GskRenderNode *
snapshot_widget (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_to_node (snapshot);
}

static inline gboolean
has_node (gpointer widget)
{
  GskRenderNode *node = snapshot_widget (widget);

  if (node == NULL)
    return FALSE;
  gsk_render_node_unref (node);
  return TRUE;
}

/* The canvas as GTK draws it, in device pixels: (transfer full). A compositor says when the next frame is due. */
static inline cairo_surface_t *
draw_widget (GtkWidget *canvas)
{
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, gtk_widget_get_width (canvas), gtk_widget_get_height (canvas));
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;

  wait_settled ();
  wait_until (has_node, canvas);
  node = snapshot_widget (canvas);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  return surface;
}

/* How many pixels have that colour. */
static inline guint
count_pixels (cairo_surface_t *surface, WeftColor color)
{
  guint n = 0;

  cairo_surface_flush (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += ((const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                               + y * cairo_image_surface_get_stride (surface)))[x]
           == color;
  return n;
}

/* Mean difference of the colour channels, in levels. */
static inline double
difference (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  double sum = 0;

  g_assert_cmpint (width, ==, cairo_image_surface_get_width (b));
  g_assert_cmpint (height, ==, cairo_image_surface_get_height (b));
  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width * 4; x++)
      if (x % 4 != 3)
        sum += ABS (cairo_image_surface_get_data (a)[y * cairo_image_surface_get_stride (a) + x]
                    - cairo_image_surface_get_data (b)[y * cairo_image_surface_get_stride (b) + x]);
  return sum / (3.0 * width * height);
}

/* A paint list as cairo draws it: (transfer full). Frees the list. */
static inline cairo_surface_t *
draw_list (WeftPaintList *list, WeftStyle *style, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  weft_paint_cairo_draw (list, style->atlas, cr);
  weft_paint_list_free (list);
  cairo_destroy (cr);
  return surface;
}

/* The widget shows the same, but for rounding. Frees the picture. */
static inline void
check_widget_shows (GtkWidget *canvas, cairo_surface_t *direct)
{
  cairo_surface_t *shown = draw_widget (canvas);

  g_assert_cmpfloat (difference (shown, direct), <, 0.5);
  cairo_surface_destroy (shown);
  cairo_surface_destroy (direct);
}
