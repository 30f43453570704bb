/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-history.h"

#include <string.h>

#include "weft-pipeline-op-timeline.h"
#include "weft-pipeline-writer.h"

/* Ops of random lengths, some flushed and some left open, over more cycles than there are buckets; all
 * that the history says is counted once more, cycle by cycle. */

#define N_OPS 3000
#define N_CYCLES 90000

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineSnapshot *snapshot;
  WeftPipelineExplainer *explainer;
  WeftPipelineSlots *slots;
  WeftPipelineHistory *history;
} Fixture;

static void
add_stage (WeftPipelineWriter *writer, guint32 op, const char *name, gint64 from, gint64 to)
{
  WeftKind kind = weft_pipeline_writer_intern_kind (writer, "0", 1, name, strlen (name));

  g_assert_true (weft_pipeline_writer_start_stage (writer, op, kind, from));
  g_assert_true (weft_pipeline_writer_end_stage (writer, op, kind, to));
}

static void
write_ops (WeftPipelineWriter *writer)
{
  static const char *const names[] = { "F", "Dc", "Rn", "Sc", "Mem", "Cm" };
  gint64 fetch = 50;

  for (guint i = 0; i < N_OPS; i++)
    {
      gint64 cycle = fetch;
      guint32 op = weft_pipeline_writer_begin_op (writer, i, i, 0, 1, fetch);
      guint n_stages = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (names) + 1);

      for (guint k = 0; k < n_stages; k++)
        {
          gint64 next = cycle + g_test_rand_int_range (0, 30);

          add_stage (writer, op, names[k], cycle, next);
          cycle = next;
        }
      if (i % 100 != 0)
        weft_pipeline_writer_end_op (writer, op, i % 7 == 0 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED, i,
                                     cycle);
      fetch += g_test_rand_int_range (0, 2 * N_CYCLES / N_OPS);
    }
}

static WeftPipelineHistory *
make_history (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  gint64 first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  gint64 end = weft_pipeline_snapshot_get_last_cycle (snapshot);

  return weft_pipeline_history_new (explainer, slots, first, end + (snapshot->n_ops > 0),
                                    WEFT_HISTORY_BUCKETS, NULL, NULL);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  WeftPipelineWriter *writer;

  fixture->trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  if (data != NULL)
    {
      g_autoptr (WeftPipelineAssumptions) assumptions =
        weft_pipeline_assumptions_new (NULL, GPOINTER_TO_UINT (data), TRUE);

      weft_pipeline_trace_set_assumptions (fixture->trace, assumptions);
    }
  writer = weft_pipeline_writer_new (fixture->trace, WEFT_PIPELINE_KANATA);
  write_ops (writer);
  weft_pipeline_writer_publish (writer, N_CYCLES + 400);
  weft_pipeline_writer_free (writer);
  fixture->snapshot = weft_pipeline_trace_ref_snapshot (fixture->trace);
  fixture->explainer = weft_pipeline_explainer_new (fixture->snapshot, NULL, NULL);
  fixture->slots = weft_pipeline_slots_new (fixture->explainer, NULL, NULL);
  fixture->history = make_history (fixture->explainer, fixture->slots);
}

static void
tear_down (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  weft_pipeline_history_free (fixture->history);
  weft_pipeline_slots_free (fixture->slots);
  weft_pipeline_explainer_free (fixture->explainer);
  weft_pipeline_snapshot_unref (fixture->snapshot);
  g_object_unref (fixture->trace);
}

/* --- counted by hand ----------------------------------------------------------------------------- */

/* Cycles of [from, to) that ops which have ended were in a stage of that kind. */
static guint64
count_stage (const Fixture *fixture, WeftKind kind, gint64 from, gint64 to)
{
  g_autoptr (WeftPipelineOpTimeline) timeline = weft_pipeline_op_timeline_new (fixture->snapshot);
  guint64 n = 0;

  for (guint32 op = 0; op < N_OPS; op++)
    {
      guint n_segments;
      const WeftTimelineSegment *segments =
        weft_pipeline_op_timeline_read (timeline, op, &n_segments);
      WeftOp info;

      weft_pipeline_snapshot_get_op (fixture->snapshot, op, &info);
      for (guint i = 0; info.state != WEFT_OP_OPEN && i < n_segments; i++)
        if (segments[i].has_stage && segments[i].kind == kind)
          n += (guint64) MAX (MIN (segments[i].to, to) - MAX (segments[i].from, from), 0);
    }
  return n;
}

static guint64
count_ends (const Fixture *fixture, WeftOpState state, gint64 from, gint64 to)
{
  guint64 n = 0;

  for (guint32 op = 0; op < N_OPS; op++)
    {
      WeftOp info;

      weft_pipeline_snapshot_get_op (fixture->snapshot, op, &info);
      n += info.state == state && info.end >= from && info.end < to;
    }
  return n;
}

static void
check_range (const Fixture *fixture, const WeftPipelineHistory *history, gint64 from, gint64 to)
{
  guint n_stages = weft_pipeline_history_get_n_stages (history);
  guint64 slots[WEFT_N_CPI_PARTS], n_retired;

  for (guint i = 0; i < n_stages; i++)
    g_assert_cmpuint (
      weft_pipeline_history_sum (history, WEFT_HISTORY_STAGE, i, from, to), ==,
      count_stage (fixture, weft_pipeline_history_get_stage (history, i), from, to));
  n_retired = count_ends (fixture, WEFT_OP_RETIRED, from, to);
  g_assert_cmpuint (weft_pipeline_history_sum (history, WEFT_HISTORY_RETIRED, 0, from, to), ==,
                    n_retired);
  g_assert_cmpuint (weft_pipeline_history_sum (history, WEFT_HISTORY_FLUSHED, 0, from, to), ==,
                    count_ends (fixture, WEFT_OP_FLUSHED, from, to));
  weft_pipeline_slots_sum (fixture->slots, from, to, slots, &n_retired);
  g_assert_cmpuint (n_retired, ==, count_ends (fixture, WEFT_OP_RETIRED, from, to));
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    g_assert_cmpuint (weft_pipeline_history_sum (history, WEFT_HISTORY_SLOTS, i, from, to), ==,
                      slots[i]);
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_buckets (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  gint64 first, end;

  weft_pipeline_history_get_cycles (fixture->history, &first, &end);
  g_assert_cmpint (first, ==, 50);
  g_assert_cmpint (end, ==, weft_pipeline_snapshot_get_last_cycle (fixture->snapshot) + 1);
  g_assert_cmpuint (weft_pipeline_history_get_bucket (fixture->history), ==, 2);
  check_range (fixture, fixture->history, first, end);
  for (guint i = 0; i < 20; i++)
    {
      gint64 from = g_test_rand_int_range (0, N_CYCLES), to = from + g_test_rand_int_range (1, 500);

      if (!weft_pipeline_history_align (fixture->history, &from, &to))
        continue;
      g_assert_cmpint ((from - first) % 2, ==, 0);
      g_assert_true ((to - first) % 2 == 0 || to == end);
      check_range (fixture, fixture->history, from, to);
    }
}

static void
test_part (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (WeftPipelineHistory) part =
    weft_pipeline_history_new_part (fixture->history, 41, 4096);
  gint64 first, end;

  weft_pipeline_history_get_cycles (part, &first, &end);
  g_assert_cmpint (first, ==, 50);
  g_assert_cmpint (end, ==, 4096);
  g_assert_cmpuint (weft_pipeline_history_get_bucket (part), ==, 1);
  for (guint i = 0; i < 20; i++)
    {
      gint64 from = g_test_rand_int_range (40, 4200), to = from + g_test_rand_int_range (1, 40);

      if (weft_pipeline_history_align (part, &from, &to))
        check_range (fixture, part, from, to);
    }
}

/* One bucket is exact for any cycles. */
static void
test_sum (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  for (guint i = 0; i < 20; i++)
    {
      gint64 from = g_test_rand_int_range (0, N_CYCLES),
             to = from + g_test_rand_int_range (1, 9999);
      g_autoptr (WeftPipelineHistory) sum =
        weft_pipeline_history_new (fixture->explainer, fixture->slots, from, to, 1, NULL, NULL);

      check_range (fixture, sum, from, to);
    }
}

/* Every slot of every cycle is told of once, with and without the index. */
static void
test_slots (Fixture *fixture, gconstpointer data)
{
  guint32 width = weft_pipeline_slots_get_width (fixture->slots);
  guint64 before[WEFT_N_CPI_PARTS], after[WEFT_N_CPI_PARTS], n_retired;

  g_assert_true (weft_pipeline_slots_width_is_inferred (fixture->slots) == (data == NULL));
  if (data != NULL)
    g_assert_cmpuint (width, ==, GPOINTER_TO_UINT (data));
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (WeftPipelineSlots) plain =
        weft_pipeline_slots_new (fixture->explainer, NULL, NULL);
      gint64 from = g_test_rand_int_range (-50, N_CYCLES);
      gint64 to = from + g_test_rand_int_range (1, N_CYCLES);
      guint64 all = 0;

      g_assert_true (weft_pipeline_slots_index (fixture->slots, NULL, NULL));
      weft_pipeline_slots_sum (plain, from, to, before, &n_retired);
      weft_pipeline_slots_sum (fixture->slots, from, to, after, &n_retired);
      g_assert_cmpmem (before, sizeof before, after, sizeof after);
      for (guint k = 0; k < WEFT_N_CPI_PARTS; k++)
        all += after[k];
      g_assert_cmpuint (all, ==, (guint64) (to - from) * width);
    }
}

static void
test_structures (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const WeftPipelineHistory *history = fixture->history;
  guint64 fetch, window, issue, memory;
  gint64 first, end;

  weft_pipeline_history_get_cycles (history, &first, &end);
  g_assert_true (
    weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_FETCH_QUEUE, first, end, &fetch));
  g_assert_true (weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_REORDER_BUFFER, first,
                                                      end, &window));
  g_assert_true (
    weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_ISSUE_QUEUE, first, end, &issue));
  g_assert_true (
    weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_LOAD_STORE, first, end, &memory));
  /* F and Dc; Rn, Sc, Mem and Cm; Sc; Mem. */
  g_assert_cmpuint (fetch, ==,
                    count_stage (fixture, 0, first, end) + count_stage (fixture, 1, first, end));
  g_assert_cmpuint (issue, ==, count_stage (fixture, 3, first, end));
  g_assert_cmpuint (memory, ==, count_stage (fixture, 4, first, end));
  g_assert_cmpuint (window, ==,
                    count_stage (fixture, 2, first, end) + issue + memory
                      + count_stage (fixture, 5, first, end));
}

/* People's word on the stages changes the structures' content. */
static void
test_assumptions (void)
{
  Fixture fixture;
  guint64 memory, window;
  gint64 first, end;
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_assumptions_new ("Mem=execute Rn=decode", 0, TRUE);

  set_up (&fixture, NULL);
  weft_pipeline_trace_set_assumptions (fixture.trace, assumptions);
  {
    g_autoptr (WeftPipelineExplainer) explainer =
      weft_pipeline_explainer_new (fixture.snapshot, NULL, NULL);
    g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
    g_autoptr (WeftPipelineHistory) history = make_history (explainer, slots);

    weft_pipeline_history_get_cycles (history, &first, &end);
    g_assert_false (weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_LOAD_STORE, first,
                                                         end, &memory));
    g_assert_true (weft_pipeline_history_sum_structure (history, WEFT_STRUCTURE_REORDER_BUFFER,
                                                        first, end, &window));
    g_assert_cmpuint (window, ==,
                      count_stage (&fixture, 3, first, end) + count_stage (&fixture, 4, first, end)
                        + count_stage (&fixture, 5, first, end));
  }
  tear_down (&fixture, NULL);
}

static void
test_empty (void)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
  g_autoptr (WeftPipelineHistory) history = make_history (explainer, slots);
  gint64 from = -10, to = 10;

  g_assert_cmpuint (weft_pipeline_history_get_n_stages (history), ==, 0);
  g_assert_cmpuint (weft_pipeline_history_get_width (history), ==, 0);
  g_assert_false (weft_pipeline_history_align (history, &from, &to));
}

/* Cycles may be anything. */
static void
test_far (void)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  WeftPipelineWriter *writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  gint64 from = G_MININT64, to = G_MAXINT64;
  guint32 op;

  op = weft_pipeline_writer_begin_op (writer, 0, 0, 0, 1, G_MININT64 / 2);
  add_stage (writer, op, "F", G_MININT64 / 2, G_MAXINT64 / 2);
  weft_pipeline_writer_end_op (writer, op, WEFT_OP_RETIRED, 0, G_MAXINT64 / 2);
  weft_pipeline_writer_publish (writer, G_MAXINT64 - 1);
  weft_pipeline_writer_free (writer);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
    g_autoptr (WeftPipelineExplainer) explainer =
      weft_pipeline_explainer_new (snapshot, NULL, NULL);
    g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
    g_autoptr (WeftPipelineHistory) history = make_history (explainer, slots);

    g_assert_true (weft_pipeline_history_align (history, &from, &to));
    g_assert_cmpuint (weft_pipeline_history_sum (history, WEFT_HISTORY_STAGE, 0, from, to), ==,
                      G_MAXUINT64 / 2);
  }
}

/* Names that no pipeline has so many of are no stages, and cost no graph a layer each. */
static void
check_names (guint n_names, guint n_stages)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  WeftPipelineWriter *writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);

  for (guint i = 0; i < n_names; i++)
    {
      g_autofree char *name = g_strdup_printf ("S%u", i);
      guint32 op = weft_pipeline_writer_begin_op (writer, i, i, 0, 1, i);

      add_stage (writer, op, name, i, i + 1);
      weft_pipeline_writer_end_op (writer, op, WEFT_OP_RETIRED, i, i + 1);
    }
  weft_pipeline_writer_publish (writer, n_names + 1);
  weft_pipeline_writer_free (writer);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
    g_autoptr (WeftPipelineExplainer) explainer =
      weft_pipeline_explainer_new (snapshot, NULL, NULL);
    g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
    g_autoptr (WeftPipelineHistory) history = make_history (explainer, slots);

    g_assert_cmpuint (weft_pipeline_history_get_n_stages (history), ==, n_stages);
    g_assert_cmpuint (weft_pipeline_history_sum (history, WEFT_HISTORY_RETIRED, 0, 0, n_names + 1),
                      ==, n_names);
  }
}

static void
test_many_names (void)
{
  check_names (256, 256);
  check_names (257, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/pipeline-history/buckets", Fixture, NULL, set_up, test_buckets, tear_down);
  g_test_add ("/pipeline-history/part", Fixture, NULL, set_up, test_part, tear_down);
  g_test_add ("/pipeline-history/sum", Fixture, NULL, set_up, test_sum, tear_down);
  g_test_add ("/pipeline-history/slots", Fixture, NULL, set_up, test_slots, tear_down);
  g_test_add ("/pipeline-history/width", Fixture, GUINT_TO_POINTER (2), set_up, test_slots,
              tear_down);
  g_test_add ("/pipeline-history/structures", Fixture, NULL, set_up, test_structures, tear_down);
  g_test_add_func ("/pipeline-history/assumptions", test_assumptions);
  g_test_add_func ("/pipeline-history/empty", test_empty);
  g_test_add_func ("/pipeline-history/far", test_far);
  g_test_add_func ("/pipeline-history/many-names", test_many_names);
  return g_test_run ();
}
