/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-fixture.h"
#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-thumbnail.h"

/* The small picture of every kind of trace: it is there, it shows more than a background, and says
 * of how much it is. */

#define WIDTH 320
#define HEIGHT 200

static WeftTrace *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return g_object_ref (weft_load_get_trace (load));
}

static WeftStyle *
make_style (WeftTheme theme, double text_scale)
{
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = theme;
  options.text_scale = text_scale;
  return weft_style_new (&options, NULL);
}

/* Colours that are in the picture, and whether all of it was painted. */
static guint
count_colors (cairo_surface_t *surface, gboolean *opaque)
{
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);

  *opaque = TRUE;
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
      *opaque = *opaque && pixels[i] >> 24 == 0xff;
      g_hash_table_add (colors, GUINT_TO_POINTER (pixels[i]));
    }
  return g_hash_table_size (colors);
}

/* Words and lines alone have some 280 colours, of a timeline's picture that shows nothing else. WEFT_THUMBNAILS names a
 * folder that the pictures are put into, for who wants to look at them. */
static void
check (const char *name, WeftTheme theme, double text_scale, guint64 expected, guint least_colors)
{
  g_autoptr (WeftTrace) trace = load (name);
  WeftStyle *style = make_style (theme, text_scale);
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  const char *folder = g_getenv ("WEFT_THUMBNAILS");
  g_autofree char *path = g_strdup_printf ("%s/%s-%d-%.0f.png", folder, name, theme, text_scale);
  gboolean opaque;
  guint64 n_shown;

  g_assert_true (weft_thumbnail_paint (trace, style, WIDTH, HEIGHT, NULL, list, &n_shown));
  weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
  g_test_message ("%s: %u colours, %" G_GUINT64_FORMAT " rows", name,
                  count_colors (surface, &opaque), n_shown);
  g_assert_true (opaque);
  g_assert_cmpuint (count_colors (surface, &opaque), >=, least_colors);
  g_assert_cmpuint (n_shown, ==, expected);
  if (folder != NULL)
    cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
  weft_style_unref (style);
}

static void
test_samples (void)
{
  for (WeftTheme theme = WEFT_THEME_LIGHT; theme <= WEFT_THEME_DARK_HIGH_CONTRAST; theme++)
    {
      check ("kanata-two-ops.log", theme, 1, 2, 100);
      check ("npu-two-layers.json", theme, 1, 192, 100);
      check ("saturnis-bus.jsonl", theme, 1, 400, 100);
      check ("live-two-chips.weftlive", theme, 1, 12, 100);
      check ("noc-eight-cores.json", theme, 2, 599, 100);
      check ("timeline-three-steps.json", theme, 1, 389, 500);
    }
}

/* Of a pipeline as many ops as there is room for; larger texts leave less. */
static void
test_pipeline (void)
{
  check ("kanata-core.log", WEFT_THEME_LIGHT, 1, 35, 100);
  check ("o3pipeview-core.out", WEFT_THEME_DARK, 2, 31, 100);
}

static void
test_nothing (void)
{
  g_autoptr (WeftTrace) trace = load ("noc-eight-cores.json");
  g_autoptr (WeftTrace) core = load ("kanata-core.log");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftStyle *style = make_style (WEFT_THEME_LIGHT, 1);
  WeftPaintList *list = weft_paint_list_new ();
  guint64 n_shown;

  g_cancellable_cancel (cancellable);
  g_assert_false (weft_thumbnail_paint (trace, style, WIDTH, HEIGHT, cancellable, list, &n_shown));
  /* However little room there is. */
  g_assert_true (weft_thumbnail_paint (core, style, 1, 1, NULL, list, &n_shown));
  weft_paint_list_free (list);
  weft_style_unref (style);
}

/* A timeline may have nothing but counters; one that has nothing at all has no picture. */
static void
test_counters (void)
{
  static const char *const texts[] = {
    "{\"traceEvents\":[]}",
    "{\"traceEvents\":[{\"ph\":\"C\",\"name\":\"memory\",\"pid\":1,\"ts\":1,\"args\":{\"bytes\":5}}"
    ","
    "{\"ph\":\"C\",\"name\":\"memory\",\"pid\":1,\"ts\":9,\"args\":{\"bytes\":7}}]}",
  };
  WeftStyle *style = make_style (WEFT_THEME_LIGHT, 1);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftTimelineSnapshot) snapshot = timeline_fixture_read (texts[i]);
      WeftPaintList *list = weft_paint_list_new ();
      guint64 n_shown;

      g_assert_cmpint (weft_thumbnail_paint (WEFT_TRACE (snapshot->trace), style, WIDTH, HEIGHT,
                                             NULL, list, &n_shown),
                       ==, i > 0);
      g_assert_cmpint (weft_paint_list_get_length (list) > 0, ==, i > 0);
      weft_paint_list_free (list);
    }
  weft_style_unref (style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumbnail/samples", test_samples);
  g_test_add_func ("/thumbnail/pipeline", test_pipeline);
  g_test_add_func ("/thumbnail/nothing", test_nothing);
  g_test_add_func ("/thumbnail/counters", test_counters);
  return g_test_run ();
}
