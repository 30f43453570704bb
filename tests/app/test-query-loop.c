/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query-panel-fixture.h"

#include "patience.h"
#include "weft-shown-results.h"

#include <time.h>

/* The work of the window's thread in one iteration of the main loop must not grow with the rows of an answer: it is
 * measured in the thread's time on the processor, for few rows and for many, and held against what it takes there to go
 * once through as much memory as the many rows have. */

#define FEW 1000u
#define MANY 700000u

/* Columns that an answer has, and bytes of a cell. */
#define N_COLUMNS 14u
#define CELL_BYTES 9u

/* The best of so many counts, as a first time makes widgets. */
#define N_TRIES 3

/* ms of the window's thread */
static double longest, since;

static double
get_cpu (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Between two polls is an iteration. */
static gint
watch_poll (GPollFD *fds, guint n_fds, gint timeout)
{
  gint result;

  longest = MAX (longest, get_cpu () - since);
  result = g_poll (fds, n_fds, timeout);
  since = get_cpu ();
  return result;
}

/* --- steps -------------------------------------------------------------------------------------- */

static char *
write_rows (guint n)
{
  return g_strdup_printf (
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT %u) "
    "SELECT i AS cycle, i AS a, i AS b, i AS c, i AS d, i AS e, i AS f, i AS g, "
    "i AS h, i AS k, i AS l, i AS m, 'word ' || i %% 99 AS w, i %% 7919 AS v "
    "FROM n",
    n);
}

static char *
write_pairs (guint n)
{
  return g_strdup_printf (
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT %u) "
    "SELECT 1000 + i %% 400 AS id, i * 7919 %% 100003 AS v FROM n",
    n);
}

static gboolean
is_busy (gpointer asked)
{
  return weft_fact_list_is_busy (weft_fact_table_get_list (((Asked *) asked)->table));
}

static void
ask_rows (Asked *asked, guint n)
{
  g_autofree char *sql = write_rows (n);

  ask (asked, sql);
}

static void
sort (Asked *asked, guint n G_GNUC_UNUSED)
{
  WeftFactList *list = weft_fact_table_get_list (asked->table);

  weft_fact_list_sort (list, 1, !weft_fact_list_get_descending (list));
  wait_while (is_busy, asked);
}

static void
filter (Asked *asked, guint n G_GNUC_UNUSED)
{
  weft_fact_list_filter (weft_fact_table_get_list (asked->table), "77");
  wait_while (is_busy, asked);
  weft_fact_list_filter (weft_fact_table_get_list (asked->table), "");
  wait_while (is_busy, asked);
}

static void
press (const Asked *asked, const char *button)
{
  g_signal_emit_by_name (get_part (asked, button), "clicked");
}

static gboolean
has_no_graph (gpointer asked)
{
  return weft_shown_results_get_n_graphs (weft_shown_results_get (((Asked *) asked)->state)) == 0;
}

static void
track (Asked *asked, guint n G_GNUC_UNUSED)
{
  WeftShownResults *results = weft_shown_results_get (asked->state);

  press (asked, "track_button");
  wait_while (has_no_graph, asked);
  wait_settled ();
  weft_shown_results_remove_graph (results, 0);
}

static void
ask_pairs (Asked *asked, guint n)
{
  g_autofree char *sql = write_pairs (n);

  ask (asked, sql);
}

static void
draw (Asked *asked, guint n G_GNUC_UNUSED)
{
  for (guint shape = 1; shape <= 3; shape++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (asked, "shape")), shape);
      wait_settled ();
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (asked, "shape")), 0);
}

static gboolean
has_no_colors (gpointer asked)
{
  return weft_shown_results_get_colors (weft_shown_results_get (((Asked *) asked)->state)) == NULL;
}

static void
color (Asked *asked, guint n G_GNUC_UNUSED)
{
  press (asked, "color_button");
  wait_while (has_no_colors, asked);
  wait_settled ();
  press (asked, "color_button");
}

static const struct
{
  const char *name;
  void (*take) (Asked *asked, guint n);
} steps[] = {
  { "an answer", ask_rows },
  { "sorting", sort },
  { "an answer while it is sorted", ask_rows },
  { "filtering", filter },
  { "a track", track },
  { "an answer in the place of a wide one", ask_pairs },
  { "charts", draw },
  { "colours", color },
};

/* --- the test ----------------------------------------------------------------------------------- */

/* The longest iteration of each step. */
static void
measure (guint n, double *most)
{
  Asked asked = open_panel ("kanata-core.log");

  for (guint try = 0; try < N_TRIES; try++)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      {
        wait_settled ();
        longest = 0;
        steps[i].take (&asked, n);
        wait_settled ();
        most[i] = try == 0 ? longest : MIN (most[i], longest);
      }
  close_panel (&asked);
}

/* ms to fill memory of that size once, and to give it back. */
static double
measure_memory (gsize size)
{
  double start = get_cpu ();
  guint8 *bytes = g_malloc (size);

  for (gsize i = 0; i < size; i += 64)
    ((volatile guint8 *) bytes)[i] = 1;
  g_free (bytes);
  return get_cpu () - start;
}

static void
test_iterations (void)
{
  double few[G_N_ELEMENTS (steps)], many[G_N_ELEMENTS (steps)];
  double memory = measure_memory ((gsize) MANY * N_COLUMNS * CELL_BYTES);
  double patience = get_patience ();

  measure (FEW, few);
  measure (MANY, many);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("%s: %.1f ms of few rows, %.1f ms of many, beside %.1f ms", steps[i].name,
                      few[i], many[i], memory);
      g_assert_cmpfloat (many[i], <, 2 * few[i] + patience * memory / 16);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_main_context_set_poll_func (NULL, watch_poll);
  since = get_cpu ();
  g_test_add_func ("/query-loop/iterations", test_iterations);
  return app_tests_run (homes);
}
