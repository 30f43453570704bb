/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stall-stats.h"

#include "weft-pipeline-stats.h"

#include "made-log.h"

static const char *
get_name (MadeLog *log, WeftKind kind)
{
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (log->trace, kind, &info);
  return info.name;
}

/* "stall stl in F 2; gap after X 1": what an op was stalled by, in a line. */
static char *
describe (MadeLog *log, const WeftStall *stalls, guint n_stalls)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_stalls; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                              weft_stall_type_to_string (stalls[i].type));
      if (stalls[i].type == WEFT_STALL_LANE)
        g_string_append_printf (text, " %s", get_name (log, stalls[i].reason));
      g_string_append_printf (text, " %s %u",
                              stalls[i].has_stage ? get_name (log, stalls[i].stage) : "-",
                              (guint) stalls[i].cycles);
    }
  return g_string_free (text, FALSE);
}

/* What an op of the log is stalled by. */
static void
check_op (MadeLog *log, guint32 op, const char *expected)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 100);
  g_autoptr (WeftPipelineStalls) stalls = weft_pipeline_stalls_new (snapshot, NULL, NULL);
  guint n_stalls;
  const WeftStall *found = weft_pipeline_stalls_find (stalls, op, &n_stalls);
  g_autofree char *text = describe (log, found, n_stalls);

  g_assert_cmpstr (text, ==, expected);
}

static guint32
begin (MadeLog *log, gint64 fetch)
{
  return made_log_begin (log, 0, fetch, NULL);
}

static void
retire (MadeLog *log, guint32 op, gint64 cycle)
{
  weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, op, cycle);
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* A stall says by what, and in which stage; what is seamless was not stalled. */
static void
test_lanes (void)
{
  MadeLog log;
  guint32 smooth, stalled;

  made_log_open (&log, NULL);
  smooth = begin (&log, 0);
  made_log_stage (&log, smooth, "0", "F", 0, 2);
  made_log_stage (&log, smooth, "0", "X", 2, 5);
  retire (&log, smooth, 5);
  stalled = begin (&log, 0);
  made_log_stage (&log, stalled, "0", "F", 0, 4);
  made_log_stage (&log, stalled, "1", "stl", 1, 6);
  made_log_stage (&log, stalled, "2", "miss", 3, 5);
  made_log_stage (&log, stalled, "0", "X", 4, 7);
  retire (&log, stalled, 7);
  check_op (&log, smooth, "");
  check_op (&log, stalled, "stall stl F 2; stall miss F 1; stall miss X 1; stall stl X 1");
  made_log_close (&log);
}

/* Gaps say after which stage, also where that one had no length or lies below another. */
static void
test_gaps (void)
{
  MadeLog log;
  guint32 op, other;

  made_log_open (&log, NULL);
  op = begin (&log, 0);
  made_log_stage (&log, op, "0", "F", 1, 6);
  made_log_stage (&log, op, "0", "D", 2, 4);
  made_log_stage (&log, op, "1", "stl", 8, 9);
  made_log_stage (&log, op, "0", "T", 10, 10);
  retire (&log, op, 12);
  check_op (&log, op, "gap - 1; gap F 2; stall stl - 1; gap F 1; gap T 2");
  /* Stages beyond the op's life are none of it, an open one lasts until its end. */
  other = begin (&log, 20);
  made_log_stage (&log, other, "0", "F", 21, -1);
  made_log_stage (&log, other, "1", "stl", 23, -1);
  retire (&log, other, 25);
  made_log_stage (&log, other, "0", "W", 30, 33);
  check_op (&log, other, "gap - 1; stall stl F 2");
  made_log_close (&log);
}

/* With one lane, what lasted longer than need be. */
static void
test_estimate (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 2; i++)
    {
      guint32 op = begin (&log, 0);

      made_log_stage (&log, op, "0", "F", 0, 1 + i);
      made_log_stage (&log, op, "0", "X", 3, 9 - i);
      retire (&log, op, 9);
    }
  check_op (&log, 0, "long X 1; gap F 2");
  check_op (&log, 1, "long F 1; gap F 1; gap X 1");
  made_log_close (&log);
}

/* Rows: by cycles; of each, the op with most. */
static void
test_rows (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 3; i++)
    {
      guint32 op = begin (&log, 10 * i);

      made_log_stage (&log, op, "0", "F", 10 * i, 10 * i + 6);
      made_log_stage (&log, op, "1", "stl", 10 * i + 1, 10 * i + 2 + (i > 0));
      made_log_stage (&log, op, "1", "stl", 10 * i + 4, 10 * i + 5);
      retire (&log, op, 10 * i + 7);
    }
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 40);
    g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
    const WeftPipelineStallStats *rows =
      (const WeftPipelineStallStats *) (gpointer) stats->stalls->data;

    g_assert_cmpuint (stats->stalls->len, ==, 2);
    g_assert_cmpint (rows[0].stall.type, ==, WEFT_STALL_LANE);
    g_assert_cmpuint (rows[0].stall.cycles, ==, 8);
    g_assert_cmpuint (rows[0].n_ops, ==, 3);
    g_assert_cmpuint (rows[0].max, ==, 3);
    g_assert_cmpuint (rows[0].longest_op, ==, 1);
    g_assert_cmpint (rows[1].stall.type, ==, WEFT_STALL_GAP);
    g_assert_cmpuint (rows[1].stall.cycles, ==, 3);
    g_assert_cmpuint (stats->stall_cycles, ==, 8);
  }
  made_log_close (&log);
}

/* --- against counting cycle by cycle ----------------------------------------------------------------- */

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

static const Made *
find_before (const Made *stages, guint n_stages, gint64 cycle)
{
  const Made *found = NULL;

  for (guint i = 0; i < n_stages; i++)
    if (!stages[i].other && stages[i].end <= cycle
        && (found == NULL || stages[i].end > found->end
            || (stages[i].end == found->end && stages[i].start >= found->start)))
      found = &stages[i];
  return found;
}

/* The word for what the op was lost to in a cycle; nothing: it was not. */
static char *
describe_cycle (const Made *stages, guint n_stages, gint64 cycle)
{
  const Made *over = find_within (stages, n_stages, TRUE, cycle);
  const Made *own = find_within (stages, n_stages, FALSE, cycle);

  if (over != NULL)
    return g_strdup_printf ("stall %s %s", names[over->name], own != NULL ? names[own->name] : "-");
  if (own != NULL)
    return NULL;
  own = find_before (stages, n_stages, cycle);
  return g_strdup_printf ("gap %s", own != NULL ? names[own->name] : "-");
}

static void
count (GHashTable *counts, const char *word, guint64 cycles)
{
  guint64 before = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, word));

  g_hash_table_insert (counts, g_strdup (word), GSIZE_TO_POINTER (before + cycles));
}

static void
check_random (MadeLog *log, guint32 op, const Made *stages, guint n_stages)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 2 * LIFE);
  g_autoptr (WeftPipelineStalls) stalls = weft_pipeline_stalls_new (snapshot, NULL, NULL);
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) got = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_stalls;
  const WeftStall *found = weft_pipeline_stalls_find (stalls, op, &n_stalls);
  GHashTableIter iter;
  gpointer word, cycles;

  for (gint64 cycle = 0; cycle < LIFE; cycle++)
    {
      g_autofree char *text = describe_cycle (stages, n_stages, cycle);

      if (text != NULL)
        count (expected, text, 1);
    }
  for (guint i = 0; i < n_stalls; i++)
    {
      g_autofree char *text = describe (log, &found[i], 1);

      *strrchr (text, ' ') = '\0'; /* the cycles */
      count (got, text, found[i].cycles);
    }
  g_assert_cmpuint (g_hash_table_size (got), ==, g_hash_table_size (expected));
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &word, &cycles))
    g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (got, word)), ==,
                      GPOINTER_TO_SIZE (cycles));
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
      op = begin (&log, 0);
      made_log_stage (&log, op, "0", "A", 0, 1);
      made_log_stage (&log, op, "1", "A", 0, 1);
      op = begin (&log, 0);
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
      retire (&log, op, LIFE);
      check_random (&log, op, stages, n_stages);
      made_log_close (&log);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stalls/lanes", test_lanes);
  g_test_add_func ("/stalls/gaps", test_gaps);
  g_test_add_func ("/stalls/estimate", test_estimate);
  g_test_add_func ("/stalls/rows", test_rows);
  g_test_add_func ("/stalls/random", test_random);
  return g_test_run ();
}
