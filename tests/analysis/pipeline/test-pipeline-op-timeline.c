/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-timeline.h"

#include "made-log.h"

#define LIFE 40

/* A stage of the pipeline (lane 0) or another one, by what stands at random in it. */
typedef struct
{
  gboolean other;
  guint name;
  gint64 start;
  gint64 end;
} Made;

static const char *const names[] = { "A", "B", "C", "D" };

/* The stage that the op is in in a cycle: begun last, then last in the file; NULL: none. */
static const Made *
find_within (const Made *stages, guint n_stages, gboolean other, gint64 cycle)
{
  const Made *found = NULL;

  for (guint i = 0; i < n_stages; i++)
    if (stages[i].other == other && stages[i].start <= cycle && stages[i].end > cycle
        && (found == NULL || stages[i].start >= found->start))
      found = &stages[i];
  return found;
}

static void
check_kind (MadeLog *log, gboolean has_kind, WeftKind kind, const Made *expected)
{
  WeftKindInfo info;

  g_assert_cmpint (has_kind, ==, expected != NULL);
  if (!has_kind)
    return;
  weft_pipeline_trace_get_kind (log->trace, kind, &info);
  g_assert_cmpstr (info.name, ==, names[expected->name]);
}

/* Each cycle of the life is in one segment, which says what counting cycle by cycle says. */
static void
check_random (MadeLog *log, guint32 op, const Made *stages, guint n_stages)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 2 * LIFE);
  g_autoptr (WeftPipelineOpTimeline) timeline = weft_pipeline_op_timeline_new (snapshot);
  guint n_segments;
  const WeftTimelineSegment *segments = weft_pipeline_op_timeline_read (timeline, op, &n_segments);
  gint64 cycle = 0;

  for (guint i = 0; i < n_segments; i++)
    {
      g_assert_cmpint (segments[i].from, ==, cycle);
      for (; cycle < segments[i].to; cycle++)
        {
          check_kind (log, segments[i].has_stage, segments[i].kind,
                      find_within (stages, n_stages, FALSE, cycle));
          check_kind (log, segments[i].has_reason, segments[i].reason,
                      find_within (stages, n_stages, TRUE, cycle));
        }
    }
  g_assert_cmpint (cycle, ==, LIFE);
}

/* Stages in any order, one in the other, few and many. */
static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n_stages = (guint) g_random_int_range (0, round % 10 == 0 ? 200 : 9);
      g_autofree Made *stages = g_new0 (Made, n_stages + 1);
      MadeLog log;
      guint32 op;

      made_log_open (&log, NULL);
      /* Another op makes sure that both lanes are there. */
      op = made_log_begin (&log, 0, 0, NULL);
      made_log_stage (&log, op, "0", "A", 0, 1);
      made_log_stage (&log, op, "1", "A", 0, 1);
      op = made_log_begin (&log, 0, 0, NULL);
      for (guint i = 0; i < n_stages; i++)
        {
          stages[i].other = g_random_int_range (0, 3) == 0;
          stages[i].name = (guint) g_random_int_range (0, G_N_ELEMENTS (names));
          stages[i].start = g_random_int_range (0, LIFE);
          stages[i].end = stages[i].start + g_random_int_range (0, 9);
          /* Each is ended at once, so that none closes another. */
          made_log_stage (&log, op, stages[i].other ? "1" : "0", names[stages[i].name],
                          stages[i].start, stages[i].end);
        }
      weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, op, LIFE);
      check_random (&log, op, stages, n_stages);
      made_log_close (&log);
    }
}

/* An op that takes no time has no cycle to tell of. */
static void
test_nothing (void)
{
  MadeLog log;
  guint32 op;
  guint n_segments;

  made_log_open (&log, NULL);
  op = made_log_begin (&log, 0, 5, NULL);
  made_log_stage (&log, op, "0", "A", 5, 5);
  weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, op, 5);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 9);
    g_autoptr (WeftPipelineOpTimeline) timeline = weft_pipeline_op_timeline_new (snapshot);

    weft_pipeline_op_timeline_read (timeline, op, &n_segments);
    g_assert_cmpuint (n_segments, ==, 0);
  }
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-timeline/random", test_random);
  g_test_add_func ("/op-timeline/nothing", test_nothing);
  return g_test_run ();
}
