/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

#define WIDTH 800
#define HEIGHT 600

static const WeftPipelineExtent large = {
  .n_rows = 1000000,
  .first_cycle = -5,
  .last_cycle = 400000,
  .longest = 900,
  .typical = 180,
  .n_lanes = 2,
};

static WeftPipelineViewport
open_viewport (const WeftPipelineExtent *extent)
{
  WeftStyle *style = fixture_style (WEFT_THEME_LIGHT);
  WeftPipelineViewport viewport = weft_pipeline_viewport_open (extent, style, WIDTH, HEIGHT);

  weft_style_unref (style);
  return viewport;
}

static void
test_open (void)
{
  WeftPipelineViewport viewport = open_viewport (&large);

  g_assert_true (weft_pipeline_viewport_shows_cells (&viewport));
  g_assert_cmpfloat (viewport.px_per_cycle, >=, 16);
  g_assert_cmpint (viewport.origin_cycle, ==, -5);
  g_assert_cmpfloat (viewport.origin_row, ==, 0);
}

static void
test_fit_all (void)
{
  WeftPipelineViewport viewport = weft_pipeline_viewport_fit_all (open_viewport (&large), &large);

  g_assert_cmpfloat_with_epsilon (viewport.px_per_row * large.n_rows, HEIGHT, 1e-6);
  g_assert_cmpfloat_with_epsilon (viewport.px_per_cycle * 400005, WIDTH, 1e-6);
  viewport.layout = WEFT_PIPELINE_STRAIGHTENED;
  viewport = weft_pipeline_viewport_fit_all (viewport, &large);
  g_assert_cmpint (viewport.origin_cycle, ==, 0);
  g_assert_cmpfloat_with_epsilon (viewport.px_per_cycle * 180, WIDTH, 1e-6);
}

/* One op: all of it, in the middle, with others around it; and not blown up where it is short. */
static void
test_fit_things (void)
{
  WeftPipelineViewport viewport = weft_pipeline_viewport_fit_things (
    weft_pipeline_viewport_fit_all (open_viewport (&large), &large), &large, 5000, 5001, 2000,
    2100);

  g_assert_cmpfloat (viewport.px_per_row, ==, 48);
  g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (&viewport, 5000), ==, HEIGHT / 2 - 24);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, 2000), ==, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, 2100), ==, WIDTH);
  viewport = weft_pipeline_viewport_fit_things (viewport, &large, 5000, 5001, 2000, 2002);
  g_assert_cmpfloat (viewport.px_per_cycle, ==, 96);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, 2001), ==, WIDTH / 2);
  /* The first op has nothing above it. */
  viewport = weft_pipeline_viewport_fit_things (viewport, &large, 0, 1, -5, 20);
  g_assert_cmpfloat (viewport.origin_row, ==, 0);
  g_assert_cmpint (viewport.origin_cycle, ==, -5);
}

/* Out no further than the log, in no further than one op. */
static void
test_zoom_stops (void)
{
  WeftPipelineViewport viewport = open_viewport (&large);
  WeftPipelineViewport all = weft_pipeline_viewport_fit_all (viewport, &large);

  for (int i = 0; i < 60; i++)
    viewport = weft_pipeline_viewport_zoom (viewport, &large, 400, 300, 0.5, 0.5);
  g_assert_cmpfloat (viewport.px_per_row, ==, all.px_per_row);
  g_assert_cmpfloat (viewport.px_per_cycle, ==, all.px_per_cycle);
  g_assert_cmpfloat (viewport.origin_row, ==, 0);
  g_assert_cmpint (viewport.origin_cycle, ==, -5);
  for (int i = 0; i < 60; i++)
    viewport = weft_pipeline_viewport_zoom (viewport, &large, 400, 300, 2, 2);
  g_assert_cmpfloat (viewport.px_per_row, ==, HEIGHT);
  g_assert_cmpfloat (viewport.px_per_cycle, ==, WIDTH);
}

static void
test_zoom_keeps_point (void)
{
  WeftPipelineViewport viewport = weft_pipeline_viewport_fit_all (open_viewport (&large), &large);
  double fraction, row = weft_pipeline_viewport_y_to_row (&viewport, 333);
  gint64 cycle = weft_pipeline_viewport_x_to_cycle (&viewport, 517, &fraction);

  for (int i = 0; i < 14; i++)
    {
      double now_fraction;
      gint64 now;

      viewport = weft_pipeline_viewport_zoom (viewport, &large, 517, 333, 1.9, i % 2 ? 1 : 2.7);
      now = weft_pipeline_viewport_x_to_cycle (&viewport, 517, &now_fraction);
      g_assert_cmpfloat_with_epsilon ((double) (now - cycle) + now_fraction, fraction, 1e-6);
      g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_y_to_row (&viewport, 333), row, 1e-6);
    }
}

static void
test_pan_stops (void)
{
  WeftPipelineViewport viewport = open_viewport (&large);

  viewport = weft_pipeline_viewport_pan (viewport, &large, -1e30, -1e30);
  g_assert_cmpint (viewport.origin_cycle, ==, -5);
  g_assert_cmpfloat (viewport.origin_row, ==, 0);
  viewport = weft_pipeline_viewport_pan (viewport, &large, 1e30, 1e30);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_row_to_y (&viewport, large.n_rows), HEIGHT,
                                  1e-3);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&viewport, 400000), WIDTH,
                                  1e-3);
}

/* Ticks near both ends of what a trace may hold. */
static void
test_far_cycles (void)
{
  const gint64 far = (gint64) 1 << 62;
  const gint64 origins[] = { far, -far, G_MAXINT64 - 2000, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      WeftPipelineExtent extent = { 100, origins[i], origins[i] + 1000, 50, 50, 1 };
      WeftPipelineViewport viewport = open_viewport (&extent);
      double fraction;

      viewport = weft_pipeline_viewport_pan (viewport, &extent, 2412.5, 0);
      for (gint64 c = 0; c < 1000; c += 7)
        {
          double x = weft_pipeline_viewport_cycle_to_x (&viewport, origins[i] + c);

          g_assert_cmpfloat_with_epsilon (x, (double) c * viewport.px_per_cycle - 2412.5, 1e-6);
          g_assert_cmpint (weft_pipeline_viewport_x_to_cycle (&viewport, x + 0.01, &fraction), ==,
                           origins[i] + c);
          g_assert_cmpfloat (fraction, <, 0.01);
        }
    }
}

/* Nothing overflows where the log spans all of time. */
static void
test_whole_time (void)
{
  WeftPipelineExtent extent = { 3, G_MININT64, G_MAXINT64, G_MAXINT64, G_MAXINT64, 1 };
  WeftPipelineViewport viewport = weft_pipeline_viewport_fit_all (open_viewport (&extent), &extent);

  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&viewport, G_MAXINT64), WIDTH,
                                  WIDTH * 0.51);
  viewport = weft_pipeline_viewport_zoom (viewport, &extent, 800, 0, 1e9, 1);
  viewport = weft_pipeline_viewport_pan (viewport, &extent, 1e12, 0);
  weft_pipeline_viewport_x_to_cycle (&viewport, 1e15, NULL);
}

/* Every row belongs to one pixel line, and to no other. */
static void
test_pixel_rows (void)
{
  const double sizes[] = { 37.3,  24,       1.7,      1,         0.9,       0.5,
                           0.031, 1 / 64.0, 1 / 65.0, 1 / 130.0, 1 / 926.0, 1 / 33333.0 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      WeftPipelineViewport viewport = open_viewport (&large);
      gint64 next = G_MININT64;

      viewport.px_per_row = sizes[i];
      viewport.origin_row = 1234.567;
      for (gint64 y = -50; y < 200; y++)
        {
          gint64 first, last;

          weft_pipeline_viewport_pixel_rows (&viewport, y, &first, &last);
          g_assert_cmpint (first, <, last);
          if (next != G_MININT64 && sizes[i] < 1)
            g_assert_cmpint (first, ==, next);
          else if (next != G_MININT64)
            g_assert_true (first == next || first == next - 1);
          if (sizes[i] < 1)
            g_assert_cmpfloat ((double) (last - first), <=, MAX (2 / sizes[i], 2));
          if (sizes[i] < 1 / 64.0)
            g_assert_cmpint (first % 64, ==, 0);
          next = last;
        }
    }
}

static void
test_edges (void)
{
  WeftPipelineViewport viewport = open_viewport (&large);

  viewport.px_per_row = 2.4;
  viewport.origin_row = 17.3;
  for (gint64 row = 0; row < 400; row++)
    for (gint64 y = weft_pipeline_viewport_row_edge (&viewport, row);
         y < weft_pipeline_viewport_row_edge (&viewport, row + 1); y++)
      {
        gint64 first, last;

        weft_pipeline_viewport_pixel_rows (&viewport, y, &first, &last);
        g_assert_cmpint (first, ==, row);
        g_assert_cmpint (last, ==, row + 1);
      }
}

static void
test_follow (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftOp op;

  fixture_init (&fixture, make_random_trace (20000, 100, 1), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  viewport = fixture.scene.viewport;
  viewport = weft_pipeline_viewport_pan (viewport, &fixture.extent, 0, 7000 * viewport.px_per_row);
  viewport = weft_pipeline_viewport_follow (viewport, &fixture.extent, fixture.rows);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (fixture.rows), 7000, &op);
  g_assert_cmpfloat (viewport.origin_row, ==, 7000);
  g_assert_cmpint (viewport.origin_cycle, ==, op.fetch);
}

/* There and back shows the same ops. */
static void
test_layouts (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;

  fixture_init (&fixture, make_random_trace (20000, 100, 2), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  viewport = fixture.scene.viewport;
  viewport = weft_pipeline_viewport_zoom (viewport, &fixture.extent, 0, 0, 0.01, 0.02);
  viewport = weft_pipeline_viewport_pan (viewport, &fixture.extent, 0, 900);
  fixture.scene.viewport = weft_pipeline_viewport_set_layout (
    viewport, &fixture.extent, fixture.rows, WEFT_PIPELINE_STRAIGHTENED);
  g_assert_cmpint (fixture.scene.viewport.origin_cycle, ==, 0);
  g_assert_cmpfloat (fixture.scene.viewport.origin_row, ==, viewport.origin_row);
  viewport = weft_pipeline_viewport_set_layout (fixture.scene.viewport, &fixture.extent,
                                                fixture.rows, WEFT_PIPELINE_TIME);
  g_assert_cmpfloat (viewport.origin_row, ==, fixture.scene.viewport.origin_row);
  g_assert_cmpint (viewport.origin_cycle, >, 100);
}

/* Low rows of wide cycles are how the straightened layout is looked at; over time they would show next
 * to nothing. */
static void
test_layout_keeps_proportions (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;

  fixture_init (&fixture, make_random_trace (20000, 100, 2), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  viewport = fixture.scene.viewport;
  viewport.layout = WEFT_PIPELINE_STRAIGHTENED;
  viewport.px_per_row = 2;
  viewport.px_per_cycle = 100;
  viewport =
    weft_pipeline_viewport_set_layout (viewport, &fixture.extent, fixture.rows, WEFT_PIPELINE_TIME);
  g_assert_cmpfloat (viewport.px_per_row, ==, 2);
  g_assert_cmpfloat (viewport.px_per_cycle, <, 3);
}

static void
test_lanes (void)
{
  WeftPipelineViewport viewport = open_viewport (&large);
  WeftPipelineViewport split =
    weft_pipeline_viewport_set_lanes (viewport, &large, WEFT_LANES_SPLIT, FALSE);

  g_assert_cmpfloat (split.px_per_row, ==, 2 * viewport.px_per_row);
  split = weft_pipeline_viewport_set_lanes (viewport, &large, WEFT_LANES_SPLIT, TRUE);
  g_assert_cmpfloat (split.px_per_row, ==, viewport.px_per_row);
}

static void
test_empty (void)
{
  WeftPipelineExtent extent = { .n_lanes = 1 };
  WeftPipelineViewport viewport = weft_pipeline_viewport_fit_all (open_viewport (&extent), &extent);

  viewport = weft_pipeline_viewport_zoom (viewport, &extent, 10, 10, 0.001, 0.001);
  viewport = weft_pipeline_viewport_pan (viewport, &extent, 100, 100);
  g_assert_cmpfloat (viewport.px_per_row, >, 0);
  g_assert_cmpint (viewport.origin_cycle, ==, 0);
}

/* Figures may be there before the view has a size. */
static void
test_without_size (void)
{
  const WeftPipelineViewport viewport = { .origin_cycle = 7 };
  double fraction = -1;

  g_assert_cmpint (weft_pipeline_viewport_x_to_cycle (&viewport, 0, &fraction), ==, 7);
  g_assert_cmpfloat (fraction, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-viewport/open", test_open);
  g_test_add_func ("/pipeline-viewport/fit-all", test_fit_all);
  g_test_add_func ("/pipeline-viewport/fit-things", test_fit_things);
  g_test_add_func ("/pipeline-viewport/zoom-stops", test_zoom_stops);
  g_test_add_func ("/pipeline-viewport/zoom-keeps-point", test_zoom_keeps_point);
  g_test_add_func ("/pipeline-viewport/pan-stops", test_pan_stops);
  g_test_add_func ("/pipeline-viewport/far-cycles", test_far_cycles);
  g_test_add_func ("/pipeline-viewport/whole-time", test_whole_time);
  g_test_add_func ("/pipeline-viewport/pixel-rows", test_pixel_rows);
  g_test_add_func ("/pipeline-viewport/edges", test_edges);
  g_test_add_func ("/pipeline-viewport/follow", test_follow);
  g_test_add_func ("/pipeline-viewport/layouts", test_layouts);
  g_test_add_func ("/pipeline-viewport/layout-keeps-proportions", test_layout_keeps_proportions);
  g_test_add_func ("/pipeline-viewport/lanes", test_lanes);
  g_test_add_func ("/pipeline-viewport/empty", test_empty);
  g_test_add_func ("/pipeline-viewport/without-size", test_without_size);
  return g_test_run ();
}
