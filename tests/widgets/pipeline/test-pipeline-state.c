/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-filterable.h"
#include "weft-pipeline-state.h"

#include "log-stage.h"

#include <string.h>

static void
add_stage (WeftPipelineWriter *writer, guint32 op, const char *name, gint64 from, gint64 to)
{
  WeftKind kind = weft_pipeline_writer_intern_kind (writer, "0", 1, name, strlen (name));

  g_assert_true (weft_pipeline_writer_start_stage (writer, op, kind, from));
  g_assert_true (weft_pipeline_writer_end_stage (writer, op, kind, to));
}

/* Op 1 waits in Sc for op 0: nine cycles, eight more than op 0 is in Sc. */
static void
write_ops (WeftPipelineWriter *writer)
{
  for (guint32 i = 0; i < 2; i++)
    {
      guint32 op = weft_pipeline_writer_begin_op (writer, i, i, 0, 1, i);
      gint64 ready = i == 0 ? 2 : 11;

      add_stage (writer, op, "F", i, i + 1);
      add_stage (writer, op, "Sc", i + 1, ready);
      add_stage (writer, op, "X", ready, ready + 9);
      weft_pipeline_writer_end_op (writer, op, WEFT_OP_RETIRED, i, ready + 9);
    }
  weft_pipeline_writer_add_dependency (writer, 1, 0, 0, 11);
}

static gboolean
has_rows (gpointer data)
{
  Stage *stage = data;

  return weft_pipeline_state_get_extent (stage->state)->n_rows
         == GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (stage->state), "expected"));
}

static void
wait_for_rows (Stage *stage, guint n_rows)
{
  g_object_set_data (G_OBJECT (stage->state), "expected", GUINT_TO_POINTER (n_rows));
  wait_until (has_rows, stage);
}

/* People's word on the stages goes for the filter that there is. */
static void
test_filter_follows_assumptions (void)
{
  Stage stage;

  stage_open (&stage);
  write_ops (stage.log.writer);
  stage_publish (&stage, 20);
  g_assert_true (
    weft_filterable_set_filter (WEFT_FILTERABLE (stage.state), "stall >= 9", NULL, NULL));
  wait_for_rows (&stage, 1);
  g_object_set (stage.state, "phases", "Sc=execute", NULL);
  wait_for_rows (&stage, 0);
  g_object_set (stage.state, "phases", NULL, NULL);
  wait_for_rows (&stage, 1);
  stage_close (&stage);
}

#define N_ROWS 100

static double
measure_rows (const Stage *stage)
{
  return N_ROWS * weft_pipeline_state_get_viewport (stage->state)->px_per_row;
}

/* Where rows follow the time, all of it are in sight, as high as the view may become; but not once somebody has made them
 * other ones. */
static void
test_rows_follow_size (void)
{
  WeftPipelineViewport viewport;
  Stage stage;

  stage_open (&stage);
  for (guint i = 0; i < N_ROWS; i++)
    {
      guint32 op = weft_pipeline_writer_begin_op (stage.log.writer, i, i, 0, 1, i);

      add_stage (stage.log.writer, op, "F", i, i + 3);
      weft_pipeline_writer_end_op (stage.log.writer, op, WEFT_OP_RETIRED, i, i + 3);
    }
  stage_publish (&stage, N_ROWS + 3);
  wait_for_rows (&stage, N_ROWS);
  weft_view_state_follow_time (WEFT_VIEW_STATE (stage.state));
  weft_pipeline_state_resize (stage.state, 400, 523);
  weft_time_axis_show_all (weft_view_state_get_axis (WEFT_VIEW_STATE (stage.state)));
  g_assert_cmpfloat_with_epsilon (measure_rows (&stage), 523, 0.5);
  weft_pipeline_state_resize (stage.state, 400, 445);
  g_assert_cmpfloat_with_epsilon (measure_rows (&stage), 445, 0.5);
  weft_pipeline_state_resize (stage.state, 400, 600);
  g_assert_cmpfloat_with_epsilon (measure_rows (&stage), 600, 0.5);

  viewport = *weft_pipeline_state_get_viewport (stage.state);
  viewport.px_per_row = 9;
  weft_pipeline_state_set_viewport (stage.state, viewport);
  weft_pipeline_state_resize (stage.state, 400, 445);
  g_assert_cmpfloat_with_epsilon (measure_rows (&stage), 900, 0.5);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-state/filter-follows-assumptions", test_filter_follows_assumptions);
  g_test_add_func ("/pipeline-state/rows-follow-size", test_rows_follow_size);
  return g_test_run ();
}
