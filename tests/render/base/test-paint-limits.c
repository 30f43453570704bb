/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem() */
#include "paint-both.h"

/* Places and sizes that should never be asked for, and scales. */

/* --- what should never be asked for -------------------------------------------------------- */

static void
draw_at (WeftPaintList *list, int x, int y, int width, int height)
{
  static const WeftColor colors[] = { 0xffffffff, 0xff808080 };

  weft_paint_list_fill (list, x, y, width, height, 0x80ffffff);
  weft_paint_list_frame (list, x, y, width, height, INT_MAX, 0x80ffffff);
  weft_paint_list_frame (list, x, y, width, height, 2, 0x80ffffff);
  for (int i = WEFT_HATCH_UP; i <= WEFT_HATCH_VERTICAL; i++)
    weft_paint_list_hatch (list, x, y, width, height, (WeftHatch) i, INT_MAX, 0x80ffffff);
  weft_paint_list_text (list, x, y, width, height, WEFT_FONT_UI, 1e300, WEFT_ALIGN_CENTER,
                        WEFT_FIT_MIDDLE, 0x80ffffff, "huge", -1);
  weft_paint_list_text (list, x, y, width, height, WEFT_FONT_UI, NAN, WEFT_ALIGN_END, WEFT_FIT_CLIP,
                        0x80ffffff, "tiny", -1);
  weft_paint_list_area (list, x, 10, 0x80ffffff);
  weft_paint_list_image (list, x, y, 10, 10);
  weft_paint_list_columns (list, x, y, height, colors, G_N_ELEMENTS (colors));
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, 0, 0, 10, 10, 0x80ffffff);
  weft_paint_list_pop_clip (list);
}

static void
test_huge_rectangles (void)
{
  static const int values[] = { INT_MIN, INT_MIN + 1, -(1 << 28),  -1,     0,
                                1,       1 << 28,     INT_MAX - 1, INT_MAX };
  enum
  {
    N = G_N_ELEMENTS (values)
  };
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface;

  for (int i = 0; i < N * N; i++)
    {
      weft_paint_list_clear (list);
      for (int j = 0; j < N; j++)
        draw_at (list, values[i % N], values[j], values[i / N], values[(j + i) % N]);
      cairo_surface_destroy (draw_pixels (list, 64, 64));
      cairo_surface_destroy (draw_cairo (list, 64, 64));
    }

  weft_paint_list_clear (list);
  weft_paint_list_fill (list, -(1 << 30), -(1 << 30), INT_MAX, INT_MAX, 0xff00ff00);
  surface = draw_pixels (list, WIDTH, HEIGHT);
  g_assert_cmphex (get_pixel (surface, 0, 0), ==, 0xff00ff00);
  g_assert_cmphex (get_pixel (surface, WIDTH - 1, HEIGHT - 1), ==, 0xff00ff00);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
}

/* A line far longer than the picture costs what it shows, and runs where it should. */
static void
test_huge_lines (void)
{
  static const double values[] = { -INFINITY, -1e300, -1e9, 0, 50, 1e9, 1e300, INFINITY, NAN };
  enum
  {
    N = G_N_ELEMENTS (values)
  };
  const WeftStroke dashed = { .color = 0x80ffffff, .width = 3, .dash = 5, .head = 10 };
  const WeftStroke solid = { .color = 0xffffffff, .width = 1e30f };
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface;

  for (int i = 0; i < N * N * N * N; i++)
    {
      const WeftPoint points[4] = {
        { values[i % N], values[i / N % N] },
        { values[i / N / N % N], values[i / N / N / N] },
        { 10, 10 },
        { values[(i + 3) % N], 60 },
      };

      weft_paint_list_line (list, points[0].x, points[0].y, points[1].x, points[1].y, &dashed);
      if (i % 16 != 0)
        continue;
      weft_paint_list_polyline (list, points, 4, &dashed);
      weft_paint_list_line (list, points[0].x, points[0].y, points[1].x, points[1].y, &solid);
      weft_paint_list_curve (list, points, &dashed);
      weft_paint_list_polygon (list, points, 3, 0x80ffffff);
    }
  cairo_surface_destroy (draw_pixels (list, 64, 64));
  cairo_surface_destroy (draw_cairo (list, 64, 64));

  weft_paint_list_clear (list);
  weft_paint_list_line (list, -1e9 + 100, -1e9 + 100, 1e9 + 100, 1e9 + 100,
                        &(WeftStroke){ .color = 0xffffffff, .width = 2 });
  surface = draw_pixels (list, WIDTH, HEIGHT);
  g_assert_cmphex (get_pixel (surface, 50, 50), ==, 0xffffffff);
  g_assert_cmphex (get_pixel (surface, 60, 50), ==, 0);
  cairo_surface_destroy (surface);
  assert_same (list, WIDTH, HEIGHT, 3, 40);
  weft_paint_list_free (list);
}

static void
test_coordinates (void)
{
  g_assert_cmpint (weft_paint_coord (NAN), ==, 0);
  g_assert_cmpint (weft_paint_coord (INFINITY), ==, WEFT_PAINT_FAR);
  g_assert_cmpint (weft_paint_coord (-1e300), ==, -WEFT_PAINT_FAR);
  g_assert_cmpint (weft_paint_coord (2.6), ==, 3);
  g_assert_cmpint (weft_paint_coord (-2.6), ==, -3);
}

static void
test_empty (void)
{
  WeftPaintList *list = weft_paint_list_new ();

  g_assert_cmpuint (count_ink (list), ==, 0);
  cairo_surface_destroy (draw_cairo (list, 10, 10));
  weft_paint_list_free (list);
  weft_paint_list_free (NULL);
}

/* --- scales -------------------------------------------------------------------------------- */

static void
draw_scaled (const WeftStyle *style, WeftPaintList *list)
{
  static const char *const names[] = { "F", "Dc", "Rn", "12" };
  WeftAxis axis = { .origin = 1234500,
                    .ticks_per_px = 0.05 / weft_style_px (style, 1),
                    .ticks_per_unit = 1,
                    .unit_name = "cycles" };
  double size = weft_style_font_size (style, WEFT_FONT_CELL);
  int ruler = weft_axis_ruler_height (style);
  int row = weft_style_text_px (style, 20);

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_axis_paint_ruler (&axis, style, list, 0, 0, WIDTH, ruler, NULL);
  weft_axis_paint_grid (&axis, style, list, 0, ruler, WIDTH, HEIGHT - ruler);
  for (int i = 0; i < 12; i++)
    {
      WeftColor cell = weft_style_category (style, (unsigned) i);
      int x = i % 4 * weft_style_text_px (style, 26);
      int y = ruler + i / 4 * row;

      weft_paint_list_fill (list, x, y, weft_style_text_px (style, 26), row, cell);
      weft_paint_list_frame (list, x, y, weft_style_text_px (style, 26), row,
                             weft_style_px (style, 1), weft_style_border_of (style, cell));
      weft_paint_list_text (list, x, y, weft_style_text_px (style, 26), row, WEFT_FONT_CELL, size,
                            WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, weft_color_text_on (cell),
                            names[i % 4], -1);
    }
}

static void
test_scales (void)
{
  static const double scales[][2] = { { 1, 1 }, { 1, 1.25 }, { 1, 1.5 }, { 2, 1 }, { 2, 1.5 } };
  WeftPaintList *list = weft_paint_list_new ();
  size_t ink = 0;

  for (unsigned i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      WeftStyleOptions options = weft_style_options_default ();
      WeftStyle *style;
      WeftGlyphAtlas *kept = atlas;

      options.ui_family = "DejaVu Sans";
      options.mono_family = "DejaVu Sans Mono";
      options.text_scale = scales[i][0];
      options.device_scale = scales[i][1];
      style = weft_style_new (&options, NULL);
      atlas = style->atlas;
      weft_paint_list_clear (list);
      draw_scaled (style, list);
      assert_same (list, WIDTH, HEIGHT, 0.2, 6);
      g_assert_cmpuint (weft_paint_list_get_length (list), >, 36 + 5);
      weft_paint_list_clear (list);
      weft_paint_list_text (list, 0, 0, WIDTH, HEIGHT, WEFT_FONT_CELL,
                            weft_style_font_size (style, WEFT_FONT_CELL), WEFT_ALIGN_START,
                            WEFT_FIT_CLIP, 0xffffffff, "Decode 12", -1);
      g_assert_cmpuint (count_ink (list), >, ink);
      ink = count_ink (list);
      atlas = kept;
      weft_style_unref (style);
    }
  weft_paint_list_free (list);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  atlas = weft_glyph_atlas_new ("DejaVu Sans", "DejaVu Sans Mono", 0);
  g_test_add_func ("/paint/huge-rectangles", test_huge_rectangles);
  g_test_add_func ("/paint/huge-lines", test_huge_lines);
  g_test_add_func ("/paint/coordinates", test_coordinates);
  g_test_add_func ("/paint/empty", test_empty);
  g_test_add_func ("/paint/scales", test_scales);
  result = g_test_run ();
  weft_glyph_atlas_unref (atlas);
  return result;
}
