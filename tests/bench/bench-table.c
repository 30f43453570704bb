/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-table.h"

#include "cpu-time.h"
#include "log-stage.h"
#include "verdict.h"

#include <time.h>

/* How long the main loop is away while a table of a million ops is sorted, scrolled and grows: the
 * longest time between two polls, how many of them took more than a frame, and the longest that it
 * computed, as other programs take the processor away too. */

static gint64 left_poll;
static gint64 left_poll_cpu;
static gint64 longest;
static gint64 longest_cpu;
static guint n_late;

static int
timed_poll (GPollFD *fds, guint n_fds, int timeout)
{
  gint64 away = g_get_monotonic_time () - left_poll;
  int result;

  longest = MAX (longest, away);
  longest_cpu = MAX (longest_cpu, cpu_time () - left_poll_cpu);
  n_late += away > 16000;
  result = g_poll (fds, n_fds, timeout);
  left_poll = g_get_monotonic_time ();
  left_poll_cpu = cpu_time ();
  return result;
}

static void
begin (void)
{
  wait_settled ();
  longest = longest_cpu = n_late = 0;
}

static void
report (const char *what, gint64 start)
{
  g_autofree char *row = g_strdup_printf ("table, %s, longest iteration", what);

  printf ("%.1f ms in all, main loop away at most %.1f ms, %u times > 16 ms; ",
          (double) (g_get_monotonic_time () - start) / 1000, (double) longest / 1000, n_late);
  verdict_row (&(VerdictRow){ row, "ms", (double) longest_cpu / 1000, "frame", 16, 1 });
}

static gboolean
is_idle (gpointer list)
{
  return !weft_fact_list_is_busy (list);
}

/* Of all threads. */
static gint64
all_cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static void
bench_sort (WeftFactTable *table, const char *key)
{
  WeftFactList *list = weft_fact_table_get_list (table);
  g_autofree char *what = g_strdup_printf ("sort by %s", key);
  gint64 start, start_cpu;

  begin ();
  start = g_get_monotonic_time ();
  start_cpu = all_cpu_time ();
  weft_fact_table_sort (table, key, TRUE);
  wait_until (is_idle, list);
  report (what, start);
  g_print ("  of which computed        %7.1f ms\n", (double) (all_cpu_time () - start_cpu) / 1000);
  wait_settled ();
  report ("  and the frames after", start);
}

static void
bench_selection (Stage *stage)
{
  gint64 start = g_get_monotonic_time ();

  begin ();
  for (guint32 i = 0; i < 50; i++)
    {
      weft_pipeline_state_select (stage->state, i * 17389, WEFT_NO_STAGE);
      wait_settled ();
    }
  report ("select 50 ops far apart", start);
}

static void
bench_growth (Stage *stage)
{
  gint64 start = g_get_monotonic_time ();

  begin ();
  for (guint i = 0; i < 20; i++)
    {
      made_log_fill (&stage->log, 1000);
      weft_pipeline_writer_publish (stage->log.writer, 600000);
      left_poll = g_get_monotonic_time (); /* writing is another thread's, in the program */
      left_poll_cpu = cpu_time ();
      wait_settled ();
    }
  report ("grow 20 times by 1,000", start);
}

/* --- a list of facts, which needs no window ------------------------------------------------------- */

#define N_FACTS 1000000
#define N_FACT_COLUMNS 14

static char *fact_texts[N_FACTS];

/* A column of few texts, one whose texts all differ, and twelve of numbers. */
static WeftCell
get_fact (gpointer data G_GNUC_UNUSED, guint row, guint column)
{
  guint mixed = row * 2654435761u;

  if (column == 0)
    return weft_cell_text (g_strdup (fact_texts[mixed % 1000]));
  if (column == 1)
    return weft_cell_text (g_strdup (fact_texts[mixed % N_FACTS]));
  return weft_cell_count (mixed >> (column % 12));
}

static WeftCell
get_name (gconstpointer data, guint row)
{
  return get_fact ((gpointer) data, row, 0);
}

static WeftCell
get_text (gconstpointer data, guint row)
{
  return get_fact ((gpointer) data, row, 1);
}

static WeftCell
get_number (gconstpointer data, guint row)
{
  return get_fact ((gpointer) data, row, 2);
}

static WeftCell
get_small (gconstpointer data, guint row)
{
  return get_fact ((gpointer) data, row, 13);
}

static void
bench_fact_sort (WeftFactList *list, guint column, const char *what)
{
  gint64 start, start_cpu;

  begin ();
  start = g_get_monotonic_time ();
  start_cpu = all_cpu_time ();
  weft_fact_list_sort (list, column, TRUE);
  wait_until (is_idle, list);
  report (what, start);
  g_print ("  of which computed        %7.1f ms\n", (double) (all_cpu_time () - start_cpu) / 1000);
}

#define N_SELECTED 200

/* A row that was picked elsewhere is looked for in the order. */
static void
bench_fact_select (WeftFactList *list)
{
  gint64 start = cpu_time (), took;

  for (guint i = 0; i < N_SELECTED; i++)
    weft_fact_list_select (list, (guint) ((guint64) i * 2654435761u % N_FACTS));
  took = cpu_time () - start;
  g_print ("select a row of the order    %7.3f ms\n", (double) took / 1000 / N_SELECTED);
}

static void
bench_facts (void)
{
  WeftField columns[N_FACT_COLUMNS];
  const WeftFacts facts = { .fields = columns, .n_columns = N_FACT_COLUMNS, .n_rows = N_FACTS };
  g_autoptr (WeftFactList) list = weft_fact_list_new (WEFT_FACT_LIST_PAGE);

  for (guint i = 0; i < N_FACTS; i++)
    fact_texts[i] = g_strdup_printf ("layer %u of the network", i * 2654435761u);
  for (guint i = 0; i < N_FACT_COLUMNS; i++)
    columns[i] = (WeftField){ .key = "number", .title = "Number", .get = get_number };
  columns[0].get = get_name;
  columns[1].get = get_text;
  columns[13].get = get_small;
  weft_fact_list_set_facts (list, &facts, NULL);
  bench_fact_sort (list, 2, "facts by a number");
  bench_fact_select (list);
  bench_fact_sort (list, 13, "facts by a small number");
  bench_fact_sort (list, 0, "facts by one of 1,000 texts");
  bench_fact_sort (list, 1, "facts by 1,000,000 texts");
}

int
main (void)
{
  Stage stage;
  GtkWidget *table;

  gtk_init ();
  g_main_context_set_poll_func (NULL, timed_poll);
  left_poll = g_get_monotonic_time ();
  stage_open (&stage);
  made_log_fill (&stage.log, 1000000);
  stage_publish (&stage, 500050);
  table = weft_pipeline_table_new (stage.state);
  stage_show (&stage, table);
  bench_sort (WEFT_FACT_TABLE (table), "latency");
  bench_sort (WEFT_FACT_TABLE (table), "stall");
  bench_sort (WEFT_FACT_TABLE (table), "label");
  bench_sort (WEFT_FACT_TABLE (table), "row");
  bench_selection (&stage);
  bench_growth (&stage);
  stage_close (&stage);
  bench_facts ();
  return verdict_status ();
}
