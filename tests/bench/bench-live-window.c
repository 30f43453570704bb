/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "verdict.h"
#include "weft-live-charts.h"
#include "weft-live-table.h"
#include "weft-live-view.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The pane of a live session while eight modelled devices run: how long its frames take, how old
 * the newest record is that a frame covers, what memory it takes, and whether its books balance.
 * $WEFT_PROFILERD is the daemon, $WEFT_BENCH_SECONDS how long each run lasts: 1800 for whether the memory of
 * window and daemon stays as it is over half an hour. Other programs on the machine make frames late, but do not
 * add to their processor time. */

#define SECONDS 10
#define WARM_UP_FRAMES 20

/* From so many on a run is about memory, which is looked at so many times; from FULL on all that may be kept is
 * there. */
#define LONG_SECONDS 120
#define LOOKS 20
#define FULL (LOOKS / 2)
#define GROWTH 0.03

typedef struct
{
  WeftLiveState *state;
  gint64 begin;       /* µs, of the frame that is drawn */
  guint64 begin_cpu;  /* ns, of this thread */
  GArray *wall, *cpu; /* double, ms, of each frame */
  GArray *ages;       /* double, ms */
} Watch;

static guint64
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (guint64) time.tv_sec * 1000000000u + (guint64) time.tv_nsec;
}

static void
begin_frame (GdkFrameClock *clock G_GNUC_UNUSED, Watch *watch)
{
  watch->begin = g_get_monotonic_time ();
  watch->begin_cpu = now (CLOCK_THREAD_CPUTIME_ID);
}

static void
end_frame (GdkFrameClock *clock G_GNUC_UNUSED, Watch *watch)
{
  double wall = (double) (g_get_monotonic_time () - watch->begin) / 1e3;
  double cpu = (double) (now (CLOCK_THREAD_CPUTIME_ID) - watch->begin_cpu) / 1e6;
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (watch->state));
  gint64 first, last;
  double age;

  g_array_append_val (watch->wall, wall);
  g_array_append_val (watch->cpu, cpu);
  if (!weft_time_axis_get_range (axis, &first, &last))
    return;
  age = ((double) now (CLOCK_MONOTONIC) - (double) last) / 1e6;
  g_array_append_val (watch->ages, age);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

static double
percentile (GArray *values, guint per_mille)
{
  if (values->len <= WARM_UP_FRAMES)
    return 0;
  return g_array_index (values, double,
                        WARM_UP_FRAMES + (values->len - WARM_UP_FRAMES - 1) * per_mille / 1000);
}

static void
sort (GArray *values)
{
  if (values->len > WARM_UP_FRAMES)
    qsort (&g_array_index (values, double, WARM_UP_FRAMES), values->len - WARM_UP_FRAMES,
           sizeof (double), compare);
}

/* Main thread, and it sleeps where there is nothing to do. */
static void
run_for (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * 1e6);

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (200);
}

/* Whether the mean of the last looks is above that of the first ones since memory was full by less than
 * GROWTH. MiB. */
static gboolean
is_flat (const double *looks)
{
  double early = 0, late = 0;
  guint half = (LOOKS - FULL) / 2;

  for (guint i = 0; i < half; i++)
    {
      early += looks[FULL + i];
      late += looks[LOOKS - half + i];
    }
  return late <= early * (1 + GROWTH);
}

/* Runs, and looks at the memory of this program and of the daemon. */
static void
run_long (double seconds, pid_t daemon)
{
  double window[LOOKS], server[LOOKS];

  for (guint i = 0; i < LOOKS; i++)
    {
      run_for (seconds / LOOKS);
      window[i] = (double) read_own_memory () / 1024;
      server[i] = (double) read_memory (daemon, "RssAnon:") / 1024;
      printf ("  after %4.0f s: RssAnon of the window %.0f MiB, of the daemon %.0f MiB\n",
              seconds / LOOKS * (i + 1), window[i], server[i]);
      fflush (stdout);
    }
  printf ("  flat: window %s, daemon %s\n", verdict (is_flat (window)), verdict (is_flat (server)));
}

static gboolean
print_ledger (WeftLiveTrace *trace)
{
  guint64 wanted = 0, delivered = 0, lost = 0, device = 0;

  for (guint i = 0; i < weft_live_trace_get_n_lanes (trace); i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (trace, i, &lane);
      wanted += lane.head - lane.first_seq;
      delivered += lane.delivered;
      lost += weft_live_lane_get_lost (&lane);
      device += lane.device_lost;
    }
  printf ("  records %" G_GUINT64_FORMAT " = delivered %" G_GUINT64_FORMAT
          " + lost on the way %" G_GUINT64_FORMAT "; lost in the devices %" G_GUINT64_FORMAT "\n",
          wanted, delivered, lost, device);
  return wanted == delivered + lost;
}

static void
report (Watch *watch, double seconds, double cpu)
{
  double first = (double) watch->wall->len / seconds;

  sort (watch->wall);
  sort (watch->cpu);
  sort (watch->ages);
  printf ("  %.1f frames/s; a frame p50 %.2f ms, p99 %.2f ms; of the processor %.2f and %.2f ms\n",
          first, percentile (watch->wall, 500), percentile (watch->wall, 990),
          percentile (watch->cpu, 500), percentile (watch->cpu, 990));
  printf ("  age of the newest record that a frame covers: p50 %.1f ms, p99 %.1f ms\n",
          percentile (watch->ages, 500), percentile (watch->ages, 990));
  printf ("  processor of the whole program %.0f %% of a core; RssAnon %.0f MiB\n",
          100 * cpu / seconds, (double) read_own_memory () / 1024);
}

/* The view above a table and charts, as a document has them. */
static GtkWidget *
build_window (WeftLiveState *state)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *view = weft_live_view_new (state);

  gtk_widget_set_vexpand (view, TRUE);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), weft_live_table_new (state, WEFT_LIVE_TABLE_PROGRAMS));
  gtk_box_append (GTK_BOX (box), weft_live_charts_new (state));
  gtk_window_set_default_size (GTK_WINDOW (window), 1920, 1080);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
run (const char *what, const char *option, double seconds)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "view.sock", NULL);
  g_autofree char *lock = g_build_filename (directory, "lock", NULL);
  g_autoptr (WeftLiveSession) session = NULL;
  Watch watch = { .wall = g_array_new (FALSE, FALSE, sizeof (double)),
                  .cpu = g_array_new (FALSE, FALSE, sizeof (double)),
                  .ages = g_array_new (FALSE, FALSE, sizeof (double)) };
  GdkFrameClock *clock;
  GtkWidget *window;
  gboolean balanced;
  guint64 cpu;
  pid_t daemon = fork ();

  if (daemon == 0)
    {
      execl (g_getenv ("WEFT_PROFILERD"), "weft-profilerd", "--model", "--devices", "8",
             "--socket-dir", directory, option, NULL);
      _exit (127);
    }
  printf ("%s, %g s\n", what, seconds);
  fflush (stdout);
  session = weft_live_session_new (path, g_main_context_default (), WEFT_LIVE_DEFAULT_BUDGET);
  watch.state = weft_live_state_new (weft_live_session_get_trace (session));
  window = build_window (watch.state);
  weft_live_session_start (session);
  run_for (1);
  clock = gtk_widget_get_frame_clock (window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (begin_frame), &watch);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (end_frame), &watch);
  cpu = now (CLOCK_PROCESS_CPUTIME_ID);
  if (seconds >= LONG_SECONDS)
    run_long (seconds, daemon);
  else
    run_for (seconds);
  report (&watch, seconds, (double) (now (CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9);
  g_signal_handlers_disconnect_by_data (clock, &watch);
  weft_live_session_stop (session);
  balanced = print_ledger (weft_live_session_get_trace (session));
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (watch.state);
  g_array_unref (watch.wall);
  g_array_unref (watch.cpu);
  g_array_unref (watch.ages);
  kill (daemon, SIGTERM);
  waitpid (daemon, NULL, 0);
  g_unlink (lock);
  g_rmdir (directory);
  g_assert_true (balanced);
}

int
main (void)
{
  const char *text = g_getenv ("WEFT_BENCH_SECONDS");
  double seconds = text != NULL ? g_ascii_strtod (text, NULL) : SECONDS;

  gtk_init ();
  run ("8 devices with 1 M records/s together", "--rate=125000", seconds);
  if (seconds < LONG_SECONDS)
    run ("8 devices at their full rate, 6.2 M/s together", "--fault=flood", seconds);
  return verdict_status ();
}
