/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-dependencies.h"

#include "made-log.h"

static WeftPipelineDependencies *
read_log (MadeLog *log)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 1000);
  g_autoptr (GError) error = NULL;
  WeftPipelineDependencies *dependencies = weft_pipeline_dependencies_new (snapshot, NULL, &error);

  g_assert_no_error (error);
  return dependencies;
}

static void
needs (MadeLog *log, guint32 consumer, gint64 producer_id)
{
  weft_pipeline_writer_add_dependency (log->writer, consumer, producer_id, 0, 1);
}

/* 0 → 2 → 3 → 4, 1 → 3, and 4 → 5 twice; 6 needs nothing that is known. */
static void
fill (MadeLog *log)
{
  for (guint i = 0; i < 7; i++)
    made_log_begin (log, 0, i, "nop");
  needs (log, 2, 0);
  needs (log, 3, 2);
  needs (log, 3, 1);
  needs (log, 4, 3);
  needs (log, 5, 4);
  needs (log, 5, 4);
  needs (log, 6, 99);
}

static char *
describe (WeftPipelineDependencies *dependencies, guint32 op, guint max_steps, gboolean *truncated)
{
  g_autoptr (GArray) steps =
    weft_pipeline_dependencies_trace (dependencies, op, max_steps, truncated);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < steps->len; i++)
    {
      const WeftDependencyStep *step = &g_array_index (steps, WeftDependencyStep, i);

      g_string_append_printf (text, "%s%u>%u:%d", i > 0 ? " " : "", step->producer, step->consumer,
                              step->depth);
    }
  return g_string_free (text, FALSE);
}

static void
check_trace (WeftPipelineDependencies *dependencies, guint32 op, guint max_steps,
             gboolean truncated, const char *expected)
{
  gboolean cut;
  g_autofree char *text = describe (dependencies, op, max_steps, &cut);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (cut, ==, truncated);
}

static void
test_consumers (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  fill (&log);
  {
    g_autoptr (WeftPipelineDependencies) dependencies = read_log (&log);
    const guint32 *consumers;
    guint32 n_ops;

    consumers = weft_pipeline_dependencies_get_consumers (dependencies, 4, &n_ops);
    g_assert_cmpuint (n_ops, ==, 2);
    g_assert_cmpuint (consumers[0], ==, 5);
    g_assert_cmpuint (consumers[1], ==, 5);
    weft_pipeline_dependencies_get_consumers (dependencies, 6, &n_ops);
    g_assert_cmpuint (n_ops, ==, 0);
  }
  made_log_close (&log);
}

static void
test_trace (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  fill (&log);
  {
    g_autoptr (WeftPipelineDependencies) dependencies = read_log (&log);

    check_trace (dependencies, 3, 100, FALSE, "1>3:-1 2>3:-1 0>2:-2 3>4:1 4>5:2 4>5:2");
    check_trace (dependencies, 0, 100, FALSE, "0>2:1 2>3:2 3>4:3 4>5:4 4>5:4");
    check_trace (dependencies, 6, 100, FALSE, "");
    check_trace (dependencies, 3, 2, TRUE, "1>3:-1 2>3:-1 3>4:1 4>5:2");
  }
  made_log_close (&log);
}

/* A log may say that ops need one another: each is followed once. */
static void
test_circle (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 2; i++)
    made_log_begin (&log, 0, i, "nop");
  needs (&log, 0, 1);
  needs (&log, 1, 0);
  needs (&log, 1, 1);
  {
    g_autoptr (WeftPipelineDependencies) dependencies = read_log (&log);

    check_trace (dependencies, 0, 100, FALSE, "1>0:-1 1>1:-2 0>1:-2 0>1:1 1>0:2 1>1:2");
  }
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dependencies/consumers", test_consumers);
  g_test_add_func ("/dependencies/trace", test_trace);
  g_test_add_func ("/dependencies/circle", test_circle);
  return g_test_run ();
}
