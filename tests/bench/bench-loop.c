/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-view.h"
#include "weft-query-panel.h"
#include "weft-settings.h"

#include "test-homes.h"
#include "verdict.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

/* Watches the main loop of a window that loads the log named by the argument, or one of its own, then
 * pans, zooms, selects and asks: how long iterations last, how soon first rows stand in the window, and what a panned
 * frame costs beside one of an empty window of the same size. */

#define N_OPS 1000000
#define N_FRAMES 240
#define LIMIT_MS 16.0
#define PANNED_LIMIT 1.2 /* a millisecond more where an empty window takes 5 */
#define FIRST_ROWS_FRAMES 9.4

typedef struct
{
  double longest; /* ms, and of them on the processor: the rest went to others */
  double longest_cpu;
  guint n_over;
  guint n_iterations;
} Loop;

static Loop loop;
static gint64 busy_since; /* µs, when the last poll returned */
static double cpu_since;  /* ms */

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Between two polls the loop is busy: that is an iteration. */
static gint
watch_poll (GPollFD *fds, guint n_fds, gint timeout)
{
  gint64 now = g_get_monotonic_time ();
  double busy = busy_since != 0 ? (double) (now - busy_since) / 1000 : 0;
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

static void
report (const char *what)
{
  g_autofree char *row = g_strdup_printf ("view, %s, longest iteration", what);

  printf ("%.1f ms of the processor, %u of %u over %.0f ms; ", loop.longest_cpu, loop.n_over,
          loop.n_iterations, LIMIT_MS);
  verdict_row (&(VerdictRow){ row, "ms", loop.longest, "frame", LIMIT_MS, 1 });
  loop = (Loop){ 0, 0, 0, 0 };
}

/* --- loading --------------------------------------------------------------------------------------- */

typedef struct
{
  GtkWidget *window;
  GtkWidget *view;
  WeftPipelineState *state;
  gint64 opened;
  double first_rows; /* ms after opening; 0: not yet */
  gboolean loaded;
} Bench;

static gboolean
look_for_rows (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data)
{
  Bench *bench = data;

  /* Called before a frame is drawn: complete means that the frame before showed all. */
  if (!weft_canvas_is_complete (WEFT_CANVAS (widget)))
    return G_SOURCE_CONTINUE;
  bench->first_rows = (double) (g_get_monotonic_time () - bench->opened) / 1000;
  return G_SOURCE_REMOVE;
}

static void
recognized (WeftLoad *load G_GNUC_UNUSED, WeftTrace *trace, gpointer data)
{
  Bench *bench = data;

  bench->state = weft_pipeline_state_new (WEFT_PIPELINE_TRACE (trace));
  bench->view = weft_pipeline_view_new (bench->state);
  gtk_window_set_child (GTK_WINDOW (bench->window), bench->view);
  gtk_widget_add_tick_callback (weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (bench->view)),
                                look_for_rows, bench, NULL);
}

static void
loaded (GObject *load, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;
  g_autoptr (GError) error = NULL;

  if (!weft_load_run_finish (WEFT_LOAD (load), result, &error))
    g_error ("%s", error->message);
  bench->loaded = TRUE;
}

static void
run_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
}

static void
load_log (Bench *bench, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  weft_load_set_pause (load, WEFT_LOAD_FIRST_FRAMES); /* as the program does */
  bench->opened = g_get_monotonic_time ();
  weft_load_run_async (load, NULL, recognized, loaded, bench);
  while (!bench->loaded || bench->first_rows == 0)
    g_main_context_iteration (NULL, TRUE);
  report ("while it loads");
  verdict_row (&(VerdictRow){ "first rows of a view", "ms", bench->first_rows, "frame", LIMIT_MS,
                              FIRST_ROWS_FRAMES });
  run_for (700); /* the last of the pyramid */
  report ("after loading");
}

/* --- frames ------------------------------------------------------------------------------------------ */

typedef struct
{
  guint left;
  void (*step) (gpointer data);
  gpointer data;
} Frames;

static gboolean
next_frame (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data)
{
  Frames *frames = data;

  frames->step (frames->data);
  gtk_widget_queue_draw (widget);
  return --frames->left > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Mean CPU of the main thread per frame, in ms. */
static double
run_frames (GtkWidget *widget, void (*step) (gpointer data), gpointer data)
{
  Frames frames = { N_FRAMES, step, data };
  double start = cpu_ms ();

  gtk_widget_add_tick_callback (widget, next_frame, &frames, NULL);
  while (frames.left > 0)
    g_main_context_iteration (NULL, TRUE);
  return (cpu_ms () - start) / N_FRAMES;
}

/* The floor of any frame that changes everywhere: GTK paints a window of one colour. */
typedef struct
{
  GtkWidget parent_instance;
} Blank;

typedef GtkWidgetClass BlankClass;

GType blank_get_type (void);
G_DEFINE_TYPE (Blank, blank, GTK_TYPE_WIDGET)

static void
blank_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  static gboolean odd;
  const GdkRGBA color = { odd ? 0.2f : 0.25f, 0.2f, 0.2f, 1 };

  odd = !odd;
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                  (float) gtk_widget_get_height (widget)));
}

static void
blank_class_init (BlankClass *class)
{
  class->snapshot = blank_snapshot;
}

static void
blank_init (Blank *self G_GNUC_UNUSED)
{
}

static void
nothing (gpointer data G_GNUC_UNUSED)
{
}

static void
pan (gpointer data)
{
  weft_pipeline_state_pan (data, 3, 5);
}

static void
zoom (gpointer data)
{
  static guint n_steps;

  if (++n_steps % 12 == 0)
    weft_pipeline_state_zoom (data, 300, 200, n_steps % 24 == 0 ? 1.25 : 0.8,
                              n_steps % 24 == 0 ? 1.25 : 0.8);
}

static void
zoom_far (gpointer data)
{
  static guint n_steps;

  if (++n_steps % 12 == 0)
    weft_pipeline_state_zoom (data, 300, 200, n_steps > N_FRAMES / 2 ? 2 : 0.5,
                              n_steps > N_FRAMES / 2 ? 2 : 0.5);
}

static void
select_next (gpointer data)
{
  weft_pipeline_state_move_selection (data, 1, 0);
}

static double
measure_empty_window (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *blank = g_object_new (blank_get_type (), NULL);
  double frame;

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (window), blank);
  gtk_window_present (GTK_WINDOW (window));
  run_for (300);
  loop = (Loop){ 0, 0, 0, 0 };
  frame = run_frames (blank, nothing, NULL);
  report ("frames of an empty window");
  run_for (300);
  report ("of an empty window");
  gtk_window_destroy (GTK_WINDOW (window));
  run_for (200);
  return frame;
}

static void
ask (GtkWidget *panel, const char *sql, const char *running, const char *shown)
{
  GtkWidget *stop =
    GTK_WIDGET (gtk_widget_get_template_child (panel, WEFT_TYPE_QUERY_PANEL, "stop_button"));

  weft_query_panel_write (WEFT_QUERY_PANEL (panel), sql);
  run_for (300);
  loop = (Loop){ 0, 0, 0, 0 };
  gtk_widget_activate_action (panel, "query.run", NULL);
  while (gtk_widget_get_visible (stop))
    run_for (10);
  report (running);
  run_for (700);
  report (shown);
}

/* The panel "Query" in the place of the view: all columns of all ops, and again. */
static void
ask_for_all (Bench *bench)
{
  GtkWidget *panel;

  gtk_window_set_child (GTK_WINDOW (bench->window), NULL);
  run_for (300);
  loop = (Loop){ 0, 0, 0, 0 };
  panel = weft_query_panel_new (WEFT_VIEW_STATE (bench->state), weft_settings_get_default (), NULL);
  gtk_window_set_child (GTK_WINDOW (bench->window), panel);
  run_for (300);
  report ("while the panel for queries comes");
  ask (panel, "SELECT * FROM op", "while a query has all ops", "while their rows are shown");
  ask (panel, "SELECT * FROM op LIMIT 1000", "while a query has other rows",
       "while those are shown");
}

int
main (int argc, char **argv)
{
  Bench bench = { NULL, NULL, NULL, 0, 0, FALSE };
  g_autofree char *homes = isolate_homes ();
  g_autofree char *path = argc > 1 ? g_strdup (argv[1]) : write_log ("made.log", N_OPS);
  double empty, panned;

  gtk_init ();
  g_main_context_set_poll_func (NULL, watch_poll);
  empty = measure_empty_window ();
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 800);
  gtk_window_present (GTK_WINDOW (bench.window));
  run_for (300);
  loop = (Loop){ 0, 0, 0, 0 };
  load_log (&bench, path);

  panned = run_frames (bench.view, pan, bench.state);
  report ("panning");
  verdict_row (&(VerdictRow){ "panned frame, of the processor", "ms", panned, "empty window", empty,
                              PANNED_LIMIT });
  run_frames (bench.view, zoom, bench.state);
  report ("zooming");
  run_frames (bench.view, zoom_far, bench.state);
  report ("zooming far out and in");
  run_frames (bench.view, select_next, bench.state);
  report ("selecting");
  ask_for_all (&bench);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.state);
  run_for (200);
  remove_folder (homes);
  return verdict_status ();
}
