/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-marks.h"

#include "log-stage.h"

/* A state without a picture of its own on the screen, but as large as if it had one. */
static WeftMarks *
open_marks (Stage *stage)
{
  stage_open (stage);
  made_log_fill (&stage->log, 2000);
  stage_publish (stage, 1100);
  weft_pipeline_state_resize (stage->state, 800, 400);
  g_assert_true (weft_view_state_is_open (WEFT_VIEW_STATE (stage->state)));
  return weft_marks_get (WEFT_VIEW_STATE (stage->state));
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_cursors (void)
{
  Stage stage;
  WeftMarks *marks = open_marks (&stage);
  g_autofree char *none = weft_marks_describe (marks), *some = NULL;
  guint n = 0;

  g_signal_connect_swapped (marks, "changed", G_CALLBACK (count), &n);
  g_assert_cmpstr (none, ==, "");
  weft_marks_toggle_cursor (marks, 500);
  weft_marks_toggle_cursor (marks, 100);
  weft_marks_toggle_cursor (marks, 130);
  some = weft_marks_describe (marks);
  g_assert_cmpstr (some, ==, "Δ 30 cycles · 370 cycles");
  weft_marks_toggle_cursor (marks, 130);
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
  g_assert_cmpint (weft_marks_get_mark (marks, 0)->time, ==, 100);
  g_assert_cmpuint (n, ==, 4);

  /* There is an end to them; bookmarks are none of them. */
  weft_marks_add_bookmark (marks, 50, "here");
  for (gint64 i = 0; i < 20; i++)
    weft_marks_toggle_cursor (marks, 200 + i);
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 1 + WEFT_MAX_CURSORS);
  weft_marks_clear_cursors (marks);
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
  g_assert_cmpstr (weft_marks_get_mark (marks, 0)->name, ==, "here");
  stage_close (&stage);
}

/* A bookmark leads back to the place and the zoom that it was set at. */
static void
test_bookmarks (void)
{
  Stage stage;
  WeftMarks *marks = open_marks (&stage);
  WeftPipelineViewport before = *weft_pipeline_state_get_viewport (stage.state);
  const WeftPipelineViewport *now;

  weft_marks_add_bookmark (marks, 5, "first");
  weft_pipeline_state_fit_all (stage.state);
  weft_marks_add_bookmark (marks, 600, "");
  g_assert_cmpstr (weft_marks_get_mark (marks, 1)->name, ==, "@ 600 cycles");
  weft_marks_rename (marks, 1, "all");
  weft_marks_rename (marks, 1, "");
  g_assert_cmpstr (weft_marks_get_mark (marks, 1)->name, ==, "all");

  weft_marks_show (marks, 0);
  now = weft_pipeline_state_get_target (stage.state);
  g_assert_cmpfloat (now->origin_row, ==, before.origin_row);
  g_assert_cmpfloat_with_epsilon (now->px_per_row, before.px_per_row, 1e-6);
  g_assert_true (weft_view_state_can_go_back (WEFT_VIEW_STATE (stage.state)));
  weft_marks_remove (marks, 0);
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
  stage_close (&stage);
}

static void
test_steps (void)
{
  Stage stage;
  WeftMarks *marks = open_marks (&stage);

  g_assert_false (weft_marks_step (marks, 1));
  weft_marks_toggle_cursor (marks, 10);
  g_assert_false (weft_marks_step (marks, 1));
  weft_marks_add_bookmark (marks, 100000, "far");
  g_assert_true (weft_marks_step (marks, 1));
  g_assert_true (weft_marks_step (marks, -1));
  stage_close (&stage);
}

static void
test_file (void)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  Stage stage;
  WeftMarks *marks = open_marks (&stage);

  weft_marks_add_bookmark (marks, -7, "odd “name” = [1]\n");
  weft_marks_toggle_cursor (marks, G_MAXINT64);
  weft_marks_write_key_file (marks, file, "Marks");
  weft_marks_clear_cursors (marks);
  weft_marks_remove (marks, 0);
  g_key_file_set_string (file, "Marks", "broken", "(no, variant");
  g_key_file_set_string (file, "Marks", "other", "(int64 1, @ms 'nameless place', @mv nothing)");
  weft_marks_read_key_file (marks, file, "Marks");
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
  g_assert_cmpint (weft_marks_get_mark (marks, 0)->time, ==, -7);
  g_assert_cmpstr (weft_marks_get_mark (marks, 0)->name, ==, "odd “name” = [1]\n");
  g_assert_nonnull (weft_marks_get_mark (marks, 0)->place);
  g_assert_cmpint (weft_marks_get_mark (marks, 1)->time, ==, G_MAXINT64);
  weft_marks_show (marks, 0);
  stage_close (&stage);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  g_test_add_func ("/marks/cursors", test_cursors);
  g_test_add_func ("/marks/bookmarks", test_bookmarks);
  g_test_add_func ("/marks/steps", test_steps);
  g_test_add_func ("/marks/file", test_file);
  return g_test_run ();
}
