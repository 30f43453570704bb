/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"
#include "weft-pipeline-moves.h"

/* Where pan, zoom and jumps lead, over a log in which the execution now rests and now runs. */

#define WIDTH 800
#define HEIGHT 600
#define N_OPS 3000

static WeftPipelineGround
get_ground (Fixture *fixture)
{
  return (WeftPipelineGround){
    .rows = fixture->rows, .extent = &fixture->extent, .style = fixture->style, .follow = TRUE
  };
}

/* Every hundredth op is fetched long after the one before it. */
static WeftPipelineTrace *
make_log (void)
{
  gint64 cycle = 0;
  Builder builder;

  builder_init (&builder);
  for (guint i = 0; i < N_OPS; i++)
    {
      guint32 op = builder_op (&builder, cycle);

      builder_stage (&builder, op, 0, cycle);
      builder_stage (&builder, op, 5, cycle + 1);
      builder_end (&builder, op, FALSE, cycle + 3);
      cycle += i % 100 == 99 ? 180 : i % 2;
    }
  return builder_finish (&builder);
}

/* Whether any op has a part in the window: one after the other, from what the log says. */
static gboolean
sees_any (Fixture *fixture, const WeftPipelineViewport *viewport)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (fixture->rows);

  for (guint32 row = 0; row < fixture->extent.n_rows; row++)
    {
      double y = weft_pipeline_viewport_row_to_y (viewport, row);
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (fixture->rows, row), &op);
      if (y + viewport->px_per_row > 0 && y < viewport->height
          && weft_pipeline_viewport_cycle_to_x (viewport, op.end) >= 0
          && weft_pipeline_viewport_cycle_to_x (viewport, op.fetch) < viewport->width)
        return TRUE;
    }
  return FALSE;
}

/* To the end, where the picture stops, and back, and here and there: never beside the ops. */
static void
test_pan_stays_with_ops (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftPipelineGround ground;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  viewport = fixture.scene.viewport;
  for (guint i = 0; i < 300; i++)
    {
      viewport = weft_pipeline_move_pan (&ground, viewport, 0, 311);
      g_assert_true (sees_any (&fixture, &viewport));
    }
  g_assert_cmpfloat (viewport.origin_row + HEIGHT / viewport.px_per_row, ==, N_OPS);
  for (guint i = 0; i < 300; i++)
    {
      viewport = weft_pipeline_move_pan (&ground, viewport, 0, -293);
      g_assert_true (sees_any (&fixture, &viewport));
    }
  g_assert_cmpfloat (viewport.origin_row, ==, 0);
  for (guint i = 0; i < 300; i++)
    {
      viewport =
        weft_pipeline_move_pan (&ground, viewport, 0, g_test_rand_double_range (-9000, 9000));
      g_assert_true (sees_any (&fixture, &viewport));
    }
}

/* Who does not follow stays where he is sideways. */
static void
test_pan_without_following (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftPipelineGround ground;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  ground.follow = FALSE;
  viewport = weft_pipeline_move_pan (&ground, fixture.scene.viewport, 0, 20000);
  g_assert_cmpint (viewport.origin_cycle, ==, 0);
  g_assert_cmpfloat (viewport.origin_row, >, 100);
  viewport = weft_pipeline_move_to_end (&ground, viewport);
  g_assert_cmpint (viewport.origin_cycle, ==, 0);
}

/* The newest op is in the window, from wherever one comes, and stays put when there is nothing new. */
static void
test_end_is_in_sight (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport, again;
  WeftPipelineGround ground;
  double x;
  WeftOp op;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (fixture.rows), N_OPS - 1, &op);
  for (guint i = 0; i < 50; i++)
    {
      viewport = weft_pipeline_viewport_pan (fixture.scene.viewport, &fixture.extent,
                                             g_test_rand_double_range (0, 60000),
                                             g_test_rand_double_range (0, 60000));
      viewport = weft_pipeline_move_to_end (&ground, viewport);
      g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (&viewport, N_OPS), <=, HEIGHT + 1);
      x = weft_pipeline_viewport_cycle_to_x (&viewport, op.fetch);
      g_assert_cmpfloat (x, >=, 0);
      g_assert_cmpfloat (x, <, WIDTH);
      again = weft_pipeline_move_to_end (&ground, viewport);
      g_assert_cmpint (again.origin_cycle, ==, viewport.origin_cycle);
      g_assert_cmpfloat (again.origin_fraction, ==, viewport.origin_fraction);
      viewport = weft_pipeline_viewport_pan (viewport, &fixture.extent, -2000, 0);
      again = weft_pipeline_move_to_end (&ground, viewport);
      g_assert_cmpint (again.origin_cycle, ==, viewport.origin_cycle);
    }
}

/* From anywhere to the size that a file opens at; the row that was held on to is in the window. */
static void
test_reading_size (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport, opened;
  WeftPipelineGround ground;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  opened = fixture.scene.viewport;
  viewport = weft_pipeline_viewport_fit_all (opened, &fixture.extent);
  viewport =
    weft_pipeline_move_to_reading_size (&ground, viewport, WIDTH / 2.0, HEIGHT / 2.0, TRUE);
  g_assert_cmpfloat_with_epsilon (viewport.px_per_row, opened.px_per_row, 1e-9);
  g_assert_cmpfloat_with_epsilon (viewport.px_per_cycle, opened.px_per_cycle, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_y_to_row (&viewport, HEIGHT / 2.0),
                                  N_OPS / 2.0, 1);
  g_assert_true (sees_any (&fixture, &viewport));
  viewport = weft_pipeline_viewport_set_lanes (viewport, &fixture.extent, WEFT_LANES_SPLIT, FALSE);
  viewport = weft_pipeline_move_to_reading_size (&ground, viewport, 10, 10, TRUE);
  g_assert_cmpfloat_with_epsilon (viewport.px_per_row, opened.px_per_row * fixture.extent.n_lanes,
                                  1e-9);
}

/* Over blank canvas beside the ops too, cycle and row under the pointer stay there. */
static void
test_zoom_holds_point (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineGround ground;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  for (guint i = 0; i < 200; i++)
    {
      double x = g_test_rand_double_range (0, WIDTH), y = g_test_rand_double_range (0, HEIGHT);
      double factor = g_test_rand_double_range (0.7, 1.5), before, after;
      WeftPipelineViewport from = weft_pipeline_viewport_pan (
        fixture.scene.viewport, &fixture.extent, g_test_rand_double_range (9000, 40000),
        g_test_rand_double_range (20000, 40000));
      WeftPipelineViewport to = weft_pipeline_move_zoom (&ground, from, x, y, factor, factor);
      gint64 cycle = weft_pipeline_viewport_x_to_cycle (&from, x, &before);

      g_assert_cmpint (weft_pipeline_viewport_x_to_cycle (&to, x, &after), ==, cycle);
      g_assert_cmpfloat_with_epsilon (after, before, 1e-6);
      g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_y_to_row (&to, y),
                                      weft_pipeline_viewport_y_to_row (&from, y), 1e-6);
    }
}

/* Far out rows are not seen: the ops of the cycle under the pointer come there. */
static void
test_zoom_finds_ops (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftPipelineGround ground;
  gint64 cycle;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  viewport = weft_pipeline_viewport_fit_all (fixture.scene.viewport, &fixture.extent);
  g_assert_cmpfloat (
    weft_pipeline_viewport_get_distance (&viewport, &fixture.extent, fixture.style), ==, 1);
  cycle = weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (fixture.rows), 1940);
  for (guint i = 0; i < 60 && viewport.px_per_row < 20; i++)
    {
      double x = weft_pipeline_viewport_cycle_to_x (&viewport, cycle);

      viewport = weft_pipeline_move_zoom (&ground, viewport, x, HEIGHT / 5.0, 1.3, 1.3);
    }
  g_assert_cmpfloat (
    weft_pipeline_viewport_get_distance (&viewport, &fixture.extent, fixture.style), ==, 0);
  g_assert_true (sees_any (&fixture, &viewport));
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_y_to_row (&viewport, HEIGHT / 5.0), 1940,
                                  10);
}

/* Ops that all begin at the left edge: cycles wait for rows that cannot be read yet. */
static void
test_cycles_wait_for_rows (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftPipelineGround ground;
  double widest;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  widest = weft_style_text_px (fixture.style, 40);
  viewport = weft_pipeline_viewport_set_layout (fixture.scene.viewport, &fixture.extent,
                                                fixture.rows, WEFT_PIPELINE_STRAIGHTENED);
  viewport = weft_pipeline_viewport_fit_all (viewport, &fixture.extent);
  viewport =
    weft_pipeline_viewport_zoom (viewport, &fixture.extent, 0, 0, 20 / viewport.px_per_cycle, 1);
  for (guint i = 0; i < 20 && viewport.px_per_row * 1.5 < 22; i++)
    {
      viewport = weft_pipeline_move_zoom (&ground, viewport, 0, 0, 1.5, 1.5);
      g_assert_cmpfloat (viewport.px_per_cycle, <=, widest + 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (viewport.px_per_cycle, widest, 1e-9);
  /* Who asks for wide cycles alone gets them. */
  viewport = weft_pipeline_move_zoom (&ground, viewport, 0, 0, 1.5, 1);
  g_assert_cmpfloat (viewport.px_per_cycle, >, widest);
}

/* The op's fetch comes to the left edge; gently nothing moves where it is in sight. */
static void
test_to_op (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport, again;
  WeftPipelineGround ground;
  WeftOp op;

  fixture_init (&fixture, make_log (), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (fixture.rows), 1700, &op);
  viewport = weft_pipeline_move_to_op (&ground, fixture.scene.viewport, 1700, TRUE);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, op.fetch), <, 40);
  g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (&viewport, 1700), >, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (&viewport, 1701), <, HEIGHT);
  again = weft_pipeline_move_to_op (&ground, viewport, 1701, TRUE);
  g_assert_cmpfloat (again.origin_row, ==, viewport.origin_row);
  /* Where it begins right at the left edge, too. */
  viewport.origin_cycle = (double) op.fetch;
  again = weft_pipeline_move_to_op (&ground, viewport, 1700, TRUE);
  g_assert_cmpfloat (again.origin_cycle, ==, viewport.origin_cycle);
  again = weft_pipeline_move_to_op (&ground, viewport, N_OPS, FALSE);
  g_assert_cmpfloat (again.origin_row, ==, viewport.origin_row);
}

/* Other rows: the op of the top row stays there, or the next one that is left, and is in sight. */
static void
test_row_of (void)
{
  g_auto (Fixture) fixture = { 0 };
  WeftPipelineViewport viewport;
  WeftPipelineGround ground;
  double x;
  WeftOp op;

  fixture_init (&fixture, make_random_trace (3000, 100, 5), WEFT_ROWS_HIDE_FLUSHED, WIDTH, HEIGHT);
  ground = get_ground (&fixture);
  for (guint32 i = 0; i < 2500; i += 97)
    {
      guint32 row;

      viewport = weft_pipeline_move_to_row_of (&ground, fixture.scene.viewport, i);
      row = (guint32) viewport.origin_row;
      weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (fixture.rows),
                                     weft_pipeline_rows_get_op (fixture.rows, row), &op);
      g_assert_cmpint (op.id, >=, i);
      if (row > 0)
        g_assert_cmpuint (weft_pipeline_rows_get_op (fixture.rows, row - 1), <, i);
      x = weft_pipeline_viewport_cycle_to_x (&viewport, op.fetch);
      g_assert_cmpfloat (x, <, WIDTH);
      g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, op.end), >=, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-moves/pan-stays-with-ops", test_pan_stays_with_ops);
  g_test_add_func ("/pipeline-moves/pan-without-following", test_pan_without_following);
  g_test_add_func ("/pipeline-moves/end-is-in-sight", test_end_is_in_sight);
  g_test_add_func ("/pipeline-moves/reading-size", test_reading_size);
  g_test_add_func ("/pipeline-moves/zoom-holds-point", test_zoom_holds_point);
  g_test_add_func ("/pipeline-moves/zoom-finds-ops", test_zoom_finds_ops);
  g_test_add_func ("/pipeline-moves/cycles-wait-for-rows", test_cycles_wait_for_rows);
  g_test_add_func ("/pipeline-moves/to-op", test_to_op);
  g_test_add_func ("/pipeline-moves/row-of", test_row_of);
  return g_test_run ();
}
