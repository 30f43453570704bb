/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts-sort.h"

#include <stdio.h>
#include <time.h>

#include "made-log.h"
#include "sorted-ops.h"
#include "verdict.h"

/* How long tables of a million rows take to be sorted by a column, from the last row up: the fastest
 * of some runs on the clock, and the least that all threads computed.
 *
 * bench-sort [TEXT]: only the runs whose names hold the text. */

#define N_ROWS 1000000u
#define N_ROUNDS 5

#define NUMBER_LIMIT 25 /* ms */
#define TEXT_LIMIT 400

static const char *wanted = "";

static double
get_time (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* `order`: the rows as they are listed; NULL: by their numbers. */
static void
bench (const WeftFacts *facts, guint column, const guint32 *order, const char *what, double limit)
{
  g_autofree guint32 *rows = g_new (guint32, N_ROWS);
  double fastest = G_MAXDOUBLE, least = G_MAXDOUBLE;

  if (strstr (what, wanted) == NULL)
    return;
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin, begin_cpu;

      for (guint32 i = 0; i < N_ROWS; i++)
        rows[i] = order != NULL ? order[i] : i;
      begin = get_time (CLOCK_MONOTONIC);
      begin_cpu = get_time (CLOCK_PROCESS_CPUTIME_ID);
      g_assert_true (weft_facts_sort (facts, column, TRUE, rows, N_ROWS, NULL, NULL));
      least = MIN (least, get_time (CLOCK_PROCESS_CPUTIME_ID) - begin_cpu);
      fastest = MIN (fastest, get_time (CLOCK_MONOTONIC) - begin);
    }
  printf ("%-34s %6.1f ms, computed %6.1f ms, limit %3.0f: %s\n", what, fastest, least, limit,
          verdict (fastest <= limit));
}

/* --- cells ------------------------------------------------------------------------------------ */

static char *texts[N_ROWS];

static guint
mix (guint row)
{
  return row * 2654435761u;
}

static WeftCell
get_row (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (row);
}

static WeftCell
get_falling (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (N_ROWS - row);
}

static WeftCell
get_number (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (mix (row));
}

static WeftCell
get_real (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_real (1.0 / (1 + mix (row)));
}

static WeftCell
get_word (gconstpointer data G_GNUC_UNUSED, guint row)
{
  guint word = mix (row) % 1000;

  return weft_cell_word (word, texts[word]);
}

static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup (texts[mix (row) % 1000]));
}

static WeftCell
get_text (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup (texts[mix (row) % N_ROWS]));
}

static WeftCell
get_sorted_text (gconstpointer data G_GNUC_UNUSED, guint row)
{
  char text[32];

  g_snprintf (text, sizeof text, "layer %08u of it", row);
  return weft_cell_text (g_strdup (text));
}

static WeftCell
get_pair (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup (texts[mix (row) % (N_ROWS / 2)]));
}

static WeftCell
get_long_text (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strconcat ("the network that is the same for all the rows of this "
                                      "table, which tell apart only behind that: ",
                                      texts[mix (row) % N_ROWS], NULL));
}

static void
bench_cells (void)
{
  static const struct
  {
    const char *what;
    WeftFieldGet get;
    double limit;
  } cases[] = {
    { "a number", get_number, NUMBER_LIMIT },
    { "a real number", get_real, NUMBER_LIMIT },
    { "a number in order", get_row, NUMBER_LIMIT },
    { "a number, the other way round", get_falling, NUMBER_LIMIT },
    { "1,000 words", get_word, TEXT_LIMIT },
    { "1,000 texts", get_name, TEXT_LIMIT },
    { "500,000 texts", get_pair, TEXT_LIMIT },
    { "1,000,000 texts", get_text, TEXT_LIMIT },
    { "texts in order", get_sorted_text, TEXT_LIMIT },
    { "texts of 110 bytes", get_long_text, TEXT_LIMIT },
  };

  for (guint i = 0; i < N_ROWS; i++)
    texts[i] = g_strdup_printf ("layer %u of the network", mix (i));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WeftField field = { .key = "cell", .title = "Cell", .get = cases[i].get };
      const WeftFacts facts = { .fields = &field, .n_columns = 1, .n_rows = N_ROWS };

      bench (&facts, 0, NULL, cases[i].what, cases[i].limit);
    }
}

/* --- ops -------------------------------------------------------------------------------------- */

static void
bench_ops (WeftPipelineSnapshot *snapshot, OpKey key, const char *what, double limit)
{
  WeftPipelineOpSource source = { snapshot, NULL, NULL, weft_pipeline_shared_stalls_new () };
  WeftFacts facts =
    weft_facts_of (&weft_pipeline_op_schema, WEFT_FIELD_TABLE, &source, snapshot->n_ops);

  g_assert_true (weft_pipeline_shared_stalls_read (source.shared, snapshot, NULL, NULL));
  bench (&facts, op_column (key), snapshot->ops_by_row, what, limit);
  weft_pipeline_shared_stalls_unref (source.shared);
}

static void
bench_log (void)
{
  MadeLog log;
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  made_log_open (&log, NULL);
  made_log_fill (&log, N_ROWS);
  snapshot = made_log_publish (&log, N_ROWS / 2 + 100);
  bench_ops (snapshot, OP_KEY_ROW, "ops by their row", NUMBER_LIMIT);
  bench_ops (snapshot, OP_KEY_LATENCY, "ops by latency", NUMBER_LIMIT);
  bench_ops (snapshot, OP_KEY_STALL, "ops by stall cycles", TEXT_LIMIT);
  bench_ops (snapshot, OP_KEY_LABEL, "ops by 250 labels", TEXT_LIMIT);
  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  made_log_close (&log);
}

static void
bench_labels (void)
{
  MadeLog log;
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  made_log_open (&log, NULL);
  for (guint i = 0; i < N_ROWS; i++)
    {
      char label[64];

      g_snprintf (label, sizeof label, "%08x: addi a%u, a%u, %u", mix (i), i % 8, i / 8 % 8, i);
      made_log_begin (&log, 0, i, label);
    }
  snapshot = made_log_publish (&log, N_ROWS);
  bench_ops (snapshot, OP_KEY_LABEL, "ops by 1,000,000 labels", TEXT_LIMIT);
  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    wanted = argv[1];
  bench_cells ();
  bench_log ();
  bench_labels ();
  return verdict_status ();
}
