/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "patience.h"

/* Waiting for what must come, never for time to pass. All waits of tests end here, and so does the
 * test that waits in vain. */

/* How long something may take that takes no time on an idle machine: one where every core has many times
 * its work stops for seconds. */
#define WAIT_SECONDS 60

typedef gboolean (*Condition) (gpointer data);

/* When to give up, of the monotonic clock. Where everything is slower (valgrind, sanitizers),
 * WEFT_TEST_PATIENCE says by what factor. */
static inline gint64
wait_end (void)
{
  return g_get_monotonic_time () + (gint64) (WAIT_SECONDS * get_patience () * G_USEC_PER_SEC);
}

/* One turn of a wait: what is ready in the main loop (`loop`), or a moment for others. */
static inline void
wait_turn (gboolean loop, gint64 end, const char *what, const char *where)
{
  if (g_get_monotonic_time () > end)
    g_error ("%s: waited in vain for %s", where, what);
  if (!loop || !g_main_context_iteration (NULL, FALSE))
    g_usleep (1000);
}

static inline void
wait_while_equal (Condition condition, gpointer data, gboolean value, gboolean loop,
                  const char *what, const char *where)
{
  gint64 end = wait_end ();

  while (condition (data) == value)
    wait_turn (loop, end, what, where);
}

/* Runs the main loop until the condition holds, or while it does. */
#define wait_until(condition, data) \
  wait_while_equal (condition, data, FALSE, TRUE, #condition, G_STRLOC)
#define wait_while(condition, data) \
  wait_while_equal (condition, data, TRUE, TRUE, "the end of " #condition, G_STRLOC)

/* The same where no main loop of this thread has part: other threads, processes, files, sockets. */
#define poll_until(condition, data) \
  wait_while_equal (condition, data, FALSE, FALSE, #condition, G_STRLOC)
#define poll_while(condition, data) \
  wait_while_equal (condition, data, TRUE, FALSE, "the end of " #condition, G_STRLOC)

static inline gboolean
is_set (gpointer flag)
{
  return *(gboolean *) flag;
}

/* Whether a thread of a process is at work, but for this one. `process`: its number, or "self". */
static inline gboolean
process_works (const char *process)
{
  g_autofree char *folder = g_build_filename ("/proc", process, "task", NULL);
  g_autofree char *link = g_file_read_link ("/proc/thread-self", NULL);
  g_autofree char *own = g_path_get_basename (link);
  g_autoptr (GDir) threads = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (threads);
  while ((name = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "stat", NULL);
      g_autofree char *text = NULL;
      const char *state;

      /* A thread that has ended meanwhile doesn't work. */
      if (g_str_equal (name, own) || !g_file_get_contents (path, &text, NULL, NULL))
        continue;
      state = strrchr (text, ')');
      if (state != NULL && strchr ("RD", state[2]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A condition: all other threads of the program wait for something. */
static inline gboolean
others_rest (gpointer data G_GNUC_UNUSED)
{
  return !process_works ("self");
}

/* When the main loop wakes by itself, in milliseconds: 0: it has something to do; −1: never. */
static inline int
loop_timeout (void)
{
  GMainContext *context = g_main_context_default ();
  int priority, timeout;
  gboolean ready;

  if (!g_main_context_acquire (context))
    return 0;
  ready = g_main_context_prepare (context, &priority);
  g_main_context_query (context, G_MAXINT, &timeout, NULL, 0);
  g_main_context_release (context);
  return ready ? 0 : timeout;
}

/* Whether the main loop has nothing to do, now and for as long as a frame takes: what moves (an
 * animation, a layout to come) asks for frames, one after the other. */
static inline gboolean
loop_rests (void)
{
  int timeout = loop_timeout ();

  return (timeout < 0 || timeout > 40) && !g_main_context_pending (g_main_context_default ());
}

/* Runs the main loop until all work that was begun is done: by itself, by threads, in frames that
 * are to come. What is still not there then does not come. Of timers that are further away nothing is
 * known. */
#define wait_idle() wait_idle_at (G_STRLOC)

static inline void
wait_idle_at (const char *where)
{
  gint64 end = wait_end ();

  /* A thread may have handed its work to one that had been looked at already. */
  for (guint n_rests = 0; n_rests < 3;)
    if (loop_rests () && others_rest (NULL) && loop_rests ())
      n_rests++;
    else
      {
        n_rests = 0;
        wait_turn (TRUE, end, "rest", where);
      }
}
