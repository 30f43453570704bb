/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-facts.h"
#include "weft-live-scene.h"
#include "weft-live-view.h"

#include "made-daemon.h"
#include "said.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* The panes on a session with two hosts. */

#define SECOND G_GINT64_CONSTANT (1000000000)

typedef struct
{
  char *directory;
  MadeDaemon lab, shelf;
  WeftLiveSession *session;
  WeftLiveTrace *trace;
  WeftLiveState *state;
  GtkWidget *window, *view;
  gint64 at_ns;
} Hosts;

static gboolean
has_both (gpointer data)
{
  Hosts *hosts = data;
  WeftLiveFigures *figures = weft_live_state_get_figures (hosts->state);

  return figures != NULL && figures->n_programs == 2000;
}

/* The session is not started. */
static void
hosts_make (Hosts *hosts)
{
  hosts->directory = g_dir_make_tmp ("weft-hosts-XXXXXX", NULL);
  made_daemon_open (&hosts->lab, hosts->directory, "lab", 1, 3600 * SECOND);
  made_daemon_open (&hosts->shelf, hosts->directory, "shelf", 2, -86400 * SECOND);
  hosts->session = weft_live_session_new_of_hosts (
    (const char *const[]){ hosts->lab.path, hosts->shelf.path, NULL }, g_main_context_default (),
    0);
  hosts->trace = weft_live_session_get_trace (hosts->session);
  hosts->state = weft_live_state_new (hosts->trace);
  hosts->view = weft_live_view_new (hosts->state);
  hosts->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (hosts->window), 1200, 500);
  gtk_window_set_child (GTK_WINDOW (hosts->window), hosts->view);
  gtk_window_present (GTK_WINDOW (hosts->window));
}

/* On both hosts programs run at the same time. */
static void
hosts_open (Hosts *hosts)
{
  hosts_make (hosts);
  hosts->at_ns = g_get_monotonic_time () * 1000;
  made_daemon_say (&hosts->lab, 0, 1000, hosts->at_ns);
  made_daemon_say (&hosts->shelf, 0, 1000, hosts->at_ns);
  weft_live_session_start (hosts->session);
  wait_until (has_both, hosts);
}

static void
hosts_close (Hosts *hosts)
{
  gtk_window_destroy (GTK_WINDOW (hosts->window));
  weft_live_session_stop (hosts->session);
  g_object_unref (hosts->state);
  g_object_unref (hosts->session);
  made_daemon_close (&hosts->lab);
  made_daemon_close (&hosts->shelf);
  g_rmdir (hosts->directory);
  g_free (hosts->directory);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Hosts, hosts_close)

/* A cell of a table by the key of its column: (transfer full). */
static char *
get_cell (Hosts *hosts, WeftLiveTable table, guint row, const char *key)
{
  WeftFacts facts = weft_live_figures_get_facts (weft_live_state_get_figures (hosts->state), table);

  for (guint i = 0; i < facts.n_columns; i++)
    if (g_str_equal (weft_facts_get_column (&facts, i)->key, key))
      {
        g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, i);

        return weft_cell_to_string (&cell);
      }
  g_error ("there is no column “%s”", key);
}

static void
assert_cell (Hosts *hosts, WeftLiveTable table, guint row, const char *key, const char *expected)
{
  g_autofree char *text = get_cell (hosts, table, row, key);

  g_assert_true (g_str_has_prefix (text, expected));
}

/* The lane of a host among the streams of the figures. */
static guint
find_row (Hosts *hosts, guint host)
{
  const GArray *streams = weft_live_state_get_figures (hosts->state)->streams;

  for (guint i = 0; i < streams->len; i++)
    if (g_array_index (streams, WeftLiveStreamFigures, i).lane.host == host)
      return i;
  g_error ("there is no stream of host %u", host);
}

static void
assert_groups (Hosts *hosts)
{
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (hosts->trace);

  g_assert_cmpuint (scene->n_tracks, ==, 2);
  g_assert_cmpstr (scene->tracks[0].group, ==, "lab");
  g_assert_cmpstr (scene->tracks[0].title, ==, "Chip 1 · made");
  g_assert_cmpstr (scene->tracks[1].group, ==, "shelf");
  g_assert_cmpstr (scene->tracks[1].title, ==, "Chip 2 · made");
}

static gboolean
says_two (gpointer data)
{
  return find_label (((Hosts *) data)->view, "2 of 2 hosts") != NULL;
}

/* Lanes are grouped by host; tables say of which host a row is, and how its clock is known. */
static void
test_both (void)
{
  g_auto (Hosts) hosts;
  g_autofree char *error = NULL;
  g_autofree char *shown = NULL;

  hosts_open (&hosts);
  assert_groups (&hosts);
  wait_until (says_two, &hosts);
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "lab" : "shelf";
      guint row = find_row (&hosts, i);

      assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, i, "host", name);
      assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, i, "state", "connected since");
      assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, i, "delivered", "1000");
      assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, i, "clock", "by round trips");
      assert_cell (&hosts, WEFT_LIVE_TABLE_LEDGER, row, "host", name);
      assert_cell (&hosts, WEFT_LIVE_TABLE_LEDGER, row, "delivered", "1000");
      assert_cell (&hosts, WEFT_LIVE_TABLE_STREAMS, row, "host", name);
      assert_cell (&hosts, WEFT_LIVE_TABLE_CLOCKS, row, "host", name);
    }
  error = get_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, 0, "error_ns");
  shown = get_cell (&hosts, WEFT_LIVE_TABLE_CLOCKS, find_row (&hosts, 0), "host_error_ns");
  g_assert_cmpint (g_ascii_strtoll (error, NULL, 10), >, 0);
  g_assert_cmpstr (error, ==, shown);
}

/* Programs that ran at the same time on hosts whose clocks are a day apart are one stretch of time. */
static void
test_time (void)
{
  g_auto (Hosts) hosts;
  gint64 start, end;

  hosts_open (&hosts);
  g_assert_true (weft_live_trace_get_range (hosts.trace, &start, &end));
  g_assert_cmpint (end - start, <, 1000000 + 2 * WAIT_SECONDS * SECOND);
  g_assert_cmpint (end - start, >=, 999600);
}

static gboolean
says_lost (gpointer data)
{
  return find_label (((Hosts *) data)->view, "1 of 2 hosts · shelf: connection lost") != NULL;
}

static gboolean
has_more (gpointer data)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (((Hosts *) data)->state);

  return figures->n_programs == 3000;
}

/* The bar names the host that is lost, its lanes stay where they are, and the other one goes on. */
static void
test_killed (void)
{
  g_auto (Hosts) hosts;

  hosts_open (&hosts);
  made_daemon_kill (&hosts.shelf);
  wait_until (says_lost, &hosts);
  made_daemon_say (&hosts.lab, 1000, 1000, hosts.at_ns + 1000000);
  wait_until (has_more, &hosts);
  assert_groups (&hosts);
  assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, 0, "state", "connected since");
  assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, 0, "delivered", "2000");
  assert_cell (&hosts, WEFT_LIVE_TABLE_HOSTS, 1, "state", "connection lost since");
  assert_cell (&hosts, WEFT_LIVE_TABLE_STREAMS, find_row (&hosts, 1), "end", "no daemon since");
  made_daemon_start (&hosts.shelf);
  wait_until (says_two, &hosts);
}

static gboolean
misses_shelf (gpointer data)
{
  const Hosts *hosts = data;
  g_autofree char *text = g_strdup_printf ("Nobody answers at %s yet", hosts->shelf.path);

  return find_label (hosts->view, text) != NULL;
}

static gboolean
misses_none (gpointer data)
{
  return find_label (((Hosts *) data)->view, "All daemons answer.") != NULL;
}

/* As long as no program runs, the view says which host does not answer. */
static void
test_silent (void)
{
  g_auto (Hosts) hosts;

  hosts_make (&hosts);
  made_daemon_kill (&hosts.shelf);
  weft_live_session_start (hosts.session);
  wait_until (misses_shelf, &hosts);
  made_daemon_start (&hosts.shelf);
  wait_until (misses_none, &hosts);
}

static gboolean
says_full (gpointer data)
{
  return find_label (((Hosts *) data)->view, "can't be written") != NULL;
}

static gboolean
says_recording (gpointer data)
{
  return find_label (((Hosts *) data)->view, "Recording “") != NULL;
}

/* That a recording ended on a full disk is said until another one goes on. */
static void
test_full_disk (void)
{
  g_auto (Hosts) hosts;
  g_autofree char *path = NULL;

  if (g_access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  hosts_open (&hosts);
  path = g_build_filename (hosts.directory, "both.weftlive", NULL);
  weft_live_session_record (hosts.session, "/dev/full");
  wait_until (says_full, &hosts);
  made_daemon_say (&hosts.lab, 1000, 1000, hosts.at_ns + 1000000);
  wait_until (has_more, &hosts);
  g_assert_true (says_full (&hosts));
  weft_live_session_record (hosts.session, path);
  wait_until (says_recording, &hosts);
  g_assert_false (says_full (&hosts));
  weft_live_session_stop (hosts.session);
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-hosts/both", test_both);
  g_test_add_func ("/live-hosts/time", test_time);
  g_test_add_func ("/live-hosts/killed", test_killed);
  g_test_add_func ("/live-hosts/silent", test_silent);
  g_test_add_func ("/live-hosts/full-disk", test_full_disk);
  return g_test_run ();
}
