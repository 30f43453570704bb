/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "pipeline-fixture.h"
#include "weft-paint-cairo.h"
#include "weft-pipeline-figure.h"

#define WIDTH 900
#define HEIGHT 560

static WeftPipelineFigure
make_figure (Fixture *fixture)
{
  WeftPipelineFigure figure = { .rows = fixture->rows,
                                .style = fixture->style,
                                .title = "some.log",
                                .width = WIDTH,
                                .height = HEIGHT };

  weft_pipeline_figure_set_start (fixture->renderer, &figure);
  return figure;
}

static cairo_surface_t *
draw (Fixture *fixture, const WeftPipelineFigure *figure, gboolean with_cairo)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, figure->width, figure->height);
  WeftPaintList *list = weft_paint_list_new ();

  weft_pipeline_figure_paint (fixture->renderer, figure, list);
  if (with_cairo)
    {
      cairo_t *cr = cairo_create (surface);

      weft_paint_cairo_draw (list, fixture->style->atlas, cr);
      cairo_destroy (cr);
    }
  else
    weft_paint_pixels_draw_surface (list, fixture->style->atlas, surface, NULL, 0, 0);
  cairo_surface_flush (surface);
  weft_paint_list_free (list);
  return surface;
}

/* Part of the pixels that differ visibly. */
static double
compare (cairo_surface_t *a, cairo_surface_t *b)
{
  const guint32 *p = (const guint32 *) (gpointer) cairo_image_surface_get_data (a);
  const guint32 *q = (const guint32 *) (gpointer) cairo_image_surface_get_data (b);
  guint n = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    for (guint shift = 0; shift < 24; shift += 8)
      if (ABS ((int) (p[i] >> shift & 255) - (int) (q[i] >> shift & 255)) > 24)
        {
          n++;
          break;
        }
  return n / (double) (WIDTH * HEIGHT);
}

/* Screen and paper show the same, near and far, light and dark. */
static void
test_back_ends (void)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (5000, 0, 3), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (guint i = 0; i < 8; i++)
    {
      WeftPipelineFigure figure;
      cairo_surface_t *pixels, *paper;

      weft_style_unref (fixture.style);
      fixture.style = fixture_style (i % 2 == 0 ? WEFT_THEME_LIGHT : WEFT_THEME_DARK);
      figure = make_figure (&fixture);
      figure.viewport.layout = i % 4 < 2 ? WEFT_PIPELINE_TIME : WEFT_PIPELINE_STRAIGHTENED;
      if (i >= 4)
        weft_pipeline_figure_set_all (fixture.renderer, &figure);
      pixels = draw (&fixture, &figure, FALSE);
      paper = draw (&fixture, &figure, TRUE);
      g_assert_cmpfloat (compare (pixels, paper), <, 0.01);
      cairo_surface_destroy (pixels);
      cairo_surface_destroy (paper);
    }
}

static void
test_themes_differ (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineFigure figure;
  cairo_surface_t *dark, *light;

  fixture_init (&fixture, make_random_trace (500, 0, 3), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  figure = make_figure (&fixture);
  dark = draw (&fixture, &figure, FALSE);
  figure.style = fixture_style (WEFT_THEME_LIGHT);
  light = draw (&fixture, &figure, FALSE);
  g_assert_cmpfloat (compare (dark, light), >, 0.8);
  cairo_surface_destroy (dark);
  cairo_surface_destroy (light);
  weft_style_unref (figure.style);
}

static cairo_status_t
count_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  *(gsize *) closure += length;
  return CAIRO_STATUS_SUCCESS;
}

static void
test_paper (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineFigure figure;
  WeftPaintList *list = weft_paint_list_new ();

  fixture_init (&fixture, make_random_trace (5000, 0, 3), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  figure = make_figure (&fixture);
  weft_pipeline_figure_paint (fixture.renderer, &figure, list);
  for (guint i = 0; i < 2; i++)
    {
      gsize length = 0;
      cairo_surface_t *surface =
        i == 0 ? cairo_pdf_surface_create_for_stream (count_bytes, &length, WIDTH, HEIGHT)
               : cairo_svg_surface_create_for_stream (count_bytes, &length, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surface);

      weft_paint_cairo_draw (list, fixture.style->atlas, cr);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
      g_assert_cmpuint (length, >, 5000);
    }
  weft_paint_list_free (list);
}

static void
test_range (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineFigure figure;
  cairo_rectangle_int_t canvas;
  double last;

  fixture_init (&fixture, make_random_trace (20000, 0, 3), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  figure = make_figure (&fixture);
  weft_pipeline_figure_set_range (fixture.renderer, &figure, 500, 1500);
  weft_pipeline_figure_get_canvas (fixture.renderer, &figure, &canvas);
  g_assert_cmpint (figure.viewport.width, ==, canvas.width);
  g_assert_cmpint (figure.viewport.height, ==, canvas.height);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&figure.viewport, 500), 0,
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&figure.viewport, 1500),
                                  canvas.width, 1e-6);
  last = weft_pipeline_viewport_y_to_row (&figure.viewport, canvas.height);
  g_assert_cmpfloat (last - figure.viewport.origin_row, >, 100);
  g_assert_cmpfloat (last, <, 20000);
}

/* The number of pixels that are not of the colour of the first one. */
static guint
count_painted (cairo_surface_t *surface)
{
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  int n = cairo_image_surface_get_width (surface) * cairo_image_surface_get_height (surface);
  guint n_painted = 0;

  for (int i = 0; i < n; i++)
    n_painted += (pixels[i] & 0xffffff) != (pixels[0] & 0xffffff);
  return n_painted;
}

/* Nothing breaks in pictures of any size, nor without a single op; where there is room, ops are seen. */
static void
test_sizes (void)
{
  const int sizes[][2] = { { 1, 1 }, { 40, 30 }, { 300, 80 }, { 120, 900 }, { 3000, 200 } };
  guint n_painted[2][G_N_ELEMENTS (sizes)];
  Builder builder;

  for (guint i = 0; i < 2; i++)
    {
      g_auto (Fixture) fixture = { 0 };

      builder_init (&builder);
      fixture_init (&fixture, i == 0 ? make_random_trace (300, 0, 3) : builder.trace, WEFT_ROWS_ALL,
                    WIDTH, HEIGHT);
      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        {
          WeftPipelineFigure figure = make_figure (&fixture);
          cairo_surface_t *all;

          figure.width = sizes[j][0];
          figure.height = sizes[j][1];
          weft_pipeline_figure_set_all (fixture.renderer, &figure);
          all = draw (&fixture, &figure, FALSE);
          n_painted[i][j] = count_painted (all);
          cairo_surface_destroy (all);
          weft_pipeline_figure_set_range (fixture.renderer, &figure, 3, 9);
          cairo_surface_destroy (draw (&fixture, &figure, FALSE));
        }
      if (i == 0)
        g_object_unref (builder.trace);
      weft_pipeline_writer_free (builder.writer);
    }
  for (guint j = 2; j < G_N_ELEMENTS (sizes); j++)
    g_assert_cmpuint (n_painted[0][j], >, n_painted[1][j]);
}

/* The minimap shows where ops are, and where they were flushed. */
static void
test_minimap (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPaintList *list = weft_paint_list_new ();
  guint32 pixels[200 * 40];
  Builder builder;
  guint red = 0;

  builder_init (&builder);
  for (guint i = 0; i < 2000; i++)
    {
      guint32 op = builder_op (&builder, i);

      builder_stage (&builder, op, 0, i);
      builder_end (&builder, op, i >= 1000 && i < 1200, i + 10);
    }
  weft_pipeline_writer_publish (builder.writer, builder.last);
  fixture_init (&fixture, g_object_ref (builder.trace), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  g_object_unref (builder_finish (&builder));
  fixture.scene.viewport = weft_pipeline_viewport_fit_all (fixture.scene.viewport, &fixture.extent);
  weft_pipeline_renderer_paint_minimap (fixture.renderer, &fixture.scene, 0, 0, 200, 40, list);
  weft_paint_pixels_draw (list, fixture.style->atlas, pixels, 200, 40, 800, 0, 0);
  for (int x = 4; x < 196; x++)
    {
      gboolean is_red = pixels[36 * 200 + x] == weft_style_color (fixture.style, WEFT_COLOR_ERROR);

      red += is_red;
      g_assert_true (!is_red || (x > 95 && x < 125));
    }
  g_assert_cmpuint (red, >=, 16);
  g_assert_cmpint (weft_pipeline_minimap_get_cycle (&fixture.extent, NULL, 200, 100), ==, 1004);
  weft_paint_list_free (list);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-figure/back-ends", test_back_ends);
  g_test_add_func ("/pipeline-figure/themes-differ", test_themes_differ);
  g_test_add_func ("/pipeline-figure/paper", test_paper);
  g_test_add_func ("/pipeline-figure/range", test_range);
  g_test_add_func ("/pipeline-figure/sizes", test_sizes);
  g_test_add_func ("/pipeline-figure/minimap", test_minimap);
  return g_test_run ();
}
