/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-view.h"

#include "log-stage.h"

/* A click selects the thing under the pointer in the picture of a pipeline, from near and far, and a drag brushes a range. */

#define N_OPS 600

typedef struct
{
  Stage stage;
  WeftCanvas *canvas;
} View;

static void
view_open (View *self)
{
  GtkWidget *view;

  stage_open (&self->stage);
  made_log_fill (&self->stage.log, N_OPS);
  for (guint32 op = 3; op < N_OPS; op += 3)
    weft_pipeline_writer_add_dependency (self->stage.log.writer, op, op % 2 == 0 ? op - 3 : 0, 0,
                                         op / 2 + 3);
  stage_publish (&self->stage, 400);
  view = weft_pipeline_view_new (self->stage.state);
  self->canvas = WEFT_CANVAS (weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (view)));
  stage_show (&self->stage, view);
  wait_settled ();
}

static void
look (View *self, double px)
{
  WeftPipelineViewport viewport = *weft_pipeline_state_get_viewport (self->stage.state);

  viewport.px_per_cycle = viewport.px_per_row = px;
  viewport.origin_row = 0;
  viewport.origin_cycle = 0;
  weft_pipeline_state_set_viewport (self->stage.state, viewport);
}

static void
check_selected (const WeftPipelineSelection *selection, const WeftPipelineHit *hit)
{
  switch (hit->type)
    {
    case WEFT_PIPELINE_HIT_CELL:
    case WEFT_PIPELINE_HIT_TICK:
      g_assert_cmpuint (selection->op, ==, hit->op);
      g_assert_cmpuint (selection->stage, ==, hit->stage_index);
      break;
    case WEFT_PIPELINE_HIT_ROW:
    case WEFT_PIPELINE_HIT_STORE:
      g_assert_cmpuint (selection->op, ==, hit->op);
      g_assert_cmpuint (selection->stage, ==, WEFT_NO_STAGE);
      break;
    case WEFT_PIPELINE_HIT_ARROW:
      g_assert_cmpuint (selection->op, ==, hit->is_far ? hit->producer : hit->consumer);
      break;
    case WEFT_PIPELINE_HIT_AGGREGATE:
      if (hit->n_ops > 1)
        {
          g_assert_true (selection->has_rows);
          g_assert_cmpuint (selection->first_row, ==, hit->first_row);
          g_assert_cmpuint (selection->last_row, ==, hit->last_row);
        }
      else
        g_assert_cmpuint (selection->op, ==, hit->op);
      break;
    case WEFT_PIPELINE_HIT_NOTHING:
      g_assert_cmpuint (selection->op, ==, WEFT_NO_ROW);
      break;
    }
}

/* At every size each kind of thing that is hit is what is selected then. */
static void
test_selects (void)
{
  static const double sizes[] = { 24, 6, 1, 0.2 };
  guint n_hit[WEFT_PIPELINE_HIT_STORE + 16] = { 0 };
  View view;

  view_open (&view);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (double y = 3; y < 300; y += 7)
      for (double x = 3; x < 600; x += 17)
        {
          g_auto (WeftPipelineHit) hit = { .type = WEFT_PIPELINE_HIT_NOTHING };

          look (&view, sizes[i]);
          weft_pipeline_state_hit_test (view.stage.state, x, y, &hit);
          WEFT_CANVAS_GET_CLASS (view.canvas)->input.click (view.canvas, 1, x, y);
          check_selected (weft_pipeline_state_get_selection (view.stage.state), &hit);
          n_hit[hit.type]++;
        }
  g_assert_cmpuint (n_hit[WEFT_PIPELINE_HIT_NOTHING], >, 0);
  g_assert_cmpuint (n_hit[WEFT_PIPELINE_HIT_CELL], >, 0);
  g_assert_cmpuint (n_hit[WEFT_PIPELINE_HIT_ARROW], >, 0);
  g_assert_cmpuint (n_hit[WEFT_PIPELINE_HIT_AGGREGATE], >, 0);
  stage_close (&view.stage);
}

/* A double click brings what is too small to be told apart closer. */
static void
test_comes_closer (void)
{
  View view;
  double x, y = 3;

  view_open (&view);
  look (&view, 0.2);
  for (x = 3; x < 600; x += 3)
    {
      g_auto (WeftPipelineHit) hit = { .type = WEFT_PIPELINE_HIT_NOTHING };

      weft_pipeline_state_hit_test (view.stage.state, x, y, &hit);
      if (hit.type == WEFT_PIPELINE_HIT_AGGREGATE && hit.n_ops > 1)
        break;
    }
  g_assert_cmpfloat (x, <, 600);
  WEFT_CANVAS_GET_CLASS (view.canvas)->input.click (view.canvas, 2, x, y);
  g_assert_cmpfloat (weft_pipeline_state_get_target (view.stage.state)->px_per_row, >, 0.2);
  stage_close (&view.stage);
}

/* A drag sideways brushes cycles, one up or down rows, whichever way it goes. */
static void
test_brushes (void)
{
  const WeftPipelineSelection *selection;
  View view;

  view_open (&view);
  look (&view, 10);
  selection = weft_pipeline_state_get_selection (view.stage.state);
  WEFT_CANVAS_GET_CLASS (view.canvas)->input.brush (view.canvas, 105, 105, -52, 20);
  g_assert_true (selection->has_cycles && !selection->has_rows);
  g_assert_cmpint (selection->first_cycle, ==, 5);
  g_assert_cmpint (selection->last_cycle, ==, 11);
  WEFT_CANVAS_GET_CLASS (view.canvas)->input.brush (view.canvas, 105, 105, 20, -52);
  g_assert_true (selection->has_rows && !selection->has_cycles);
  g_assert_cmpuint (selection->first_row, ==, 5);
  g_assert_cmpuint (selection->last_row, ==, 11);
  stage_close (&view.stage);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-clicks/selects", test_selects);
  g_test_add_func ("/pipeline-clicks/comes-closer", test_comes_closer);
  g_test_add_func ("/pipeline-clicks/brushes", test_brushes);
  return g_test_run ();
}
