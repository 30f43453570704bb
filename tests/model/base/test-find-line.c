/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-writer.h"

#include "made-log.h"

static void
test_empty (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 0);

    g_assert_cmpuint (weft_pipeline_snapshot_find_line (snapshot, 1), ==, WEFT_NO_ROW);
  }
  made_log_close (&log);
}

/* Ops begin in lines 10, 20, 30, …. */
static void
test_nearest (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 1000);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 600);

    g_assert_cmpuint (weft_pipeline_snapshot_find_line (snapshot, G_MININT64), ==, 0);
    g_assert_cmpuint (weft_pipeline_snapshot_find_line (snapshot, 0), ==, 0);
    g_assert_cmpuint (weft_pipeline_snapshot_find_line (snapshot, G_MAXINT64), ==, 999);
    for (gint64 line = 10; line < 10010; line++)
      g_assert_cmpuint (weft_pipeline_snapshot_find_line (snapshot, line), ==, line / 10 - 1);
  }
  made_log_close (&log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find-line/empty", test_empty);
  g_test_add_func ("/find-line/nearest", test_nearest);
  return g_test_run ();
}
