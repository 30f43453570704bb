/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-application.h"
#include "weft-canvas.h"
#include "weft-pipeline-stats-view.h"
#include "weft-settings.h"
#include "weft-window.h"

#include "on-display.h"
#include "test-homes.h"
#include "verdict.h"

#include <stdio.h>
#include <time.h>

/* Watches the whole program: how soon a trace that is opened in a running window shows its first
 * rows, and how long the iterations of its main loop last while it loads and while the picture,
 * panels, tabs and themes change. The trace is the argument, of whatever family, or a pipeline's log
 * that is made up. */

#define LIMIT_MS 16.0
#define FIRST_ROWS_FRAMES 9.4

/* Ops of a log that is made up: about 400 MB. */
#define N_OPS 4000000

typedef struct
{
  double longest;     /* ms */
  double longest_cpu; /* of the main thread, in the same iterations */
  guint n_over;
  guint n_iterations;
} Loop;

static Loop loop;
static gint64 busy_since; /* µs, when the last poll returned */
static double cpu_since;

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* Between two polls the loop is busy: that is an iteration. */
static gint
watch_poll (GPollFD *fds, guint n_fds, gint timeout)
{
  double busy = busy_since != 0 ? (double) (g_get_monotonic_time () - busy_since) / 1000 : 0;
  double cpu = busy_since != 0 ? cpu_ms () - cpu_since : 0;
  gint result;

  loop.longest = MAX (loop.longest, busy);
  loop.longest_cpu = MAX (loop.longest_cpu, cpu);
  loop.n_over += busy > LIMIT_MS;
  loop.n_iterations++;
  result = g_poll (fds, n_fds, timeout);
  busy_since = g_get_monotonic_time ();
  cpu_since = cpu_ms ();
  return result;
}

/* The first frame of a window that shows no trace is what any window's may take here. */
static double first_frame;

static void
report (const char *what)
{
  g_autofree char *row = g_strdup_printf ("window, %s, longest iteration", what);

  printf ("%.1f ms of the processor, %u of %u over %.0f ms; ", loop.longest_cpu, loop.n_over,
          loop.n_iterations, LIMIT_MS);
  verdict_row (&(VerdictRow){ row, "ms", loop.longest, "frame", LIMIT_MS, 1 });
  loop = (Loop){ 0, 0, 0, 0 };
}

static void
run_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (500);
}

/* --- opening -------------------------------------------------------------------------------------- */

typedef struct
{
  WeftDocumentPage *page;
  gint64 opened;
  double first_rows; /* ms after opening; 0: not yet */
} Opening;

/* Whether there is a picture that shows all. */
static gboolean
is_drawn (GtkWidget *page)
{
  GtkWidget *canvas = find_widget (page, WEFT_TYPE_CANVAS);

  return canvas != NULL && weft_canvas_is_complete (WEFT_CANVAS (canvas));
}

/* Called before a frame is drawn: complete means that the frame before showed all. */
static gboolean
look_for_rows (GtkWidget *widget G_GNUC_UNUSED, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data)
{
  Opening *opening = data;

  if (!is_drawn (GTK_WIDGET (opening->page)))
    return G_SOURCE_CONTINUE;
  opening->first_rows = (double) (g_get_monotonic_time () - opening->opened) / 1000;
  return G_SOURCE_REMOVE;
}

static gboolean
is_loading (WeftDocumentPage *page)
{
  return weft_document_is_loading (weft_document_page_get_document (page));
}

static double
open_log (WeftWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Opening opening = { NULL, g_get_monotonic_time (), 0 };

  opening.page = weft_window_open_file (window, file);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), look_for_rows, &opening, NULL);
  while (opening.first_rows == 0 || is_loading (opening.page))
    g_main_context_iteration (NULL, TRUE);
  return opening.first_rows;
}

/* --- everything else ------------------------------------------------------------------------------- */

static void
act (WeftWindow *window, const char *what, const char *action, const char *argument)
{
  if (argument != NULL)
    gtk_widget_activate_action (GTK_WIDGET (window), action, "s", argument);
  else
    gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  run_for (1500);
  report (what);
}

static WeftDocument *
get_document (WeftWindow *window)
{
  return weft_document_page_get_document (weft_window_get_page (window));
}

/* All pages of a pipeline's statistics. */
static void
look_at_statistics (WeftWindow *window)
{
  static const char *const pages[] = { "stage", "stall", "pc", "squash", "path", "time" };
  WeftPipelineStatsView *view =
    WEFT_PIPELINE_STATS_VIEW (find_widget (GTK_WIDGET (window), WEFT_TYPE_PIPELINE_STATS_VIEW));

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      weft_stats_view_set_page (WEFT_STATS_VIEW (view), pages[i]);
      run_for (1500);
      report (pages[i]);
    }
  weft_stats_view_set_page (WEFT_STATS_VIEW (view), "overview");
}

static void
look_at_panels (WeftWindow *window)
{
  const WeftFamily *family = weft_document_get_family (get_document (window));

  for (guint i = 0; i < weft_family_get_n_panels (family); i++)
    {
      const char *name = weft_family_get_panel (family, i)->name;

      act (window, name, "page.drawer", name);
      if (g_str_equal (name, "statistics") && family == &weft_pipeline_family)
        look_at_statistics (window);
    }
}

/* Moves what is in sight to and fro, by a fifteenth of it in each frame. */
static void
pan (WeftWindow *window)
{
  WeftViewState *state = weft_document_get_state (get_document (window));
  WeftTimeAxis *axis = weft_view_state_get_axis (state);

  for (guint i = 0; i < 90; i++)
    {
      WeftTimeSpan span = *weft_time_axis_get_visible (axis);
      gint64 step = (gint64) (span.length / 15) + 1;

      span.start += i < 45 ? step : -step;
      weft_time_axis_set_visible (axis, &span);
      run_for (16);
    }
  report ("panning");
}

/* Half of the time is brushed, and what was chosen last in the drawer is of that. */
static void
brush (WeftWindow *window)
{
  WeftViewState *state = weft_document_get_state (get_document (window));
  gint64 first, last;

  weft_time_axis_get_range (weft_view_state_get_axis (state), &first, &last);
  if (WEFT_IS_PIPELINE_STATE (state))
    weft_pipeline_state_select_cycles (WEFT_PIPELINE_STATE (state), first,
                                       first + (last - first) / 2);
  else
    weft_time_axis_select (weft_view_state_get_axis (state), first, first + (last - first) / 2);
  run_for (1500);
  report ("statistics of a range");
}

static void
switch_theme (const char *scheme)
{
  g_settings_set_string (weft_settings_get_default (), "color-scheme", scheme);
  run_for (1000);
  report (scheme);
}

static void
measure (WeftWindow *window, const char *path)
{
  double first_rows, longest;

  run_for (500);
  report ("an empty window");
  first_rows = open_log (window, path);
  longest = loop.longest;
  report ("while it loads");
  printf ("%-28s %.2f of the first frame of a window without a trace\n", "", longest / first_frame);
  verdict_row (&(VerdictRow){ "first rows after opening", "ms", first_rows, "frame", LIMIT_MS,
                              FIRST_ROWS_FRAMES });
  run_for (1500);
  report ("after loading");
  act (window, "inspector away", "page.inspector", NULL);
  act (window, "inspector", "page.inspector", NULL);
  pan (window);
  look_at_panels (window);
  act (window, "statistics again", "page.drawer", "statistics");
  brush (window);
  act (window, "drawer away", "page.drawer", "");
  act (window, "go to", "page.go-to", NULL);
  switch_theme ("dark");
  switch_theme ("light");
  act (window, "close", "win.close-tab", NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftApplication) app = NULL;
  g_autofree char *homes = isolate_homes ();
  g_autofree char *path = argc > 1 ? g_strdup (argv[1]) : write_log ("made.log", N_OPS);
  WeftWindow *window;

  app = weft_application_new ();
  g_application_register (G_APPLICATION (app), NULL, NULL);
  g_main_context_set_poll_func (NULL, watch_poll);
  window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  gtk_window_present (GTK_WINDOW (window));
  run_for (500);
  first_frame = loop.longest;
  report ("the first window");
  measure (window, path);
  gtk_window_close (GTK_WINDOW (window));
  run_for (200);
  remove_folder (homes);
  return verdict_status ();
}
