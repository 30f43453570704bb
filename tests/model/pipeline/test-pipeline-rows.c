/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows.h"

#include "made-log.h"
#include "same-rows.h"
#include "weft-handover.h"
#include "weft-pipeline-order.h"

/* Rows that were kept up to date equal rows that are made now. */
static void
check_like_fresh (WeftPipelineRows *rows, WeftRowsFilter filter)
{
  g_autoptr (WeftPipelineRows) fresh =
    weft_pipeline_rows_new (weft_pipeline_rows_get_trace (rows), filter);
  WeftProfile relative;

  if (weft_pipeline_rows_get_profile (rows, WEFT_PROFILE_RELATIVE, 0, 0, &relative))
    weft_pipeline_rows_straighten (fresh);
  weft_pipeline_rows_set_order (fresh, weft_pipeline_rows_get_order (rows));
  weft_pipeline_rows_update (fresh);
  assert_same_rows (rows, fresh);
}

/* Each op stands where its cycle puts it, and is found there. */
static void
check_order (WeftPipelineRows *rows, gint64 (*get_cycle) (WeftPipelineSnapshot *, guint32))
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);
  guint32 n_ops = snapshot->n_ops, n_shown = 0;
  gint64 before = G_MININT64;

  for (guint32 row = 0; row < weft_pipeline_rows_get_n_rows (rows); row++)
    {
      guint32 op = weft_pipeline_rows_get_op (rows, row);

      g_assert_cmpint (get_cycle (snapshot, op), >=, before);
      before = get_cycle (snapshot, op);
      g_assert_cmpuint (weft_pipeline_rows_find_op (rows, op), ==, row);
    }
  for (guint32 op = 0; op < n_ops; op++)
    n_shown += weft_pipeline_rows_find_op (rows, op) != WEFT_NO_ROW;
  g_assert_cmpuint (n_shown, ==, weft_pipeline_rows_get_n_rows (rows));
}

/* --- growing ------------------------------------------------------------------------------------------ */

typedef struct
{
  WeftRowsFilter filter;
  gboolean by_id; /* as gem5's logs are: ops in any order, a clock that shows late */
  guint n_steps;
  WeftRowsOrder order;
} Growth;

typedef struct
{
  MadeLog log;
  GRand *random;
  gint64 cycle;
  GArray *open; /* guint32 ops */
} Writing;

static void
begin_random_op (Writing *writing, const Growth *growth)
{
  guint32 n_ops = weft_pipeline_writer_get_n_ops (writing->log.writer);
  /* Ids are unique: the low part is. */
  gint64 id = growth->by_id
                ? (gint64) (n_ops / 8 * 8 + g_rand_int_range (writing->random, 0, 40)) << 20 | n_ops
                : n_ops;
  guint32 op = weft_pipeline_writer_begin_op (writing->log.writer, id, 0, 0, 1, writing->cycle);

  made_log_stage (&writing->log, op, "0", "F", writing->cycle, G_MININT64);
  g_array_append_val (writing->open, op);
}

static void
end_random_op (Writing *writing, guint index)
{
  guint32 op = g_array_index (writing->open, guint32, index);

  weft_pipeline_writer_end_op (writing->log.writer, op,
                               g_rand_int_range (writing->random, 0, 4) == 0 ? WEFT_OP_FLUSHED
                                                                             : WEFT_OP_RETIRED,
                               op, writing->cycle);
  g_array_remove_index_fast (writing->open, index);
}

/* Something that a simulator might do; now and then the youngest ops are squashed all together. */
static void
take_random_step (Writing *writing, const Growth *growth)
{
  static const char *const names[] = { "D", "X", "W" };
  gint32 choice = g_rand_int_range (writing->random, 0, 100);
  guint n_open = writing->open->len;
  guint index = n_open > 0 ? (guint) g_rand_int_range (writing->random, 0, (gint32) n_open) : 0;

  if (n_open == 0 || choice < 30)
    begin_random_op (writing, growth);
  else if (choice < 50)
    writing->cycle += g_rand_int_range (writing->random, 0, 3);
  else if (choice < 80)
    made_log_stage (&writing->log, g_array_index (writing->open, guint32, index), "0",
                    names[choice % 3], writing->cycle, G_MININT64);
  else if (choice < 99)
    end_random_op (writing, index);
  else
    while (writing->open->len > 0 && g_rand_boolean (writing->random))
      {
        guint last = writing->open->len - 1;

        weft_pipeline_writer_end_op (writing->log.writer,
                                     g_array_index (writing->open, guint32, last), WEFT_OP_FLUSHED,
                                     -1, writing->cycle);
        g_array_set_size (writing->open, last);
      }
}

static void
publish (Writing *writing, const Growth *growth)
{
  guint32 n_ops = weft_pipeline_writer_get_n_ops (writing->log.writer);

  if (growth->by_id)
    weft_pipeline_writer_publish_by_id (writing->log.writer, writing->cycle, n_ops > 500 ? -7 : 0,
                                        n_ops > 1000 ? 3 : 1);
  else
    weft_pipeline_writer_publish (writing->log.writer, writing->cycle);
}

static void
test_growing (gconstpointer data)
{
  const Growth *growth = data;
  Writing writing = { .random = g_rand_new_with_seed (30),
                      .open = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  g_autoptr (WeftPipelineRows) rows = NULL;

  made_log_open (&writing.log, NULL);
  rows = weft_pipeline_rows_new (writing.log.trace, growth->filter);
  weft_pipeline_rows_set_order (rows, growth->order);
  for (guint i = 0; i < growth->n_steps; i++)
    {
      take_random_step (&writing, growth);
      if (g_rand_int_range (writing.random, 0, 40) == 0)
        publish (&writing, growth);
      if (g_rand_int_range (writing.random, 0, 200) != 0)
        continue;
      publish (&writing, growth);
      if (i > growth->n_steps / 2)
        weft_pipeline_rows_straighten (rows);
      weft_pipeline_rows_update (rows);
      check_like_fresh (rows, growth->filter);
    }
  made_log_close (&writing.log);
  g_array_unref (writing.open);
  g_rand_free (writing.random);
}

static guint32
begin (MadeLog *log, gint64 fetch, WeftOpState state, gint64 end)
{
  guint32 op = made_log_begin (log, 0, fetch, NULL);

  made_log_stage (log, op, "0", "F", fetch, state == WEFT_OP_OPEN ? G_MININT64 : end);
  if (state != WEFT_OP_OPEN)
    weft_pipeline_writer_end_op (log->writer, op, state, 0, end);
  return op;
}

/* The only op of a block is squashed: the block goes, its neighbours stay as they were, and what
 * stands above them must not count it any more. */
static void
test_last_block_is_hidden (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  WeftBlockSummary summary;
  MadeLog log;
  guint32 last;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 2 * 64; i++)
    begin (&log, i, WEFT_OP_RETIRED, i + 5);
  last = begin (&log, 200, WEFT_OP_OPEN, 0);
  weft_pipeline_writer_publish (log.writer, 300);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  weft_pipeline_rows_update (rows);
  g_assert_true (weft_pipeline_rows_get_summary (rows, 1, 0, &summary));
  g_assert_cmpuint (summary.n_ops, ==, 129);
  weft_pipeline_writer_end_op (log.writer, last, WEFT_OP_FLUSHED, 0, 301);
  weft_pipeline_writer_publish (log.writer, 301);
  weft_pipeline_rows_update (rows);
  g_assert_true (weft_pipeline_rows_get_summary (rows, 1, 0, &summary));
  g_assert_cmpuint (summary.n_ops, ==, 128);
  g_assert_cmpint (summary.last_end, ==, 127 + 5);
  check_like_fresh (rows, WEFT_ROWS_HIDE_FLUSHED);
  made_log_close (&log);
}

/* A squashed op moves all rows below it up by one, though nothing else has happened to their ops. */
static void
test_rows_move_up (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  begin (&log, 0, WEFT_OP_OPEN, 0);
  for (guint i = 1; i < 300; i++)
    begin (&log, i, WEFT_OP_RETIRED, i + 5);
  weft_pipeline_writer_publish (log.writer, 310);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  weft_pipeline_rows_update (rows);
  weft_pipeline_writer_end_op (log.writer, 0, WEFT_OP_FLUSHED, 0, 310);
  weft_pipeline_writer_publish (log.writer, 310);
  weft_pipeline_rows_update (rows);
  check_like_fresh (rows, WEFT_ROWS_HIDE_FLUSHED);
  made_log_close (&log);
}

/* Rows can all go away and come back. */
static void
test_all_rows_are_hidden (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;
  guint32 n_ops = 300;

  made_log_open (&log, NULL);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  for (guint round = 0; round < 3; round++)
    {
      for (guint32 i = 0; i < n_ops; i++)
        begin (&log, i, WEFT_OP_OPEN, 0);
      weft_pipeline_writer_publish (log.writer, 300);
      weft_pipeline_rows_update (rows);
      g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, n_ops);
      check_like_fresh (rows, WEFT_ROWS_HIDE_FLUSHED);
      for (guint32 i = 0; i < n_ops; i++)
        weft_pipeline_writer_end_op (log.writer, round * n_ops + i, WEFT_OP_FLUSHED, 0, 400);
      weft_pipeline_writer_publish (log.writer, 400);
      weft_pipeline_rows_update (rows);
      g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, 0);
      g_assert_cmpuint (weft_pipeline_rows_get_n_levels (rows), ==, 0);
    }
  made_log_close (&log);
}

/* --- what blocks say of their ops --------------------------------------------------------------------- */

static void
check_summary (WeftPipelineRows *rows, guint32 first, guint32 last, const WeftBlockSummary *summary)
{
  const WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);
  WeftBlockSummary sum = { 0, 0, G_MAXINT64, G_MININT64, G_MININT64 };

  for (guint32 row = first; row < last; row++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (rows, row), &op);
      sum.n_ops++;
      sum.n_flushed += op.state == WEFT_OP_FLUSHED;
      sum.first_fetch = MIN (sum.first_fetch, op.fetch);
      sum.last_end = MAX (sum.last_end, op.end);
      sum.longest = MAX (sum.longest, op.end - op.fetch);
    }
  g_assert_cmpuint (summary->n_ops, ==, sum.n_ops);
  g_assert_cmpuint (summary->n_flushed, ==, sum.n_flushed);
  g_assert_cmpint (summary->first_fetch, ==, sum.first_fetch);
  g_assert_cmpint (summary->last_end, ==, sum.last_end);
  g_assert_cmpint (summary->longest, ==, sum.longest);
}

static void
test_summaries (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 2500);
  begin (&log, -70, WEFT_OP_FLUSHED, 60);
  weft_pipeline_writer_publish (log.writer, 1260);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  for (guint level = 0; level < weft_pipeline_rows_get_n_levels (rows); level++)
    {
      guint32 n = 64u << (2 * level);
      WeftBlockSummary summary;

      for (guint32 i = 0; weft_pipeline_rows_get_summary (rows, level, i, &summary); i++)
        check_summary (rows, i * n, MIN (2501, (i + 1) * n), &summary);
    }
  g_assert_cmpuint (weft_pipeline_rows_get_n_levels (rows), ==, 4);
  for (guint i = 0; i < 200; i++)
    {
      guint32 first = (guint32) g_test_rand_int_range (0, 2500);
      guint32 last = (guint32) g_test_rand_int_range ((gint32) first + 1, 2502);
      WeftBlockSummary sum;

      weft_pipeline_rows_sum (rows, first, last, &sum);
      check_summary (rows, first, last, &sum);
    }
  made_log_close (&log);
}

/* --- rows and ops ------------------------------------------------------------------------------------- */

static void
test_hide_flushed (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;
  guint32 row = 0;

  made_log_open (&log, NULL);
  made_log_fill (&log, 1000);
  weft_pipeline_writer_publish (log.writer, 600);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  weft_pipeline_rows_update (rows);
  for (guint32 op = 0; op < 1000; op++)
    if (weft_pipeline_writer_get_state (log.writer, op) == WEFT_OP_FLUSHED)
      g_assert_cmpuint (weft_pipeline_rows_find_op (rows, op), ==, WEFT_NO_ROW);
    else
      {
        g_assert_cmpuint (weft_pipeline_rows_find_op (rows, op), ==, row);
        g_assert_cmpuint (weft_pipeline_rows_get_op (rows, row++), ==, op);
      }
  g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, row);
  g_assert_cmpuint (row, <, 1000);
  g_assert_cmpuint (weft_pipeline_rows_find_op (rows, 1000), ==, WEFT_NO_ROW);
  made_log_close (&log);
}

/* Before the first update there are no rows, whatever the trace has. */
static void
test_before_update (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  WeftBlockSummary summary;
  guint32 first = 5, last = 5;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 100);
  weft_pipeline_writer_publish (log.writer, 600);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, 0);
  g_assert_cmpuint (weft_pipeline_rows_find_op (rows, 0), ==, WEFT_NO_ROW);
  g_assert_false (weft_pipeline_rows_get_summary (rows, 0, 0, &summary));
  weft_pipeline_rows_find_range (rows, 0, 100, &first, &last);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (last, ==, 0);
  made_log_close (&log);
}

/* --- which rows touch which cycles ---------------------------------------------------------------------- */

static gboolean
touches (const WeftPipelineSnapshot *snapshot, guint32 number, gint64 from, gint64 to)
{
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, number, &op);
  return op.fetch < to && op.end >= from;
}

/* [first, last) holds every row that touches the window, and begins and ends with one. */
static void
check_range (WeftPipelineRows *rows, gint64 from, gint64 to)
{
  const WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows), first, last;

  weft_pipeline_rows_find_range (rows, from, to, &first, &last);
  g_assert_cmpuint (first, <=, last);
  g_assert_cmpuint (last, <=, n_rows);
  for (guint32 row = 0; row < n_rows; row++)
    if (touches (snapshot, weft_pipeline_rows_get_op (rows, row), from, to))
      {
        g_assert_cmpuint (row, >=, first);
        g_assert_cmpuint (row, <, last);
      }
  if (first == last)
    return;
  g_assert_true (touches (snapshot, weft_pipeline_rows_get_op (rows, first), from, to));
  g_assert_true (touches (snapshot, weft_pipeline_rows_get_op (rows, last - 1), from, to));
}

static void
test_find_range (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (31);
  g_autoptr (WeftPipelineRows) rows = NULL;
  WeftBlockSummary summary;
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 3000; i++)
    {
      /* In order by and large, with gaps, stray ops and some that last for ever. */
      gint64 fetch = i + (gint64) (i / 500) * 5000 + g_rand_int_range (random, 0, 50);
      gint64 end = fetch + g_rand_int_range (random, 0, i % 700 == 0 ? 40000 : 60);

      begin (&log, i % 611 == 0 ? 20000 - fetch : fetch,
             i % 999 == 0 ? WEFT_OP_OPEN : WEFT_OP_RETIRED, i % 611 == 0 ? 20000 : end);
    }
  weft_pipeline_writer_publish (log.writer, 29000);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  for (guint i = 0; i < 2000; i++)
    {
      gint64 from = g_rand_int_range (random, -2000, 32000);

      check_range (rows, from, from + g_rand_int_range (random, 0, i % 2 == 0 ? 20 : 3000));
    }
  for (guint32 i = 0; weft_pipeline_rows_get_summary (rows, 0, i, &summary); i++)
    for (gint64 near = -1; near <= 1; near++)
      {
        check_range (rows, summary.last_end + near, summary.last_end + near + 1);
        check_range (rows, summary.first_fetch - 2, summary.first_fetch + near);
      }
  check_range (rows, G_MININT64, G_MAXINT64);
  check_range (rows, G_MININT64, G_MININT64 + 1);
  check_range (rows, G_MAXINT64 - 1, G_MAXINT64);
  made_log_close (&log);
}

/* --- what an update touches ----------------------------------------------------------------------------- */

static const WeftProfileSpan *
spans_of (WeftPipelineRows *rows, guint level, guint32 index)
{
  WeftProfile profile;

  g_assert_true (
    weft_pipeline_rows_get_profile (rows, WEFT_PROFILE_ABSOLUTE, level, index, &profile));
  return profile.spans;
}

/* A change makes its own block anew and those above it, and no other. */
static void
test_update_is_local (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  const WeftProfileSpan *before[2][32];
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 32 * 64; i++)
    begin (&log, i, WEFT_OP_RETIRED, i + 5);
  weft_pipeline_writer_publish (log.writer, 3000);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  for (guint i = 0; i < 32; i++)
    {
      before[0][i] = spans_of (rows, 0, i);
      before[1][i] = spans_of (rows, 1, i / 4);
    }
  made_log_stage (&log, 10 * 64 + 3, "0", "late", 2990, 2995);
  weft_pipeline_rows_update (rows);
  for (guint i = 0; i < 32; i++)
    {
      g_assert_cmpint (spans_of (rows, 0, i) == before[0][i], ==, i != 10);
      g_assert_cmpint (spans_of (rows, 1, i / 4) == before[1][i], ==, i / 4 != 10 / 4);
    }
  check_like_fresh (rows, WEFT_ROWS_ALL);
  made_log_close (&log);
}

/* The generation, by which pictures know that they are out of date, rises when there is something
 * to see; the revision of rows when something is to be seen in them. */
static void
test_generation (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;
  guint generation, near, far;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 5000; i++)
    begin (&log, i, WEFT_OP_RETIRED, i + 5);
  weft_pipeline_writer_publish (log.writer, 6000);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  generation = weft_pipeline_rows_get_generation (rows);
  near = weft_pipeline_rows_get_revision (rows, 4000, 4010);
  far = weft_pipeline_rows_get_revision (rows, 0, 50);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_generation (rows), ==, generation);
  weft_pipeline_writer_add_dependency (log.writer, 4000, 17, 0, 5999);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_generation (rows), >, generation);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 4000, 4010), >, near);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 5000), >, near);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), ==, far);
  made_log_close (&log);
}

/* Retire ids of gem5 are counted: an op that retires late moves those of all that come after it. */
static void
test_retire_ids_move (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  guint before, far_before;
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 500; i++)
    begin (&log, i, i == 100 ? WEFT_OP_OPEN : WEFT_OP_RETIRED, i + 5);
  weft_pipeline_writer_publish_by_id (log.writer, 600, 0, 1);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  before = weft_pipeline_rows_get_revision (rows, 400, 450);
  far_before = weft_pipeline_rows_get_revision (rows, 0, 50);
  weft_pipeline_writer_end_op (log.writer, 100, WEFT_OP_RETIRED, -1, 599);
  weft_pipeline_writer_publish_by_id (log.writer, 600, 0, 1);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 400, 450), >, before);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), ==, far_before);
  made_log_close (&log);
}

/* A new lane makes room for itself in every row, and a new stage may change all colours. */
static void
test_look (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  MadeLog log;
  guint before;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 5000; i++)
    begin (&log, i, WEFT_OP_RETIRED, i + 5);
  weft_pipeline_writer_publish (log.writer, 6000);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_update (rows);
  before = weft_pipeline_rows_get_revision (rows, 0, 50);
  made_log_stage (&log, 4000, "1", "stl", 4001, 4002);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), >, before);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 6000, 7000), >, before);
  /* A ruler up to 9,999 has other steps than one up to 10,000. */
  before = weft_pipeline_rows_get_revision (rows, 0, 50);
  begin (&log, 9995, WEFT_OP_RETIRED, 9999);
  weft_pipeline_writer_publish (log.writer, 9999);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), ==, before);
  begin (&log, 9995, WEFT_OP_RETIRED, 10000);
  weft_pipeline_writer_publish (log.writer, 10000);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), >, before);
  /* Colours by latency go up to the longest, in half octaves: from 5 cycles to 8. */
  before = weft_pipeline_rows_get_revision (rows, 0, 50);
  begin (&log, 9996, WEFT_OP_RETIRED, 10003);
  weft_pipeline_writer_publish (log.writer, 10003);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), ==, before);
  begin (&log, 9996, WEFT_OP_RETIRED, 10004);
  weft_pipeline_writer_publish (log.writer, 10004);
  weft_pipeline_rows_update (rows);
  g_assert_cmpuint (weft_pipeline_rows_get_revision (rows, 0, 50), >, before);
  made_log_close (&log);
}

/* --- threads -------------------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineRows *rows;
  _Atomic bool done;
  guint n_looks;
} Looker;

/* All that is seen under the lock holds together. */
static void *
look (void *data)
{
  Looker *looker = data;

  while (!atomic_load (&looker->done))
    {
      WeftBlockSummary top, leaf;
      guint32 n_rows, sum = 0;

      weft_pipeline_rows_lock (looker->rows);
      n_rows = weft_pipeline_rows_get_n_rows (looker->rows);
      for (guint32 i = 0; weft_pipeline_rows_get_summary (looker->rows, 0, i, &leaf); i++)
        sum += leaf.n_ops;
      g_assert_cmpuint (sum, ==, n_rows);
      if (n_rows > 0)
        {
          g_assert_true (weft_pipeline_rows_get_summary (
            looker->rows, weft_pipeline_rows_get_n_levels (looker->rows) - 1, 0, &top));
          g_assert_cmpuint (top.n_ops, ==, n_rows);
          g_assert_cmpuint (weft_pipeline_rows_get_op (looker->rows, n_rows - 1), <,
                            weft_pipeline_rows_get_snapshot (looker->rows)->n_ops);
        }
      weft_pipeline_rows_unlock (looker->rows);
      looker->n_looks++;
    }
  return NULL;
}

static void
test_lookers (void)
{
  g_autoptr (WeftPipelineRows) rows = NULL;
  Looker lookers[2];
  WeftThread *threads[2];
  MadeLog log;

  made_log_open (&log, NULL);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  for (guint i = 0; i < 2; i++)
    {
      lookers[i] = (Looker){ .rows = rows };
      threads[i] = weft_thread_start ("look", look, &lookers[i]);
    }
  for (guint i = 0; i < 200; i++)
    {
      made_log_fill (&log, 100);
      weft_pipeline_writer_publish (log.writer, 60 * i);
      weft_pipeline_rows_update (rows);
    }
  for (guint i = 0; i < 2; i++)
    {
      atomic_store (&lookers[i].done, true);
      weft_thread_join (threads[i]);
      g_assert_cmpuint (lookers[i].n_looks, >, 0);
    }
  made_log_close (&log);
}

/* --- orders --------------------------------------------------------------------------------------------- */

static gint64
get_retire (WeftPipelineSnapshot *snapshot, guint32 op)
{
  WeftOp facts;

  weft_pipeline_snapshot_get_op (snapshot, op, &facts);
  return facts.state == WEFT_OP_OPEN ? G_MAXINT64 : facts.end;
}

/* In this log only "X" executes. */
static gint64
get_issue (WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gint64 first = G_MAXINT64;
  WeftKindInfo kind;
  WeftOp facts;

  weft_pipeline_snapshot_get_op (snapshot, op, &facts);
  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      weft_pipeline_trace_get_kind (snapshot->trace, buffer.stages[i].kind, &kind);
      if (g_str_equal (kind.name, "X"))
        first = MIN (first, buffer.stages[i].start);
    }
  return first != G_MAXINT64 ? first : facts.end;
}

static void
test_orders (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 3000);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 1600);

    for (WeftRowsFilter filter = WEFT_ROWS_ALL; filter <= WEFT_ROWS_HIDE_FLUSHED; filter++)
      {
        g_autoptr (WeftPipelineRows) by_issue = weft_pipeline_rows_new (log.trace, filter);
        g_autoptr (WeftPipelineRows) by_retire = weft_pipeline_rows_new (log.trace, filter);

        weft_pipeline_rows_set_order (by_issue, WEFT_ROWS_BY_ISSUE);
        weft_pipeline_rows_set_order (by_retire, WEFT_ROWS_BY_RETIRE);
        weft_pipeline_rows_update (by_issue);
        weft_pipeline_rows_update (by_retire);
        check_order (by_issue, get_issue);
        check_order (by_retire, get_retire);
      }
  }
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  static const Growth all = { WEFT_ROWS_ALL, FALSE, 20000 };
  static const Growth by_issue = { WEFT_ROWS_ALL, FALSE, 10000, WEFT_ROWS_BY_ISSUE };
  static const Growth by_retire = { WEFT_ROWS_HIDE_FLUSHED, TRUE, 10000, WEFT_ROWS_BY_RETIRE };
  static const Growth hide_flushed = { WEFT_ROWS_HIDE_FLUSHED, FALSE, 20000 };
  static const Growth by_id = { WEFT_ROWS_ALL, TRUE, 10000 };
  static const Growth by_id_hide_flushed = { WEFT_ROWS_HIDE_FLUSHED, TRUE, 10000 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline-rows/growing/all", &all, test_growing);
  g_test_add_data_func ("/pipeline-rows/growing/by-issue", &by_issue, test_growing);
  g_test_add_data_func ("/pipeline-rows/growing/by-retire", &by_retire, test_growing);
  g_test_add_func ("/pipeline-rows/orders", test_orders);
  g_test_add_data_func ("/pipeline-rows/growing/hide-flushed", &hide_flushed, test_growing);
  g_test_add_data_func ("/pipeline-rows/growing/by-id", &by_id, test_growing);
  g_test_add_data_func ("/pipeline-rows/growing/by-id-hide-flushed", &by_id_hide_flushed,
                        test_growing);
  g_test_add_func ("/pipeline-rows/last-block-is-hidden", test_last_block_is_hidden);
  g_test_add_func ("/pipeline-rows/rows-move-up", test_rows_move_up);
  g_test_add_func ("/pipeline-rows/all-rows-are-hidden", test_all_rows_are_hidden);
  g_test_add_func ("/pipeline-rows/summaries", test_summaries);
  g_test_add_func ("/pipeline-rows/hide-flushed", test_hide_flushed);
  g_test_add_func ("/pipeline-rows/before-update", test_before_update);
  g_test_add_func ("/pipeline-rows/find-range", test_find_range);
  g_test_add_func ("/pipeline-rows/update-is-local", test_update_is_local);
  g_test_add_func ("/pipeline-rows/generation", test_generation);
  g_test_add_func ("/pipeline-rows/retire-ids-move", test_retire_ids_move);
  g_test_add_func ("/pipeline-rows/look", test_look);
  g_test_add_func ("/pipeline-rows/lookers", test_lookers);
  return g_test_run ();
}
