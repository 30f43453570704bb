/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

/* Far out, pixels show shares: they are compared with counts of the same ops one by one. */

#define WIDTH 300
#define HEIGHT 48
#define N_OPS 60000
#define N_PIXELS 60
#define TOLERANCE 0.1

static guint n_compared, n_beyond;

static gint64
cycle_of (const Fixture *fixture, gint64 cycle, gint64 fetch)
{
  return fixture->scene.viewport.layout == WEFT_PIPELINE_TIME ? cycle : cycle - fetch;
}

/* Op-cycles by kind in the rows and between two places, in cycles from the viewport's origin. */
static void
count (const Fixture *fixture, guint32 first, guint32 last, double from, double to,
       double amounts[9], double flushed[9])
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (fixture->rows);
  const WeftPipelineViewport *viewport = &fixture->scene.viewport;
  g_auto (WeftStageBuffer) stages = { 0 };

  for (guint32 row = first; row < last; row++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (fixture->rows, row), &op);
      weft_pipeline_snapshot_get_stages (snapshot, op.op, &stages);
      for (guint i = 0; i < stages.n_stages; i++)
        {
          const WeftStage *stage = &stages.stages[i];
          double start =
            (double) (cycle_of (fixture, stage->start, op.fetch) - viewport->origin_cycle)
            - viewport->origin_fraction;
          double end = (double) (cycle_of (fixture, stage->end, op.fetch) - viewport->origin_cycle)
                       - viewport->origin_fraction;
          double amount = MAX (MIN (end, to) - MAX (start, from), 0);

          amounts[stage->kind] += amount;
          if (op.state == WEFT_OP_FLUSHED)
            flushed[stage->kind] += amount;
        }
    }
}

/* The cycles that a pixel stands for: those within it, or where cycles are pixels wide the one that
 * its middle is in. */
static void
get_span (const WeftPipelineViewport *viewport, gint64 x, double *from, double *to)
{
  *from = (double) x / viewport->px_per_cycle;
  *to = (double) (x + 1) / viewport->px_per_cycle;
  if (!weft_pipeline_viewport_shows_cycles (viewport))
    return;
  *from = floor ((double) (x + 0.5) / viewport->px_per_cycle + viewport->origin_fraction)
          - viewport->origin_fraction;
  *to = *from + 1;
}

/* Profiles bound what they leave out per span, so that here and there an edge may be off by a
 * little more; it must stay rare. */
static void
expect_close (double counted, double shown, double all)
{
  double error = fabs (counted - shown) / all;

  g_assert_cmpfloat (error, <, 2 * TOLERANCE);
  n_compared++;
  n_beyond += error > TOLERANCE;
}

static void
compare_shares (const WeftPipelineHit *hit, const double amounts[9], const double flushed[9])
{
  double shown[9] = { 0 }, shown_flushed[9] = { 0 }, all = 0, all_shown = 0, sum = 0;

  for (guint i = 0; i < hit->shares->len; i++)
    {
      const WeftPipelineShare *share = &g_array_index (hit->shares, WeftPipelineShare, i);

      g_assert_cmpint (share->kind, <, 9);
      shown[share->kind] = share->amount;
      shown_flushed[share->kind] = share->flushed;
    }
  for (guint kind = 0; kind < 9; kind++)
    all += amounts[kind];
  /* Of all that the pixel could hold, or does where two lanes are full. */
  all = MAX (all, hit->capacity);
  for (guint kind = 0; kind < 9; kind++)
    {
      all_shown += shown[kind];
      sum += amounts[kind];
      expect_close (amounts[kind], shown[kind], all);
      expect_close (flushed[kind], shown_flushed[kind], all);
    }
  expect_close (sum, all_shown, all);
}

static guint
difference (guint32 a, guint32 b)
{
  guint most = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    most = MAX (most, (guint) ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)));
  return most;
}

static guint32
over (guint32 pixel, guint32 below)
{
  guint32 result = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    result |= ((pixel >> shift & 255) + (below >> shift & 255) * (255 - (pixel >> 24)) / 255)
              << shift;
  return result;
}

/* A pixel that shows these shares, as the sums make it. */
static WeftColor
shade_shares (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
              const WeftPipelineHit *hit)
{
  WeftPipelineShade shade;
  double sums[WEFT_N_SUMS] = { 0 };
  gint32 rounded[WEFT_N_SUMS];
  const double one = 65536;

  for (guint i = 0; i < hit->shares->len; i++)
    {
      const WeftPipelineShare *share = &g_array_index (hit->shares, WeftPipelineShare, i);
      const WeftKindLook *look = weft_pipeline_colors_get (&self->colors, share->kind, 0);

      for (guint j = 0; j < WEFT_N_SUMS; j++)
        sums[j] += (look->live.term[j] * (share->amount - share->flushed)
                    + look->flushed.term[j] * share->flushed)
                   / hit->capacity;
    }
  for (guint j = 0; j < WEFT_N_SUMS; j++)
    rounded[j] = (gint32) (sums[j] * one);
  weft_pipeline_shade_init (&shade, scene->style);
  weft_pipeline_shade_set_full (&shade, one * WEFT_SUM_ONE);
  return weft_pipeline_shade_pixel (&shade, rounded).plain;
}

/* The painted colour is that of the measured share. Stripes and lines of the grid are left out, and
 * shares below the precision of edges. */
static void
compare_pixel (Fixture *fixture, gint64 x, gint64 y, const WeftPipelineHit *hit)
{
  g_autofree guint32 *pixel = paint_area (fixture, x, y, 1, 1);
  guint32 canvas = weft_style_color (fixture->style, WEFT_COLOR_CANVAS);
  guint32 grid = weft_style_color (fixture->style, WEFT_COLOR_GRID_MINOR);
  guint32 color = shade_shares (fixture->renderer, &fixture->scene, hit);

  double present = 0;

  for (guint i = 0; i < hit->shares->len; i++)
    {
      const WeftPipelineShare *share = &g_array_index (hit->shares, WeftPipelineShare, i);

      present += share->amount / hit->capacity;
      if (share->kind == 8)
        return;
    }
  if (present < 0.03)
    return;
  if (difference (*pixel, over (color, canvas)) > 12
      && difference (*pixel, over (color, grid)) > 12)
    g_error ("pixel %d, %d is %08x, not %08x", (int) x, (int) y, *pixel, over (color, canvas));
}

/* Picks a pixel where something is. */
static void
pick_pixel (Fixture *fixture, GRand *rand, gint64 *x, gint64 *y)
{
  const WeftPipelineViewport *viewport = &fixture->scene.viewport;
  gint64 first, last, cycle;
  WeftOp op;

  do
    {
      *y = g_rand_int_range (rand, 0, HEIGHT);
      weft_pipeline_viewport_pixel_rows (viewport, *y, &first, &last);
    }
  while (first >= fixture->extent.n_rows);
  first = CLAMP (first, 0, fixture->extent.n_rows - 1);
  last = CLAMP (last, first + 1, fixture->extent.n_rows);
  weft_pipeline_snapshot_get_op (
    weft_pipeline_rows_get_snapshot (fixture->rows),
    weft_pipeline_rows_get_op (fixture->rows,
                               (guint32) g_rand_int_range (rand, (gint32) first, (gint32) last)),
    &op);
  cycle = op.fetch + g_rand_int_range (rand, 0, (gint32) MAX (op.end - op.fetch, 1));
  *x = weft_pipeline_viewport_cycle_edge (viewport, cycle_of (fixture, cycle, op.fetch));
}

static void
check_zoom (Fixture *fixture, WeftPipelineLayout layout, double px_per_cycle, double px_per_row,
            GRand *rand)
{
  WeftPipelineViewport *viewport = &fixture->scene.viewport;

  viewport->layout = layout;
  viewport->px_per_cycle = px_per_cycle;
  viewport->px_per_row = px_per_row;
  viewport->origin_row = g_rand_double_range (rand, 0, fixture->extent.n_rows * 0.6);
  viewport->origin_fraction = g_rand_double (rand);
  viewport->origin_cycle = layout == WEFT_PIPELINE_TIME ? fixture->extent.first_cycle + 977 : 0;
  for (guint i = 0; i < N_PIXELS; i++)
    {
      double from, to, amounts[9] = { 0 }, flushed[9] = { 0 };
      g_auto (WeftPipelineHit) hit = { 0 };
      gint64 x, y;

      pick_pixel (fixture, rand, &x, &y);
      weft_pipeline_renderer_hit_test (fixture->renderer, &fixture->scene, (double) x + 0.5,
                                       (double) y + 0.5, &hit);
      g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_AGGREGATE);
      get_span (viewport, x, &from, &to);
      count (fixture, hit.first_row, hit.last_row, from, to, amounts, flushed);
      compare_shares (&hit, amounts, flushed);
      compare_pixel (fixture, x, y, &hit);
    }
}

static void
check_zooms (WeftPipelineLayout layout, WeftRowsFilter filter)
{
  const double rows[] = { 1.2,       0.7,       0.125,     1 / 63.0,  1 / 65.0,
                          1 / 127.0, 1 / 200.0, 1 / 513.0, 1 / 1100.0 };
  const double cycles[] = { 12, 2, 1.4, 0.7, 0.1, 0.01 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (N_OPS, 1000, 3), filter, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (cycles); j++)
      {
        g_test_message ("%g pixels a row, %g a cycle", rows[i], cycles[j]);
        check_zoom (&fixture, layout, cycles[j], rows[i], rand);
      }
  g_test_message ("%u of %u beyond", n_beyond, n_compared);
  g_assert_cmpuint (n_beyond * 1000, <, n_compared);
}

static void
test_time (void)
{
  check_zooms (WEFT_PIPELINE_TIME, WEFT_ROWS_ALL);
}

static void
test_straightened (void)
{
  check_zooms (WEFT_PIPELINE_STRAIGHTENED, WEFT_ROWS_ALL);
}

static void
test_hide_flushed (void)
{
  check_zooms (WEFT_PIPELINE_TIME, WEFT_ROWS_HIDE_FLUSHED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-shares/time", test_time);
  g_test_add_func ("/pipeline-shares/straightened", test_straightened);
  g_test_add_func ("/pipeline-shares/hide-flushed", test_hide_flushed);
  return g_test_run ();
}
