/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-pages.h"

#include <signal.h>
#include <sys/resource.h>

#include "weft-canvas.h"
#include "weft-fact-table.h"
#include "weft-filter-bar.h"
#include "weft-filterable.h"
#include "weft-memory-budget.h"
#include "weft-pipeline-study.h"
#include "weft-search-results.h"

/* A log is opened in a window that may have little memory, and everything is asked that people ask: what they are told
 * must be what a window with much memory tells. $WEFT_BOUNDED_LOG is a log that is walked through once instead, in
 * whatever memory the process has: each step tells what it took (tests/bench/bench-bounded.py). */

/* More than the tables of a log keep unpacked. */
#define N_OPS 300000u

/* Figures and places that people are told. */
typedef struct
{
  guint32 n_ops, n_flushed, slowest_op;
  guint64 stall_cycles;
  guint n_findings;
  guint64 n_filtered;
  guint n_hits;
  guint32 sorted[3]; /* ops in rows that are in the order of their ends */
  guint listed;      /* the op in the first row of the table, by its latency */
  guint n_steps;     /* on the way to what made an op late, */
  guint n_parts;     /* and parts of its own life */
} Told;

typedef struct
{
  WeftWindow *window;
  WeftDocumentPage *page;
  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftFactTable *table;
} Walk;

/* --- what a step takes -------------------------------------------------------------------------------- */

static double
read_megabytes (const char *what)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, what);
  return line != NULL ? g_ascii_strtod (line + strlen (what), NULL) / 1024 : 0;
}

static void
tell_step (const char *step)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  g_test_message ("%-10s %6.1f s of the processor, %4.0f MB anonymous, %4.0f MB of files", step,
                  (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                    + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
                  read_megabytes ("RssAnon:"), read_megabytes ("RssFile:"));
}

/* --- steps -------------------------------------------------------------------------------------------- */

static gboolean
is_drawn (gpointer page)
{
  GtkWidget *canvas = find_widget (page, WEFT_TYPE_CANVAS);

  return canvas != NULL && weft_canvas_is_complete (WEFT_CANVAS (canvas));
}

static gboolean
has_all_rows (gpointer data)
{
  Walk *walk = data;
  g_autoptr (WeftPipelineSnapshot) newest =
    weft_pipeline_trace_ref_snapshot (weft_pipeline_state_get_trace (walk->state));

  return weft_pipeline_state_get_extent (walk->state)->n_rows == newest->n_ops;
}

static void
open_log (Walk *walk, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  walk->page = weft_window_open_file (walk->window, file);
  wait_until (page_shows_rows, walk->page);
  wait_until (page_has_ended, walk->page);
  walk->state = get_state (walk->page);
  walk->study = weft_pipeline_study_of (walk->state);
  wait_until (has_all_rows, walk);
  wait_until (is_drawn, walk->page);
  tell_step ("open");
}

static gboolean
has_statistics (gpointer data)
{
  Walk *walk = data;
  WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (walk->study);

  return whole != NULL && whole->findings != NULL
         && whole->stats->n_ops == weft_pipeline_state_get_extent (walk->state)->n_rows;
}

static void
count (Walk *walk, Told *told)
{
  const WeftPipelineStatsResult *whole;

  gtk_widget_activate_action (GTK_WIDGET (walk->window), "page.drawer", "s", "statistics");
  wait_until (has_statistics, walk);
  whole = weft_pipeline_study_get_whole (walk->study);
  told->n_ops = whole->stats->n_ops;
  told->n_flushed = whole->stats->n_flushed;
  told->slowest_op = whole->stats->slowest_op;
  told->stall_cycles = whole->stats->stall_cycles;
  told->n_findings = whole->findings->len;
  tell_step ("statistics");
}

static void
scroll (Walk *walk, const Told *told)
{
  for (guint i = 0; i < 8; i++)
    {
      weft_pipeline_state_show_op (walk->state, told->n_ops / 8 * i, FALSE);
      wait_settled ();
      wait_until (is_drawn, walk->page);
    }
  weft_pipeline_state_fit_all (walk->state);
  wait_settled ();
  wait_until (is_drawn, walk->page);
  tell_step ("scroll");
}

static gboolean
is_filtered (gpointer data)
{
  return !weft_filterable_is_pending (WEFT_FILTERABLE (((Walk *) data)->state));
}

static void
filter (Walk *walk, const char *expression, guint64 *n_shown)
{
  WeftFilterable *filterable = WEFT_FILTERABLE (walk->state);
  guint64 n_all;

  g_assert_true (weft_filterable_set_filter (filterable, expression, NULL, NULL));
  wait_until (is_filtered, walk);
  wait_until (is_drawn, walk->page);
  weft_filterable_count_rows (filterable, n_shown, &n_all);
  tell_step ("filter");
}

static gboolean
has_searched (gpointer results)
{
  return !weft_search_results_is_running (results);
}

static void
find_text (Walk *walk, Told *told)
{
  WeftSearchResults *results = weft_search_results_get (WEFT_SEARCHABLE (walk->state));
  WeftSearchQuery query = *weft_search_results_get_query (results);

  query.text = "mul";
  g_assert_true (weft_search_results_set_query (results, &query, NULL));
  wait_until (has_searched, results);
  told->n_hits = weft_search_results_get_n_hits (results);
  g_assert_true (weft_search_results_show (results, told->n_hits - 1));
  query.text = "";
  weft_search_results_set_query (results, &query, NULL);
  tell_step ("find");
}

/* Whether there are rows in the order that was asked for. */
static gboolean
is_sorted (gpointer data)
{
  Walk *walk = data;
  WeftRowsOrder order;

  g_object_get (walk->state, "order", &order, NULL);
  return weft_pipeline_rows_get_order (weft_pipeline_state_get_rows (walk->state)) == order
         && weft_pipeline_state_get_extent (walk->state)->n_rows > 0;
}

static void
sort_rows (Walk *walk, Told *told)
{
  WeftPipelineRows *rows;

  g_object_set (walk->state, "order", WEFT_ROWS_BY_RETIRE, NULL);
  wait_until (is_sorted, walk);
  wait_until (is_drawn, walk->page);
  rows = weft_pipeline_state_get_rows (walk->state);
  weft_pipeline_rows_lock (rows);
  for (guint i = 0; i < G_N_ELEMENTS (told->sorted); i++)
    told->sorted[i] = weft_pipeline_rows_get_op (rows, told->n_ops / 3 * i);
  weft_pipeline_rows_unlock (rows);
  g_object_set (walk->state, "order", WEFT_ROWS_BY_FETCH, NULL);
  wait_until (is_sorted, walk);
  tell_step ("sort");
}

static gboolean
is_listed (gpointer data)
{
  return !weft_fact_list_is_busy (weft_fact_table_get_list (((Walk *) data)->table));
}

static void
sort_table (Walk *walk, Told *told)
{
  gtk_widget_activate_action (GTK_WIDGET (walk->window), "page.drawer", "s", "table");
  wait_settled ();
  walk->table = WEFT_FACT_TABLE (find_widget (GTK_WIDGET (walk->page), WEFT_TYPE_FACT_TABLE));
  weft_fact_table_sort (walk->table, "latency", TRUE);
  wait_until (is_listed, walk);
  told->listed = weft_fact_list_get_row (weft_fact_table_get_list (walk->table), 0);
  tell_step ("table");
}

/* The card of an op in the middle. */
static void
explain (Walk *walk, Told *told)
{
  const GArray *chain;

  weft_pipeline_state_select (walk->state, told->n_ops / 2, WEFT_NO_STAGE);
  wait_settled ();
  chain = weft_pipeline_study_explain (walk->study, told->n_ops / 2);
  g_assert_nonnull (chain);
  told->n_steps = chain->len;
  weft_explain_op (weft_pipeline_study_get_whole (walk->study)->explainer, told->n_ops / 2,
                   &told->n_parts);
  tell_step ("card");
}

static void
walk_through (const char *path, Told *told)
{
  Walk walk = { .window = open_window () };

  open_log (&walk, path);
  count (&walk, told);
  scroll (&walk, told);
  filter (&walk, "flushed", &told->n_filtered);
  filter (&walk, "", &(guint64){ 0 });
  find_text (&walk, told);
  sort_rows (&walk, told);
  sort_table (&walk, told);
  explain (&walk, told);
  close_window (walk.window);
}

/* --- tests -------------------------------------------------------------------------------------------- */

/* Ops of different lengths, some of which are flushed: (transfer full). */
static char *
write_lengths (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nC=\t0\n");
  char *path = own_path ("bounded.log");

  for (guint i = 0; i < N_OPS; i++)
    g_string_append_printf (log,
                            "I\t%u\t%u\t0\nL\t%u\t0\t%08x: %s a0, a0, %u\nS\t%u\t0\tF\nC\t%u\n"
                            "S\t%u\t0\tX\nC\t1\nR\t%u\t%u\t%u\n",
                            i, i, i, 0x80000000 + 4 * (i % 1000), i % 5 == 0 ? "mul" : "addi", i, i,
                            1 + i % 7 + (i % 100000 == 777) * 40, i, i, i, i % 11 == 3);
  write_file (path, log->str);
  return path;
}

static void
test_little (void)
{
  g_autofree char *path = write_lengths ();
  Told much = { 0 }, little = { 0 };

  g_settings_set_int (weft_settings_get_default (), "memory", 0);
  walk_through (path, &much);
  weft_memory_budget_set (1);
  walk_through (path, &little);
  g_assert_cmpuint (much.n_ops, ==, N_OPS);
  g_assert_cmpuint (much.n_filtered, ==, much.n_flushed);
  g_assert_cmpuint (much.n_hits, ==, N_OPS / 5);
  g_assert_cmpmem (&much, sizeof much, &little, sizeof little);
}

static gboolean
has_answer (gpointer data)
{
  Walk *walk = data;

  return weft_pipeline_study_get_whole (walk->study) != NULL
         || weft_pipeline_study_get_error (walk->study) != NULL;
}

/* There may be an answer of what was read before. */
static gboolean
has_failed (gpointer data)
{
  return weft_pipeline_study_get_error (((Walk *) data)->study) != NULL;
}

/* Whether the filter bar is shown and says why the filter has no rows. */
static gboolean
is_told_of_filter (gpointer page)
{
  GtkWidget *bar = find_widget (page, WEFT_TYPE_FILTER_BAR);

  return bar != NULL && weft_entry_bar_get_shown (WEFT_ENTRY_BAR (bar))
         && g_str_has_prefix (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar)),
                              "The filter failed: ");
}

/* The disk is full as well: what was read until then is kept, and people are told that it is not all. */
static void
test_full_disk (void)
{
  g_autofree char *path = write_lengths ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Walk walk = { .window = open_window () };
  WeftDocument *document;
  struct rlimit limit;
  guint32 n_rows;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = 1 << 16;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  weft_memory_budget_set (1);
  walk.page = weft_window_open_file (walk.window, file);
  wait_until (page_shows_rows, walk.page);
  wait_until (page_has_ended, walk.page);
  walk.state = get_state (walk.page);
  walk.study = weft_pipeline_study_of (walk.state);
  wait_until (has_all_rows, &walk);
  wait_until (is_drawn, walk.page);
  document = weft_document_page_get_document (walk.page);
  n_rows = weft_pipeline_state_get_extent (walk.state)->n_rows;
  if (n_rows < N_OPS)
    g_assert_nonnull (weft_document_get_error (document));
  else
    g_test_skip ("there is no disk for temporary files");
  g_assert_cmpuint (n_rows, >, N_OPS / 4);
  gtk_widget_activate_action (GTK_WIDGET (walk.window), "page.drawer", "s", "statistics");
  wait_until (n_rows < N_OPS ? has_failed : has_answer, &walk);
  if (n_rows < N_OPS)
    g_assert_error (weft_pipeline_study_get_error (walk.study), G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  /* Nor can a filter be answered that asks for the same: why is said, and all rows stay. */
  gtk_widget_activate_action (GTK_WIDGET (walk.window), "page.set-filter", "s", "stall > 2");
  wait_until (is_told_of_filter, walk.page);
  g_assert_false (weft_filterable_is_pending (WEFT_FILTERABLE (walk.state)));
  g_assert_cmpuint (weft_pipeline_state_get_extent (walk.state)->n_rows, ==, n_rows);
  gtk_widget_activate_action (GTK_WIDGET (walk.window), "page.set-filter", "s", "flushed");
  wait_while (is_told_of_filter, walk.page);
  wait_settled ();
  close_window (walk.window);
  limit.rlim_cur = limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  weft_memory_budget_set (0);
}

static void
test_given (void)
{
  Told told = { 0 };

  walk_through (g_getenv ("WEFT_BOUNDED_LOG"), &told);
  g_test_message ("told %u ops, %u flushed, slowest %u, %" G_GUINT64_FORMAT
                  " stall cycles, %u findings, %" G_GUINT64_FORMAT
                  " filtered, %u hits, sorted %u %u %u, listed %u, %u steps, %u parts",
                  told.n_ops, told.n_flushed, told.slowest_op, told.stall_cycles, told.n_findings,
                  told.n_filtered, told.n_hits, told.sorted[0], told.sorted[1], told.sorted[2],
                  told.listed, told.n_steps, told.n_parts);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  signal (SIGXFSZ, SIG_IGN); /* as the program does */
  app = app_tests_begin (&argc, &argv);
  if (g_getenv ("WEFT_BOUNDED_LOG") != NULL)
    g_test_add_func ("/window-bounded/given", test_given);
  else
    {
      g_test_add_func ("/window-bounded/little", test_little);
      g_test_add_func ("/window-bounded/full-disk", test_full_disk);
    }
  return app_tests_run (homes);
}
