/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-explanation-facts.h"

#include "weft-pipeline-shared-stalls.h"
#include "weft-pipeline-stats-count.h"

#include "made-log.h"

/* "F 1 X 3": stages of lane 0 that follow one another from the fetch on, and how long each lasts; a
 * stage of another lane is "1:stl", and runs beside the stage after it, which begins with it. */
static gint64
write_stages (MadeLog *log, guint32 op, gint64 cycle, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i += 2)
    {
      gint64 length = g_ascii_strtoll (words[i + 1], NULL, 10);
      gboolean is_other = g_str_has_prefix (words[i], "1:");

      made_log_stage (log, op, is_other ? "1" : "0", is_other ? words[i] + 2 : words[i], cycle,
                      cycle + length);
      cycle += is_other ? 0 : length;
    }
  return cycle;
}

static guint32
add_op (MadeLog *log, gint64 fetch, WeftOpState state, const char *stages)
{
  guint32 op = made_log_begin (log, 0, fetch, "80000010: nop");
  gint64 end = write_stages (log, op, fetch, stages);

  if (state != WEFT_OP_OPEN)
    weft_pipeline_writer_end_op (log->writer, op, state, op, end);
  return op;
}

/* An op that nothing held up, so that the shortest of each stage is known. */
static void
add_smooth_op (MadeLog *log)
{
  add_op (log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 1 Cm 1");
}

/* "Sc result 8/8 <0; X execute 3/2": stage, cause, cycles, lost, and for whom it waited. */
static char *
describe (MadeLog *log, const WeftLatencyPart *parts, guint n_parts)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_parts; i++)
    {
      WeftKindInfo info = { "-" };

      if (parts[i].has_stage)
        weft_pipeline_trace_get_kind (log->trace, parts[i].stage, &info);
      g_string_append_printf (text, "%s%s %s %u/%u", i > 0 ? "; " : "", info.name,
                              weft_latency_cause_to_string (parts[i].cause),
                              (guint) weft_latency_part_get_cycles (&parts[i]),
                              (guint) parts[i].lost);
      if (parts[i].has_reason)
        {
          weft_pipeline_trace_get_kind (log->trace, parts[i].reason, &info);
          g_string_append_printf (text, " (%s)", info.name);
        }
      if (parts[i].producer != WEFT_NO_ROW)
        g_string_append_printf (text, " <%u", parts[i].producer);
    }
  return g_string_free (text, FALSE);
}

static void
check_op (MadeLog *log, guint32 op, const char *expected)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 100);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (explainer, op, &n_parts);
  g_autofree char *text = describe (log, parts, n_parts);

  g_assert_cmpstr (text, ==, expected);
}

static guint64
get_stall_cycles (MadeLog *log, guint32 op)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 100);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);

  return weft_pipeline_explainer_get_stall_cycles (explainer, op);
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* Names of stages as cores and simulators have them, with what each is for. */
/* Names of stages may have blanks within. */
static void
test_phases_of_long_names (void)
{
  g_autofree char *one = weft_pipeline_phases_say ("", "wait for bus", WEFT_PHASE_MEMORY);
  g_autofree char *two = weft_pipeline_phases_say (one, "Wb", WEFT_PHASE_COMMIT);
  g_autofree char *other = weft_pipeline_phases_say (two, "wait for bus", WEFT_PHASE_ISSUE);
  g_autofree char *less = weft_pipeline_phases_say (other, "wait for bus", WEFT_PHASE_UNKNOWN);

  g_assert_cmpstr (two, ==, "wait for bus=memory Wb=commit");
  g_assert_cmpstr (other, ==, "Wb=commit wait for bus=issue");
  g_assert_cmpstr (less, ==, "Wb=commit");
  g_assert_true (weft_pipeline_phases_can_say ("wait for bus"));
  g_assert_true (weft_pipeline_phases_can_say ("Wb"));
  g_assert_false (weft_pipeline_phases_can_say (""));
  g_assert_false (weft_pipeline_phases_can_say (" F "));
  g_assert_true (weft_pipeline_phases_can_say ("a  b"));
  g_assert_false (weft_pipeline_phases_can_say ("a\tb"));
  g_assert_false (weft_pipeline_phases_can_say ("a=b c"));
}

static void
test_phases (void)
{
  static const struct
  {
    const char *name;
    WeftPipelinePhase phase;
  } kinds[] = {
    { "F1", WEFT_PHASE_FETCH },    { "Np", WEFT_PHASE_FETCH },    { "ID", WEFT_PHASE_DECODE },
    { "Rn", WEFT_PHASE_DISPATCH }, { "Zz", WEFT_PHASE_DISPATCH }, { "Sc", WEFT_PHASE_ISSUE },
    { "R", WEFT_PHASE_ISSUE },     { "X2", WEFT_PHASE_EXECUTE },  { "Xm", WEFT_PHASE_MEMORY },
    { "WB", WEFT_PHASE_COMMIT },   { "", WEFT_PHASE_COMMIT },
  };
  g_autoptr (WeftPipelinePhases) phases = NULL, said = NULL;
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  op = made_log_begin (&log, 0, 0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    made_log_stage (&log, op, "0", kinds[i].name, i, i + 1);
  made_log_stage (&log, op, "1", "F", 0, 1);
  phases = weft_pipeline_phases_new (log.trace, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (weft_pipeline_phases_get (phases, (WeftKind) i), ==, kinds[i].phase);
  /* Another lane is no phase of the pipeline. */
  g_assert_cmpint (weft_pipeline_phases_get (phases, G_N_ELEMENTS (kinds)), ==, WEFT_PHASE_UNKNOWN);
  /* People know better. */
  said = weft_pipeline_phases_new (log.trace, "Zz=memory nonsense =x Np=dispatch Sc=sleep");
  g_assert_cmpint (weft_pipeline_phases_get (said, 1), ==, WEFT_PHASE_DISPATCH);
  g_assert_cmpint (weft_pipeline_phases_get (said, 4), ==, WEFT_PHASE_MEMORY);
  g_assert_cmpint (weft_pipeline_phases_get (said, 5), ==, WEFT_PHASE_ISSUE);
  g_assert_true (weft_pipeline_phases_is_said (said, 4));
  g_assert_false (weft_pipeline_phases_is_said (said, 5));
  made_log_close (&log);
}

/* An op that waits for another's result, which was long in coming; then it misses itself. */
static void
test_result (void)
{
  MadeLog log;
  guint32 producer, consumer, ready;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  producer = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 20 Cm 1");
  consumer = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 21 X 6 Cm 1");
  weft_pipeline_writer_add_dependency (log.writer, consumer, producer, 0, 24);
  /* Its input is there before it asks, so that it waits for something else. */
  ready = add_op (&log, 30, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 4 X 1 Cm 1");
  weft_pipeline_writer_add_dependency (log.writer, ready, producer, 0, 35);
  check_op (&log, producer,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; X execute 20/19; "
            "Cm progress 1/0");
  check_op (&log, consumer,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc result 21/21 <1; X execute 6/5; "
            "Cm progress 1/0");
  check_op (&log, ready,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; "
            "Sc structural 3/3; X execute 1/0; Cm progress 1/0");
  g_assert_cmpuint (get_stall_cycles (&log, consumer), ==, 26);
  made_log_close (&log);
}

/* A log that tells of no producers does not say what an op in the queue waits for. */
static void
test_unknown (void)
{
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  op = add_op (&log, 1, WEFT_OP_RETIRED, "F 3 Dc 1 Ds 2 Sc 5 X 1 Cm 1");
  check_op (&log, op,
            "F progress 1/0; F front-end 2/2; Dc progress 1/0; Ds progress 1/0; "
            "Ds structural 1/1; Sc progress 1/0; Sc unknown 4/4; X execute 1/0; Cm progress 1/0");
  made_log_close (&log);
}

/* Another lane says that the op is held up; a fetch that missed is the front end's all the same. */
static void
test_lanes (void)
{
  MadeLog log;
  guint32 op, missed;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  op = add_op (&log, 1, WEFT_OP_RETIRED, "F 1 Dc 1 1:stl 6 Ds 6 Sc 1 X 1 Cm 1");
  missed = made_log_begin (&log, 0, 20, NULL);
  made_log_stage (&log, missed, "0", "F", 20, 29);
  weft_pipeline_writer_add_stage_text (log.writer, missed, made_log_spill (&log, "I-cache MISS"),
                                       strlen ("I-cache MISS"));
  made_log_stage (&log, missed, "1", "stl", 22, 29);
  write_stages (&log, missed, 29, "Dc 1 Ds 1 Sc 1 X 1 Cm 1");
  weft_pipeline_writer_end_op (log.writer, missed, WEFT_OP_RETIRED, missed, 34);
  check_op (&log, op,
            "F progress 1/0; Dc progress 1/0; Ds structural 6/6 (stl); Sc progress 1/0; "
            "X execute 1/0; Cm progress 1/0");
  check_op (&log, missed,
            "F progress 1/0; F front-end 1/1; F front-end 7/7 (stl); Dc progress 1/0; "
            "Ds progress 1/0; Sc progress 1/0; X execute 1/0; Cm progress 1/0");
  made_log_close (&log);
}

/* In order: an op that is done waits for older ones, and whoever was done last holds all up. */
static void
test_retire (void)
{
  MadeLog log;
  guint32 slow, between, last;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  slow = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 20 Cm 1");
  between = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 1 Cm 20");
  last = add_op (&log, 1, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 1 Cm 20");
  check_op (&log, between,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; X execute 1/0; "
            "Cm retire 20/20 <1");
  check_op (&log, last,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; X execute 1/0; "
            "Cm retire 19/19 <1; Cm progress 1/0");
  g_assert_cmpuint (get_stall_cycles (&log, last), ==, 0);
  g_assert_cmpuint (slow, ==, 1);
  made_log_close (&log);
}

/* A flushed or endless op tells why it waited as far as that is known. */
static void
test_unfinished (void)
{
  MadeLog log;
  guint32 producer, flushed, waiting, open;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  producer = add_op (&log, 0, WEFT_OP_FLUSHED, "F 1 Dc 1 Ds 1 Sc 9");
  waiting = add_op (&log, 0, WEFT_OP_FLUSHED, "F 1 Dc 1 Ds 1 Sc 9");
  weft_pipeline_writer_add_dependency (log.writer, waiting, producer, 0, 3);
  flushed = add_op (&log, 0, WEFT_OP_FLUSHED, "F 8");
  open = made_log_begin (&log, 0, 90, NULL);
  write_stages (&log, open, 90, "F 1 Dc 1");
  made_log_stage (&log, open, "0", "Ds", 92, -1);
  check_op (&log, producer,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; Sc squash 8/8");
  check_op (&log, waiting, "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc result 9/9 <1");
  check_op (&log, flushed, "F progress 1/0; F squash 7/7");
  check_op (&log, open, "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Ds unknown 8/8");
  g_assert_cmpuint (get_stall_cycles (&log, open), ==, 0);
  g_assert_cmpuint (get_stall_cycles (&log, flushed), ==, 0);
  made_log_close (&log);
}

/* From the first execution to the last the op executes, whatever stage it is in between. */
static void
test_again (void)
{
  MadeLog log;
  guint32 op;
  g_autofree char *sentence = NULL;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  op = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 1 X 1 Cm 8 X 1 Cm 1");
  check_op (&log, op,
            "F progress 1/0; Dc progress 1/0; Ds progress 1/0; Sc progress 1/0; X execute 1/0; "
            "Cm execute 8/7; X execute 1/0; Cm progress 1/0");
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);
    g_autoptr (WeftPipelineExplainer) explainer =
      weft_pipeline_explainer_new (snapshot, NULL, NULL);

    sentence = weft_pipeline_explain_sentence (explainer, op, WEFT_EXPLANATION_PLAIN);
  }
  g_assert_cmpstr (sentence, ==, "8 of 15 cycles in Cm before it executed again.");
  made_log_close (&log);
}

/* The sentence names the op that was waited for, and the chain goes on to what made that one late. */
static void
test_words (void)
{
  MadeLog log;
  guint32 missing, late, later;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  missing = made_log_begin (&log, 0, 0, "80000010: lw x1, 0(x2)");
  write_stages (&log, missing, 0, "F 1 Dc 1 Ds 1 Sc 1 X 20");
  weft_pipeline_writer_add_stage_text (log.writer, missing, made_log_spill (&log, "x\nD$ miss <3>"),
                                       strlen ("x\nD$ miss <3>"));
  write_stages (&log, missing, 24, "Cm 1");
  weft_pipeline_writer_end_op (log.writer, missing, WEFT_OP_RETIRED, missing, 25);
  late = add_op (&log, 0, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 21 X 1 Cm 1");
  weft_pipeline_writer_add_dependency (log.writer, late, missing, 0, 24);
  later = add_op (&log, 4, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 18 X 1 Cm 1");
  weft_pipeline_writer_add_dependency (log.writer, later, late, 0, 25);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);
    g_autoptr (WeftPipelineExplainer) explainer =
      weft_pipeline_explainer_new (snapshot, NULL, NULL);
    g_autoptr (GArray) chain = weft_pipeline_explain_chain (explainer, later, 8);
    g_autofree char *plain =
      weft_pipeline_explain_sentence (explainer, late, WEFT_EXPLANATION_PLAIN);
    g_autofree char *markup =
      weft_pipeline_explain_sentence (explainer, missing, WEFT_EXPLANATION_MARKUP);
    g_autofree char *linked =
      weft_pipeline_explain_sentence (explainer, late, WEFT_EXPLANATION_MARKUP);
    g_autofree char *smooth = weft_pipeline_explain_sentence (explainer, 0, WEFT_EXPLANATION_PLAIN);

    g_assert_cmpstr (plain, ==, "21 of 26 cycles in Sc waiting for op 1 (lw x1, 0(x2), missed).");
    g_assert_cmpstr (markup, ==, "20 of 25 cycles in X (D$ miss &lt;3&gt;).");
    g_assert_cmpstr (linked, ==,
                     "21 of 26 cycles in Sc waiting for <a href=\"op:1\">op 1</a> (lw x1, 0(x2), "
                     "missed).");
    g_assert_cmpstr (smooth, ==, "Nothing held it up: no stage took longer than need be.");
    g_assert_cmpuint (chain->len, ==, 3);
    g_assert_cmpuint (g_array_index (chain, WeftLatenessStep, 0).op, ==, later);
    g_assert_cmpuint (g_array_index (chain, WeftLatenessStep, 1).op, ==, late);
    g_assert_cmpuint (g_array_index (chain, WeftLatenessStep, 2).op, ==, missing);
    g_assert_cmpint (g_array_index (chain, WeftLatenessStep, 2).worst.cause, ==,
                     WEFT_CAUSE_EXECUTE);
  }
  made_log_close (&log);
}

/* Rows: by cycles; of each, the op with most. What waits to retire is a row, but no stall. */
static void
test_rows (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  for (guint i = 0; i < 3; i++)
    add_op (&log, 10 * i, WEFT_OP_RETIRED, i == 1 ? "F 6 X 2 Cm 4" : "F 4 X 1 Cm 1");
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 60);
    g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
    const WeftPipelineStallStats *rows =
      (const WeftPipelineStallStats *) (gpointer) stats->stalls->data;

    g_assert_cmpuint (stats->stalls->len, ==, 3);
    g_assert_cmpint (rows[0].cause, ==, WEFT_CAUSE_FRONT_END);
    g_assert_cmpuint (rows[0].cycles, ==, 11);
    g_assert_cmpuint (rows[0].n_ops, ==, 3);
    g_assert_cmpuint (rows[0].max, ==, 5);
    g_assert_cmpuint (rows[0].longest_op, ==, 2);
    g_assert_cmpint (rows[1].cause, ==, WEFT_CAUSE_RETIRE);
    g_assert_cmpuint (rows[1].cycles, ==, 3);
    g_assert_cmpint (rows[2].cause, ==, WEFT_CAUSE_EXECUTE);
    g_assert_cmpuint (rows[2].cycles, ==, 1);
    g_assert_cmpuint (stats->stall_cycles, ==, 12);
  }
  made_log_close (&log);
}

/* --- any log ------------------------------------------------------------------------------------------ */

/* The parts of every op follow one another from its fetch to its end, whatever the log says. */
static void
check_whole (WeftPipelineSnapshot *snapshot)
{
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      guint n_parts;
      const WeftLatencyPart *parts = weft_explain_op (explainer, op, &n_parts);
      gint64 cycle;
      WeftOp info;

      weft_pipeline_snapshot_get_op (snapshot, op, &info);
      cycle = info.fetch;
      for (guint i = 0; i < n_parts; i++)
        {
          g_assert_cmpint (parts[i].first, ==, cycle);
          g_assert_cmpint (parts[i].last, >=, parts[i].first);
          g_assert_cmpuint (parts[i].lost, <=, weft_latency_part_get_cycles (&parts[i]));
          cycle = parts[i].last + 1;
        }
      g_assert_cmpint (cycle, ==, MAX (info.end, info.fetch));
    }
}

/* A trace that has grown since it was measured: the list of ops shows the new rows at once, and their
 * stall cycles only when they are known. */
static void
test_grown (void)
{
  WeftPipelineSharedStalls *stalls = weft_pipeline_shared_stalls_new ();
  MadeLog log;
  guint32 late = 0;

  made_log_open (&log, NULL);
  add_smooth_op (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);

    g_assert_true (weft_pipeline_shared_stalls_read (stalls, snapshot, NULL, NULL));
  }
  for (guint i = 0; i < 100; i++)
    late = add_op (&log, 2, WEFT_OP_RETIRED, "F 1 Dc 1 Ds 1 Sc 5 X 1 Cm 1");
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 200);

    g_assert_cmpint (weft_pipeline_shared_stalls_get (stalls, late).type, ==, WEFT_CELL_NONE);
    g_assert_true (weft_pipeline_shared_stalls_read (stalls, snapshot, NULL, NULL));
    g_assert_cmpuint (weft_pipeline_shared_stalls_get (stalls, late).count, ==, 4);
  }
  made_log_close (&log);
  weft_pipeline_shared_stalls_unref (stalls);
}

static void
test_any (void)
{
  static const char *const names[] = { "F", "Dc", "Ds", "Sc", "X", "Xm", "Cm", "?" };

  for (guint round = 0; round < 100; round++)
    {
      MadeLog log;

      made_log_open (&log, NULL);
      for (guint i = 0; i < 12; i++)
        {
          gint64 fetch = g_random_int_range (0, 20);
          guint32 op = made_log_begin (&log, g_random_int_range (0, 2), fetch, NULL);

          for (int stages = g_random_int_range (0, 9); stages > 0; stages--)
            {
              gint64 start = fetch + g_random_int_range (-2, 30);

              made_log_stage (&log, op, g_random_int_range (0, 4) > 0 ? "0" : "1",
                              names[g_random_int_range (0, G_N_ELEMENTS (names))], start,
                              start + g_random_int_range (-1, 9));
            }
          weft_pipeline_writer_add_dependency (log.writer, op, g_random_int_range (0, 14), 0,
                                               fetch);
          if (g_random_int_range (0, 5) > 0)
            weft_pipeline_writer_end_op (log.writer, op,
                                         g_random_boolean () ? WEFT_OP_RETIRED : WEFT_OP_FLUSHED,
                                         op, fetch + g_random_int_range (-1, 30));
        }
      {
        g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 60);

        check_whole (snapshot);
      }
      made_log_close (&log);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explainer/phases", test_phases);
  g_test_add_func ("/explainer/phases-of-long-names", test_phases_of_long_names);
  g_test_add_func ("/explainer/result", test_result);
  g_test_add_func ("/explainer/unknown", test_unknown);
  g_test_add_func ("/explainer/lanes", test_lanes);
  g_test_add_func ("/explainer/retire", test_retire);
  g_test_add_func ("/explainer/unfinished", test_unfinished);
  g_test_add_func ("/explainer/again", test_again);
  g_test_add_func ("/explainer/words", test_words);
  g_test_add_func ("/explainer/rows", test_rows);
  g_test_add_func ("/explainer/grown", test_grown);
  g_test_add_func ("/explainer/any", test_any);
  return g_test_run ();
}
