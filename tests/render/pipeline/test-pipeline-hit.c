/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

#include "weft-pipeline-stage-cells.h"

#define WIDTH 600
#define HEIGHT 400

static void
hit_at (Fixture *fixture, double x, double y, WeftPipelineHit *hit)
{
  weft_pipeline_hit_clear (hit);
  weft_pipeline_renderer_hit_test (fixture->renderer, &fixture->scene, x, y, hit);
}

/* The stage that lies on top in the middle of the cell of stage `index`: a later one of its lane,
 * or one of a lane over it. */
static guint
topmost (const WeftStageBuffer *stages, guint index, const gint64 edges[][2], gboolean split)
{
  gint64 middle = (edges[index][0] + edges[index][1]) / 2;
  guint top = index;

  for (guint i = 0; i < stages->n_stages; i++)
    {
      gboolean over = stages->stages[i].kind == 8;

      if (edges[i][0] > middle || edges[i][1] <= middle
          || (split && over != (stages->stages[index].kind == 8)))
        continue;
      if (over || (stages->stages[top].kind != 8 && i > top))
        top = i;
    }
  return top;
}

/* The middle of every cell that is painted hits its stage. */
static void
check_cells (Fixture *fixture)
{
  const WeftPipelineViewport *viewport = &fixture->scene.viewport;
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (fixture->rows);
  gboolean split = weft_pipeline_row_parts (viewport, fixture->extent.n_lanes) > 1;
  g_auto (WeftStageBuffer) stages = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };
  guint n_hits = 0;

  for (guint32 row = (guint32) viewport->origin_row + 1; row < viewport->origin_row + 60; row++)
    {
      gint64 edges[32][2], y0, y1;
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (fixture->rows, row), &op);
      weft_pipeline_snapshot_get_stages (snapshot, op.op, &stages);
      g_assert_cmpint (stages.n_stages, <, 32);
      for (guint i = 0; i < stages.n_stages; i++)
        {
          gint64 zero = viewport->layout == WEFT_PIPELINE_TIME ? 0 : op.fetch;

          edges[i][0] = weft_pipeline_viewport_cycle_edge (viewport, stages.stages[i].start - zero);
          edges[i][1] = weft_pipeline_viewport_cycle_edge (viewport, stages.stages[i].end - zero);
        }
      for (guint i = 0; i < stages.n_stages; i++)
        {
          gint64 x = (edges[i][0] + edges[i][1]) / 2;
          guint top = topmost (&stages, i, edges, split);

          if (stages.stages[i].start == stages.stages[i].end)
            continue;
          weft_pipeline_cell_rows (viewport, row, split && stages.stages[i].kind == 8 ? 1 : 0,
                                   split ? 2 : 1, &y0, &y1);
          hit_at (fixture, (double) x + 0.5, (double) (y0 + y1) / 2, &hit);
          /* A mark of a stage without length may lie there. */
          if (hit.type == WEFT_PIPELINE_HIT_TICK)
            continue;
          g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_CELL);
          g_assert_cmpuint (hit.row, ==, row);
          g_assert_cmpuint (hit.op, ==, op.op);
          g_assert_cmpuint (hit.stage_index, ==, top);
          n_hits++;
        }
    }
  g_assert_cmpuint (n_hits, >, 150);
}

static void
test_cells (void)
{
  const double sizes[][2] = { { 24, 24 }, { 6, 10 }, { 2, 3 }, { 1.6, 1.6 }, { 300, 200 } };
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (3000, 50, 8), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.arrows = WEFT_ARROWS_OFF;
  fixture.scene.viewport.origin_row = 700.4;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < 4; j++)
      {
        WeftPipelineViewport *viewport = &fixture.scene.viewport;

        viewport->px_per_cycle = sizes[i][0];
        viewport->px_per_row = sizes[i][1];
        viewport->layout = j % 2 == 0 ? WEFT_PIPELINE_TIME : WEFT_PIPELINE_STRAIGHTENED;
        viewport->lanes = j < 2 ? WEFT_LANES_OVERLAID : WEFT_LANES_SPLIT;
        viewport->origin_cycle = 0;
        *viewport = weft_pipeline_viewport_follow (*viewport, &fixture.extent, fixture.rows);
        viewport->origin_row = 700.4;
        check_cells (&fixture);
      }
}

/* A cell is hit from its first pixel to its last, and not by the pixels beside it. */
static void
test_cell_ends (void)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };
  guint32 op;

  builder_init (&builder);
  op = builder_op (&builder, 0);
  builder_stage (&builder, op, 0, 2);
  builder_stage (&builder, op, 5, 4);
  builder_end (&builder, op, FALSE, 7);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  fixture.scene.viewport.arrows = WEFT_ARROWS_OFF;
  for (gint64 x = 0; x < 9 * 40; x++)
    {
      hit_at (&fixture, (double) x + 0.5, 20, &hit);
      if (x < 2 * 40 || x >= 7 * 40)
        g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_ROW);
      else
        {
          g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_CELL);
          g_assert_cmpuint (hit.stage_index, ==, x < 4 * 40 ? 0 : 1);
        }
    }
}

/* Three ops: a tick and a stage text, a store, a dependency. */
static void
init_three (Fixture *fixture)
{
  Builder builder;
  guint32 op;

  builder_init (&builder);
  op = builder_op (&builder, 0);
  builder_stage (&builder, op, 0, 0);
  builder_stage (&builder, op, 5, 2);
  builder_stage (&builder, op, 6, 4);
  builder_stage (&builder, op, 7, 4);
  weft_pipeline_writer_set_produces (builder.writer, op, 3);
  weft_pipeline_writer_set_store (builder.writer, op, 9);
  builder_end (&builder, op, FALSE, 6);
  for (guint i = 1; i < 3; i++)
    {
      op = builder_op (&builder, i);
      builder_stage (&builder, op, 0, i);
      builder_stage (&builder, op, 5, i + 4);
      weft_pipeline_writer_set_consumes (builder.writer, op, i + 4);
      builder_end (&builder, op, i == 1, i + 8);
    }
  weft_pipeline_writer_add_dependency (builder.writer, 2, 0, 7, 6);
  fixture_init (fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture->scene.viewport.px_per_cycle = fixture->scene.viewport.px_per_row = 40;
}

static void
test_things (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };

  init_three (&fixture);
  fixture.scene.viewport.arrows = WEFT_ARROWS_STRAIGHT;
  hit_at (&fixture, 4 * 40, 20, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_TICK);
  g_assert_cmpint (hit.stage.kind, ==, 6);
  hit_at (&fixture, 9 * 40, 20, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_STORE);
  hit_at (&fixture, 12 * 40, 20, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_ROW);
  g_assert_cmpint (hit.cycle, ==, 12);
  hit_at (&fixture, 12 * 40, 130, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_NOTHING);
  /* From (3 ¾, ½) to (6 ¼, 2 ½): its middle. */
  hit_at (&fixture, 5 * 40, 1.5 * 40, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_ARROW);
  g_assert_cmpuint (hit.producer, ==, 0);
  g_assert_cmpuint (hit.consumer, ==, 2);
  g_assert_cmpint (hit.dependency_type, ==, 7);
  fixture.scene.viewport.arrows = WEFT_ARROWS_OFF;
  hit_at (&fixture, 5 * 40, 1.5 * 40, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_CELL);
}

static void
test_labels (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };

  init_three (&fixture);
  hit_at (&fixture, 12 * 40, 50, &hit);
  g_assert_cmpuint (hit.op, ==, 1);
  g_assert_cmpuint (hit.row, ==, 1);
  hit_at (&fixture, 12 * 40, 130, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_NOTHING);
}

static void
expect_description (Fixture *fixture, double x, double y, const char *const *parts)
{
  g_auto (WeftPipelineHit) hit = { 0 };
  g_autofree char *text = NULL;

  hit_at (fixture, x, y, &hit);
  text = weft_pipeline_renderer_describe (fixture->renderer, &fixture->scene, &hit);
  for (guint i = 0; parts[i] != NULL; i++)
    if (text == NULL || strstr (text, parts[i]) == NULL)
      g_error ("“%s” is not in “%s”", parts[i], text);
}

static void
test_descriptions (void)
{
  g_auto (Fixture) fixture = { 0 };

  init_three (&fixture);
  fixture.scene.viewport.arrows = WEFT_ARROWS_STRAIGHT;
  expect_description (&fixture, 60, 20,
                      (const char *const[]){ "[1, 0] F[2]", "line 1", "retired 6", NULL });
  expect_description (&fixture, 4 * 40, 20, (const char *const[]){ "[4, 0] Wb[0]", NULL });
  expect_description (&fixture, 500, 60,
                      (const char *const[]){ "id 1", "flushed 9", "latency 8", NULL });
  expect_description (&fixture, 5 * 40, 60,
                      (const char *const[]){ "0 → 2", "type 7", "produced 3", "consumed 6", NULL });
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 0.25;
  expect_description (&fixture, 0.5, 0.5,
                      (const char *const[]){ "rows 0–2", "33.3 % of them flushed", "F  ", NULL });
  expect_description (&fixture, 30, 0.5,
                      (const char *const[]){ "rows 0–2", "none of them in the pipeline", NULL });
  /* A row of its own tells of its op, however many cycles a pixel is. */
  fixture.scene.viewport.px_per_row = 3;
  expect_description (&fixture, 0.5, 4, (const char *const[]){ "id 1", "latency 8", NULL });
}

static void
test_aggregate (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };

  fixture_init (&fixture, make_random_trace (30000, 0, 3), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.layout = WEFT_PIPELINE_STRAIGHTENED;
  fixture.scene.viewport.px_per_row = 1 / 300.0;
  fixture.scene.viewport.origin_cycle = 0;
  hit_at (&fixture, 3, 50.5, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_AGGREGATE);
  g_assert_cmpuint (hit.last_row - hit.first_row, ==, hit.n_ops);
  g_assert_cmpuint (hit.first_row, <=, 50 * 300 + 64);
  g_assert_cmpuint (hit.last_row, >=, 51 * 300 - 64);
  g_assert_cmpuint (hit.first_row % 64, ==, 0);
  g_assert_cmpint (hit.first_cycle, ==, 0);
  g_assert_cmpint (hit.last_cycle, ==, 1);
  hit_at (&fixture, 3, 399, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_NOTHING);
}

/* An arrow across more rows than any window has, and one from a later row, are marks before their
 * consumers, which know where they come from. */
static void
test_far_arrows (void)
{
  const guint32 n_ops = WEFT_ARROW_REACH + 20, last = n_ops - 1;
  g_auto (Fixture) fixture = { 0 };
  g_auto (WeftPipelineHit) hit = { 0 };
  Builder builder;
  double x, y;

  builder_init (&builder);
  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 op = builder_op (&builder, i);

      builder_stage (&builder, op, 5, i);
      weft_pipeline_writer_set_consumes (builder.writer, op, i);
      weft_pipeline_writer_set_produces (builder.writer, op, i + 1);
      builder_end (&builder, op, FALSE, i + 3);
    }
  weft_pipeline_writer_add_dependency (builder.writer, last, 3, 0, last);
  weft_pipeline_writer_add_dependency (builder.writer, last - 5, last - 2, 0, last);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 24;
  fixture.scene.viewport = weft_pipeline_viewport_pan (fixture.scene.viewport, &fixture.extent,
                                                       24.0 * (last - 12), 24.0 * (last - 12));
  for (guint i = 0; i < 2; i++)
    {
      guint32 consumer = i == 0 ? last : last - 5;

      x = weft_pipeline_viewport_cycle_to_x (&fixture.scene.viewport, consumer);
      y = weft_pipeline_viewport_row_to_y (&fixture.scene.viewport, consumer) + 12;
      hit_at (&fixture, x - 30, y, &hit);
      g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_ARROW);
      g_assert_true (hit.is_far);
      g_assert_cmpuint (hit.consumer, ==, consumer);
      g_assert_cmpuint (hit.producer, ==, i == 0 ? 3 : last - 2);
      weft_pipeline_hit_clear (&hit);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-hit/cells", test_cells);
  g_test_add_func ("/pipeline-hit/cell-ends", test_cell_ends);
  g_test_add_func ("/pipeline-hit/things", test_things);
  g_test_add_func ("/pipeline-hit/labels", test_labels);
  g_test_add_func ("/pipeline-hit/descriptions", test_descriptions);
  g_test_add_func ("/pipeline-hit/aggregate", test_aggregate);
  g_test_add_func ("/pipeline-hit/far-arrows", test_far_arrows);
  return g_test_run ();
}
