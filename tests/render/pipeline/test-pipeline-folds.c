/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"
#include "weft-pipeline-activity.h"
#include "weft-pipeline-hit-test.h"
#include "weft-pipeline-minimap.h"

/* A log of two bursts, far apart: what is drawn of each is the same whether the wait between them is
 * folded or not. */

#define N_OPS 40000 /* of each, two a cycle */
#define FAR_AWAY G_GINT64_CONSTANT (5000000)
#define WIDTH 700
#define HEIGHT 300

static void
add_burst (Builder *builder, gint64 cycle, guint n_ops)
{
  for (guint i = 0; i < n_ops; i++)
    {
      guint32 op = builder_op (builder, cycle + i / 2);
      gint64 at = cycle + i / 2;

      for (guint stage = 0; stage < 5; stage++)
        {
          builder_stage (builder, op, stage, at);
          at += 1 + (i * 7 + stage) % 4;
        }
      builder_end (builder, op, i % 37 == 36, at);
    }
}

static WeftFolds *
choose_folds (const Fixture *fixture)
{
  gint64 first, last;
  g_autoptr (GArray) quiet =
    weft_pipeline_find_quiet (weft_pipeline_rows_get_snapshot (fixture->rows), &first, &last);

  g_assert_cmpint (first, ==, fixture->extent.first_cycle);
  g_assert_cmpint (last, ==, fixture->extent.last_cycle);
  return weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len, first,
                            last);
}

static WeftFolds *
open_log (Fixture *fixture, guint n_ops)
{
  Builder builder;

  builder_init (&builder);
  add_burst (&builder, 10, n_ops);
  add_burst (&builder, FAR_AWAY, n_ops);
  fixture_init (fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  return choose_folds (fixture);
}

/* None while an op is in flight, and up to the tick. */
static void
test_quiet (void)
{
  g_auto (Fixture) fixture = { NULL }, open = { NULL };
  g_autoptr (WeftFolds) folds = open_log (&fixture, 100), none = NULL;
  const WeftCycleRange *fold;
  Builder builder;
  WeftOp op;
  guint n;

  fold = weft_folds_get (folds, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (fold->to, ==, FAR_AWAY);
  for (guint i = 0; i < 100; i++)
    {
      weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (fixture.rows), i, &op);
      g_assert_cmpint (op.end, <=, fold->from);
    }
  builder_init (&builder);
  builder_op (&builder, 5);
  add_burst (&builder, 10, 100);
  add_burst (&builder, FAR_AWAY, 100);
  fixture_init (&open, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  none = choose_folds (&open);
  g_assert_null (none);
}

static void
test_coordinates (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftFolds) folds = open_log (&fixture, 100);
  WeftPipelineViewport viewport = fixture.scene.viewport, zoomed;
  gint64 place, last = fixture.extent.last_cycle;

  viewport.folds = folds;
  viewport = weft_pipeline_viewport_fit_all (viewport, &fixture.extent);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, 10), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&viewport, last), WIDTH, 1e-6);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, 50), >, WIDTH / 5);
  for (double x = 0; x < WIDTH; x += 7.3)
    {
      gint64 cycle = weft_pipeline_viewport_x_to_cycle (&viewport, x, NULL);

      g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, cycle), <=, x + 1e-6);
      g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&viewport, cycle + 1), >,
                         x - viewport.px_per_cycle);
    }
  /* The cycle at the pointer stays there. */
  zoomed = weft_pipeline_viewport_zoom (viewport, &fixture.extent, 600, 10, 3, 1);
  g_assert_cmpint (weft_pipeline_viewport_x_to_cycle (&zoomed, 600, NULL), ==,
                   weft_pipeline_viewport_x_to_cycle (&viewport, 600, NULL));
  /* The picture ends where the log does. */
  zoomed = weft_pipeline_viewport_pan (zoomed, &fixture.extent, 1e9, 0);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&zoomed, last), WIDTH, 1);
  zoomed = weft_pipeline_viewport_fit (viewport, &fixture.extent, 0, 10, FAR_AWAY, FAR_AWAY + 20);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (&zoomed, FAR_AWAY), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&zoomed, FAR_AWAY + 20), WIDTH,
                                  1e-6);
  /* Nothing is folded of cycles since the fetch. */
  zoomed = weft_pipeline_viewport_set_layout (viewport, &fixture.extent, fixture.rows,
                                              WEFT_PIPELINE_STRAIGHTENED);
  g_assert_cmpfloat_with_epsilon (weft_pipeline_viewport_cycle_to_x (&zoomed, 3000),
                                  3000 * zoomed.px_per_cycle, 1e-6);
  g_assert_null (weft_pipeline_viewport_get_axis (&zoomed).folds);
  place = weft_pipeline_minimap_get_cycle (&fixture.extent, folds, 100, 99.999);
  g_assert_cmpint (place, >=, last - 2);
  g_assert_cmpint (weft_pipeline_minimap_get_cycle (&fixture.extent, folds, 100, 0), ==, 10);
}

/* Asserts that the columns up to `last` are the same from a cycle on. */
static void
compare_from (Fixture *fixture, WeftFolds *folds, gint64 cycle, int last)
{
  WeftPipelineViewport *viewport = &fixture->scene.viewport;
  g_autofree guint32 *folded = NULL, *to_scale = NULL;

  viewport->folds = folds;
  viewport->origin_cycle = weft_folds_lay (folds, cycle);
  folded = paint_area (fixture, 0, 0, WIDTH, HEIGHT);
  viewport->folds = NULL;
  viewport->origin_cycle = cycle;
  to_scale = paint_area (fixture, 0, 0, WIDTH, HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    g_assert_cmpmem (folded + y * WIDTH, last * sizeof *folded, to_scale + y * WIDTH,
                     last * sizeof *folded);
}

/* Bursts as cells, op by op, and from the pyramid's sums: behind a fold and before it they are to the pixel
 * what they are to scale. */
static void
test_pictures (void)
{
  static const struct
  {
    double px_per_cycle, px_per_row;
  } sizes[] = { { 24, 22 }, { 3, 1 }, { 0.4, 0.3 }, { 0.03, 0.007 } };
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftFolds) folds = open_log (&fixture, N_OPS);
  gint64 end = weft_folds_get (folds, &(guint){ 0 })->from;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      gboolean near = sizes[i].px_per_row > 0.1;
      WeftPipelineViewport *viewport = &fixture.scene.viewport;
      gint64 before = (gint64) (400 / sizes[i].px_per_cycle);

      viewport->px_per_cycle = sizes[i].px_per_cycle;
      viewport->px_per_row = sizes[i].px_per_row;
      viewport->origin_row = N_OPS + (near ? 200 : 0);
      compare_from (&fixture, folds, FAR_AWAY + (near ? 100 : 0), WIDTH);
      viewport->origin_row = MAX (N_OPS - HEIGHT / sizes[i].px_per_row / 2, 0);
      compare_from (&fixture, folds, end - before, 380);
    }
}

/* The numbers behind a pixel are those of the ops that are drawn there. */
static void
test_measures (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftFolds) folds = open_log (&fixture, N_OPS);
  WeftPipelineViewport *viewport = &fixture.scene.viewport;

  viewport->px_per_cycle = 0.03;
  viewport->px_per_row = 0.007;
  viewport->origin_row = N_OPS;
  for (int x = 5; x < 600; x += 37)
    {
      g_auto (WeftPipelineHit) folded = { .type = WEFT_PIPELINE_HIT_NOTHING };
      g_auto (WeftPipelineHit) to_scale = { .type = WEFT_PIPELINE_HIT_NOTHING };
      int y = (int) (x / 0.03 * 2 * 0.007);

      viewport->folds = folds;
      viewport->origin_cycle = weft_folds_lay (folds, FAR_AWAY);
      weft_pipeline_renderer_hit_test (fixture.renderer, &fixture.scene, x, y, &folded);
      viewport->folds = NULL;
      viewport->origin_cycle = FAR_AWAY;
      weft_pipeline_renderer_hit_test (fixture.renderer, &fixture.scene, x, y, &to_scale);
      g_assert_cmpint (folded.type, ==, to_scale.type);
      g_assert_cmpint (folded.cycle, ==, to_scale.cycle);
      g_assert_cmpint (folded.first_cycle, ==, to_scale.first_cycle);
      if (to_scale.shares == NULL)
        continue;
      g_assert_cmpuint (folded.shares->len, ==, to_scale.shares->len);
      for (guint i = 0; i < folded.shares->len; i++)
        g_assert_cmpfloat_with_epsilon (
          g_array_index (folded.shares, WeftPipelineShare, i).amount,
          g_array_index (to_scale.shares, WeftPipelineShare, i).amount, 1e-3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-folds/quiet", test_quiet);
  g_test_add_func ("/pipeline-folds/coordinates", test_coordinates);
  g_test_add_func ("/pipeline-folds/pictures", test_pictures);
  g_test_add_func ("/pipeline-folds/measures", test_measures);
  return g_test_run ();
}
