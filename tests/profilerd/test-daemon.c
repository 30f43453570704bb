/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wait.h"
#include "weft-daemon.h"
#include "weft-live-paths.h"
#include "weft-live-session.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* These tests run the daemon itself, whose path they find in WEFT_PROFILERD. */

typedef struct
{
  char *directory;
  char *view;
  GSubprocess *process;
} Daemon;

static GSubprocess *
start (const char *directory, const char *option)
{
  GError *error = NULL;
  GSubprocess *process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error,
                      g_getenv ("WEFT_PROFILERD"), "--socket-dir", directory, "--print-ledger",
                      "--exit-after=300", option, NULL);

  g_assert_no_error (error);
  return process;
}

static void
daemon_open (Daemon *self, const char *option)
{
  self->directory = g_dir_make_tmp ("weft-daemon-XXXXXX", NULL);
  self->view = weft_live_get_view_path (self->directory);
  self->process = start (self->directory, option);
}

/* Ends the daemon and returns what it printed. */
static char *
daemon_end (Daemon *self)
{
  char *ledger = NULL;

  g_subprocess_send_signal (self->process, SIGTERM);
  g_assert_true (g_subprocess_communicate_utf8 (self->process, NULL, NULL, &ledger, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (self->process));
  g_assert_cmpint (g_subprocess_get_exit_status (self->process), ==, 0);
  return ledger;
}

static void
daemon_close (Daemon *self)
{
  g_autofree char *lock = weft_live_get_lock_path (self->directory);

  g_clear_object (&self->process);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (self->directory), ==, 0); /* it left nothing else */
  g_free (self->directory);
  g_free (self->view);
}

/* Waits until the session has `n` records of its first lane. */
static WeftLiveLane
wait_for_records (WeftLiveSession *session, guint64 n)
{
  WeftLiveTrace *trace = weft_live_session_get_trace (session);
  guint seen = 0;
  WeftLiveLane lane = { 0 };

  while (lane.delivered < n)
    {
      seen = weft_trace_wait (WEFT_TRACE (trace), seen);
      if (weft_live_trace_get_n_lanes (trace) > 0)
        weft_live_trace_get_lane (trace, 0, &lane);
    }
  return lane;
}

static void
test_watch (void)
{
  Daemon server;
  g_autoptr (WeftLiveSession) session = NULL;
  g_autofree char *ledger = NULL;
  g_auto (WeftLiveStatus) status = { 0 };
  WeftLiveLane lane;

  daemon_open (&server, "--model");
  session = weft_live_session_new (server.view, NULL, 0);
  weft_live_session_start (session);
  lane = wait_for_records (session, 2000);
  g_assert_cmpuint (lane.head - lane.first_seq, ==,
                    lane.delivered + weft_live_lane_get_lost (&lane));
  g_assert_cmpuint (lane.n_disorders, ==, 0);
  weft_live_session_get_status (session, &status);
  g_assert_cmpint (status.state, ==, WEFT_LIVE_RUNNING);
  weft_live_session_stop (session);
  ledger = daemon_end (&server);
  g_assert_nonnull (strstr (ledger, "\"ingested\":"));
  daemon_close (&server);
}

/* The sockets are their user's alone. */
static void
test_modes (void)
{
  Daemon server;
  g_autoptr (WeftLiveSession) session = NULL;
  g_autofree char *ledger = NULL;
  GStatBuf info;

  daemon_open (&server, "--model");
  session = weft_live_session_new (server.view, NULL, 0);
  weft_live_session_start (session);
  wait_for_records (session, 1);
  g_assert_cmpint (g_stat (server.view, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (server.directory, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  weft_live_session_stop (session);
  ledger = daemon_end (&server);
  daemon_close (&server);
}

typedef struct
{
  guint running, won, lost;
} Race;

static void
on_racer_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  GSubprocess *process = G_SUBPROCESS (source);
  Race *race = data;

  g_assert_true (g_subprocess_wait_finish (process, result, NULL));
  g_assert_true (g_subprocess_get_if_exited (process));
  if (g_subprocess_get_exit_status (process) == 0)
    race->won++;
  else
    {
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 3);
      race->lost++;
    }
  race->running--;
}

static gboolean
one_is_left (gpointer data)
{
  return ((Race *) data)->running <= 1;
}

static gboolean
none_is_left (gpointer data)
{
  return ((Race *) data)->running == 0;
}

/* However many start at once, one serves: the others end by themselves while it does. */
static void
test_race (void)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-daemon-XXXXXX", NULL);
  g_autofree char *view = weft_live_get_view_path (directory);
  g_autofree char *lock = weft_live_get_lock_path (directory);
  g_autoptr (WeftLiveSession) session = weft_live_session_new (view, NULL, 0);
  GSubprocess *processes[6];
  Race race = { .running = G_N_ELEMENTS (processes) };

  for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
    {
      processes[i] = start (directory, "--model");
      g_subprocess_wait_async (processes[i], NULL, on_racer_ended, &race);
    }
  weft_live_session_start (session);
  wait_for_records (session, 100);
  wait_until (one_is_left, &race);
  g_assert_cmpuint (race.lost, ==, G_N_ELEMENTS (processes) - 1);
  for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
    g_subprocess_send_signal (processes[i], SIGTERM);
  wait_until (none_is_left, &race);
  g_assert_cmpuint (race.won, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
    g_object_unref (processes[i]);
  weft_live_session_stop (session);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* A daemon that was killed leaves sockets behind, which keep nobody from serving; and the viewer comes
 * back, and shows the devices of the new model beside those that are gone. */
static void
test_stale_socket (void)
{
  Daemon server;
  g_autoptr (WeftLiveSession) session = NULL;
  g_autofree char *ledger = NULL;
  g_auto (WeftLiveStatus) status = { 0 };
  WeftLiveTrace *trace;
  guint seen = 0;

  daemon_open (&server, "--model");
  session = weft_live_session_new (server.view, NULL, 0);
  trace = weft_live_session_get_trace (session);
  weft_live_session_start (session);
  wait_for_records (session, 100);
  g_subprocess_force_exit (server.process);
  g_subprocess_wait (server.process, NULL, NULL);
  g_object_unref (server.process);
  g_assert_true (g_file_test (server.view, G_FILE_TEST_EXISTS));
  server.process = start (server.directory, "--model");
  do
    {
      seen = weft_trace_wait (WEFT_TRACE (trace), seen);
      weft_live_status_clear (&status);
      weft_live_session_get_status (session, &status);
    }
  while (status.n_connections < 2 || weft_live_trace_get_n_lanes (trace) < 8);
  weft_live_session_stop (session);
  ledger = daemon_end (&server);
  daemon_close (&server);
}

/* Of another user nothing is heard. */
static void
test_wrong_user (void)
{
  Daemon server;
  g_autoptr (WeftLiveSession) session = NULL;
  g_autofree char *ledger = NULL;
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int status;
  pid_t child;

  if (getuid () != 0)
    {
      g_test_skip ("only root can be somebody else");
      return;
    }
  daemon_open (&server, "--model");
  session = weft_live_session_new (server.view, NULL, 0);
  weft_live_session_start (session);
  wait_for_records (session, 1);
  /* even where the modes would let them */
  g_assert_cmpint (g_chmod (server.directory, 0755), ==, 0);
  g_assert_cmpint (g_chmod (server.view, 0666), ==, 0);
  strcpy (address.sun_path, server.view);
  child = fork ();
  if (child == 0)
    {
      int fd = socket (AF_UNIX, SOCK_STREAM, 0);
      char byte;

      if (setuid (65534) != 0 || connect (fd, (struct sockaddr *) &address, sizeof address) != 0)
        _exit (2);
      _exit (recv (fd, &byte, 1, 0) == 0 ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  weft_live_session_stop (session);
  ledger = daemon_end (&server);
  daemon_close (&server);
}

/* A clock that goes as fast as it is looked at. */
static guint64
hurry (gpointer data)
{
  guint64 *now_ns = data;

  *now_ns += 50000000;
  return *now_ns;
}

/* Two minutes without a connection, and it goes. */
static void
test_idle_exit (void)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-daemon-XXXXXX", NULL);
  g_autofree char *lock = weft_live_get_lock_path (directory);
  guint64 now_ns = 0;
  WeftDaemonOptions options = { .directory = directory,
                                .idle_exit = 120,
                                .clock = hurry,
                                .clock_data = &now_ns,
                                .history_bytes = 1 << 20 };
  g_autofree char *ledger = weft_daemon_run (&options, NULL);

  g_assert_cmpstr (ledger, ==, "{\"streams\":[]}");
  g_assert_cmpuint (now_ns, >=, 120000000000u);
  g_assert_cmpuint (now_ns, <, 130000000000u);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* The model ends its devices when it is told to, and its ledger balances to the record. */
static void
test_duration (void)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-daemon-XXXXXX", NULL);
  g_autofree char *lock = weft_live_get_lock_path (directory);
  guint64 now_ns = 1000000000000u;
  WeftDaemonOptions options = { .directory = directory,
                                .exit_after = 4,
                                .duration = 2,
                                .has_model = TRUE,
                                .model = weft_model_options_default (),
                                .clock = hurry,
                                .clock_data = &now_ns,
                                .history_bytes = 64 << 20 };
  g_autofree char *ledger = NULL;

  options.model.n_devices = 1;
  options.model.rate = 1000;
  ledger = weft_daemon_run (&options, NULL);
  g_assert_nonnull (strstr (ledger, "\"pending\":0"));
  g_assert_nonnull (strstr (ledger, "\"lost_before\":0"));
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* Listens as systemd does. */
static int
make_listener (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  strcpy (address.sun_path, path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (fd, 8), ==, 0);
  return fd;
}

/* Sockets that were passed are used, and stay when the daemon goes: the next connection starts another. */
static void
test_activation (void)
{
  g_autofree char *directory = g_dir_make_tmp ("weft-daemon-XXXXXX", NULL);
  g_autofree char *view = weft_live_get_view_path (directory);
  g_autofree char *feed = weft_live_get_feed_path (directory);
  g_autofree char *lock = weft_live_get_lock_path (directory);
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (WeftLiveSession) session = weft_live_session_new (view, NULL, 0);
  int view_fd = make_listener (view), feed_fd = make_listener (feed);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GSubprocess) process = NULL;
      g_auto (WeftLiveStatus) status = { 0 };
      WeftTrace *trace = WEFT_TRACE (weft_live_session_get_trace (session));
      guint seen = 0;

      g_subprocess_launcher_take_fd (launcher, dup (view_fd), 3);
      g_subprocess_launcher_take_fd (launcher, dup (feed_fd), 4);
      process = g_subprocess_launcher_spawn (
        launcher, NULL, "sh", "-c",
        "export LISTEN_PID=$$ LISTEN_FDS=2; exec \"$0\" --socket-dir \"$1\" --model",
        g_getenv ("WEFT_PROFILERD"), directory, NULL);
      g_assert_nonnull (process);
      if (i == 0)
        weft_live_session_start (session);
      do
        {
          seen = weft_trace_wait (trace, seen);
          weft_live_status_clear (&status);
          weft_live_session_get_status (session, &status);
        }
      while (status.state != WEFT_LIVE_RUNNING || status.n_connections <= i);
      g_subprocess_send_signal (process, SIGTERM);
      g_subprocess_wait (process, NULL, NULL);
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
      g_assert_true (g_file_test (view, G_FILE_TEST_EXISTS));
      g_subprocess_launcher_close (launcher);
      g_clear_object (&launcher);
      launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    }
  weft_live_session_stop (session);
  close (view_fd);
  close (feed_fd);
  g_unlink (view);
  g_unlink (feed);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* Senseless arguments are said. */
static void
test_usage (void)
{
  static const char *const options[] = { "--fault=nonsense", "--rate=0",     "--devices=65",
                                         "--mix=a=0",        "--drift=2000", "--ticks=-1",
                                         "--unknown" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GSubprocess) process = start ("/nonexistent", options[i]);
      g_autofree char *complaint = NULL;

      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &complaint, NULL));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 64);
      g_assert_cmpuint (strlen (complaint), >, 10);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/daemon/watch", test_watch);
  g_test_add_func ("/daemon/modes", test_modes);
  g_test_add_func ("/daemon/race", test_race);
  g_test_add_func ("/daemon/stale-socket", test_stale_socket);
  g_test_add_func ("/daemon/wrong-user", test_wrong_user);
  g_test_add_func ("/daemon/idle-exit", test_idle_exit);
  g_test_add_func ("/daemon/duration", test_duration);
  g_test_add_func ("/daemon/activation", test_activation);
  g_test_add_func ("/daemon/usage", test_usage);
  return g_test_run ();
}
