/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu-time.h"
#include "pipeline-writer-log.h"
#include "weft-pipeline-trace-private.h"

static void
retire (MadeLog *log, guint32 op, gint64 rid, gint64 cycle)
{
  g_assert_true (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, rid, cycle));
}

/* All of an op but its id, gid, line and texts. */
static char *
describe (MadeLog *log, guint32 op)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 100);
  GString *out = g_string_new (NULL);

  dump_op (out, snapshot, op, DUMP_WITHOUT_LINES | DUMP_WITHOUT_TEXTS);
  g_string_erase (out, 0, (gssize) (strstr (out->str, "rid=") - out->str));
  return g_string_free (out, FALSE);
}

static void
check_op (MadeLog *log, guint32 op, const char *expected)
{
  g_autofree char *description = describe (log, op);

  g_assert_cmpstr (description, ==, expected);
}

/* --- stages ------------------------------------------------------------------------------------------ */

static void
test_start_closes_lane (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, op, "1", "stl", 1);
  start (log, op, "0", "D", 2);
  start (log, op, "0", "I", 5);
  check_op (log, op,
            "rid=-1 0..101 eof\n  0/F 0..2\n  1/stl 1..101 open\n  0/D 2..5\n"
            "  0/I 5..101 open\n");
}

static void
test_start_leaves_what_has_ended (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  end (log, op, "0", "F", 1);
  start (log, op, "0", "D", 4);
  retire (log, op, 9, 6);
  check_op (log, op, "rid=9 0..6 retired\n  0/F 0..1\n  0/D 4..6\n");
}

static void
test_length_zero (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 3, NULL);

  start (log, op, "0", "F", 3);
  start (log, op, "0", "D", 3);
  end (log, op, "0", "D", 3);
  retire (log, op, 0, 3);
  check_op (log, op, "rid=0 3..3 retired\n  0/F 3..3\n  0/D 3..3\n");
}

/* "E closes the latest stage of that name in the lane", be it the lane's last one or not. */
static void
test_end_by_name (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, op, "0", "D", 1);
  start (log, op, "0", "F", 2);
  start (log, op, "0", "I", 3);
  end (log, op, "0", "F", 7);
  end (log, op, "0", "D", 8);
  check_op (log, op,
            "rid=-1 0..101 eof\n  0/F 0..1\n  0/D 1..8\n  0/F 2..7\n"
            "  0/I 3..101 open\n");
}

static void
test_end_of_nothing (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL), other = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, other, "0", "D", 0);
  g_assert_false (weft_pipeline_writer_end_stage (log->writer, op, kind_of (log, "1", "F"), 5));
  g_assert_false (weft_pipeline_writer_end_stage (log->writer, op, kind_of (log, "0", "D"), 5));
  g_assert_false (weft_pipeline_writer_end_stage (log->writer, op, kind_of (log, "0", "G"), 5));
  check_op (log, op, "rid=-1 0..101 eof\n  0/F 0..101 open\n");
}

/* Time that a C= line sets back makes a stage end before its start; nothing breaks. */
static void
test_time_runs_back (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 50, NULL);

  start (log, op, "0", "F", 50);
  start (log, op, "0", "D", 20);
  retire (log, op, 0, 30);
  check_op (log, op, "rid=0 50..30 retired\n  0/F 50..20\n  0/D 20..30\n");
}

/* --- where arrows attach ----------------------------------------------------------------------------- */

static void
test_consumer_cycle (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "aX", 2);
  check_op (log, op, "rid=-1 0..101 eof consumes=2\n  0/aX 2..101 open executes\n");
  start (log, op, "1", "Xmiss", 4);
  check_op (log, op,
            "rid=-1 0..101 eof consumes=4\n  0/aX 2..101 open executes\n"
            "  1/Xmiss 4..101 open executes\n");
}

/* "producer cycle = this cycle − 1", whatever closes the stage. */
static void
test_producer_cycle (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 by_start = made_log_begin (log, 0, 0, NULL), by_end = made_log_begin (log, 0, 0, NULL),
          by_retire = made_log_begin (log, 0, 0, NULL);

  start (log, by_start, "0", "X", 1);
  start (log, by_start, "0", "W", 6);
  check_op (log, by_start,
            "rid=-1 0..101 eof consumes=1 produces=5\n  0/X 1..6 executes\n"
            "  0/W 6..101 open\n");
  start (log, by_end, "0", "X", 1);
  end (log, by_end, "0", "X", 1);
  check_op (log, by_end, "rid=-1 0..101 eof consumes=1 produces=0\n  0/X 1..1 executes\n");
  start (log, by_retire, "0", "X", 1);
  retire (log, by_retire, 0, 9);
  check_op (log, by_retire, "rid=0 0..9 retired consumes=1 produces=8\n  0/X 1..9 executes\n");
}

/* "If the lane's last stage has an X", even where that has ended long before. */
static void
test_retire_moves_producer (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 last = made_log_begin (log, 0, 0, NULL), earlier = made_log_begin (log, 0, 0, NULL);

  start (log, last, "0", "X", 1);
  end (log, last, "0", "X", 4);
  retire (log, last, 0, 20);
  check_op (log, last, "rid=0 0..20 retired consumes=1 produces=19\n  0/X 1..4 executes\n");
  start (log, earlier, "0", "X", 1);
  start (log, earlier, "0", "W", 4);
  retire (log, earlier, 0, 20);
  check_op (log, earlier,
            "rid=0 0..20 retired consumes=1 produces=3\n  0/X 1..4 executes\n"
            "  0/W 4..20\n");
}

static void
test_no_x_no_cycles (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "X", "x", 1);
  end (log, op, "X", "x", 5);
  retire (log, op, 0, 9);
  check_op (log, op, "rid=0 0..9 retired\n  X/x 1..5\n");
}

/* --- retiring ------------------------------------------------------------------------------------------ */

static void
test_retire_closes_lanes (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, op, "1", "stl", 1);
  start (log, op, "2", "mem", 2);
  end (log, op, "2", "mem", 3);
  retire (log, op, 7, 9);
  check_op (log, op, "rid=7 0..9 retired\n  0/F 0..9\n  1/stl 1..9\n  2/mem 2..3\n");
}

static void
test_first_retire_decides (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);
  g_autofree char *before = NULL;

  start (log, op, "0", "X", 0);
  g_assert_true (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_FLUSHED, 4, 5));
  before = describe (log, op);
  g_assert_cmpstr (before, ==, "rid=4 0..5 flush consumes=0 produces=4\n  0/X 0..5 executes\n");
  g_assert_false (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, 9, 50));
  check_op (log, op, before);
}

/* "After R, later L, S, E, W for the op still count". */
static void
test_late_stages (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, op, "0", "D", 2);
  retire (log, op, 0, 5);
  end (log, op, "0", "D", 8);
  start (log, op, "0", "Cm", 9);
  check_op (log, op, "rid=0 0..5 retired\n  0/F 0..2\n  0/D 2..8\n  0/Cm 9..9 open\n");
  start (log, op, "0", "Wb", 12);
  end (log, op, "0", "Wb", 14);
  check_op (log, op, "rid=0 0..5 retired\n  0/F 0..2\n  0/D 2..8\n  0/Cm 9..12\n  0/Wb 12..14\n");
}

static void
test_open_at_the_end (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  WeftOp info;

  check_op (log, op, "rid=-1 0..101 eof\n");
  /* Nothing comes after the last cycle there is. */
  snapshot = made_log_publish (log, G_MAXINT64);
  weft_pipeline_snapshot_get_op (snapshot, op, &info);
  g_assert_cmpint (info.end, ==, G_MAXINT64);
}

/* --- kinds and lanes ----------------------------------------------------------------------------------- */

static void
check_kind (MadeLog *log, const char *lane, const char *name, guint rank, guint depth)
{
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (log->trace, kind_of (log, lane, name), &info);
  g_assert_cmpstr (info.name, ==, name);
  g_assert_cmpstr (info.lane, ==, lane);
  g_assert_cmpuint (info.rank, ==, rank);
  g_assert_cmpuint (info.depth, ==, depth);
  g_assert_cmpint (info.executes, ==, strchr (name, 'X') != NULL);
  g_assert_cmpstr (weft_pipeline_trace_get_lane_name (log->trace, info.lane_index), ==, lane);
}

/* A kind is a name in a lane; ranks and depths count within the lane. */
static void
test_kinds (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL), other = made_log_begin (log, 0, 0, NULL);

  start (log, op, "0", "F", 0);
  start (log, op, "laneB", "F", 0);
  start (log, op, "0", "X", 1);
  start (log, other, "0", "F", 1);
  start (log, other, "0", "", 2);
  start (log, other, "0", "X", 3);
  start (log, other, "0", "Cm", 4);
  g_assert_cmpuint (weft_pipeline_trace_get_n_kinds (log->trace), ==, 5);
  g_assert_cmpuint (weft_pipeline_trace_get_n_lanes (log->trace), ==, 2);
  g_assert_cmpstr (weft_pipeline_trace_get_lane_name (log->trace, 0), ==, "0");
  check_kind (log, "0", "F", 0, 0);
  check_kind (log, "laneB", "F", 0, 0);
  check_kind (log, "0", "X", 1, 1);
  check_kind (log, "0", "", 2, 1);
  check_kind (log, "0", "Cm", 3, 3);
}

/* A kind too many gets the last one's number, and nothing else breaks. */
static void
test_too_many_kinds (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);

  for (guint i = 0; i < 70000; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "s%u", i);
      g_assert_cmpuint (kind_of (log, "0", name), ==, MIN (i, 65534));
    }
  g_assert_cmpuint (weft_pipeline_trace_get_n_kinds (log->trace), ==, 65535);
  start (log, op, "0", "s69999", 1);
  end (log, op, "0", "s69998", 4);
  check_op (log, op, "rid=-1 0..101 eof\n  0/s65534 1..4\n");
}

/* --- against a model ------------------------------------------------------------------------------------ */

#define N_LANES 7
#define N_NAMES 9

/* The rules again, in the plainest form. */
typedef struct
{
  guint kind; /* lane * N_NAMES + name; the name executes where it is a multiple of 3 */
  gint64 start;
  gint64 end;
  gboolean open;
} PlainStage;

typedef struct
{
  GArray *stages; /* PlainStage */
  gint64 consumes;
  gint64 produces;
  gboolean ended;
} PlainOp;

static void
plain_close (PlainOp *op, PlainStage *stage, gint64 cycle)
{
  stage->open = FALSE;
  stage->end = cycle;
  if (stage->kind % 3 == 0)
    op->produces = cycle - 1;
}

/* The latest stage in a lane, or of a kind. */
static PlainStage *
plain_latest (PlainOp *op, guint number, guint divisor)
{
  for (guint i = op->stages->len; i > 0; i--)
    if (g_array_index (op->stages, PlainStage, i - 1).kind / divisor == number)
      return &g_array_index (op->stages, PlainStage, i - 1);
  return NULL;
}

static void
plain_start (PlainOp *op, guint kind, gint64 cycle)
{
  PlainStage *before = plain_latest (op, kind / N_NAMES, N_NAMES);
  PlainStage stage = { kind, cycle, 0, TRUE };

  if (before != NULL && before->open)
    plain_close (op, before, cycle);
  if (kind % 3 == 0)
    op->consumes = cycle;
  g_array_append_val (op->stages, stage);
}

static void
plain_retire (PlainOp *op, gint64 cycle)
{
  for (guint lane = N_LANES; lane > 0; lane--)
    {
      PlainStage *last = plain_latest (op, lane - 1, N_NAMES);

      if (last != NULL && last->open)
        plain_close (op, last, cycle);
      else if (last != NULL && last->kind % 3 == 0)
        op->produces = cycle - 1;
    }
  op->ended = TRUE;
}

static void
check_plain_op (MadeLog *log, guint32 number, const PlainOp *op)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 0);
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  WeftOp info;

  weft_pipeline_snapshot_get_op (snapshot, number, &info);
  g_assert_cmpint (info.consumes, ==, op->consumes);
  g_assert_cmpint (info.produces, ==, op->produces);
  g_assert_cmpint (info.state, ==, op->ended ? WEFT_OP_RETIRED : WEFT_OP_OPEN);
  weft_pipeline_snapshot_get_stages (snapshot, number, &buffer);
  g_assert_cmpuint (buffer.n_stages, ==, op->stages->len);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const PlainStage *stage = &g_array_index (op->stages, PlainStage, i);

      g_assert_cmpuint (buffer.stages[i].kind, ==, stage->kind);
      g_assert_cmpint (buffer.stages[i].start, ==, stage->start);
      g_assert_cmpint (buffer.stages[i].open, ==, stage->open);
      if (!stage->open)
        g_assert_cmpint (buffer.stages[i].end, ==, stage->end);
    }
}

/* From the latest stage of a lane, or one that is not that, to another, at once: as its end and the next one's start. */
static void
random_move (MadeLog *log, GRand *random, guint32 number, PlainOp *op, guint to, gint64 cycle)
{
  PlainStage *last = plain_latest (op, to / N_NAMES, N_NAMES);
  const guint from = last != NULL && g_rand_boolean (random)
                       ? last->kind
                       : (guint) g_rand_int_range (random, 0, N_LANES * N_NAMES);
  const gboolean may = !op->ended && last != NULL && last->kind == from;

  if (!weft_pipeline_writer_move_on (log->writer, number, (WeftKind) from, (WeftKind) to, cycle))
    return; /* nothing has changed */
  g_assert_true (may);
  plain_close (op, last, cycle);
  plain_start (op, to, cycle);
}

/* One random step; `spread` is how many kinds take part. */
static void
random_step (MadeLog *log, GRand *random, guint32 number, PlainOp *op, guint spread)
{
  guint kind = (guint) g_rand_int_range (random, 0, (gint32) spread);
  guint choice = (guint) g_rand_int_range (random, 0, 1000);
  gint64 cycle = g_rand_int_range (random, -5, 1000);

  if (choice > 990)
    cycle *= G_GINT64_CONSTANT (1) << 40;
  if (choice < 500)
    {
      g_assert_true (
        weft_pipeline_writer_start_stage (log->writer, number, (WeftKind) kind, cycle));
      plain_start (op, kind, cycle);
    }
  else if (choice > 750)
    random_move (log, random, number, op, kind, cycle);
  else if (choice > 500)
    {
      PlainStage *latest = plain_latest (op, kind, 1);

      g_assert_cmpint (weft_pipeline_writer_end_stage (log->writer, number, (WeftKind) kind, cycle),
                       ==, latest != NULL);
      if (latest != NULL)
        plain_close (op, latest, cycle);
    }
  else if (weft_pipeline_writer_end_op (log->writer, number, WEFT_OP_RETIRED, 0, cycle))
    {
      g_assert_false (op->ended);
      plain_retire (op, cycle);
    }
}

/* Ops of all depths: shallow ones, whose stages are found by walking, and deep ones, which have an
 * index. */
static void
test_like_model (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < N_LANES * N_NAMES; i++)
    {
      const char lane[] = { (char) ('a' + i / N_NAMES), '\0' };
      const char name[] = { i % 3 == 0 ? 'X' : 'Y', (char) ('0' + i % N_NAMES), '\0' };

      g_assert_cmpuint (kind_of (log, lane, name), ==, i);
    }
  for (guint round = 0; round < 300; round++)
    {
      PlainOp op = { g_array_new (FALSE, FALSE, sizeof (PlainStage)), WEFT_NO_CYCLE, WEFT_NO_CYCLE,
                     FALSE };
      guint32 number = made_log_begin (log, 0, g_rand_int_range (random, -100, 100), NULL);
      guint n_steps = round % 10 == 0 ? 2000 : round;

      for (guint i = 0; i < n_steps; i++)
        random_step (log, random, number, &op, 1 + round % (N_LANES * N_NAMES));
      check_plain_op (log, number, &op);
      g_array_unref (op.stages);
    }
}

/* The end of a stage and the start of the next at once; all else is refused, and changes nothing. */
static void
test_move_on (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  const WeftKind fetch = kind_of (log, "0", "F"), decode = kind_of (log, "0", "D");
  const WeftKind execute = kind_of (log, "0", "X"), stall = kind_of (log, "1", "stl");

  made_log_begin (log, 0, 0, NULL);
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 0, fetch, decode, 1));
  start (log, 0, "0", "F", 0);
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 1, fetch, decode, 1));
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 0, decode, execute, 1));
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 0, fetch, stall, 1));
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 0, fetch, 77, 1));
  g_assert_true (weft_pipeline_writer_move_on (log->writer, 0, fetch, decode, 2));
  g_assert_true (weft_pipeline_writer_move_on (log->writer, 0, decode, execute, 3));
  g_assert_true (weft_pipeline_writer_move_on (log->writer, 0, execute, fetch, 7));
  retire (log, 0, 0, 9);
  g_assert_false (weft_pipeline_writer_move_on (log->writer, 0, fetch, decode, 9));
  check_op (log, 0,
            "rid=0 0..9 retired consumes=3 produces=6\n"
            "  0/F 0..2\n  0/D 2..3\n  0/X 3..7 executes\n  0/F 7..9\n");
}

/* --- very deep ops ---------------------------------------------------------------------------------------- */

#define N_KINDS 20000u

/* Microseconds that an op of `n_stages` stages takes: many kinds, in one lane or each in its own,
 * and one that began first and ends time and again. */
static gint64
time_deep_op (guint n_stages, gboolean many_lanes)
{
  g_autofree WeftKind *kinds = g_new (WeftKind, N_KINDS);
  MadeLog log;
  gint64 begin;
  guint32 op;

  made_log_open (&log, NULL);
  for (guint i = 0; i < N_KINDS; i++)
    {
      char name[8];

      g_snprintf (name, sizeof name, "%u", i);
      kinds[i] = kind_of (&log, many_lanes ? name : "0", name);
    }
  op = made_log_begin (&log, 0, 0, NULL);
  begin = cpu_time ();
  start (&log, op, "first", "first", 0);
  for (guint i = 0; i < n_stages; i++)
    {
      weft_pipeline_writer_start_stage (log.writer, op, kinds[i % N_KINDS], i);
      end (&log, op, "first", "first", i);
    }
  retire (&log, op, 0, n_stages);
  begin = cpu_time () - begin;
  made_log_close (&log);
  return begin;
}

/* An op with 100,000 stages costs what 100 with 1,000 do, not a hundred times as much. */
static void
test_deep_op (gconstpointer many_lanes)
{
  gint64 shallow = 0, deep;

  for (guint i = 0; i < 100; i++)
    shallow += time_deep_op (1000, many_lanes != NULL);
  deep = time_deep_op (100000, many_lanes != NULL);
  g_test_message ("100 × 1,000 stages: %.4f s, 100,000: %.4f s", shallow * 1e-6, deep * 1e-6);
  g_assert_cmpint (deep, <, 10 * shallow + 100000);
}

/* --- dependencies -------------------------------------------------------------------------------------------- */

static guint32
begin_id (MadeLog *log, gint64 id)
{
  return weft_pipeline_writer_begin_op (log->writer, id, id, 0, 1, 0);
}

static void
depend (MadeLog *log, guint32 consumer, gint64 producer, gint64 type, gint64 cycle, gboolean known)
{
  g_assert_cmpint (
    weft_pipeline_writer_add_dependency (log->writer, consumer, producer, type, cycle), ==, known);
}

/* "a producer not seen yet is a diagnostic, the edge is kept" and leads to it once it is there. */
static void
test_forward_dependencies (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 one = begin_id (log, 100), two = begin_id (log, 200);

  depend (log, one, 300, 5, 7, FALSE);
  depend (log, two, 300, 6, 8, FALSE);
  depend (log, one, 100, 0, 9, TRUE);
  depend (log, one, 300, 1, 10, FALSE);
  depend (log, two, G_MAXINT64, 2, -5, FALSE);
  check_op (log, one,
            "rid=-1 0..101 eof\n  from 300 (unknown) type 5 at 7\n"
            "  from 100 type 0 at 9\n  from 300 (unknown) type 1 at 10\n");
  begin_id (log, 300);
  check_op (log, one,
            "rid=-1 0..101 eof\n  from 300 type 5 at 7\n  from 100 type 0 at 9\n"
            "  from 300 type 1 at 10\n");
  check_op (log, two,
            "rid=-1 0..101 eof\n  from 300 type 6 at 8\n"
            "  from 9223372036854775807 (unknown) type 2 at -5\n");
  depend (log, two, 300, 0, 11, TRUE);
  begin_id (log, G_MAXINT64);
  check_op (log, two,
            "rid=-1 0..101 eof\n  from 300 type 6 at 8\n"
            "  from 9223372036854775807 type 2 at -5\n  from 300 type 0 at 11\n");
}

/* --- storage that runs out ------------------------------------------------------------------------------------- */

/* Writes ops of all sorts until the storage is full, then goes on a while. */
static void
fill_storage (MadeLog *log, GRand *random)
{
  WeftKind kinds[] = { kind_of (log, "0", "X"), kind_of (log, "1", "s") };

  for (guint after = 0; after < 1000; after += weft_pipeline_writer_is_full (log->writer))
    {
      guint32 op = weft_pipeline_writer_begin_op (log->writer, g_rand_int (random), G_MAXINT64, -7,
                                                  G_MAXINT64 - 1, g_rand_int (random));

      for (guint i = 0; op != WEFT_NO_ROW && i < 30; i++)
        {
          weft_pipeline_writer_start_stage (log->writer, op, kinds[i % 2], -(gint64) i);
          weft_pipeline_writer_add_label (log->writer, op, 0, "12 add", 6);
          weft_pipeline_writer_add_dependency (log->writer, op, g_rand_int (random), -1, i);
          weft_pipeline_writer_end_stage (log->writer, op, kinds[1], (gint64) i << 33);
        }
      if (op != WEFT_NO_ROW)
        weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_FLUSHED, -1, G_MAXINT64);
    }
}

static void
look_at_everything (MadeLog *log)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 5);
  guint32 n_ops = snapshot->n_ops;

  g_assert_cmpuint (n_ops, >, 1000);
  for (guint32 op = 0; op < n_ops; op++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      /* Those at the end are the ones that did not fit. */
      if (op % 100 == 0 || op > n_ops - 2000)
        dump_op (out, snapshot, op, DUMP_ALL);
    }
}

/* Rows from before a full disk can still be seen, whatever did not fit. */
static void
test_exhausted (gconstpointer megabytes)
{
  const rlim_t size = (rlim_t) GPOINTER_TO_UINT (megabytes) << 20;
  const struct rlimit limit = { size, size };
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  MadeLog log;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  made_log_open_in (&log, NULL, WEFT_STORAGE_FILE);
  fill_storage (&log, random);
  look_at_everything (&log);
  made_log_close (&log);
}

/* Others take all of the room before a log's first stage. */
static void
test_exhausted_before_kinds (void)
{
  const struct rlimit limit = { (rlim_t) 64 << 20, (rlim_t) 64 << 20 };
  MadeLog log;
  WeftKind kind;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  made_log_open_in (&log, NULL, WEFT_STORAGE_FILE);
  g_assert_cmpuint (made_log_begin (&log, 0, 0, NULL), ==, 0);
  while (weft_chunk_store_alloc (log.trace->store, 1) != NULL)
    ;
  kind = kind_of (&log, "0", "F");
  g_assert_false (weft_pipeline_writer_start_stage (log.writer, 0, kind, 1));
  g_assert_false (weft_pipeline_writer_end_stage (log.writer, 0, kind, 1));
  retire (&log, 0, 0, 2);
  check_op (&log, 0, "rid=0 0..2 retired\n");
  made_log_close (&log);
}

static void
add_exhausted (void)
{
  static const guint megabytes[] = { 32, 64, 128 };

  for (guint i = 0; i < G_N_ELEMENTS (megabytes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/pipeline-writer/exhausted/%u", megabytes[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (megabytes[i]), test_exhausted);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/pipeline-writer/start-closes-lane", test_start_closes_lane);
  add ("/pipeline-writer/start-leaves-what-has-ended", test_start_leaves_what_has_ended);
  add ("/pipeline-writer/length-zero", test_length_zero);
  add ("/pipeline-writer/end-by-name", test_end_by_name);
  add ("/pipeline-writer/end-of-nothing", test_end_of_nothing);
  add ("/pipeline-writer/time-runs-back", test_time_runs_back);
  add ("/pipeline-writer/consumer-cycle", test_consumer_cycle);
  add ("/pipeline-writer/producer-cycle", test_producer_cycle);
  add ("/pipeline-writer/retire-moves-producer", test_retire_moves_producer);
  add ("/pipeline-writer/no-x-no-cycles", test_no_x_no_cycles);
  add ("/pipeline-writer/retire-closes-lanes", test_retire_closes_lanes);
  add ("/pipeline-writer/first-retire-decides", test_first_retire_decides);
  add ("/pipeline-writer/late-stages", test_late_stages);
  add ("/pipeline-writer/open-at-the-end", test_open_at_the_end);
  add ("/pipeline-writer/kinds", test_kinds);
  add ("/pipeline-writer/too-many-kinds", test_too_many_kinds);
  add ("/pipeline-writer/move-on", test_move_on);
  add ("/pipeline-writer/like-model", test_like_model);
  g_test_add_data_func ("/pipeline-writer/deep-op/one-lane", NULL, test_deep_op);
  g_test_add_data_func ("/pipeline-writer/deep-op/many-lanes", "", test_deep_op);
  add ("/pipeline-writer/forward-dependencies", test_forward_dependencies);
  add_exhausted ();
  g_test_add_func ("/pipeline-writer/exhausted-before-kinds", test_exhausted_before_kinds);
  return g_test_run ();
}
