/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-surface-node.h"

gboolean
weft_surface_node_takes_textures (GtkWidget *widget)
{
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));

  return renderer != NULL && g_strcmp0 (G_OBJECT_TYPE_NAME (renderer), "GskCairoRenderer") != 0;
}

static GskRenderNode *
create_texture_node (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  int stride = cairo_image_surface_get_stride (surface);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
    cairo_image_surface_get_data (surface), (gsize) stride * (gsize) height,
    (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));
  g_autoptr (GdkTexture) texture =
    gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);

  return gsk_texture_node_new (texture, bounds);
}

static GskRenderNode *
create_cairo_node (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_scale (cr, bounds->size.width / cairo_image_surface_get_width (surface),
               bounds->size.height / cairo_image_surface_get_height (surface));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

GskRenderNode *
weft_surface_node_new (cairo_surface_t *surface, float width, float height, gboolean as_texture)
{
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);

  return as_texture ? create_texture_node (surface, &bounds) : create_cairo_node (surface, &bounds);
}
