/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <time.h>

#include "made-log.h"
#include "verdict.h"
#include "weft-load.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-op-filter.h"
#include "weft-pipeline-op-search.h"

/* How long filters and searches of a log take on one core, and how many times as long as a bare
 * pass over as much memory: over a number for each op, or over the bytes of all texts that are
 * looked through.
 *
 * bench-filter [FILE]: a log of a million ops is made up unless a file is given. It is the thread's
 * own time that counts, which a busy machine blurs less. */

#define N_OPS 1000000u
#define N_ROUNDS 5

static double
get_thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

typedef void (*Run) (gpointer data);

/* The fastest of some runs, in seconds. */
static double
measure (Run run, gpointer data)
{
  double fastest = G_MAXDOUBLE;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin = get_thread_time ();

      run (data);
      fastest = MIN (fastest, get_thread_time () - begin);
    }
  return fastest;
}

/* --- bare passes ------------------------------------------------------------------------------ */

static void
sum_numbers (gpointer data)
{
  const GArray *numbers = data;
  volatile gint64 result;
  gint64 sum = 0;

  for (guint i = 0; i < numbers->len; i++)
    sum += g_array_index (numbers, gint64, i);
  result = sum;
  (void) result;
}

static void
find_no_byte (gpointer data)
{
  const GString *bytes = data;

  g_assert_null (memchr (bytes->str, 0xff, bytes->len));
}

static double
measure_numbers (guint32 n_ops)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, TRUE, sizeof (gint64));

  g_array_set_size (numbers, n_ops);
  return measure (sum_numbers, numbers);
}

static double
measure_texts (WeftPipelineSnapshot *snapshot, WeftTextFields fields)
{
  g_autoptr (WeftPipelineTextBatch) batch = weft_pipeline_text_batch_new (snapshot);
  g_autoptr (GString) bytes = g_string_new (NULL);

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      const char *text;
      gsize length;

      weft_pipeline_text_batch_reset (batch);
      weft_pipeline_text_batch_add (batch, op, fields);
      text = weft_pipeline_text_batch_get_bytes (batch, &length);
      g_string_append_len (bytes, text, (gssize) length);
    }
  return measure (find_no_byte, bytes);
}

typedef struct
{
  const char *name;
  const char *text;
  double limit; /* times a bare pass */
} Wanted;

/* --- filters ---------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftExpression *expression;
  WeftTextMatcher *matcher;
  WeftPipelineOpSearchFields fields;
  guint32 n; /* ops, rows or hits */
} Job;

static void
run_filter (gpointer data)
{
  Job *job = data;
  g_autoptr (WeftBitset) ops =
    weft_pipeline_op_filter_run (job->expression, job->snapshot, NULL, NULL);

  job->n = ops->n_set;
}

static void
run_rows (gpointer data)
{
  Job *job = data;
  g_autoptr (WeftPipelineRows) rows =
    weft_pipeline_op_filter_new_rows (job->expression, job->snapshot->trace, WEFT_ROWS_ALL, NULL);

  weft_pipeline_rows_update (rows);
  job->n = weft_pipeline_rows_get_n_rows (rows);
}

static void
bench_filter (WeftPipelineSnapshot *snapshot, const Wanted *wanted, double bare)
{
  g_autofree char *what = g_strdup_printf ("filter %s", wanted->name);
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), wanted->text, NULL, NULL);
  Job job = { .snapshot = snapshot, .expression = expression };
  double filter = measure (run_filter, &job);
  double rows = measure (run_rows, &job);

  printf ("%u ops pass %s; with the pyramid %.1f ms\n", job.n, wanted->text, rows * 1e3);
  verdict_row (&(VerdictRow){ what, "ms", filter * 1e3, "bare pass", bare * 1e3, wanted->limit });
}

/* --- searches --------------------------------------------------------------------------------- */

static gboolean
count_hits (guint32 first G_GNUC_UNUSED, guint32 last G_GNUC_UNUSED,
            const WeftSearchHit *hits G_GNUC_UNUSED, guint n_hits, gpointer user_data)
{
  ((Job *) user_data)->n += n_hits;
  return TRUE;
}

static void
run_search (gpointer data)
{
  Job *job = data;
  g_autoptr (WeftPipelineOpSearch) search = weft_pipeline_op_search_new (job->matcher, job->fields);

  job->n = 0;
  weft_pipeline_op_search_update (search, job->snapshot, count_hits, job, NULL, NULL);
}

static void
bench_search (WeftPipelineSnapshot *snapshot, const Wanted *wanted, double bare)
{
  g_autofree char *what = g_strdup_printf ("search %s", wanted->name);
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (WEFT_MATCH_REGEX, wanted->text, FALSE, NULL, NULL);
  Job job = { .snapshot = snapshot,
              .matcher = matcher,
              .fields = WEFT_PIPELINE_OP_SEARCH_LABEL | WEFT_PIPELINE_OP_SEARCH_DETAIL };
  double some = measure (run_search, &job), all;
  guint32 n = job.n;

  job.fields = WEFT_PIPELINE_OP_SEARCH_ALL;
  all = measure (run_search, &job);
  printf ("%u hits of %s; with stages %.1f ms\n", n, wanted->text, all * 1e3);
  verdict_row (&(VerdictRow){ what, "ms", some * 1e3, "bare pass", bare * 1e3, wanted->limit });
}

/* --- the log ---------------------------------------------------------------------------------- */

static void
make_trace (MadeLog *log)
{
  made_log_open (log, NULL);
  for (guint32 op = 0; op < N_OPS; op++)
    {
      char detail[48];

      /* Details come a little after their ops, as in the logs of cores. */
      if (op % 50 == 0)
        made_log_fill (log, 50);
      g_snprintf (detail, sizeof detail, "\\nmap x%u->p%u, x7->p%u", op % 32, op % 199, op % 97);
      weft_pipeline_writer_add_detail (log->writer, op, made_log_spill (log, detail),
                                       strlen (detail));
    }
  weft_pipeline_writer_publish (log->writer, N_OPS / 2 + 100);
}

static void
bench (WeftPipelineSnapshot *snapshot)
{
  static const Wanted numbers[] = {
    { "flushed ops of a thread", "tid == 1 && flushed", 40 },
    { "latency", "latency > 40", 40 },
    { "range of PCs", "pc in 0x80000000..0x80000fff", 30 },
    { "length of a stage", "stage(\"X\").length >= 3", 250 },
    { "stall cycles", "stall > 10", 2700 },
  };
  static const Wanted texts[] = { { "word of a label", "label ~ /lw/", 280 },
                                  { "alternatives in a label", "label ~ /(lw|bne) .*a1/", 520 } };
  static const Wanted patterns[] = { { "word", "lw", 190 },
                                     { "word and its end", "l[dw] .*\\(sp\\)", 190 },
                                     { "end of a line", "p\\d+, .*p96$", 200 },
                                     { "word that is nowhere", "nothing", 150 } };
  double bare_numbers = measure_numbers (snapshot->n_ops);
  double bare_labels = measure_texts (snapshot, WEFT_TEXTS_LABEL);
  double bare_texts = measure_texts (snapshot, WEFT_TEXTS_LABEL | WEFT_TEXTS_DETAIL);

  printf ("bare passes: numbers %.2f ms, labels %.2f ms, labels and details %.2f ms\n",
          bare_numbers * 1e3, bare_labels * 1e3, bare_texts * 1e3);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    bench_filter (snapshot, &numbers[i], bare_numbers);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    bench_filter (snapshot, &texts[i], bare_labels);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    bench_search (snapshot, &patterns[i], bare_texts);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      g_autoptr (WeftLoad) load = weft_load_new (argv[1], WEFT_STORAGE_MEMORY, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

      if (!weft_load_run (load, NULL, &error))
        g_error ("%s", error->message);
      snapshot =
        weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
      bench (snapshot);
    }
  else
    {
      MadeLog log;
      WeftPipelineSnapshot *snapshot;

      make_trace (&log);
      snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
      bench (snapshot);
      weft_pipeline_snapshot_unref (snapshot);
      made_log_close (&log);
    }
  return verdict_status ();
}
