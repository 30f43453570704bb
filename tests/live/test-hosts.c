/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-boot.h"
#include "weft-live-clock-bounds.h"
#include "weft-live-recorder.h"
#include "weft-live-session.h"
#include "weft-load.h"

#include "made-daemon.h"

#include <glib/gstdio.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* Two daemons whose clocks are an hour and a day away from ours, and a session with both. */
typedef struct
{
  char *directory;
  MadeDaemon ahead, behind;
  WeftLiveSession *session;
  WeftLiveTrace *trace;
  gint64 at_ns; /* our clock, when things happen on both */
} Hosts;

static void
hosts_open (Hosts *hosts)
{
  hosts->directory = g_dir_make_tmp ("weft-hosts-XXXXXX", NULL);
  made_daemon_open (&hosts->ahead, hosts->directory, "ahead", 1, 3600 * SECOND);
  made_daemon_open (&hosts->behind, hosts->directory, "behind", 2, -86400 * SECOND);
  hosts->session = weft_live_session_new_of_hosts (
    (const char *const[]){ hosts->ahead.path, hosts->behind.path, NULL }, NULL, 0);
  hosts->trace = weft_live_session_get_trace (hosts->session);
  hosts->at_ns = g_get_monotonic_time () * 1000;
}

static void
hosts_close (Hosts *hosts)
{
  g_object_unref (hosts->session);
  made_daemon_close (&hosts->ahead);
  made_daemon_close (&hosts->behind);
  g_rmdir (hosts->directory);
  g_free (hosts->directory);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Hosts, hosts_close)

/* The lane of a host; FALSE while there is none. */
static gboolean
find_lane (WeftLiveTrace *trace, guint host, guint *index, WeftLiveLane *lane)
{
  for (*index = 0; *index < weft_live_trace_get_n_lanes (trace); ++*index)
    {
      weft_live_trace_get_lane (trace, *index, lane);
      if (lane->host == host)
        return TRUE;
    }
  return FALSE;
}

/* Rows that can be read. */
static guint
count_rows (WeftLiveTrace *trace, guint host)
{
  WeftLiveLane lane;
  guint index;
  guint32 first = 0, end = 0;

  if (find_lane (trace, host, &index, &lane))
    weft_live_trace_get_rows (trace, index, &first, &end);
  return end - first;
}

static gboolean
has_ten_of_both (gpointer data)
{
  Hosts *hosts = data;

  return count_rows (hosts->trace, 0) == 10 && count_rows (hosts->trace, 1) == 10;
}

static gboolean
has_twenty_of_second (gpointer data)
{
  return count_rows (((Hosts *) data)->trace, 1) == 20;
}

static gboolean
first_is_lost (gpointer data)
{
  g_auto (WeftLiveStatus) status = { 0 };

  weft_live_session_get_host_status (((Hosts *) data)->session, 0, &status);
  return status.state == WEFT_LIVE_LOST;
}

/* Begins the session, in which on both hosts ten programs run from the same moment on. */
static void
hear_both (Hosts *hosts)
{
  made_daemon_say (&hosts->ahead, 0, 10, hosts->at_ns);
  made_daemon_say (&hosts->behind, 0, 10, hosts->at_ns);
  weft_live_session_start (hosts->session);
  poll_until (has_ten_of_both, hosts);
}

/* A recording numbers its hosts as they were first heard. */
static guint
find_host (WeftLiveTrace *trace, const char *name)
{
  WeftLiveHost host;

  for (guint i = 0; i < weft_live_trace_get_n_hosts (trace); i++)
    {
      weft_live_trace_get_host (trace, i, &host);
      if (g_strcmp0 (host.name, name) == 0)
        return i;
    }
  g_assert_not_reached ();
}

static void
get_row (WeftLiveTrace *trace, guint host, guint32 row, WeftLiveRow *value)
{
  WeftLiveLane lane;
  guint index;

  g_assert_true (find_lane (trace, host, &index, &lane));
  g_assert_true (weft_live_trace_read_row (trace, index, row, value));
}

/* Events of the same moment are at the same time, up to the error that is told; the device's ticks
 * are as they came. */
static void
assert_on_one_clock (Hosts *hosts, WeftLiveTrace *trace)
{
  const gint64 aheads[] = { hosts->ahead.ahead_ns, hosts->behind.ahead_ns };
  const char *const names[] = { "ahead", "behind" };

  for (guint i = 0; i < 2; i++)
    {
      guint number = find_host (trace, names[i]);
      WeftLiveHost host;
      WeftLiveRow row;

      weft_live_trace_get_host (trace, number, &host);
      get_row (trace, number, 3, &row);
      g_test_message ("%s: off by %" G_GINT64_FORMAT " ns, error %" G_GUINT64_FORMAT " ns",
                      host.name, row.start - hosts->at_ns - 3000, host.clock.error_ns);
      g_assert_cmpint (host.clock.kind, ==, WEFT_LIVE_CLOCK_MEASURED);
      g_assert_cmpuint (host.clock.error_ns, <, WAIT_SECONDS * SECOND);
      g_assert_cmpint (ABS (row.start - hosts->at_ns - 3000), <=, (gint64) host.clock.error_ns);
      g_assert_cmpint (row.end - row.start, ==, 600);
      g_assert_cmpint ((gint64) row.start_ticks, ==, hosts->at_ns + 3000 + aheads[i]);
    }
}

static void
test_one_clock (void)
{
  g_auto (Hosts) hosts;
  WeftLiveHost host;

  hosts_open (&hosts);
  hear_both (&hosts);
  g_assert_cmpuint (weft_live_trace_get_n_hosts (hosts.trace), ==, 2);
  assert_on_one_clock (&hosts, hosts.trace);
  weft_live_trace_get_host (hosts.trace, 1, &host);
  g_assert_cmpstr (host.name, ==, "behind");
  g_assert_cmpstr (host.address, ==, hosts.behind.path);
  g_assert_cmpint (host.link, ==, WEFT_LIVE_LINK_CONNECTED);
  /* it was asked often enough before anything was put on its clock */
  g_mutex_lock (&hosts.behind.lock);
  g_assert_cmpuint (hosts.behind.n_pings, >=, 8);
  g_mutex_unlock (&hosts.behind.lock);
}

/* The loss of one host is said of it, and of its lanes; the other goes on, and the first comes back. */
static void
test_one_killed (void)
{
  g_auto (Hosts) hosts;
  g_auto (WeftLiveStatus) first = { 0 };
  g_auto (WeftLiveStatus) second = { 0 };
  WeftLiveLane lane;
  WeftLiveHost host;
  guint index;

  hosts_open (&hosts);
  hear_both (&hosts);
  made_daemon_kill (&hosts.ahead);
  poll_until (first_is_lost, &hosts);
  made_daemon_say (&hosts.behind, 10, 10, hosts.at_ns + 10000);
  poll_until (has_twenty_of_second, &hosts);
  weft_live_session_get_host_status (hosts.session, 0, &first);
  weft_live_session_get_host_status (hosts.session, 1, &second);
  g_assert_cmpint (first.state, ==, WEFT_LIVE_LOST);
  g_assert_nonnull (first.message);
  g_assert_cmpint (second.state, ==, WEFT_LIVE_RUNNING);
  g_assert_true (find_lane (hosts.trace, 0, &index, &lane));
  g_assert_true (lane.is_lost);
  g_assert_cmpuint (lane.delivered, ==, 10);
  g_assert_true (find_lane (hosts.trace, 1, &index, &lane));
  g_assert_false (lane.is_lost);
  weft_live_trace_get_host (hosts.trace, 0, &host);
  g_assert_cmpint (host.link, ==, WEFT_LIVE_LINK_LOST);
  made_daemon_start (&hosts.ahead);
  poll_while (first_is_lost, &hosts);
}

/* Whichever of them was heard second says so. */
static gboolean
says_twin (gpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_auto (WeftLiveStatus) status = { 0 };

      weft_live_session_get_host_status (data, i, &status);
      if (status.message != NULL && strstr (status.message, "another of the sockets") != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A daemon that two sockets lead to is heard once. */
static void
test_twin (void)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-hosts-XXXXXX", NULL);
  g_auto (MadeDaemon) daemon;
  g_auto (MadeDaemon) again;
  g_autoptr (WeftLiveSession) session = NULL;

  made_daemon_open (&daemon, directory, "one", 1, 0);
  made_daemon_open (&again, directory, "two", 1, 0);
  session = weft_live_session_new_of_hosts ((const char *const[]){ daemon.path, again.path, NULL },
                                            NULL, 0);
  weft_live_session_start (session);
  poll_until (says_twin, session);
  weft_live_session_stop (session);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (weft_live_session_get_trace (session)), <=, 1);
  made_daemon_kill (&daemon);
  made_daemon_kill (&again);
  g_rmdir (directory);
}

static WeftLiveTrace *
load (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return WEFT_LIVE_TRACE (g_object_ref (weft_load_get_trace (load)));
}

/* All rows of both hosts are the same, and so are their clocks. */
static void
assert_same (WeftLiveTrace *trace, WeftLiveTrace *copy)
{
  g_assert_cmpuint (weft_live_trace_get_n_hosts (copy), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      WeftLiveHost host, same_host;
      guint number;

      weft_live_trace_get_host (trace, i, &host);
      number = find_host (copy, host.name);
      weft_live_trace_get_host (copy, number, &same_host);
      g_assert_cmpmem (host.session, 16, same_host.session, 16);
      g_assert_cmpint (host.clock.shift_ns, ==, same_host.clock.shift_ns);
      g_assert_cmpuint (host.clock.error_ns, ==, same_host.clock.error_ns);
      g_assert_cmpuint (count_rows (copy, number), ==, 10);
      for (guint32 n = 0; n < 10; n++)
        {
          WeftLiveRow row, same;

          get_row (trace, i, n, &row);
          get_row (copy, number, n, &same);
          g_assert_cmpint (row.start, ==, same.start);
          g_assert_cmpint (row.end, ==, same.end);
          g_assert_cmpuint (row.start_ticks, ==, same.start_ticks);
        }
    }
}

/* One file has both, on one clock; so has what is saved of them later. */
static void
test_recording (void)
{
  g_auto (Hosts) hosts;
  g_autoptr (WeftLiveTrace) recorded = NULL;
  g_autoptr (WeftLiveTrace) saved = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *recording = NULL;
  g_autofree char *part = NULL;

  hosts_open (&hosts);
  recording = g_build_filename (hosts.directory, "both.weftlive", NULL);
  part = g_build_filename (hosts.directory, "part.weftlive", NULL);
  weft_live_session_record (hosts.session, recording);
  hear_both (&hosts);
  weft_live_session_stop (hosts.session);
  recorded = load (recording);
  assert_on_one_clock (&hosts, recorded);
  assert_same (hosts.trace, recorded);
  g_assert_true (weft_live_save_range (recorded, G_MININT64, G_MAXINT64, part, &error));
  g_assert_no_error (error);
  saved = load (part);
  assert_same (recorded, saved);
  g_unlink (recording);
  g_unlink (part);
}

/* --- bounds ------------------------------------------------------------------------------------- */

/* Bounds that just touch leave one shift: nothing says that a clock was set. */
static void
test_touching_bounds (void)
{
  WeftLiveClockBounds bounds = { FALSE };

  g_assert_true (weft_live_clock_bounds_take (&bounds, 1000000, 0, 1002000));
  g_assert_true (weft_live_clock_bounds_take (&bounds, 1014000, 10000, 1016000));
  g_assert_cmpint (bounds.shift_ns, ==, 1003000);
  g_assert_cmpuint (weft_live_clock_bounds_get_error (&bounds), ==, 0);
  bounds = (WeftLiveClockBounds){ FALSE };
  g_assert_true (weft_live_clock_bounds_take (&bounds, 1014000, 10000, 1016000));
  g_assert_true (weft_live_clock_bounds_take (&bounds, 1016000, 16000, 1018000));
  g_assert_cmpint (bounds.shift_ns, ==, 1003000);
}

/* Whatever trips take each way, the true difference is within the bounds that are told, and they get closer. */
static void
test_bounds (void)
{
  WeftLiveClockBounds bounds = { FALSE };
  GRand *random = g_rand_new_with_seed (7);
  const gint64 shift = -5 * SECOND;
  gint64 time = 1000 * SECOND;
  guint64 first = 0;

  for (guint i = 0; i < 1000; i++)
    {
      gint64 there = g_rand_int_range (random, 10000, 40000000),
             back = g_rand_int_range (random, 10000, 40000000);
      /* the other clock is faster by ten parts in a million */
      gint64 fast = (time - 1000 * SECOND) / 100000;
      gint64 answered = time + there - shift + fast;

      weft_live_clock_bounds_take (&bounds, (guint64) time, (guint64) answered,
                                   (guint64) (time + there + back));
      g_assert_cmpint (ABS (bounds.shift_ns - (shift - fast)), <=,
                       (gint64) weft_live_clock_bounds_get_error (&bounds) + there);
      if (i == 0)
        first = weft_live_clock_bounds_get_error (&bounds);
      time += SECOND;
    }
  g_assert_cmpuint (weft_live_clock_bounds_get_error (&bounds), <, first);
  /* a clock that was set is measured anew */
  g_assert_true (weft_live_clock_bounds_take (&bounds, (guint64) time, (guint64) (time + SECOND),
                                              (guint64) time + 2000));
  /* in the middle of its bounds: no other shift is sure to be wrong by less */
  g_assert_cmpint (bounds.shift_ns, ==, 1000 - SECOND);
  g_assert_cmpuint (weft_live_clock_bounds_get_error (&bounds), ==, 2000);
  g_rand_free (random);
}

/* By this a daemon of the same computer is known, whose clock is ours. */
static void
test_boot (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) digits = g_string_new (NULL);
  guint8 boot[16];

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    {
      g_test_skip ("The kernel does not tell its boots apart");
      return;
    }
  g_assert_true (weft_live_get_boot_id (boot));
  for (guint i = 0; i < sizeof boot; i++)
    g_string_append_printf (digits, i >= 4 && i <= 10 && i % 2 == 0 ? "-%02x" : "%02x", boot[i]);
  g_assert_cmpstr (digits->str, ==, g_strstrip (text));
}

/* --- the end ------------------------------------------------------------------------------------ */

static gpointer
kill_first (gpointer data)
{
  Hosts *hosts = data;

  poll_until (has_ten_of_both, hosts);
  made_daemon_kill (&hosts->ahead);
  return NULL;
}

static gboolean
has_said_all (gpointer data)
{
  MadeDaemon *daemon = data;
  gboolean all;

  g_mutex_lock (&daemon->lock);
  all = daemon->out->len == 0;
  g_mutex_unlock (&daemon->lock);
  return all;
}

typedef struct
{
  Hosts hosts;
  GCancellable *cancellable;
} Ending;

/* The second host says the last there is and goes; nobody has looked at that yet when the session is told to end. */
static void
end_with_last (const WeftLiveStatus *status, gpointer data)
{
  Ending *ending = data;
  MadeDaemon *daemon = &ending->hosts.behind;

  if (status->state != WEFT_LIVE_LOST || daemon->thread == NULL)
    return;
  made_daemon_say (daemon, 10, 10, ending->hosts.at_ns + 10000);
  poll_until (has_said_all, daemon);
  made_daemon_kill (daemon);
  g_cancellable_cancel (ending->cancellable);
}

/* All that came before the end is recorded, looked at by then or not. */
static void
test_last_words (void)
{
  Ending ending = { .cancellable = g_cancellable_new () };
  Hosts *hosts = &ending.hosts;
  g_autoptr (WeftLiveTrace) recorded = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *recording = NULL;
  GThread *killer;

  hosts_open (hosts);
  recording = g_build_filename (hosts->directory, "all.weftlive", NULL);
  weft_live_session_record (hosts->session, recording);
  made_daemon_say (&hosts->ahead, 0, 10, hosts->at_ns);
  made_daemon_say (&hosts->behind, 0, 10, hosts->at_ns);
  killer = g_thread_new ("killer", kill_first, hosts);
  weft_live_session_run (hosts->session, 0, ending.cancellable, end_with_last, &ending, &error);
  g_assert_no_error (error);
  g_thread_join (killer);
  recorded = load (recording);
  g_assert_cmpuint (count_rows (recorded, find_host (recorded, "behind")), ==, 20);
  g_unlink (recording);
  hosts_close (hosts);
  g_object_unref (ending.cancellable);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hosts/one-clock", test_one_clock);
  g_test_add_func ("/hosts/one-killed", test_one_killed);
  g_test_add_func ("/hosts/twin", test_twin);
  g_test_add_func ("/hosts/recording", test_recording);
  g_test_add_func ("/hosts/bounds", test_bounds);
  g_test_add_func ("/hosts/touching-bounds", test_touching_bounds);
  g_test_add_func ("/hosts/boot", test_boot);
  g_test_add_func ("/hosts/last-words", test_last_words);
  return g_test_run ();
}
