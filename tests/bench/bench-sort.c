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

/* Times qsort() of as many in memory, which it is given in no order. */
#define NUMBER_LIMIT 0.6 /* 25 ms where that takes 42, */
#define TEXT_LIMIT 1.5   /* and 400 where that takes 265 */

typedef enum
{
  NUMBERS,
  TEXTS,
  N_KINDS
} Kind;

static double floors[N_KINDS]; /* ms */

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
bench (const WeftFacts *facts, guint column, const guint32 *order, const char *what, Kind kind)
{
  g_autofree guint32 *rows = g_new (guint32, N_ROWS);
  g_autofree char *name = g_strdup_printf ("sort %s", what);
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
  printf ("computed %.1f ms; ", least);
  verdict_row (&(VerdictRow){ name, "ms", fastest,
                              kind == NUMBERS ? "qsort() of numbers" : "qsort() of texts",
                              floors[kind], kind == NUMBERS ? NUMBER_LIMIT : TEXT_LIMIT });
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

static int
compare_numbers (const void *a, const void *b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The fastest of some runs. */
static void
measure_floors (void)
{
  g_autofree guint *numbers = g_new (guint, N_ROWS);
  g_autofree char **copies = g_new (char *, N_ROWS);

  floors[NUMBERS] = floors[TEXTS] = G_MAXDOUBLE;
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin;

      for (guint i = 0; i < N_ROWS; i++)
        numbers[i] = mix (i);
      memcpy (copies, texts, sizeof texts);
      begin = get_time (CLOCK_MONOTONIC);
      qsort (numbers, N_ROWS, sizeof *numbers, compare_numbers);
      floors[NUMBERS] = MIN (floors[NUMBERS], get_time (CLOCK_MONOTONIC) - begin);
      begin = get_time (CLOCK_MONOTONIC);
      qsort (copies, N_ROWS, sizeof *copies, compare_texts);
      floors[TEXTS] = MIN (floors[TEXTS], get_time (CLOCK_MONOTONIC) - begin);
    }
}

static void
bench_cells (void)
{
  static const struct
  {
    const char *what;
    WeftFieldGet get;
    Kind kind;
  } cases[] = {
    { "a number", get_number, NUMBERS },
    { "a real number", get_real, NUMBERS },
    { "a number in order", get_row, NUMBERS },
    { "a number, the other way round", get_falling, NUMBERS },
    { "1,000 words", get_word, TEXTS },
    { "1,000 texts", get_name, TEXTS },
    { "500,000 texts", get_pair, TEXTS },
    { "1,000,000 texts", get_text, TEXTS },
    { "texts in order", get_sorted_text, TEXTS },
    { "texts of 110 bytes", get_long_text, TEXTS },
  };

  for (guint i = 0; i < N_ROWS; i++)
    texts[i] = g_strdup_printf ("layer %u of the network", mix (i));
  measure_floors ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WeftField field = { .key = "cell", .title = "Cell", .get = cases[i].get };
      const WeftFacts facts = { .fields = &field, .n_columns = 1, .n_rows = N_ROWS };

      bench (&facts, 0, NULL, cases[i].what, cases[i].kind);
    }
}

/* --- ops -------------------------------------------------------------------------------------- */

static void
bench_ops (WeftPipelineSnapshot *snapshot, OpKey key, const char *what, Kind kind)
{
  WeftPipelineOpSource source = { snapshot, NULL, NULL, weft_pipeline_shared_stalls_new () };
  WeftFacts facts =
    weft_facts_of (&weft_pipeline_op_schema, WEFT_FIELD_TABLE, &source, snapshot->n_ops);

  g_assert_true (weft_pipeline_shared_stalls_read (source.shared, snapshot, NULL, NULL));
  bench (&facts, op_column (key), snapshot->ops_by_row, what, kind);
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
  bench_ops (snapshot, OP_KEY_ROW, "ops by their row", NUMBERS);
  bench_ops (snapshot, OP_KEY_LATENCY, "ops by latency", NUMBERS);
  bench_ops (snapshot, OP_KEY_STALL, "ops by stall cycles", TEXTS);
  bench_ops (snapshot, OP_KEY_LABEL, "ops by 250 labels", TEXTS);
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
  bench_ops (snapshot, OP_KEY_LABEL, "ops by 1,000,000 labels", TEXTS);
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
