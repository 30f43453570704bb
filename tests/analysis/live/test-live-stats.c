/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-facts.h"
#include "weft-live-findings.h"

#include "live-frames.h"

/* 100 programs of 600 ns each µs, a stall until the 101st µs, 50 records lost until the 151st, and 49
 * more programs: 199.6 µs. */
static WeftLiveTrace *
make_trace (void)
{
  WeftLiveTrace *trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveBatch batch = { .clock_epoch = 1, .schema = 1 };
  WeftLiveRecord stall = { .start = 99600, .end = 101000, .kind = WEFT_LIVE_KIND_STALL };

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 100);
  weft_live_put_records (bytes, 1, 100, &batch, &stall, 1);
  frames_loss (bytes, 1, 101, 151);
  frames_records (bytes, 1, 151, 49);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  return trace;
}

/* Every ns is accounted for once: busy, stalled, lost, or a gap. */
static void
test_utilization (void)
{
  g_autoptr (WeftLiveTrace) trace = make_trace ();
  g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, NULL, NULL, NULL);
  const WeftLiveStreamFigures *stream = &g_array_index (figures->streams, WeftLiveStreamFigures, 0);

  g_assert_cmpuint (stream->busy_ns, ==, 149 * 600);
  g_assert_cmpuint (stream->stall_ns, ==, 1400);
  g_assert_cmpuint (stream->lost_ns, ==, 50000);
  g_assert_cmpuint (stream->gaps.n_values, ==, 99 + 48);
  g_assert_cmpuint (weft_histogram_get_percentile (&stream->gaps, 500), ==, 400);
  g_assert_cmpuint (stream->busy_ns + stream->stall_ns + stream->lost_ns + stream->gaps.total, ==,
                    199600);
  g_assert_cmpfloat_with_epsilon (stream->utilization, 149 * 600 / 199600.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (stream->uncertainty, 50000 / 199600.0, 1e-12);
}

/* A record that comes after a later one is counted all the same, and is no gap. */
static void
test_late (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftLiveFigures) figures = NULL;
  WeftLiveBatch batch = { .clock_epoch = 1, .schema = 1 };
  WeftLiveRecord stall = { .start = 280000, .end = 281000, .kind = WEFT_LIVE_KIND_STALL };
  WeftLiveBlock block;

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1);
  weft_live_put_records (bytes, 1, 1, &batch, &stall, 1);
  frames_records (bytes, 1, 2, 278);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  weft_live_trace_get_block (trace, 0, 0, &block);
  g_assert_cmpint (block.gap_start, ==, 255600);
  g_assert_cmpint (block.gap_end, ==, 280000);
  figures = weft_live_figures_new (trace, NULL, NULL, NULL);
  g_assert_cmpuint (g_array_index (figures->streams, WeftLiveStreamFigures, 0).busy_ns, ==,
                    279 * 600);
}

/* A program that is named before it runs has no run that could stand out. */
static void
test_before_the_first_run (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftLiveFigures) figures = NULL;
  g_autoptr (GArray) findings = NULL;

  frames_begin (bytes, 1, 0);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  g_assert_cmpuint (weft_live_trace_get_n_programs (trace), >, 0);
  figures = weft_live_figures_new (trace, NULL, NULL, NULL);
  findings = weft_live_findings_new (figures);
  g_assert_cmpuint (findings->len, ==, 0);
}

#define N_NAMED 30u
#define N_NAMED_ROUNDS 200

/* Names one program after the other, each of which runs once, at once. */
static gpointer
name_programs (gpointer data)
{
  WeftLiveWriter *writer = data;
  const WeftLiveBatch batch = { .clock_epoch = 1, .schema = 1 };

  for (guint i = 0; i < N_NAMED; i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *name = g_strdup_printf ("program %u", i);
      const WeftLiveProgram program = { 100 + i, 100 + i, i, frames_text (name), frames_text ("") };
      const WeftLiveRecord run = {
        .start = 1000 * i, .end = 1000 * i + 600, .program_key = 100 + i, .runtime_id = 100 + i
      };

      weft_live_put_program (bytes, 1, &program);
      weft_live_put_records (bytes, 1, i, &batch, &run, 1);
      g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (writer);
    }
  return NULL;
}

/* Who counts meanwhile knows the programs of all runs that are counted. */
static void
count_while_named (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GThread *thread;
  guint64 n_runs = 0;

  frames_begin (bytes, 1, 0);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  thread = g_thread_new ("names", name_programs, writer);
  while (n_runs < N_NAMED)
    {
      g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, NULL, NULL, NULL);
      guint64 n_known = 0;

      for (guint i = 0; i < figures->programs->len; i++)
        n_known += g_array_index (figures->programs, WeftLiveProgramFigures, i).lengths.n_values;
      n_runs = figures->n_programs;
      g_assert_cmpuint (n_known, ==, n_runs);
    }
  g_thread_join (thread);
}

static void
test_named_meanwhile (void)
{
  for (guint i = 0; i < N_NAMED_ROUNDS; i++)
    count_while_named ();
}

#define N_QUIET 20u
#define N_QUIET_ROWS 60000u
#define FLOODED (N_QUIET + 1)

/* A session whose memory is full, and to one lane of which another thread adds. */
typedef struct
{
  WeftLiveWriter *writer;
  gint stop;
  guint64 seq;
} Flood;

static void
add_records (WeftLiveWriter *writer, guint lane, guint64 seq)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_records (bytes, lane, seq, 2000);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
}

static gpointer
run_flood (gpointer data)
{
  Flood *flood = data;

  while (!g_atomic_int_get (&flood->stop))
    {
      add_records (flood->writer, FLOODED, flood->seq);
      flood->seq += 2000;
      weft_live_writer_publish (flood->writer);
    }
  return NULL;
}

/* Lanes that take a while to count, and one of eight chunks. */
static void
fill_memory (Flood *flood)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_welcome (bytes, 1);
  for (guint i = 1; i <= FLOODED; i++)
    {
      frames_stream (bytes, i, 0, 7);
      frames_definitions (bytes, i, 0);
    }
  frames_take (flood->writer, bytes);
  for (guint i = 1; i <= N_QUIET; i++)
    for (guint64 seq = 0; seq < N_QUIET_ROWS; seq += 2000)
      add_records (flood->writer, i, seq);
  for (; flood->seq < 8 * 65536; flood->seq += 2000)
    add_records (flood->writer, FLOODED, flood->seq);
  weft_live_writer_publish (flood->writer);
}

/* Eviction while counting makes no gap, and a device no less busy: each record here runs for 600 of
 * 1,000 ns. */
static void
test_evicted_meanwhile (void)
{
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, (gsize) 96 << 20);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  Flood flood = { .writer = writer };
  guint64 unseen = 0;
  GThread *thread;

  fill_memory (&flood);
  thread = g_thread_new ("flood", run_flood, &flood);
  for (guint n = 0; n < 60 && unseen == 0; n++)
    {
      g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, NULL, NULL, NULL);
      const WeftLiveStreamFigures *stream =
        &g_array_index (figures->streams, WeftLiveStreamFigures, FLOODED - 1);
      guint64 seen;

      if (stream->n_programs == 0)
        continue; /* all of it was gone when its turn came */
      g_assert_cmpuint (weft_histogram_get_percentile (&stream->gaps, 1000), ==, 400);
      g_assert_cmpuint (stream->busy_ns, ==, 600 * stream->n_programs);
      seen = (guint64) (stream->to - stream->from) - stream->unseen_ns;
      g_assert_cmpuint (stream->busy_ns + stream->gaps.total, ==, seen);
      g_assert_cmpfloat_with_epsilon (stream->utilization, (double) stream->busy_ns / (double) seen,
                                      1e-12);
      unseen += stream->unseen_ns;
    }
  g_atomic_int_set (&flood.stop, TRUE);
  g_thread_join (thread);
  g_test_message ("%" G_GUINT64_FORMAT " ns were evicted meanwhile", unseen);
}

static void
test_programs (void)
{
  g_autoptr (WeftLiveTrace) trace = make_trace ();
  g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, NULL, NULL, NULL);
  const WeftLiveProgramFigures *first =
    &g_array_index (figures->programs, WeftLiveProgramFigures, 0);
  const WeftLiveProgramFigures *second =
    &g_array_index (figures->programs, WeftLiveProgramFigures, 1);
  guint n_starts = 0;

  g_assert_cmpuint (figures->n_programs, ==, 149);
  g_assert_cmpuint (first->n + second->n, ==, 149);
  g_assert_cmpfloat_with_epsilon (first->share + second->share, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (first->rate, (double) first->n / 199600e-9, 1);
  g_assert_cmpuint (weft_histogram_get_percentile (&first->lengths, 990), ==, 600);
  for (guint i = 0; i < WEFT_LIVE_TIME_PARTS; i++)
    n_starts += first->starts[i] + second->starts[i];
  g_assert_cmpuint (n_starts, ==, 149);
  /* while records were lost nothing is known to have begun */
  g_assert_cmpuint (first->starts[WEFT_LIVE_TIME_PARTS * 125 / 200], ==, 0);
}

/* Of a part of the time: what lies in it. */
static void
test_range (void)
{
  g_autoptr (WeftLiveTrace) trace = make_trace ();
  WeftCycleRange range = { 10000, 20000 }, nothing = { G_MAXINT64 - 1, G_MAXINT64 };
  g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, &range, NULL, NULL);
  g_autoptr (WeftLiveFigures) none = weft_live_figures_new (trace, &nothing, NULL, NULL);
  const WeftLiveStreamFigures *stream = &g_array_index (figures->streams, WeftLiveStreamFigures, 0);

  g_assert_cmpuint (figures->n_programs, ==, 10);
  g_assert_cmpuint (stream->busy_ns, ==, 6000);
  g_assert_cmpint (figures->from, ==, 10000);
  g_assert_cmpint (figures->to, ==, 20000);
  g_assert_cmpuint (none->n_programs, ==, 0);
  g_assert_cmpuint (none->programs->len, ==, 0);
}

/* The table draws when a program began and how long it took. */
static void
test_bars (void)
{
  g_autoptr (WeftLiveTrace) trace = make_trace ();
  g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (trace, NULL, NULL, NULL);
  WeftFacts facts = weft_live_figures_get_facts (figures, WEFT_LIVE_TABLE_PROGRAMS);
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  g_assert_cmpuint (facts.n_rows, ==, 2);
  weft_facts_get_row (&facts, 0, cells);
  g_assert_cmpint (g_utf8_strlen (cells[9].text, -1), ==, WEFT_LIVE_TIME_PARTS);
  g_assert_nonnull (strstr (cells[9].text, "█"));
  /* while records were lost nothing is known to have begun, nor not to have */
  g_assert_nonnull (strstr (cells[9].text, "░░░"));
  g_assert_null (strstr (cells[9].text, "·"));
  g_assert_cmpstr (cells[10].text, ==, "█");
  weft_facts_clear_row (&facts, cells);
}

/* The title of the first column of the programs, which names the scope. */
static const char *
get_scope (WeftLiveFigures *figures)
{
  return weft_live_figures_get_facts (figures, WEFT_LIVE_TABLE_PROGRAMS).fields[0].title;
}

/* Each row of the programs is of one scope: all records that ever were, those that are left, or a range's. */
static void
test_scope (void)
{
  g_autoptr (WeftLiveTrace) all = make_trace ();
  g_autoptr (WeftLiveTrace) little = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 1);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (little);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftLiveFigures) whole = weft_live_figures_new (all, NULL, NULL, NULL);
  g_autoptr (WeftLiveFigures) part =
    weft_live_figures_new (all, &(WeftCycleRange){ 10000, 20000 }, NULL, NULL);
  g_autoptr (WeftLiveFigures) left = NULL;
  WeftFacts facts;
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  guint32 first, end;
  guint64 n = 0, n_ever = 0;

  g_assert_cmpstr (get_scope (whole), ==, "Program · whole session");
  g_assert_cmpstr (get_scope (part), ==, "Program · brushed range");
  frames_begin (bytes, 1, 0);
  for (guint64 seq = 0; seq < 100000; seq += 1000)
    frames_records (bytes, 1, seq, 1000);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  weft_live_trace_get_rows (little, 0, &first, &end);
  left = weft_live_figures_new (little, NULL, NULL, NULL);
  g_assert_cmpstr (get_scope (left), ==, "Program · in memory");
  facts = weft_live_figures_get_facts (left, WEFT_LIVE_TABLE_PROGRAMS);
  for (guint row = 0; row < facts.n_rows; row++)
    {
      weft_facts_get_row (&facts, row, cells);
      n += cells[1].count;
      n_ever += cells[11].count;
      weft_facts_clear_row (&facts, cells);
    }
  g_assert_cmpuint (n, ==, end - first);
  g_assert_cmpuint (n_ever, ==, 100000);
}

/* Of a lane that had records before the first that came nothing is known until then, and once its connection is
 * lost nothing after its last one; what a process of the past does not say is nothing. */
static void
test_dark (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftLiveFigures) lost = NULL;
  g_autoptr (WeftLiveFigures) late = NULL;
  const WeftLiveStreamFigures *streams;

  frames_begin (bytes, 1, 0);
  frames_stream (bytes, 2, 50, 7);
  frames_definitions (bytes, 2, 50);
  frames_records (bytes, 1, 0, 100);
  frames_records (bytes, 2, 50, 10);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  late = weft_live_figures_new (trace, NULL, NULL, NULL);
  streams = &g_array_index (late->streams, WeftLiveStreamFigures, 0);
  g_assert_cmpuint (streams[0].dark_ns, ==, 0);
  g_assert_cmpuint (streams[1].dark_ns, ==, 50000);
  g_assert_true (late->is_dark[0]);
  g_assert_false (late->is_dark[WEFT_LIVE_TIME_PARTS - 1]);

  weft_live_writer_lose (writer);
  lost = weft_live_figures_new (trace, NULL, NULL, NULL);
  streams = &g_array_index (lost->streams, WeftLiveStreamFigures, 0);
  g_assert_cmpuint (streams[0].dark_ns, ==, 0);
  g_assert_cmpuint (streams[1].dark_ns, ==, 50000 + 40000);
  g_assert_true (lost->is_dark[WEFT_LIVE_TIME_PARTS - 1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-stats/utilization", test_utilization);
  g_test_add_func ("/live-stats/late", test_late);
  g_test_add_func ("/live-stats/before-the-first-run", test_before_the_first_run);
  g_test_add_func ("/live-stats/evicted-meanwhile", test_evicted_meanwhile);
  g_test_add_func ("/live-stats/programs", test_programs);
  g_test_add_func ("/live-stats/named-meanwhile", test_named_meanwhile);
  g_test_add_func ("/live-stats/range", test_range);
  g_test_add_func ("/live-stats/bars", test_bars);
  g_test_add_func ("/live-stats/scope", test_scope);
  g_test_add_func ("/live-stats/dark", test_dark);
  return g_test_run ();
}
