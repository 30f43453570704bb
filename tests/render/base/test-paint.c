/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem() */
#include "paint-both.h"
#include "weft-break.h"

typedef void (*Draw) (WeftPaintList *list);

static void
check_both (Draw draw, double mean_limit, int most_limit)
{
  WeftPaintList *list = weft_paint_list_new ();

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, CANVAS);
  draw (list);
  assert_same (list, WIDTH, HEIGHT, mean_limit, most_limit);

  /* And again over nothing at all, with what is below still transparent. */
  weft_paint_list_clear (list);
  draw (list);
  assert_same (list, WIDTH, HEIGHT, 255, MAX (most_limit, 1));
  weft_paint_list_free (list);
}

/* --- rectangles and images ----------------------------------------------------------------- */

static void
draw_fills (WeftPaintList *list)
{
  weft_paint_list_fill (list, 10, 10, 50, 40, 0xff0072b2);
  weft_paint_list_fill (list, 30, 20, 50, 40, 0x80e69f00);
  weft_paint_list_fill (list, 35, 25, 50, 40, 0x01ffffff);
  weft_paint_list_fill (list, 40, 30, 50, 40, 0xfe010203);
  weft_paint_list_fill (list, -20, -20, 25, 300, 0x7f7f7f7f);
  weft_paint_list_fill (list, 300, 190, 100, 100, 0xff00ff00);
  weft_paint_list_fill (list, 200, 50, 1, 1, 0xffffffff);
  weft_paint_list_fill (list, 210, 50, 0, 10, 0xffffffff);
  weft_paint_list_fill (list, 220, 50, -5, 10, 0xffffffff);
  weft_paint_list_fill (list, 230, 50, 10, 10, 0x00ffffff);
  for (unsigned alpha = 0; alpha < 256; alpha++)
    weft_paint_list_fill (list, 20 + (int) alpha, 100, 1, 20,
                          weft_color_with_alpha (0xc86432, alpha));
}

static void
draw_frames (WeftPaintList *list)
{
  weft_paint_list_frame (list, 10, 10, 50, 40, 1, 0xffffffff);
  weft_paint_list_frame (list, 30, 30, 50, 40, 3, 0x80ff8080);
  weft_paint_list_frame (list, 100, 10, 5, 5, 3, 0x80ff8080);
  weft_paint_list_frame (list, 120, 10, 2, 40, 1, 0x80ff8080);
  weft_paint_list_frame (list, 140, 10, 3, 3, 1, 0x80ff8080);
  weft_paint_list_frame (list, 150, 10, 3, 3, 0, 0x80ff8080);
  weft_paint_list_frame (list, -5, -5, 400, 300, 8, 0x40ffff00);
}

static void
fill_image (uint32_t *pixels, int width, int height)
{
  for (int y = 0; y < height; y++)
    {
      for (int x = 0; x < width; x++)
        {
          unsigned alpha = (unsigned) (x * 255 / (width - 1));
          WeftColor color = weft_color_with_alpha (0x3060ff + (unsigned) y, alpha);

          pixels[y * width + x] = weft_color_premultiply (color);
        }
    }
}

static void
draw_images (WeftPaintList *list)
{
  fill_image (weft_paint_list_image (list, 20, 20, 100, 50), 100, 50);
  fill_image (weft_paint_list_image (list, -30, 100, 64, 64), 64, 64);
  fill_image (weft_paint_list_image (list, 280, 150, 300, 300), 300, 300);
  g_assert_null (weft_paint_list_image (list, 0, 0, 0, 10));
  g_assert_null (weft_paint_list_image (list, 0, 0, 1 << 20, 1 << 20));
}

static void
draw_columns (WeftPaintList *list)
{
  WeftColor colors[WIDTH];

  for (guint i = 0; i < WIDTH; i++)
    colors[i] = 0xff000000 | i / 3 * 0x10305;
  weft_paint_list_columns (list, 20, 20, 30, colors, WIDTH / 2);
  weft_paint_list_columns (list, -20, 60, 1, colors, 40);
  weft_paint_list_columns (list, WIDTH - 20, HEIGHT - 10, 30, colors, WIDTH);
  weft_paint_list_columns (list, 30, 80, 0, colors, 10);
  weft_paint_list_columns (list, 30, 80, 10, colors, 0);
}

static void
draw_clips (WeftPaintList *list)
{
  weft_paint_list_push_clip (list, 20, 20, 100, 100);
  draw_fills (list);
  weft_paint_list_push_clip (list, 60, 60, 200, 200);
  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, 0x80ff0000);
  weft_paint_list_push_clip (list, 0, 0, 20, 20);
  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, 0xff00ff00);
  draw_images (list);
  draw_columns (list);
  weft_paint_list_pop_clip (list);
  draw_frames (list);
  weft_paint_list_pop_clip (list);
  weft_paint_list_fill (list, 110, 0, 20, HEIGHT, 0xff0000ff);
  weft_paint_list_pop_clip (list);
  weft_paint_list_fill (list, 200, 150, 20, 20, 0xffffffff);
}

static void
test_rectangles (void)
{
  check_both (draw_fills, 0, 0);
  check_both (draw_frames, 0, 0);
  check_both (draw_images, 0, 0);
  check_both (draw_columns, 0, 0);
}

/* Each column has its own colour, from top to bottom, and nothing beside them is touched. */
static void
test_columns (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface;

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, CANVAS);
  draw_columns (list);
  g_assert_cmpuint (weft_paint_list_get_length (list), ==, 4);
  surface = draw_pixels (list, WIDTH, HEIGHT);
  for (int y = 20; y < 50; y++)
    for (guint i = 0; i < WIDTH / 2; i++)
      g_assert_cmphex (get_pixel (surface, 20 + (int) i, y), ==, 0xff000000 | i / 3 * 0x10305);
  g_assert_cmphex (get_pixel (surface, 19, 30), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 20 + WIDTH / 2, 30), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 50, 19), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 50, 50), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 0, 60), ==, 0xff000000 | 20 / 3 * 0x10305);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
}

static void
test_clips (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface;

  check_both (draw_clips, 0, 0);

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, CANVAS);
  draw_clips (list);
  surface = draw_pixels (list, WIDTH, HEIGHT);
  g_assert_cmphex (get_pixel (surface, 19, 19), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 125, 50), ==, CANVAS);
  g_assert_cmphex (get_pixel (surface, 115, 50), ==, 0xff0000ff);
  g_assert_cmphex (get_pixel (surface, 205, 155), ==, 0xffffffff);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
}

/* --- hatches ------------------------------------------------------------------------------- */

static void
draw_straight_hatches (WeftPaintList *list)
{
  weft_paint_list_hatch (list, 10, 10, 60, 60, WEFT_HATCH_HORIZONTAL, 6, 0xffffffff);
  weft_paint_list_hatch (list, 81, 13, 60, 60, WEFT_HATCH_VERTICAL, 7, 0x80ffffff);
  weft_paint_list_set_origin (list, -1003, 77);
  weft_paint_list_hatch (list, 150, 10, 60, 60, WEFT_HATCH_HORIZONTAL, 6, 0xffffffff);
  weft_paint_list_hatch (list, 221, 13, 60, 60, WEFT_HATCH_VERTICAL, 2, 0x80ffffff);
}

static void
draw_slanted_hatches (WeftPaintList *list)
{
  weft_paint_list_hatch (list, 10, 10, 60, 60, WEFT_HATCH_UP, 8, 0xffffffff);
  weft_paint_list_hatch (list, 81, 13, 60, 160, WEFT_HATCH_DOWN, 12, 0x80ffffff);
  weft_paint_list_set_origin (list, -1003, 77);
  weft_paint_list_hatch (list, 150, 10, 60, 60, WEFT_HATCH_DOWN, 5, 0xffffffff);
  weft_paint_list_hatch (list, 221, 13, 160, 60, WEFT_HATCH_CROSS, 10, 0x80ffffff);
  weft_paint_list_hatch (list, 221, 100, 160, 60, WEFT_HATCH_UP, 64, 0x80ffffff);
}

static void
test_hatches (void)
{
  check_both (draw_straight_hatches, 0, 0);
  /* Cairo measures coverage on a grid of its own: some levels per edge. */
  check_both (draw_slanted_hatches, 2, 20);
}

/* The stripes belong to the picture, not to the view: moving both changes nothing. */
static void
test_hatch_origin (void)
{
  static const WeftHatch directions[] = { WEFT_HATCH_UP, WEFT_HATCH_DOWN, WEFT_HATCH_CROSS };

  for (unsigned i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      WeftPaintList *list = weft_paint_list_new ();
      cairo_surface_t *a;
      cairo_surface_t *b;

      weft_paint_list_set_origin (list, 1000000000000, -5);
      weft_paint_list_hatch (list, 0, 0, 200, 100, directions[i], 9, 0xffffffff);
      a = draw_pixels (list, WIDTH, HEIGHT);
      weft_paint_list_clear (list);
      weft_paint_list_set_origin (list, 1000000000013, 12);
      weft_paint_list_hatch (list, -13, -17, 200, 100, directions[i], 9, 0xffffffff);
      b = draw_pixels (list, WIDTH, HEIGHT);
      for (int y = 0; y < 60; y++)
        {
          for (int x = 0; x < 120; x++)
            g_assert_cmphex (get_pixel (a, x + 13, y + 17), ==, get_pixel (b, x, y));
        }
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
      weft_paint_list_free (list);
    }
}

/* --- text ---------------------------------------------------------------------------------- */

static void
draw_texts (WeftPaintList *list)
{
  static const char *const words[] = { "Dc", "12", "iALU(r3, r2)", "\303\244\342\206\222\316\251" };

  for (int i = 0; i < 4; i++)
    {
      weft_paint_list_text (list, 5, 5 + 24 * i, 100, 24, WEFT_FONT_MONO, 9 + 2.5 * i,
                            WEFT_ALIGN_START, WEFT_FIT_CLIP, 0xffffffff, words[i], -1);
      weft_paint_list_text (list, 105, 5 + 24 * i, 100, 24, WEFT_FONT_UI, 13, WEFT_ALIGN_CENTER,
                            WEFT_FIT_END, 0xc0ffff80, words[i], -1);
      weft_paint_list_text (list, 205, 5 + 24 * i, 30, 24, WEFT_FONT_UI_BOLD, 13, WEFT_ALIGN_END,
                            WEFT_FIT_MIDDLE, 0xff80ff80, words[i], -1);
    }
  weft_paint_list_text (list, -12, 110, 100, 20, WEFT_FONT_MONO, 14, WEFT_ALIGN_START,
                        WEFT_FIT_CLIP, 0xffffffff, "cut off", -1);
  weft_paint_list_text (list, 20, 140, 30, 7, WEFT_FONT_MONO, 20, WEFT_ALIGN_START, WEFT_FIT_CLIP,
                        0xffffffff, "too large", -1);
}

static void
test_text (void)
{
  /* Cairo lays one glyph over the next, we lay the whole word: rounding, where they touch. */
  check_both (draw_texts, 0.2, 4);
}

static void
test_text_stays_in_its_box (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surfaces[2];

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, CANVAS);
  weft_paint_list_text (list, 50, 50, 31, 9, WEFT_FONT_UI, 30, WEFT_ALIGN_CENTER, WEFT_FIT_CLIP,
                        0xffffffff, "fgjpQW|", -1);
  surfaces[0] = draw_pixels (list, WIDTH, HEIGHT);
  surfaces[1] = draw_cairo (list, WIDTH, HEIGHT);
  for (int i = 0; i < 2; i++)
    {
      int n_inked = 0;

      for (int y = 0; y < HEIGHT; y++)
        {
          for (int x = 0; x < WIDTH; x++)
            {
              bool is_inside = x >= 50 && x < 81 && y >= 50 && y < 59;
              bool is_inked = get_pixel (surfaces[i], x, y) != CANVAS;

              g_assert_true (is_inside || !is_inked);
              n_inked += is_inked;
            }
        }
      g_assert_cmpint (n_inked, >, 20);
      cairo_surface_destroy (surfaces[i]);
    }
  weft_paint_list_free (list);
}

static void
test_text_fits_whole_or_not_at_all (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  int width = weft_glyph_atlas_measure (atlas, WEFT_FONT_CELL, 12, "Dc", -1);
  uint32_t string = weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "Dc", -1);

  weft_paint_list_string (list, 10, 10, width - 1, 20, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE,
                          0xffffffff, string);
  g_assert_cmpuint (count_ink (list), ==, 0);
  weft_paint_list_string (list, 10, 10, width, 20, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, 0xffffffff,
                          string);
  g_assert_cmpuint (count_ink (list), >, 10);
  weft_paint_list_free (list);
}

static void
test_interning_nothing (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  uint32_t first = weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "", -1);

  /* There is no memory of texts yet to compare with, which UBSan would notice. */
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "", -1), ==, first);
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "Dc", -1), !=, first);
  weft_paint_list_free (list);
}

static void
test_interning (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  uint32_t first = weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "Dc", -1);
  uint32_t numbers[2000];

  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "Dcx", 2), ==, first);
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12.1, "Dc", -1), ==, first);
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12.25, "Dc", -1), !=, first);
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_MONO, 12, "Dc", -1), !=, first);
  for (unsigned pass = 0; pass < 2; pass++)
    {
      for (unsigned i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          g_autofree char *text = g_strdup_printf ("%u", i);
          uint32_t number = weft_paint_list_intern (list, WEFT_FONT_CELL, 12, text, -1);

          if (pass == 0)
            numbers[i] = number;
          g_assert_cmpuint (number, ==, numbers[i]);
        }
    }
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "Dc", -1), ==, first);
  weft_paint_list_clear (list);
  g_assert_cmpuint (weft_paint_list_intern (list, WEFT_FONT_CELL, 12, "5", -1), ==, 0);
  weft_paint_list_free (list);
}

/* A PDF must hold text that can be searched and copied: glyphs with a map to characters. */
static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
test_pdf_has_text (void)
{
  GByteArray *bytes = g_byte_array_new ();
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, 300, 200);
  cairo_t *cr = cairo_create (surface);

  draw_texts (list);
  draw_images (list);
  cairo_scale (cr, 0.75, 0.75);
  weft_paint_cairo_draw (list, atlas, cr);
  weft_paint_list_free (list);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  g_assert_nonnull (g_strstr_len ((const char *) bytes->data, 5, "%PDF"));
  g_assert_true (memmem (bytes->data, bytes->len, "/ToUnicode", 10) != NULL);
  g_byte_array_unref (bytes);
}

/* --- lines and areas ----------------------------------------------------------------------- */

static void
draw_lines (WeftPaintList *list)
{
  const WeftStroke thin = { .color = 0xffffffff, .width = 1 };
  const WeftStroke thick = { .color = 0x80ff8000, .width = 5.5f };
  const WeftStroke arrow = { .color = 0xffffffff, .width = 1.5f, .head = 9 };
  const WeftStroke dashed = { .color = 0xffffffff, .width = 2, .dash = 7, .head = 7 };
  const WeftPoint zigzag[] = { { 20, 120 }, { 60, 180 }, { 90, 130 }, { 91, 131 }, { 140, 180 } };

  weft_paint_list_line (list, 10.5, 10.5, 100.5, 10.5, &thin);
  weft_paint_list_line (list, 10.5, 20.5, 10.5, 90.5, &thin);
  weft_paint_list_line (list, 20, 20, 100, 50, &thin);
  weft_paint_list_line (list, 20, 30, 40, 110, &thick);
  weft_paint_list_line (list, 50, 60, 50, 60, &thick);
  weft_paint_list_line (list, 120, 20, 180, 90, &arrow);
  weft_paint_list_line (list, 280, 60, 200, 20, &arrow);
  weft_paint_list_line (list, 150, 110, 300, 115, &dashed);
  weft_paint_list_line (list, 200, 130, 203, 130, &arrow);
  weft_paint_list_polyline (list, zigzag, G_N_ELEMENTS (zigzag), &thick);
  weft_paint_list_line (list, -50, 150, 500, 190, &dashed);
}

static void
draw_curves (WeftPaintList *list)
{
  const WeftStroke arrow = { .color = 0xffffffff, .width = 1.5f, .head = 9 };
  const WeftStroke veil = { .color = 0x60ffff00, .width = 6, .head = 16 };
  const WeftPoint left[4] = { { 100, 20 }, { 20, 30 }, { 20, 150 }, { 100, 160 } };
  const WeftPoint loop[4] = { { 150, 150 }, { 400, 20 }, { 50, 20 }, { 300, 150 } };

  weft_paint_list_curve (list, left, &arrow);
  weft_paint_list_curve (list, loop, &veil);
}

static void
draw_polygons (WeftPaintList *list)
{
  const WeftPoint triangle[] = { { 20, 20 }, { 90, 30 }, { 40.5, 120.25 } };
  const WeftPoint diamond[] = { { 150, 50 }, { 180, 20 }, { 210, 50 }, { 180, 80 } };
  const WeftPoint outside[] = { { -50, 150 }, { 160, 100 }, { 400, 150 }, { 160, 300 } };
  const WeftPoint flat[] = { { 10, 10 }, { 50, 10 }, { 90, 10 } };

  weft_paint_list_polygon (list, triangle, 3, 0xffffffff);
  weft_paint_list_polygon (list, diamond, 4, 0x80ff0000);
  weft_paint_list_polygon (list, outside, 4, 0x8000ff00);
  weft_paint_list_polygon (list, flat, 3, 0xffffffff);
}

static void
draw_areas (WeftPaintList *list)
{
  float *wave = weft_paint_list_area (list, 10, 280, 0xff56b4e9);
  float *outline = weft_paint_list_area (list, 10, 280, 0x80ff0000);

  for (int i = 0; i < 280; i++)
    {
      double y = 100 + 70 * sin (i * 0.07);

      if (i / 20 % 5 == 4)
        continue;
      wave[2 * i] = (float) y;
      wave[2 * i + 1] = 180;
      outline[2 * i] = (float) y - 1;
      outline[2 * i + 1] = (float) (y + 1.5 * fabs (cos (i * 0.07)) - 0.8);
    }
  wave = weft_paint_list_area (list, -5, 10, 0xffffffff);
  for (int i = 0; i < 10; i++)
    {
      wave[2 * i] = i % 2 ? -INFINITY : 190.25f;
      wave[2 * i + 1] = i % 2 ? 3 : INFINITY;
    }
}

static void
test_lines (void)
{
  /* Two ways to measure how much of a pixel is covered, which agree but for single corners. */
  check_both (draw_lines, 2, 96);
  check_both (draw_curves, 2, 96);
  check_both (draw_polygons, 0.3, 96);
}

static void
test_areas (void)
{
  check_both (draw_areas, 0.1, 12);
}

/* --- everything at once -------------------------------------------------------------------- */

static void
draw_everything (WeftPaintList *list)
{
  weft_paint_list_fill (list, -WIDTH, -HEIGHT, 5 * WIDTH, 5 * HEIGHT, CANVAS);
  draw_clips (list);
  draw_straight_hatches (list);
  draw_areas (list);
  draw_slanted_hatches (list);
  draw_texts (list);
  draw_lines (list);
  draw_curves (list);
  draw_polygons (list);
}

/* A tile shows what the whole shows there; strokes are cut elsewhere, so may round by one. */
static void
test_tiles (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *whole;
  int most = 0;

  draw_everything (list);
  whole = draw_pixels (list, WIDTH, HEIGHT);
  for (int ty = -64; ty < HEIGHT; ty += 64)
    {
      for (int tx = -64; tx < WIDTH; tx += 64)
        {
          cairo_surface_t *tile = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 80, 80);
          const cairo_rectangle_int_t area = { 8, 8, 64, 64 };

          weft_paint_pixels_draw_surface (list, atlas, tile, &area, tx, ty);
          g_assert_cmphex (get_pixel (tile, 7, 8) & 0xffffff, ==, 0);
          g_assert_cmphex (get_pixel (tile, 72, 71) & 0xffffff, ==, 0);
          for (int y = MAX (ty, 0); y < MIN (ty + 64, HEIGHT); y++)
            {
              for (int x = MAX (tx, 0); x < MIN (tx + 64, WIDTH); x++)
                {
                  uint32_t p = get_pixel (tile, 8 + x - tx, 8 + y - ty);
                  uint32_t q = get_pixel (whole, x, y);

                  for (int shift = 0; shift < 24; shift += 8)
                    most = MAX (most, abs ((int) (p >> shift & 255) - (int) (q >> shift & 255)));
                }
            }
          cairo_surface_destroy (tile);
        }
    }
  g_assert_cmpint (most, <=, 1);
  cairo_surface_destroy (whole);
  weft_paint_list_free (list);
}

static void
test_reuse (void)
{
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *first;
  cairo_surface_t *second;
  size_t memory;
  size_t length;
  double mean;
  int most;

  draw_everything (list);
  first = draw_pixels (list, WIDTH, HEIGHT);
  memory = weft_paint_list_get_memory (list);
  length = weft_paint_list_get_length (list);
  weft_paint_list_clear (list);
  g_assert_cmpuint (weft_paint_list_get_length (list), ==, 0);
  draw_everything (list);
  second = draw_pixels (list, WIDTH, HEIGHT);
  g_assert_cmpuint (weft_paint_list_get_memory (list), ==, memory);
  g_assert_cmpuint (weft_paint_list_get_length (list), ==, length);
  compare (first, second, &mean, &most);
  g_assert_cmpint (most, ==, 0);
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
  weft_paint_list_free (list);
}

/* Where time is left out, two strokes lean to the right, from the lower end of the gap to its upper one. */
static void
test_break (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  const int ends[] = { 30, 60 };
  cairo_surface_t *surface;

  weft_break_paint (style, list, ends[0], ends[1], 10, 20, 0xffff0000);
  surface = draw_pixels (list, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (int lean = -1; lean <= 1; lean++)
      {
        guint32 pixel = get_pixel (surface, ends[i] + 3 * lean, 20 - 7 * lean);
        guint32 across = get_pixel (surface, ends[i] + 3 * lean, 20 + 7 * lean);

        g_assert_cmphex (pixel, !=, weft_style_color (style, WEFT_COLOR_CANVAS));
        g_assert_true (lean == 0 || pixel != across);
      }
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
  weft_style_unref (style);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  atlas = weft_glyph_atlas_new ("DejaVu Sans", "DejaVu Sans Mono", 0);
  g_test_add_func ("/paint/rectangles", test_rectangles);
  g_test_add_func ("/paint/columns", test_columns);
  g_test_add_func ("/paint/clips", test_clips);
  g_test_add_func ("/paint/hatches", test_hatches);
  g_test_add_func ("/paint/hatch-origin", test_hatch_origin);
  g_test_add_func ("/paint/text", test_text);
  g_test_add_func ("/paint/text-stays-in-its-box", test_text_stays_in_its_box);
  g_test_add_func ("/paint/text-fits-whole-or-not-at-all", test_text_fits_whole_or_not_at_all);
  g_test_add_func ("/paint/interning", test_interning);
  g_test_add_func ("/paint/interning-nothing", test_interning_nothing);
  g_test_add_func ("/paint/pdf-has-text", test_pdf_has_text);
  g_test_add_func ("/paint/lines", test_lines);
  g_test_add_func ("/paint/areas", test_areas);
  g_test_add_func ("/paint/tiles", test_tiles);
  g_test_add_func ("/paint/reuse", test_reuse);
  g_test_add_func ("/paint/break", test_break);
  result = g_test_run ();
  weft_glyph_atlas_unref (atlas);
  return result;
}
