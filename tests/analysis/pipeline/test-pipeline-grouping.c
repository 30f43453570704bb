/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"
#include "weft-pipeline-compare-words.h"
#include "weft-pipeline-grouping.h"

#include "made-log.h"

/* The differences of two runs, told as few things. */

#define N_OPS 400
#define IN_FLIGHT 40
#define MAX_BUBBLES 4

/* From cycle `at` on everything is `length` cycles later, until op `until` (0: to the end). */
typedef struct
{
  gint64 at;
  gint64 length;
  guint until;
} Bubble;

static gint64
shift (const Bubble *bubbles, guint op, gint64 cycle)
{
  gint64 shifted = cycle;

  for (guint i = 0; bubbles != NULL && i < MAX_BUBBLES && bubbles[i].length != 0; i++)
    if (cycle >= bubbles[i].at && (bubbles[i].until == 0 || op < bubbles[i].until))
      shifted += bubbles[i].length;
  return shifted;
}

/* A core that fetches an op in each cycle, and retires in order. */
static WeftPipelineSnapshot *
make_run (const Bubble *bubbles)
{
  MadeLog log;
  WeftPipelineSnapshot *snapshot;
  gint64 retire = 0;

  made_log_open (&log, NULL);
  for (guint i = 0; i < N_OPS; i++)
    {
      g_autofree char *label = g_strdup_printf ("%x: add x%u, x0", 0x8000 + 4 * i, i);
      gint64 fetch = shift (bubbles, i, i), execute = shift (bubbles, i, i + 10);
      guint32 op = made_log_begin (&log, 0, fetch, label);

      retire = MAX (retire, shift (bubbles, i, i + IN_FLIGHT));
      made_log_stage (&log, op, "0", "F", fetch, execute);
      made_log_stage (&log, op, "0", "X", execute, retire);
      weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, i, retire);
    }
  weft_pipeline_writer_publish (log.writer, N_OPS + 1000);
  snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
  made_log_close (&log);
  return snapshot;
}

static WeftPipelineCompare *
compare (const Bubble *a, const Bubble *b, double tolerance)
{
  g_autoptr (WeftPipelineSnapshot) left = make_run (a);
  g_autoptr (WeftPipelineSnapshot) right = make_run (b);
  WeftPipelineSnapshot *snapshots[] = { left, right };

  return weft_pipeline_compare_new (snapshots, NULL, WEFT_ALIGN_BY_LABEL, tolerance, NULL, NULL);
}

static void
assert_groups (const WeftPipelineCompare *result, const char *const *expected)
{
  guint n = g_strv_length ((char **) expected);

  for (guint i = 0; i < MIN (n, result->groups->len); i++)
    {
      g_autofree char *text = weft_pipeline_compare_describe_group (result, i);

      g_assert_cmpstr (text, ==, expected[i]);
    }
  g_assert_cmpuint (result->groups->len, ==, n);
}

/* One bubble of 7 cycles is one thing, and not one for each op that was in flight. */
static void
test_bubble (void)
{
  static const Bubble lasting[MAX_BUBBLES] = { { 100, 7, 0 } };
  static const Bubble absorbed[MAX_BUBBLES] = { { 100, 7, 90 } };
  g_autoptr (WeftPipelineCompare) b_late = compare (NULL, lasting, 0);
  g_autoptr (WeftPipelineCompare) a_late = compare (lasting, NULL, 0);
  g_autoptr (WeftPipelineCompare) caught_up = compare (NULL, absorbed, 0);
  g_autoptr (WeftPipelineCompare) given_back = compare (absorbed, NULL, 0);
  g_autofree char *first = weft_pipeline_compare_describe_first (b_late);
  g_autofree char *first_early = weft_pipeline_compare_describe_first (a_late);

  g_assert_cmpuint (b_late->differences->len, ==, IN_FLIGHT);
  assert_groups (b_late, (const char *const[]){ "+7 cycles from op 60, never absorbed", NULL });
  assert_groups (a_late, (const char *const[]){ "−7 cycles from op 60, kept to the end", NULL });
  g_assert_cmpuint (caught_up->differences->len, ==, 37);
  assert_groups (caught_up,
                 (const char *const[]){ "+7 cycles from op 60, absorbed by op 96", NULL });
  assert_groups (given_back,
                 (const char *const[]){ "−7 cycles from op 60, given back by op 96", NULL });
  g_assert_cmpstr (first, ==, "First differs at op 60, cycle 100: Is 7 cycles later");
  g_assert_cmpstr (first_early, ==, "First differs at op 60, cycle 100: Is 7 cycles earlier");
}

/* Delays that lie apart are told apart, and what makes up for a part of them is no thing of its own. */
static void
test_several (void)
{
  static const Bubble apart[MAX_BUBBLES] = { { 100, 1, 0 }, { 200, 5, 0 } };
  static const Bubble within[MAX_BUBBLES] = { { 100, 7, 0 }, { 200, 5, 200 } };
  static const Bubble both[MAX_BUBBLES] = { { 100, 7, 300 }, { 200, 5, 300 } };
  static const Bubble partly[MAX_BUBBLES] = { { 100, 7, 0 }, { 200, -2, 0 } };
  static const Bubble beyond[MAX_BUBBLES] = { { 100, 2, 0 }, { 200, -6, 0 } };
  static const char *const texts[][3] = {
    { "+1 cycle from op 60, never absorbed", "+5 cycles from op 160, never absorbed" },
    { "+7 cycles from op 60, never absorbed", "+5 cycles from op 160, absorbed by op 204" },
    { "+7 cycles from op 60, absorbed by op 311", "+5 cycles from op 160, absorbed by op 304" },
    { "+7 cycles from op 60, 5 of them never absorbed" },
    { "+2 cycles from op 60, absorbed by op 161", "−4 cycles from op 162, kept to the end" },
  };
  static const Bubble *const runs[] = { apart, within, both, partly, beyond };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (WeftPipelineCompare) result = compare (NULL, runs[i], 0);

      assert_groups (result, texts[i]);
    }
}

/* Two runs that are delayed alike have nothing that differs; what the tolerance lets pass neither. */
static void
test_none (void)
{
  static const Bubble bubbles[MAX_BUBBLES] = { { 100, 7, 0 } };
  g_autoptr (WeftPipelineCompare) same = compare (bubbles, bubbles, 0);
  g_autoptr (WeftPipelineCompare) tolerated = compare (NULL, bubbles, 20);
  g_autofree char *first = weft_pipeline_compare_describe_first (same);

  g_assert_cmpuint (same->groups->len, ==, 0);
  g_assert_cmpuint (tolerated->groups->len, ==, 0);
  g_assert_cmpstr (first, ==, "They do not differ");
}

/* The place of a difference is the cycle in which the op begins to differ, in each log's own time, and
 * the stages that it is in then. */
static void
test_place (void)
{
  static const Bubble bubbles[MAX_BUBBLES] = { { 100, 7, 0 } };
  g_autoptr (WeftPipelineCompare) result = compare (NULL, bubbles, 0);
  guint32 ops[WEFT_N_LOGS];
  WeftComparePlace place =
    weft_pipeline_compare_get_places (result, WEFT_COMPARE_FACTS_GROUPS, 0, ops);

  /* op 60 retires at 100 in A, and executes until 107 in B */
  g_assert_cmpuint (ops[WEFT_LOG_A], ==, 60);
  g_assert_cmpuint (ops[WEFT_LOG_B], ==, 60);
  g_assert_cmpint (place.cycles[WEFT_LOG_A], ==, 100);
  g_assert_cmpint (place.cycles[WEFT_LOG_B], ==, 100);
  g_assert_cmpuint (place.stages[WEFT_LOG_A], ==, 1);
  g_assert_cmpuint (place.stages[WEFT_LOG_B], ==, 1);

  /* op 95, fetched at 95, goes on to X at 105 in A, and at 112 in B */
  place = weft_pipeline_compare_get_places (result, WEFT_COMPARE_FACTS_DIFFERENCES, 35, ops);
  g_assert_cmpuint (ops[WEFT_LOG_B], ==, 95);
  g_assert_cmpint (place.cycles[WEFT_LOG_A], ==, 105);
  g_assert_cmpint (place.cycles[WEFT_LOG_B], ==, 105);
  g_assert_cmpuint (place.stages[WEFT_LOG_A], ==, 1);
  g_assert_cmpuint (place.stages[WEFT_LOG_B], ==, 0);
}

/* An op belongs to the group of the one that differs before it, or while that was in flight: in A or in B. */
static void
test_beside (void)
{
  static const WeftGroupedPair pairs[] = {
    { .pair = 0, .drift = 2, .differs = TRUE, .fetches = { 0, 0 }, .ends = { 10, 12 } },
    { .pair = 1, .drift = 2, .differs = TRUE, .fetches = { 20, 22 }, .ends = { 30, 32 } },
    { .pair = 2, .drift = 2, .differs = FALSE, .fetches = { 21, 23 }, .ends = { 30, 32 } },
    { .pair = 3, .drift = 2, .differs = TRUE, .fetches = { 30, 31 }, .ends = { 40, 42 } },
    { .pair = 4, .drift = 2, .differs = FALSE, .fetches = { 31, 33 }, .ends = { 40, 42 } },
    { .pair = 5, .drift = 2, .differs = TRUE, .fetches = { 39, 42 }, .ends = { 50, 52 } },
    { .pair = 6, .drift = 2, .differs = FALSE, .fetches = { 40, 42 }, .ends = { 50, 52 } },
    { .pair = 7, .drift = 2, .differs = TRUE, .fetches = { 50, 52 }, .ends = { 60, 62 } },
  };
  static const guint32 expected[] = { 0, 0, WEFT_NO_GROUP, 0, WEFT_NO_GROUP, 0, WEFT_NO_GROUP, 1 };
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (WeftDifferenceGroup));
  WeftPipelineGrouping grouping;

  weft_pipeline_grouping_init (&grouping, groups);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_assert_cmpuint (weft_pipeline_grouping_add_pair (&grouping, &pairs[i]), ==, expected[i]);
  weft_pipeline_grouping_clear (&grouping);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-grouping/bubble", test_bubble);
  g_test_add_func ("/pipeline-grouping/several", test_several);
  g_test_add_func ("/pipeline-grouping/none", test_none);
  g_test_add_func ("/pipeline-grouping/place", test_place);
  g_test_add_func ("/pipeline-grouping/beside", test_beside);
  return g_test_run ();
}
