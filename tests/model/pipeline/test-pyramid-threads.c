/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows.h"

#include "made-log.h"
#include "same-rows.h"

/* Blocks that several threads make at once are those that one makes, some after each update. */
static void
test_same (void)
{
  const guint32 n_each = 4000, n_updates = 10;
  MadeLog log;
  g_autoptr (WeftPipelineRows) growing = NULL, fresh = NULL;

  made_log_open (&log, NULL);
  growing = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_straighten (growing);
  for (guint32 i = 0; i < n_updates; i++)
    {
      made_log_fill (&log, n_each);
      weft_pipeline_snapshot_unref (made_log_publish (&log, n_each * n_updates));
      weft_pipeline_rows_update (growing);
    }
  fresh = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_straighten (fresh);
  weft_pipeline_rows_update (fresh);
  g_assert_cmpuint (weft_pipeline_rows_get_n_rows (fresh), ==, n_each * n_updates);
  assert_same_rows (growing, fresh);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pyramid-threads/same", test_same);
  return g_test_run ();
}
