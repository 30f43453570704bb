/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"
#include "weft-pipeline-order.h"
#include "weft-pipeline-stage-block.h"

/* Stages of many ops that are read at once are those of each op, and far-out pictures that are summed up from them
 * are the same whatever the log's ticks are. */

#define WIDTH 300
#define HEIGHT 64
#define N_OPS 40000u
#define N_PACKED 120000u /* so many that their stages are packed */
#define N_LONG (WEFT_STAGE_BLOCK_STAGES + 76)

/* --- cells ---------------------------------------------------------------------------------------------- */

static void
check_op (const WeftStageBlock *block, guint i, const WeftPipelineSnapshot *snapshot, gint64 after)
{
  const WeftTable *stages = &snapshot->trace->stages;
  guint32 stage = weft_op_last_stage (snapshot, block->ops[i]);
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, block->ops[i], &op);
  if (op.state != WEFT_OP_OPEN && op.end - op.fetch <= after)
    stage = WEFT_NO_ROW;

  g_assert_cmpint (block->fetch_ticks[i], ==, weft_op_fetch_tick (snapshot, block->ops[i]));
  g_assert_cmpint (block->states[i], ==, weft_op_state (snapshot, block->ops[i]));
  for (guint32 at = block->firsts[i]; at < block->firsts[i + 1]; at++)
    {
      g_assert_cmpuint (stage, !=, WEFT_NO_ROW);
      g_assert_cmpuint (block->cells.starts[at], ==,
                        weft_table_get_u32 (stages, STAGE_START, stage));
      g_assert_cmpuint (block->cells.lengths[at], ==,
                        weft_table_get_u32 (stages, STAGE_LENGTH, stage));
      g_assert_cmpuint (block->cells.kinds[at], ==, weft_table_get_u16 (stages, STAGE_KIND, stage));
      stage = weft_table_get_u32 (stages, STAGE_PREVIOUS, stage);
    }
  g_assert_cmpuint (stage, ==, WEFT_NO_ROW);
}

/* Reads so many ops, each `step` behind the last, from `first` on, of which those that ended `after` their fetch have no
 * stages; returns how many there was room for. */
static guint
check_ops_after (WeftStageBlock *block, const WeftPipelineSnapshot *snapshot, guint32 first,
                 guint32 step, guint n, gint64 after)
{
  block->n_ops = n;
  for (guint i = 0; i < n; i++)
    block->ops[i] = first + i * step;
  weft_stage_block_read (block, snapshot, after);
  for (guint i = 0; i < block->n_ops; i++)
    check_op (block, i, snapshot, after);
  return block->n_ops;
}

static guint
check_ops (WeftStageBlock *block, const WeftPipelineSnapshot *snapshot, guint32 first, guint32 step,
           guint n)
{
  return check_ops_after (block, snapshot, first, step, n, 0);
}

/* Ops of packed and of open chunks, one behind the other and far apart. */
static void
test_cells (void)
{
  g_autoptr (WeftPipelineTrace) trace = make_random_trace (N_PACKED, 1000, 5);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autofree WeftStageBlock *block = g_new (WeftStageBlock, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  weft_sealer_wait (trace->sealer);
  g_assert_nonnull (trace->stages.columns[STAGE_START].packed[0]);
  for (guint i = 0; i < 500; i++)
    {
      guint32 step = (guint32) g_rand_int_range (random, 1, i % 2 == 0 ? 2 : 300);
      guint n = (guint) g_rand_int_range (random, 1, WEFT_STAGE_BLOCK_OPS + 1);
      guint32 first = (guint32) g_rand_int_range (random, 0, (gint32) (N_PACKED - step * n));

      g_assert_cmpuint (check_ops (block, snapshot, first, step, n), ==, n);
      g_assert_cmpuint (
        check_ops_after (block, snapshot, first, step, n, g_rand_int_range (random, 1, 60)), ==, n);
    }
  check_ops (block, snapshot, N_PACKED - WEFT_STAGE_BLOCK_OPS, 1, WEFT_STAGE_BLOCK_OPS);
}

/* An op with more stages than there is room for ends a block, and is none of the next. */
static void
test_room (void)
{
  g_autofree WeftStageBlock *block = g_new (WeftStageBlock, 1);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftPipelineTrace) trace = NULL;
  Builder builder;

  builder_init (&builder);
  for (guint i = 0; i < 4; i++)
    {
      guint32 op = builder_op (&builder, i);

      for (guint stage = 0; stage < (i == 2 ? N_LONG : 3); stage++)
        builder_stage (&builder, op, stage % 8, i + stage);
      builder_end (&builder, op, FALSE, i + 10);
    }
  trace = builder_finish (&builder);
  snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_assert_cmpuint (check_ops (block, snapshot, 0, 1, 4), ==, 2);
  g_assert_cmpuint (check_ops (block, snapshot, 2, 1, 2), ==, 0);
  g_assert_cmpuint (check_ops (block, snapshot, 3, 1, 1), ==, 1);
}

/* --- pictures ------------------------------------------------------------------------------------------- */

/* Ops whose stages take a few cycles, some hundred here and there, some nothing; one has more stages than a block. */
static WeftPipelineTrace *
make_trace (gint64 ticks_per_cycle)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  Builder builder;

  builder_init (&builder);
  for (guint i = 0; i < N_OPS; i++)
    {
      guint32 op = builder_op (&builder, (gint64) (i / 4) * ticks_per_cycle);
      guint n_stages = i == N_OPS / 2 ? N_LONG : 8;
      gint64 at = i / 4;

      for (guint stage = 0; stage < n_stages; stage++)
        {
          builder_stage (&builder, op, stage % 8, at * ticks_per_cycle);
          at += g_rand_int_range (random, 0, i % 100 == 0 ? 120 : 6);
        }
      builder_end (&builder, op, i % 13 == 0, at * ticks_per_cycle);
    }
  weft_pipeline_writer_publish_by_id (builder.writer, builder.last, 0, ticks_per_cycle);
  weft_pipeline_writer_free (builder.writer);
  return builder.trace;
}

static void
zoom (Fixture *fixture, WeftPipelineLayout layout, double px_per_cycle, double px_per_row)
{
  WeftPipelineViewport *viewport = &fixture->scene.viewport;

  viewport->layout = layout;
  viewport->px_per_cycle = px_per_cycle;
  viewport->px_per_row = px_per_row;
  viewport->origin_row = N_OPS / 2 - 300;
  viewport->origin_cycle = layout == WEFT_PIPELINE_TIME ? N_OPS / 8 - 100 : 0;
  viewport->origin_fraction = 0;
}

static void
test_ticks (void)
{
  const WeftPipelineLayout layouts[] = { WEFT_PIPELINE_TIME, WEFT_PIPELINE_STRAIGHTENED };
  const double rows[] = { 1 / 8.0, 1 / 60.0, 1 / 63.0 };
  const double cycles[] = { 2, 0.7, 0.1 };
  g_auto (Fixture) by_cycles = { 0 }, by_ticks = { 0 };
  guint n_painted = 0;

  fixture_init (&by_cycles, make_trace (1), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture_init (&by_ticks, make_trace (500), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (guint i = 0; i < 2 * 3 * 3; i++)
    {
      g_autofree guint32 *a = NULL, *b = NULL;

      zoom (&by_cycles, layouts[i / 9], cycles[i % 3], rows[i / 3 % 3]);
      zoom (&by_ticks, layouts[i / 9], cycles[i % 3], rows[i / 3 % 3]);
      a = paint_area (&by_cycles, 0, 0, WIDTH, HEIGHT);
      b = paint_area (&by_ticks, 0, 0, WIDTH, HEIGHT);
      g_assert_cmpmem (a, WIDTH * HEIGHT * 4, b, WIDTH * HEIGHT * 4);
      for (guint j = 1; j < WIDTH * HEIGHT; j++)
        n_painted += a[j] != a[j - 1];
    }
  g_assert_cmpuint (n_painted, >, 10000);
}

/* Over cycles since the fetch ops that ended before what is painted are left out, and nothing is missed of others. */
static void
test_right (void)
{
  const gint64 ticks[] = { 1, 500 };
  const double rows[] = { 1 / 8.0, 1 / 60.0 };
  const double cycles[] = { 8, 2 };

  for (guint i = 0; i < 2 * 2 * 2; i++)
    {
      g_auto (Fixture) fixture = { 0 };
      g_autofree guint32 *whole = NULL;
      guint n_painted = 0;

      fixture_init (&fixture, make_trace (ticks[i / 4]), WEFT_ROWS_ALL, 4 * WIDTH, HEIGHT);
      zoom (&fixture, WEFT_PIPELINE_STRAIGHTENED, cycles[i % 2], rows[i / 2 % 2]);
      whole = paint_area (&fixture, 0, 0, 4 * WIDTH, HEIGHT);
      for (int x = 0; x < 4 * WIDTH; x += WIDTH)
        {
          g_autofree guint32 *part = paint_area (&fixture, x, 0, WIDTH, HEIGHT);

          for (int y = 0; y < HEIGHT; y++)
            g_assert_cmpmem (part + y * WIDTH, WIDTH * 4, whole + y * 4 * WIDTH + x, WIDTH * 4);
          for (int j = 1; x > 0 && j < WIDTH * HEIGHT; j++)
            n_painted += part[j] != part[j - 1];
        }
      g_assert_cmpuint (n_painted, >, 100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stage-block/cells", test_cells);
  g_test_add_func ("/stage-block/room", test_room);
  g_test_add_func ("/stage-block/ticks", test_ticks);
  g_test_add_func ("/stage-block/right", test_right);
  return g_test_run ();
}
