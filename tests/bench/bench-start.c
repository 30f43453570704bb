/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdict.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* From starting a program to its first window with something in it, beside the same of a program
 * that has an empty libadwaita window and nothing else. The arguments are the two programs. They
 * take turns, so that what slows the machine down slows down both. */

#define N_RUNS 15
#define LIMIT 1.4
#define PATIENCE_US 20000000

/* Where the window's content is looked for, on a screen without a window manager: new windows are
 * in its corner. */
#define PROBE_X 40
#define PROBE_Y 200

static unsigned long
read_pixel (Display *display)
{
  XImage *image =
    XGetImage (display, DefaultRootWindow (display), PROBE_X, PROBE_Y, 1, 1, AllPlanes, ZPixmap);
  unsigned long pixel = XGetPixel (image, 0, 0) & 0xffffff;

  XDestroyImage (image);
  return pixel;
}

static void
wait_for (Display *display, gboolean content)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while ((read_pixel (display) != 0) != content)
    {
      if (g_get_monotonic_time () > end)
        g_error ("waited in vain for a window to %s", content ? "appear" : "go");
      g_usleep (500);
    }
}

/* In ms. */
static double
measure_start (Display *display, const char *program)
{
  gint64 start = g_get_monotonic_time ();
  double duration;
  pid_t child = fork ();

  if (child == 0)
    {
      execl (program, program, NULL);
      _exit (127);
    }
  wait_for (display, TRUE);
  duration = (double) (g_get_monotonic_time () - start) / 1000;
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  wait_for (display, FALSE);
  return duration;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

int
main (int argc, char **argv)
{
  double times[2][N_RUNS], own, empty;
  Display *display = XOpenDisplay (NULL);

  if (display == NULL || argc != 3)
    {
      printf ("usage: bench-start PROGRAM EMPTY-PROGRAM, on an X display without windows\n");
      return 77;
    }
  for (guint i = 0; i < 2; i++)
    measure_start (display, argv[1 + i]); /* from here on their files are in memory */
  for (guint run = 0; run < N_RUNS; run++)
    for (guint i = 0; i < 2; i++)
      times[i][run] = measure_start (display, argv[1 + i]);
  own = median (times[0], N_RUNS);
  empty = median (times[1], N_RUNS);
  verdict_row (&(VerdictRow){ "first window", "ms", own, "empty libadwaita window", empty, LIMIT });
  XCloseDisplay (display);
  return verdict_status ();
}
