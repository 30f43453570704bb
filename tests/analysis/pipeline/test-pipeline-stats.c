/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-stats-count.h"

#include "weft-pipeline-explainer.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-stats-index.h"
#include "weft-pipeline-writer.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sched.h>
#include <string.h>

/* --- small traces by hand ---------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineWriter *writer;
} Log;

static void
log_open (Log *log)
{
  log->trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  log->writer = weft_pipeline_writer_new (log->trace, WEFT_PIPELINE_KANATA);
}

static void
log_close (Log *log)
{
  weft_pipeline_writer_free (log->writer);
  g_object_unref (log->trace);
}

static guint32
begin (Log *log, gint64 id, gint64 tid, gint64 cycle, const char *label)
{
  guint32 op = weft_pipeline_writer_begin_op (log->writer, id, id, tid, 1, cycle);

  if (label != NULL)
    weft_pipeline_writer_add_label (log->writer, op, 0, label, strlen (label));
  return op;
}

static WeftKind
kind_of (Log *log, const char *lane, const char *name)
{
  return weft_pipeline_writer_intern_kind (log->writer, lane, strlen (lane), name, strlen (name));
}

/* A stage from `start` to `end`; −1 leaves it open. */
static void
stage (Log *log, guint32 op, const char *lane, const char *name, gint64 start, gint64 end)
{
  WeftKind kind = kind_of (log, lane, name);

  g_assert_true (weft_pipeline_writer_start_stage (log->writer, op, kind, start));
  if (end >= 0)
    g_assert_true (weft_pipeline_writer_end_stage (log->writer, op, kind, end));
}

static void
retire (Log *log, guint32 op, gint64 cycle)
{
  g_assert_true (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, op, cycle));
}

static void
flush (Log *log, guint32 op, gint64 cycle)
{
  g_assert_true (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_FLUSHED, op, cycle));
}

static WeftPipelineStats *
compute (Log *log, gint64 last, const WeftCycleRange *range)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  WeftPipelineStats *stats;

  weft_pipeline_writer_publish (log->writer, last);
  snapshot = weft_pipeline_trace_ref_snapshot (log->trace);
  stats = weft_pipeline_stats_new (snapshot, range, NULL, &error);
  g_assert_no_error (error);
  return stats;
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_empty (void)
{
  Log log;

  log_open (&log);
  {
    g_autoptr (WeftPipelineStats) stats = compute (&log, 0, NULL);

    g_assert_cmpuint (stats->n_ops, ==, 0);
    g_assert_cmpint (stats->first, ==, 0);
    g_assert_cmpint (stats->last, ==, 0);
    g_assert_true (isnan (weft_pipeline_stats_get_ipc (stats)));
    g_assert_true (isnan (weft_pipeline_stats_get_cpi (stats)));
    g_assert_true (isnan (weft_pipeline_stats_get_flush_rate (stats)));
    g_assert_true (isnan (weft_pipeline_stats_get_squash_rate (stats)));
    g_assert_true (isnan (stats->in_flight_mean));
    g_assert_cmpuint (stats->pcs->len, ==, 0);
    g_assert_cmpuint (stats->stages->len, ==, 0);
    g_assert_cmpuint (stats->threads->len, ==, 0);
  }
  log_close (&log);
}

/* A log whose clock never moves: nothing per cycle is known, neither of all nor of the parts of the stack. */
static void
test_still (void)
{
  Log log;

  log_open (&log);
  for (guint i = 0; i < 2; i++)
    {
      guint32 op = begin (&log, i, 0, 5, "80000000: add");

      stage (&log, op, "0", "F", 5, 5);
      retire (&log, op, 5);
    }
  {
    g_autoptr (WeftPipelineStats) stats = compute (&log, 5, NULL);

    g_assert_cmpuint (stats->n_retired, ==, 2);
    g_assert_true (isnan (weft_pipeline_stats_get_ipc (stats)));
    g_assert_true (isnan (weft_pipeline_stats_get_cpi (stats)));
    g_assert_cmpuint (stats->cpi->len, ==, WEFT_N_CPI_PARTS);
    for (guint i = 0; i < stats->cpi->len; i++)
      {
        const WeftCpiPart *part = &g_array_index (stats->cpi, WeftCpiPart, i);

        g_assert_true (isnan (part->cpi) && isnan (part->share) && isnan (part->cycles));
      }
  }
  log_close (&log);
}

/* Two threads; one op each retired, flushed and open; overlay lanes that overlap. */
static void
fill_mixed (Log *log)
{
  guint32 op = begin (log, 0, 1, 10, "80000000: add");

  stage (log, op, "0", "F", 10, 12);
  stage (log, op, "0", "X", 12, 20);
  stage (log, op, "1", "stl", 11, 14); /* [11, 14) and [13, 16): 5 cycles */
  stage (log, op, "2", "miss", 13, 16);
  stage (log, op, "1", "stl", 18, 30); /* clipped to the op's end: 2 more */
  retire (log, op, 20);

  op = begin (log, 1, 0, 10, "80000004: bne");
  stage (log, op, "0", "F", 10, 11);
  stage (log, op, "0", "X", 11, 11); /* no time at all */
  flush (log, op, 15);

  op = begin (log, 2, 0, 12, "nop");
  stage (log, op, "0", "F", 12, -1);
  stage (log, op, "1", "stl", 14, -1); /* open: until the op's end, 41 */
}

static void
check_mixed_stages (const WeftPipelineStats *stats)
{
  const WeftPipelineStageStats *stages = (gpointer) stats->stages->data;

  g_assert_cmpuint (stats->stages->len, ==, 4);
  g_assert_cmpuint (stages[0].lengths.n_values, ==, 2); /* F: 2, 1, and an open one */
  g_assert_cmpuint (stages[0].lengths.total, ==, 3);
  g_assert_cmpuint (stages[0].n_open, ==, 1);
  g_assert_cmpuint (weft_histogram_get_percentile (&stages[0].lengths, 500), ==, 1);
  g_assert_cmpuint (weft_histogram_get_percentile (&stages[0].lengths, 990), ==, 2);
  g_assert_cmpuint (weft_histogram_get_percentile (&stages[1].lengths, 500), ==, 0);
  g_assert_cmpuint (stages[1].lengths.max, ==, 8);
}

static void
test_mixed (void)
{
  Log log;

  log_open (&log);
  fill_mixed (&log);
  weft_pipeline_writer_add_dependency (log.writer, 1, 0, 0, 12);
  weft_pipeline_writer_add_dependency (log.writer, 1, 77, 0, 12);
  {
    g_autoptr (WeftPipelineStats) stats = compute (&log, 40, NULL);
    const WeftPipelineThreadStats *threads = (gpointer) stats->threads->data;
    const WeftPipelinePcStats *pcs = (gpointer) stats->pcs->data;

    g_assert_cmpuint (stats->n_ops, ==, 3);
    g_assert_cmpuint (stats->n_retired, ==, 1);
    g_assert_cmpuint (stats->n_flushed, ==, 1);
    g_assert_cmpuint (stats->n_open, ==, 1);
    g_assert_cmpuint (stats->n_dependencies, ==, 2);
    g_assert_cmpint (stats->first, ==, 10);
    g_assert_cmpint (stats->last, ==, 40);
    g_assert_cmpfloat (weft_pipeline_stats_get_ipc (stats), ==, 1 / 30.0);
    g_assert_cmpfloat (weft_pipeline_stats_get_cpi (stats), ==, 30);

    g_assert_cmpuint (stats->threads->len, ==, 2);
    g_assert_cmpint (threads[0].tid, ==, 0);
    g_assert_cmpuint (threads[0].n_ops, ==, 2);
    g_assert_cmpuint (threads[0].n_flushed, ==, 1);
    g_assert_cmpuint (threads[0].n_open, ==, 1);
    g_assert_cmpint (threads[1].tid, ==, 1);
    g_assert_cmpuint (threads[1].n_retired, ==, 1);

    check_mixed_stages (stats);

    /* F of the first is held up in its second cycle; X is as long as any that retired. The second
     * waits for the first's result until it is flushed. The op that is still open has no
     * latency, no stall, and no PC. */
    g_assert_cmpuint (stats->stall_cycles, ==, 1 + 4);
    g_assert_cmpuint (stats->pcs->len, ==, 2);
    g_assert_cmphex (pcs[0].pc, ==, 0x80000004);
    g_assert_cmpuint (pcs[0].stall_cycles, ==, 4);
    g_assert_cmpuint (pcs[0].n_flushed, ==, 1);
    g_assert_cmphex (pcs[1].pc, ==, 0x80000000);
    g_assert_cmpuint (pcs[1].stall_cycles, ==, 1);
    g_assert_cmpuint (pcs[1].latency_total, ==, 10);

    g_assert_cmpuint (stats->latency.n_values, ==, 2);
    g_assert_cmpuint (stats->latency.max, ==, 10);
    /* [10, 20), [10, 15), [12, 41) over the 31 cycles 10 to 40 */
    g_assert_cmpuint (stats->in_flight_max, ==, 3);
    g_assert_cmpfloat (stats->in_flight_mean, ==, (10 + 5 + 29) / 31.0);
  }
  log_close (&log);
}

static void
test_ranges (void)
{
  static const gint64 borders[] = { G_MININT64, 10, 15, 16, 20, 21, 41, 42, G_MAXINT64 };
  guint n_ops = 0, n_retired = 0, n_flushed = 0, n_open = 0;
  guint64 stall_cycles = 0, within = 0;
  Log log;

  log_open (&log);
  fill_mixed (&log);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (borders); i++)
    {
      WeftCycleRange range = { borders[i], borders[i + 1] };
      g_autoptr (WeftPipelineStats) stats = compute (&log, 40, &range);

      n_ops += stats->n_ops;
      n_retired += stats->n_retired;
      n_flushed += stats->n_flushed;
      n_open += stats->n_open;
      stall_cycles += stats->stall_cycles;
      within += stats->stall_cycles_within;
      g_assert_cmpuint (stats->n_squashed, ==, stats->n_flushed);
    }
  g_assert_cmpuint (n_ops, ==, 3);
  g_assert_cmpuint (n_retired, ==, 1);
  g_assert_cmpuint (n_flushed, ==, 1);
  g_assert_cmpuint (n_open, ==, 1);
  g_assert_cmpuint (stall_cycles, ==, 1);
  g_assert_cmpuint (within, ==, 1);
  {
    /* The cycle in which the first op is held up: none ends there. */
    WeftCycleRange range = { 11, 12 };
    g_autoptr (WeftPipelineStats) stats = compute (&log, 40, &range);

    g_assert_cmpuint (stats->n_ops, ==, 0);
    g_assert_cmpuint (stats->stall_cycles, ==, 0);
    g_assert_cmpuint (stats->stall_cycles_within, ==, 1);
  }
  {
    WeftCycleRange range = { 12, 21 };
    g_autoptr (WeftPipelineStats) stats = compute (&log, 40, &range);

    g_assert_cmpuint (stats->n_retired, ==, 1);
    g_assert_cmpuint (stats->n_flushed, ==, 1);
    g_assert_cmpfloat (weft_pipeline_stats_get_ipc (stats), ==, 1 / 9.0);
    g_assert_cmpuint (stats->in_flight_max, ==, 3);
    g_assert_cmpfloat (stats->in_flight_mean, ==, (8 + 3 + 9) / 9.0);
  }
  log_close (&log);
}

/* Every table that tells stalls that are estimated says so in its titles. */
static void
check_estimate_shows (const WeftPipelineStats *stats)
{
  const struct
  {
    WeftPipelineFactsKey table;
    const char *key;
  } columns[] = {
    { WEFT_PIPELINE_FACTS_STALLS, "cycles" },    { WEFT_PIPELINE_FACTS_STALLS, "share" },
    { WEFT_PIPELINE_FACTS_STALLS, "mean" },      { WEFT_PIPELINE_FACTS_STALLS, "max" },
    { WEFT_PIPELINE_FACTS_PCS, "stall_cycles" }, { WEFT_PIPELINE_FACTS_FUNCTIONS, "stall_cycles" },
  };
  const WeftPipelineFacts facts = { .stats = stats };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      WeftFacts table = weft_pipeline_facts_get (&facts, columns[i].table);
      guint index = 0;

      while (!g_str_equal (weft_facts_get_column (&table, index)->key, columns[i].key))
        index++;
      g_assert_true (g_str_has_prefix (weft_facts_get_column (&table, index)->title, "≈ "));
    }
}

/* One lane: the estimate takes the shortest stage of the kind in the whole log, but of ops that
 * retired. */
static void
test_estimate (void)
{
  Log log;
  WeftCycleRange range = { 6, 100 };

  log_open (&log);
  /* Ended but never started: a lane of no stage. */
  kind_of (&log, "1", "stl");
  for (guint i = 0; i < 3; i++)
    {
      guint32 op = begin (&log, i, 0, 0, "100: x");

      stage (&log, op, "0", "F", 0, 1 + i);
      stage (&log, op, "0", "X", 1 + i, i < 2 ? 4 + 2 * (gint64) i : -1);
      if (i < 2)
        retire (&log, op, 4 + 2 * i);
    }
  /* Its F is cut short, and no op with a W retires. */
  for (guint i = 3; i < 5; i++)
    {
      guint32 op = begin (&log, i, 0, 0, "104: y");

      stage (&log, op, "0", "F", 0, 0);
      stage (&log, op, "0", "W", 0, i);
      flush (&log, op, i);
    }
  {
    /* F: 1, 2; X: 3, 4; the third is open. What is flushed in its W is no stall. */
    g_autoptr (WeftPipelineStats) all = compute (&log, 20, NULL);
    g_autoptr (WeftPipelineStats) late = compute (&log, 20, &range);

    check_estimate_shows (all);
    g_assert_cmpuint (all->stall_cycles, ==, (0 + 1) + (0 + 1));
    g_assert_cmpuint (late->n_ops, ==, 2);
    g_assert_cmpuint (late->stall_cycles, ==, 1 + 1);
  }
  log_close (&log);
}

static void
check_slots (const WeftPipelineStats *stats, const guint64 *slots)
{
  g_assert_cmpuint (stats->cpi->len, ==, WEFT_N_CPI_PARTS);
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    g_assert_cmpuint (g_array_index (stats->cpi, WeftCpiPart, i).slots, ==, slots[i]);
}

/* Two ops retire together, so the core is two wide. The next is fetched anew behind a flush, and
 * waits for memory; when it retires, the other slot of the cycle is lost to nobody who is known. */
static void
test_cpi_stack (void)
{
  const guint64 whole[] = { 3, 4, 4, 6, 2, 1 }, late[] = { 1, 0, 0, 4, 0, 1 };
  const WeftCycleRange range = { 7, 10 };
  guint32 op;
  Log log;

  log_open (&log);
  for (guint i = 0; i < 2; i++)
    {
      op = begin (&log, i, 0, 0, "100: x");
      stage (&log, op, "0", "F", 0, 2);
      stage (&log, op, "0", "X", 2, 3);
      retire (&log, op, 3);
    }
  op = begin (&log, 2, 0, 2, "104: y");
  stage (&log, op, "0", "F", 2, 3);
  flush (&log, op, 3);
  op = begin (&log, 3, 0, 4, "108: z");
  stage (&log, op, "0", "F", 4, 5);
  stage (&log, op, "0", "Dc", 5, 6);
  stage (&log, op, "0", "Mem", 6, 9);
  retire (&log, op, 9);
  {
    g_autoptr (WeftPipelineStats) all = compute (&log, 9, NULL);
    g_autoptr (WeftPipelineStats) part = compute (&log, 9, &range);

    g_assert_cmpuint (all->width, ==, 2);
    check_slots (all, whole);
    check_slots (part, late);
    g_assert_cmpfloat (g_array_index (all->cpi, WeftCpiPart, WEFT_CPI_MEMORY).cycles, ==, 3);
    g_assert_cmpfloat (g_array_index (all->cpi, WeftCpiPart, WEFT_CPI_MEMORY).cpi, ==, 1);
  }
  log_close (&log);
}

static void
check_squash (const WeftPipelineStats *stats, guint index, gint64 tid, guint32 cause,
              guint32 first_op, guint32 n_ops)
{
  const WeftSquash *squash = &g_array_index (stats->squashes, WeftSquash, index);

  g_assert_cmpint (squash->tid, ==, tid);
  g_assert_cmpuint (squash->cause, ==, cause);
  g_assert_cmpuint (squash->first_op, ==, first_op);
  g_assert_cmpuint (squash->n_ops, ==, n_ops);
}

/* Runs are in id order within a thread, whatever order the file has. */
static void
test_squashes (void)
{
  /* r, f, o: retired, flushed, open. In id order thread 0 is f r f f o f, thread 1 r f. */
  static const struct
  {
    gint64 id;
    gint64 tid;
    char end;
  } ops[] = {
    { 10, 0, 'f' }, { 11, 0, 'r' }, { 20, 1, 'r' }, { 15, 0, 'f' },
    { 21, 1, 'f' }, { 13, 0, 'f' }, { 17, 0, 'o' }, { 19, 0, 'f' },
  };
  Log log;

  log_open (&log);
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      guint32 op = begin (&log, ops[i].id, ops[i].tid, i, ops[i].id == 11 ? "b0: bne" : "a0:");

      if (ops[i].end == 'r')
        retire (&log, op, i + 5);
      else if (ops[i].end == 'f')
        flush (&log, op, i + 5);
    }
  {
    g_autoptr (WeftPipelineStats) stats = compute (&log, 50, NULL);
    WeftCycleRange range = { 8, 9 }; /* the flush of id 15 alone */
    g_autoptr (WeftPipelineStats) part = compute (&log, 50, &range);

    g_assert_cmpuint (stats->squashes->len, ==, 4);
    g_assert_cmpuint (stats->n_squashed, ==, 5);
    check_squash (stats, 0, 0, WEFT_NO_ROW, 0, 1);
    check_squash (stats, 1, 0, 1, 5, 2);
    check_squash (stats, 2, 0, 6, 7, 1);
    check_squash (stats, 3, 1, 2, 4, 1);
    g_assert_cmpfloat (weft_pipeline_stats_get_squash_rate (stats), ==, 2000);
    g_assert_cmpuint (stats->pcs->len, ==, 2);
    g_assert_cmphex (g_array_index (stats->pcs, WeftPipelinePcStats, 1).pc, ==, 0xb0);
    g_assert_cmpuint (g_array_index (stats->pcs, WeftPipelinePcStats, 1).n_squashes, ==, 1);
    g_assert_cmpuint (g_array_index (stats->pcs, WeftPipelinePcStats, 1).n_squashed, ==, 2);

    g_assert_cmpuint (part->squashes->len, ==, 1);
    check_squash (part, 0, 0, 1, 3, 1);
    /* The cause ended before the range: its PC has a squash, but no op. */
    g_assert_cmpuint (part->pcs->len, ==, 2);
    g_assert_cmpuint (g_array_index (part->pcs, WeftPipelinePcStats, 1).n_ops, ==, 0);
    g_assert_cmpuint (g_array_index (part->pcs, WeftPipelinePcStats, 1).n_squashes, ==, 1);
    g_assert_cmpuint (g_array_index (part->pcs, WeftPipelinePcStats, 1).first_op, ==, 1);
  }
  log_close (&log);
}

/* Fetches and ends at the ends of time: neither undefined nor slow. */
static void
test_extremes (void)
{
  Log log;
  guint32 op;

  log_open (&log);
  op = begin (&log, 0, 0, -G_MAXINT64, NULL);
  stage (&log, op, "0", "F", -G_MAXINT64, -1);
  retire (&log, op, G_MAXINT64 - 1);
  begin (&log, G_MAXINT64, G_MAXINT64, G_MAXINT64 - 1, NULL);
  {
    g_autoptr (WeftPipelineStats) stats = compute (&log, G_MAXINT64 - 1, NULL);

    g_assert_cmpuint (weft_pipeline_stats_get_cycles (stats), ==, G_MAXUINT64 - 2);
    g_assert_cmpuint (stats->latency.max, ==, G_MAXUINT64 - 2);
    g_assert_cmpuint (stats->in_flight_max, ==, 1);
    g_assert_cmpuint (stats->threads->len, ==, 2);
  }
  log_close (&log);
}

/* In-flight counts of a dense and of a sparse log agree with counting. */
static void
test_in_flight (void)
{
  for (guint round = 0; round < 50; round++)
    {
      gint64 stretch = round % 2 == 0 ? 1 : 1000000;
      guint counts[128] = { 0 }, max = 0;
      Log log;

      log_open (&log);
      for (guint i = 0; i < 40; i++)
        {
          gint64 fetch = i == 0 ? 0 : g_random_int_range (0, 100);
          gint64 end = fetch + g_random_int_range (0, 27);

          retire (&log, begin (&log, i, 0, fetch * stretch, NULL), end * stretch);
          for (gint64 cycle = fetch; cycle < end; cycle++)
            {
              counts[cycle]++;
              max = MAX (max, counts[cycle]);
            }
        }
      {
        g_autoptr (WeftPipelineStats) stats = compute (&log, 127 * stretch, NULL);

        g_assert_cmpuint (stats->in_flight_max, ==, max);
      }
      log_close (&log);
    }
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  Log log;

  log_open (&log);
  fill_mixed (&log);
  weft_pipeline_writer_publish (log.writer, 40);
  snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_pipeline_stats_new (snapshot, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  log_close (&log);
}

/* All that is counted, as bytes; and, where `taken` is not NULL, what comes of these. */
static GBytes *
write_stats (const WeftPipelineStats *stats, Log *log, WeftPipelineStats **taken)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-stats-XXXXXX", NULL), *bytes = NULL;
  g_autofree char *path = g_build_filename (folder, "stats", NULL);
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (folder, G_MAXINT64, 0, NULL);
  g_autoptr (WeftIndexReader) reader = NULL;
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (log->trace);
  gsize length;

  weft_pipeline_stats_put (stats, writer);
  g_assert_true (weft_index_writer_finish (writer, path));
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  reader = weft_index_reader_open (path);
  g_assert_nonnull (reader);
  if (taken != NULL)
    *taken = weft_pipeline_stats_take (snapshot, reader);
  g_unlink (path);
  g_rmdir (folder);
  return g_bytes_new_take (g_steal_pointer (&bytes), length);
}

static void
fill_many (Log *log, guint32 n_ops)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint32 i = 0; i < n_ops; i++)
    {
      g_autofree char *label = g_strdup_printf ("%x: add", 0x80000000u + i % 61 * 4);
      gint64 fetch = i / 4, from = fetch + g_rand_int_range (random, 1, 9);
      gint64 end = from + g_rand_int_range (random, 0, 90);
      guint32 op = begin (log, i, i % 7 % 3, fetch, label);

      stage (log, op, "0", "F", fetch, from);
      stage (log, op, "0", "X", from, i % 501 == 0 ? -1 : end);
      if (i % 5 == 0)
        stage (log, op, "1", "stl", from, from + 3);
      if (i % 37 == 36)
        flush (log, op, end);
      else if (i % 1001 != 7)
        retire (log, op, end);
    }
}

/* With one processor all ops are counted in one go, with more in parts that are added up; and what is kept comes back as
 * it was. */
static void
test_parts (void)
{
  const guint32 n_ops = 70000;
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GBytes) added = NULL;
  g_autoptr (GBytes) again = NULL;
  cpu_set_t all, one;
  Log log;
  int first = 0;

  log_open (&log);
  fill_many (&log, n_ops);
  g_assert_cmpint (sched_getaffinity (0, sizeof all, &all), ==, 0);
  while (!CPU_ISSET (first, &all))
    first++;
  CPU_ZERO (&one);
  CPU_SET (first, &one);
  {
    g_autoptr (WeftPipelineStats) in_parts = compute (&log, n_ops / 4 + 100, NULL);
    g_autoptr (WeftPipelineStats) at_once = NULL;
    g_autoptr (WeftPipelineStats) taken = NULL;

    g_assert_cmpint (sched_setaffinity (0, sizeof one, &one), ==, 0);
    at_once = compute (&log, n_ops / 4 + 100, NULL);
    g_assert_cmpint (sched_setaffinity (0, sizeof all, &all), ==, 0);
    g_assert_cmpuint (at_once->n_ops, ==, n_ops);
    added = write_stats (in_parts, &log, &taken);
    whole = write_stats (at_once, &log, NULL);
    g_assert_nonnull (taken);
    again = write_stats (taken, &log, NULL);
  }
  g_assert_true (g_bytes_equal (whole, added));
  g_assert_true (g_bytes_equal (whole, again));
  log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-stats/cpi-stack", test_cpi_stack);
  g_test_add_func ("/pipeline-stats/empty", test_empty);
  g_test_add_func ("/pipeline-stats/still", test_still);
  g_test_add_func ("/pipeline-stats/mixed", test_mixed);
  g_test_add_func ("/pipeline-stats/ranges", test_ranges);
  g_test_add_func ("/pipeline-stats/estimate", test_estimate);
  g_test_add_func ("/pipeline-stats/squashes", test_squashes);
  g_test_add_func ("/pipeline-stats/extremes", test_extremes);
  g_test_add_func ("/pipeline-stats/in-flight", test_in_flight);
  g_test_add_func ("/pipeline-stats/cancel", test_cancel);
  g_test_add_func ("/pipeline-stats/parts", test_parts);
  return g_test_run ();
}
