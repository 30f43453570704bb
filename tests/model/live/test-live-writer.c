/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live-frames.h"
#include "weft-live-host.h"
#include "weft-live-trace-private.h"

typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
} Session;

static void
session_open (Session *session, gsize budget)
{
  session->trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, budget);
  session->writer = weft_live_writer_new (session->trace);
}

static void
session_close (Session *session)
{
  weft_live_writer_free (session->writer);
  g_object_unref (session->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_close)

static WeftLiveLane
get_lane (Session *session)
{
  WeftLiveLane lane;

  weft_live_trace_get_lane (session->trace, 0, &lane);
  return lane;
}

static void
test_rows (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveRow row;
  WeftLiveTotal total;
  guint32 first, end;
  gint64 from, to;

  session_open (&session, 0);
  frames_begin (bytes, 1, 5);
  frames_records (bytes, 1, 5, 1000);
  frames_loss (bytes, 1, 1005, 1105);
  frames_records (bytes, 1, 1105, 10);
  g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_trace_get_rows (session.trace, 0, &first, &end);
  g_assert_cmpuint (end, ==, 0); /* not published yet */
  weft_live_writer_publish (session.writer);
  frames_assert_ledger (session.trace);
  weft_live_trace_get_rows (session.trace, 0, &first, &end);
  g_assert_cmpuint (end - first, ==, 1011); /* one row stands for what is missing */
  weft_live_trace_get_row (session.trace, 0, 1, &row);
  g_assert_cmpint (row.start, ==, 6000);
  g_assert_cmpint (row.end, ==, 6600);
  g_assert_cmpstr (weft_live_trace_get_program (session.trace, row.program), ==, "matmul");
  weft_live_trace_get_row (session.trace, 0, 1000, &row);
  g_assert_cmpuint (row.kind, ==, WEFT_LIVE_KIND_MISSING);
  g_assert_cmpint (row.start, ==, 1004600);
  g_assert_cmpint (row.end, ==, 1105000);
  g_assert_cmpuint (row.aux, ==, 100);
  g_assert_cmpuint (get_lane (&session).lost[WEFT_LIVE_STAGE_DAEMON], ==, 100);
  g_assert_cmpuint (get_lane (&session).busy_ns, ==, 1010 * 600);
  weft_live_trace_get_total (session.trace, 0, &total);
  g_assert_cmpuint (total.n, ==, 505);
  g_assert_cmpuint (total.max_ns, ==, 600);
  g_assert_true (weft_live_trace_get_range (session.trace, &from, &to));
  g_assert_cmpint (from, ==, 5000);
  g_assert_cmpint (to, ==, 1114600);
  for (gint64 time = 0; time < 1200000; time += 333)
    {
      guint32 found = weft_live_trace_find_row (session.trace, 0, time);

      if (found < end)
        {
          weft_live_trace_get_row (session.trace, 0, found, &row);
          g_assert_cmpint (row.end, >=, time);
        }
      if (found > first)
        {
          weft_live_trace_get_row (session.trace, 0, found - 1, &row);
          g_assert_cmpint (row.end, <, time);
        }
    }
}

static void
test_blocks_and_buckets (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree WeftLiveBucket *buckets = g_new0 (WeftLiveBucket, WEFT_LIVE_N_BUCKETS);
  g_autofree WeftLiveShares *shares = g_new0 (WeftLiveShares, WEFT_LIVE_N_BUCKET_SHARES);
  double busy = 0, lost = 0;
  guint64 n_programs = 0;
  WeftLiveBlock block;
  guint32 first, end;
  gint64 origin;
  guint shift, n;

  session_open (&session, 0);
  frames_begin (bytes, 1, 0);
  for (guint i = 0; i < 100; i++)
    frames_records (bytes, 1, i * 1000, 1000);
  frames_loss (bytes, 1, 100000, 200000);
  frames_records (bytes, 1, 200000, 1);
  /* This is so late that buckets are merged after something was lost. */
  frames_records_from (bytes, 1, 200001, 1, G_GUINT64_CONSTANT (10000000000));
  g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (session.writer);
  weft_live_trace_get_blocks (session.trace, 0, &first, &end);
  g_assert_cmpuint (end, ==, 100003 / WEFT_LIVE_BLOCK_ROWS);
  weft_live_trace_get_block (session.trace, 0, 3, &block);
  g_assert_cmpuint (block.busy_ns, ==, WEFT_LIVE_BLOCK_ROWS * 600);
  g_assert_cmpint (block.start, ==, 3 * WEFT_LIVE_BLOCK_ROWS * 1000);
  g_assert_cmpint (block.gap_end - block.gap_start, ==, 400);
  g_assert_cmpuint (block.shares.n, ==, 2);
  g_assert_cmpfloat (weft_live_shares_sum (&block.shares), ==, (float) block.busy_ns);
  n = weft_live_trace_get_buckets (session.trace, 0, buckets, shares, &origin, &shift);
  g_assert_cmpuint (n, <=, WEFT_LIVE_N_BUCKETS);
  for (guint i = 0; i < n; i++)
    {
      busy += buckets[i].busy_ns;
      lost += buckets[i].lost_ns;
      n_programs += buckets[i].n_programs;
    }
  g_assert_cmpuint (n_programs, ==, 100002);
  g_assert_cmpfloat_with_epsilon (busy, 100002.0 * 600, 100);
  g_assert_cmpfloat_with_epsilon (lost, 100000400.0, 100);
}

/* The oldest rows go, what they said stays in totals and buckets. */
static void
test_budget (void)
{
  g_auto (Session) session;
  gsize budget = 4u * 65536 * 52;
  guint32 first, end;
  WeftLiveTotal total;
  guint64 seq = 0;

  session_open (&session, budget);
  for (guint i = 0; i < 1000; i++, seq += 1000)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      if (i == 0)
        frames_begin (bytes, 1, 0);
      frames_records (bytes, 1, seq, 1000);
      g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (session.writer);
    }
  weft_live_trace_get_rows (session.trace, 0, &first, &end);
  g_assert_cmpuint (end, ==, 1000000);
  g_assert_cmpuint (end - first, <=, 4 * 65536);
  g_assert_cmpuint (end - first, >, 2 * 65536);
  g_assert_cmpint (weft_live_trace_get_evicted (session.trace, 0), ==, (gint64) first * 1000);
  g_assert_cmpuint (weft_live_trace_find_row (session.trace, 0, 0), ==, first);
  weft_live_trace_get_total (session.trace, 0, &total);
  g_assert_cmpuint (total.n, ==, 500000);
  g_assert_cmpuint (get_lane (&session).busy_ns, ==, 600000000);
  frames_assert_ledger (session.trace);
}

/* A daemon that was replaced sends some records again, and lacks others. */
/* However many read at any time, none of them all of it: what nobody reads any more is given back. */
static void
test_readers (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) begin = g_byte_array_new ();
  guint32 first, end;
  guint held;
  guint64 seq = 0;

  session_open (&session, 4u * 65536 * 52);
  frames_begin (begin, 1, 0);
  g_assert_cmpint (frames_take (session.writer, begin), ==, WEFT_LIVE_FAULT_NONE);
  held = weft_live_trace_hold (session.trace);
  for (guint i = 0; i < 2000; i++, seq += 1000)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      guint next = weft_live_trace_hold (session.trace);

      frames_records (bytes, 1, seq, 1000);
      g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (session.writer);
      if (i % 10 == 0)
        {
          weft_live_trace_release (session.trace, held);
          held = next;
        }
      else
        weft_live_trace_release (session.trace, next);
    }
  weft_live_trace_get_rows (session.trace, 0, &first, &end);
  g_assert_cmpuint (end, ==, 2000000);
  g_assert_cmpuint (end - first, <=, 4 * 65536);
  g_assert_cmpuint (end - weft_table_first (&session.trace->lanes[0]->rows), <=, 6 * 65536);

  /* what a reader found when it came stays as it is as long as it reads */
  for (guint i = 0; i < 1000; i++, seq += 1000)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      frames_records (bytes, 1, seq, 1000);
      g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (session.writer);
      if (i == 500)
        {
          WeftLiveRow row;

          weft_live_trace_get_row (session.trace, 0, first, &row);
          g_assert_cmpint (row.start, ==, (gint64) first * 1000);
        }
    }
  weft_live_trace_release (session.trace, held);
}

/* Lanes that are many: their rows and sums together keep to the budget, where each has a chunk at least. */
static void
test_many_lanes (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) begin = g_byte_array_new ();
  gsize budget = (gsize) 96 << 20, memory = 0;

  session_open (&session, budget);
  frames_welcome (begin, 1);
  for (guint32 lane = 1; lane <= 64; lane++)
    {
      frames_stream (begin, lane, 0, 7);
      frames_definitions (begin, lane, 0);
    }
  g_assert_cmpint (frames_take (session.writer, begin), ==, WEFT_LIVE_FAULT_NONE);
  for (guint64 seq = 0; seq < 40000; seq += 1000)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      for (guint32 lane = 1; lane <= 64; lane++)
        frames_records (bytes, lane, seq, 1000);
      g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (session.writer);
    }
  for (guint lane = 0; lane < 64; lane++)
    {
      guint32 first, end;

      weft_live_trace_get_rows (session.trace, lane, &first, &end);
      g_assert_cmpuint (end, ==, 40000);
      memory += (end - first) * 52 + sizeof (WeftLiveBucket) * WEFT_LIVE_N_BUCKETS / 2;
    }
  g_assert_cmpuint (memory, <=, budget * 5 / 4);
  g_assert_cmpuint (memory, >, budget / 2);
}

static void
test_reconnection (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) before = g_byte_array_new ();
  g_autoptr (GByteArray) after = g_byte_array_new ();
  g_autoptr (GByteArray) later = g_byte_array_new ();
  g_autoptr (GArray) resumes = NULL;

  session_open (&session, 0);
  frames_begin (before, 1, 0);
  frames_records (before, 1, 0, 100);
  frames_take (session.writer, before);
  resumes = weft_live_writer_get_resumes (session.writer);
  g_assert_cmpuint (resumes->len, ==, 1);
  g_assert_cmpuint (g_array_index (resumes, WeftLiveResume, 0).seq, ==, 100);
  frames_begin (after, 1, 50);
  frames_records (after, 1, 50, 100);
  frames_take (session.writer, after);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (session.trace), ==, 1);
  g_assert_cmpuint (get_lane (&session).n_duplicates, ==, 50);
  g_assert_cmpuint (get_lane (&session).delivered, ==, 150);
  frames_begin (later, 1, 175);
  frames_records (later, 1, 175, 1);
  frames_take (session.writer, later);
  g_assert_cmpuint (get_lane (&session).delivered, ==, 151);
  g_assert_cmpuint (get_lane (&session).lost[WEFT_LIVE_STAGE_DAEMON], ==, 25);
  g_assert_cmpuint (get_lane (&session).head, ==, 176);
  frames_assert_ledger (session.trace);
}

/* Ticks beyond 2³² and near 2⁶⁴, ends before starts. */
static void
test_clocks (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 base = G_MAXUINT64 - 1349;
  WeftLiveSync sync = { .epoch = 2,
                        .method = WEFT_LIVE_SYNC_REGRESSION,
                        .ghz = 1.35,
                        .offset_ns = 1700000000000000000u,
                        .first_timestamp = base };
  WeftLiveBatch batch = { .clock_epoch = 2 };
  WeftLiveRecord records[] = {
    { .start = base, .end = base + 1350, .program_key = 10 }, /* wraps */
    { .start = 1350, .end = 1349, .program_key = 10 },
    { .start = 2700, .end = 0, .program_key = 10, .flags = WEFT_LIVE_NO_END },
  };
  WeftLiveRow row;

  session_open (&session, 0);
  frames_begin (bytes, 1, 0);
  weft_live_put_sync (bytes, 1, &sync);
  weft_live_put_records (bytes, 1, 0, &batch, records, G_N_ELEMENTS (records));
  g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (session.writer);
  weft_live_trace_get_row (session.trace, 0, 0, &row);
  g_assert_cmpint (row.start, ==, 1700000000000000000);
  g_assert_cmpint (row.end, ==, 1700000000000001000);
  weft_live_trace_get_row (session.trace, 0, 1, &row);
  g_assert_cmpint (row.start, ==, 1700000000000002000);
  g_assert_cmpint (row.end, ==, row.start);
  g_assert_cmpuint (row.flags, ==, WEFT_LIVE_REVERSED);
  g_assert_cmpuint (row.end_ticks, ==, 1349);
  weft_live_trace_get_row (session.trace, 0, 2, &row);
  g_assert_cmpuint (row.flags, ==, WEFT_LIVE_NO_END);
  g_assert_cmpuint (get_lane (&session).n_reversed, ==, 1);
}

static WeftLiveFault
take_after_begin (void (*put) (GByteArray *out))
{
  g_auto (Session) session;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  session_open (&session, 0);
  frames_begin (bytes, 1, 0);
  put (bytes);
  return frames_take (session.writer, bytes);
}

static void
put_unknown_stream (GByteArray *out)
{
  frames_records (out, 2, 0, 1);
}

static void
put_unknown_program (GByteArray *out)
{
  WeftLiveRecord record = { .program_key = 99 };

  weft_live_put_records (out, 1, 0, &(WeftLiveBatch){ .clock_epoch = 1 }, &record, 1);
}

static void
put_unknown_epoch (GByteArray *out)
{
  WeftLiveRecord record = { .program_key = 10 };

  weft_live_put_records (out, 1, 0, &(WeftLiveBatch){ .clock_epoch = 9 }, &record, 1);
}

static void
put_wrong_version (GByteArray *out)
{
  WeftLiveHello hello = { .major = 2, .name = frames_text ("") };

  weft_live_put_hello (out, WEFT_LIVE_WELCOME, &hello);
}

static void
test_faults (void)
{
  g_assert_cmpint (take_after_begin (put_unknown_stream), ==, WEFT_LIVE_FAULT_PAYLOAD);
  g_assert_cmpint (take_after_begin (put_unknown_program), ==, WEFT_LIVE_FAULT_PAYLOAD);
  g_assert_cmpint (take_after_begin (put_unknown_epoch), ==, WEFT_LIVE_FAULT_PAYLOAD);
  g_assert_cmpint (take_after_begin (put_wrong_version), ==, WEFT_LIVE_FAULT_VERSION);
}

/* Totals stay exact over a loss that a summary follows. */
static void
test_summary (void)
{
  g_auto (Session) session;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveSummary summary = { 10, 60 };
  WeftLiveSummaryEntry entry = { .key = 10, .n = 50, .sum = 50 * 700, .min = 700, .max = 700 };
  WeftLiveTotal total;

  entry.histogram[weft_live_bin (700)] = 50;
  session_open (&session, 0);
  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 10);
  frames_loss (bytes, 1, 10, 60);
  weft_live_put_summary (bytes, 1, &summary, &entry, 1);
  g_assert_cmpint (frames_take (session.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_trace_get_total (session.trace, 0, &total);
  g_assert_cmpuint (total.n, ==, 55);
  g_assert_cmpuint (total.n_summarized, ==, 50);
  g_assert_cmpuint (total.sum_ns, ==, 5 * 600 + 50 * 700);
  g_assert_cmpuint (total.max_ns, ==, 700);
}

/* The number by which titles of hosts are known to be of old changes whichever of them is called otherwise. */
static void
test_titles (void)
{
  static const char *const paths[] = { "/run/a/view.sock", "/run/b/view.sock", "/run/c/view.sock" };
  guint before[G_N_ELEMENTS (paths)];
  g_auto (Session) session;

  session_open (&session, 0);
  g_assert_cmpuint (weft_live_hash_titles (session.trace), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      weft_live_writer_set_host (session.writer, i);
      weft_live_writer_set_address (session.writer, paths[i]);
      before[i] = weft_live_hash_titles (session.trace);
      g_assert_true (i > 0 ? before[i] != before[i - 1] : before[i] == 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      guint all = weft_live_hash_titles (session.trace);

      weft_live_writer_set_host (session.writer, i);
      weft_live_writer_set_address (session.writer, "/run/other/view.sock");
      g_assert_cmpuint (weft_live_hash_titles (session.trace), !=, all);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-writer/rows", test_rows);
  g_test_add_func ("/live-writer/blocks-and-buckets", test_blocks_and_buckets);
  g_test_add_func ("/live-writer/budget", test_budget);
  g_test_add_func ("/live-writer/readers", test_readers);
  g_test_add_func ("/live-writer/many-lanes", test_many_lanes);
  g_test_add_func ("/live-writer/reconnection", test_reconnection);
  g_test_add_func ("/live-writer/clocks", test_clocks);
  g_test_add_func ("/live-writer/faults", test_faults);
  g_test_add_func ("/live-writer/summary", test_summary);
  g_test_add_func ("/live-writer/titles", test_titles);
  return g_test_run ();
}
