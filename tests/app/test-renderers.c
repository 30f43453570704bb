/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pixels.h"
#include "window-pages.h"

/* Each family's picture where people look at it: opened, zoomed, moved and selected in, on the display and with the
 * renderer that this runs on: WEFT_DISPLAY is the type of the one, GSK_RENDERER asks for the other. A run that got
 * others fails. */

static const char *const samples[] = {
  "kanata-core.log",    "noc-eight-cores.json",      "npu-two-layers.json",
  "saturnis-bus.jsonl", "timeline-three-steps.json", "live-two-chips.weftlive",
};

/* --- what the window draws ------------------------------------------------------------------------ */

static GskRenderer *
get_renderer (WeftWindow *window)
{
  return gtk_native_get_renderer (GTK_NATIVE (window));
}

static gboolean
is_cairo (WeftWindow *window)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (get_renderer (window)), "GskCairoRenderer");
}

/* As the window's renderer draws the node: (transfer full). */
static cairo_surface_t *
render (WeftWindow *window, GskRenderNode *node, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  const graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (get_renderer (window), node, &all);

  gdk_texture_download (texture, cairo_image_surface_get_data (surface),
                        (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* The picture is what cairo makes of it, but for rounding and the edges of slanted lines. */
static void
check_picture (WeftWindow *window, GtkWidget *canvas)
{
  int width = gtk_widget_get_width (canvas), height = gtk_widget_get_height (canvas);
  cairo_surface_t *expected = draw_widget (canvas), *drawn;
  GskRenderNode *node = snapshot_widget (canvas);

  drawn = render (window, node, width, height);
  g_assert_cmpfloat (difference (drawn, expected), <, 0.5);
  cairo_surface_destroy (drawn);
  cairo_surface_destroy (expected);
  gsk_render_node_unref (node);
}

/* --- textures ------------------------------------------------------------------------------------- */

static void
collect_textures (GskRenderNode *node, GHashTable *textures)
{
  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_TEXTURE_NODE:
      g_hash_table_add (textures, g_object_ref (gsk_texture_node_get_texture (node)));
      break;
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        collect_textures (gsk_container_node_get_child (node, i), textures);
      break;
    case GSK_TRANSFORM_NODE:
      collect_textures (gsk_transform_node_get_child (node), textures);
      break;
    case GSK_CLIP_NODE:
      collect_textures (gsk_clip_node_get_child (node), textures);
      break;
    case GSK_DEBUG_NODE:
      collect_textures (gsk_debug_node_get_child (node), textures);
      break;
    default:
      break;
    }
}

/* Of what the canvas shows now: (transfer full), the textures. */
static GHashTable *
get_textures (GtkWidget *canvas)
{
  GHashTable *textures = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  GskRenderNode *node;

  gtk_widget_queue_draw (canvas);
  wait_settled ();
  wait_until (has_node, canvas);
  node = snapshot_widget (canvas);
  collect_textures (node, textures);
  gsk_render_node_unref (node);
  return textures;
}

/* A renderer uploads what it has not seen: a frame with the same picture has nothing of the kind. */
static void
check_uploaded_once (WeftWindow *window, GtkWidget *canvas)
{
  g_autoptr (GHashTable) before = get_textures (canvas), after = get_textures (canvas);
  GHashTableIter iter;
  gpointer texture;

  g_assert_cmpuint (g_hash_table_size (before) == 0, ==, is_cairo (window));
  g_assert_cmpuint (g_hash_table_size (after), ==, g_hash_table_size (before));
  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &texture, NULL))
    g_assert_true (g_hash_table_contains (before, texture));
}

/* --- a walk ----------------------------------------------------------------------------------------- */

static void
act (GtkWidget *canvas, const char *action, const char *parameter)
{
  g_autoptr (GVariant) value =
    parameter != NULL ? g_variant_ref_sink (g_variant_new_parsed (parameter)) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (canvas, action, value));
  wait_settled ();
}

static void
count (guint *n)
{
  ++*n;
}

static void
test_family (gconstpointer sample)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, sample);
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));
  GtkWidget *canvas = weft_picture_view_get_canvas (
    WEFT_PICTURE_VIEW (find_widget (GTK_WIDGET (page), WEFT_TYPE_PICTURE_VIEW)));
  GdkDisplay *display = gtk_widget_get_display (canvas);
  guint n_selections = 0;

  g_assert_cmpstr (G_OBJECT_TYPE_NAME (display), ==, g_getenv ("WEFT_DISPLAY"));
  g_assert_cmpint (is_cairo (window), ==, g_str_equal (g_getenv ("GSK_RENDERER"), "cairo"));
  check_picture (window, canvas);
  check_uploaded_once (window, canvas);
  gtk_widget_grab_focus (canvas);
  act (canvas, "view.zoom-in", NULL);
  act (canvas, "view.zoom-in", NULL);
  check_picture (window, canvas);
  act (canvas, "view.pan", "(0.25, 0.25)");
  check_picture (window, canvas);
  check_uploaded_once (window, canvas);
  g_signal_connect_swapped (state, "selection", G_CALLBACK (count), &n_selections);
  act (canvas, "view.select", "(1, 0)");
  act (canvas, "view.select", "(0, 1)");
  g_assert_cmpuint (n_selections, >, 0);
  g_signal_handlers_disconnect_by_data (state, &n_selections);
  check_picture (window, canvas);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/renderers/%s", samples[i]);

      g_test_add_data_func (path, samples[i], test_family);
    }
  return app_tests_run (homes);
}
