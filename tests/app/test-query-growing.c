/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query-panel-fixture.h"

#include <gio/gunixsocketaddress.h>
#include <signal.h>

#include "weft-live-session.h"
#include "weft-shown-results.h"

/* The panel "Query" beside a file that is still read, and beside a daemon that goes on. */

static gboolean
says_so_far (const Asked *asked)
{
  return strstr (get_status (asked), "the trace still grows") != NULL;
}

static WeftShownResults *
get_results (const Asked *asked)
{
  return weft_shown_results_get (asked->state);
}

static gint64
read_count (const Asked *asked)
{
  WeftFacts facts = *weft_fact_list_get_facts (weft_fact_table_get_list (asked->table));
  g_auto (WeftCell) cell = weft_facts_get_cell (&facts, 0, 0);

  g_assert_cmpuint (facts.n_rows, ==, 1);
  g_assert_cmpint (cell.type, ==, WEFT_CELL_SIGNED);
  return cell.integer;
}

/* Ops of the sample, of which half is read before the other half; a pipe holds that for certain. */
#define N_OPS 400u

/* --- a file that is half read -------------------------------------------------------------------- */

typedef struct
{
  char *path;
  char *bytes;
  gsize length;
  int fd;
  WeftDocumentPage *page;
} Pipe;

static gboolean
page_has_ops (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  if (state == NULL || !weft_view_state_is_open (state))
    return FALSE;
  snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_view_state_get_trace (state)));
  return snapshot->n_ops > 0;
}

static void
write_part (Pipe *self, gsize from, gsize to)
{
  g_assert_cmpint (write (self->fd, self->bytes + from, to - from), ==, (gssize) (to - from));
}

static Pipe
open_pipe (WeftWindow *window)
{
  Pipe self = { .path = own_path ("growing.log") };
  g_autoptr (GFile) sample = sample_file ("kanata-core.log");
  g_autoptr (GFile) file = g_file_new_for_path (self.path);

  g_assert_true (g_file_load_contents (sample, NULL, &self.bytes, &self.length, NULL, NULL));
  self.fd = make_pipe (self.path, "");
  write_part (&self, 0, self.length / 2);
  self.page = weft_window_open_file (window, file);
  wait_until (page_has_ops, self.page);
  return self;
}

static void
end_pipe (Pipe *self)
{
  write_part (self, self->length / 2, self->length);
  close (self->fd);
  wait_until (page_has_ended, self->page);
}

static void
pipe_clear (Pipe *self)
{
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->bytes);
}

static gboolean
has_colors (gpointer asked)
{
  return weft_shown_results_get_colors (get_results (asked)) != NULL;
}

static gboolean
has_track (gpointer asked)
{
  return weft_shown_results_get_n_graphs (get_results (asked)) > 0;
}

static gboolean
covers_all (gpointer asked)
{
  WeftShownResults *results = get_results (asked);
  const WeftShownGraph *graph = weft_shown_results_get_graph (results, 0);
  const WeftRowColors *colors = weft_shown_results_get_colors (results);

  return !graph->partial && graph->until == G_MAXINT64 && !colors->partial
         && weft_row_colors_classify (colors, N_OPS - 1) != WEFT_ROW_COLORS_NONE;
}

/* The answer says that more is to come; what it shows says how far it goes, and covers all once that is there. */
static void
test_loading (void)
{
  WeftWindow *window = open_window ();
  Pipe pipe = open_pipe (window);
  Asked asked = open_panel_of (window, pipe.page);
  const WeftShownGraph *graph;
  gint64 count;

  ask_soon (&asked, "SELECT count(*) FROM op");
  g_assert_true (says_so_far (&asked));
  count = read_count (&asked);
  g_assert_cmpint (count, >, 0);
  g_assert_cmpint (count, <, N_OPS);
  ask_soon (&asked, "-- weft: track\n-- weft: colour\nSELECT fetch, id, id * 2 AS twice FROM op");
  wait_until (has_colors, &asked);
  wait_until (has_track, &asked);
  graph = weft_shown_results_get_graph (get_results (&asked), 0);
  g_assert_true (graph->partial);
  g_assert_cmpint (graph->until, <, G_MAXINT64);
  g_assert_true (weft_shown_results_get_colors (get_results (&asked))->partial);
  end_pipe (&pipe);
  wait_until (covers_all, &asked);
  /* One step each: what came in its place is none. */
  weft_shown_results_undo (get_results (&asked));
  weft_shown_results_undo (get_results (&asked));
  g_assert_false (weft_shown_results_can_undo (get_results (&asked)));
  ask_soon (&asked, "SELECT count(*) FROM op");
  g_assert_false (says_so_far (&asked));
  g_assert_cmpint (read_count (&asked), ==, N_OPS);
  close_panel (&asked);
  pipe_clear (&pipe);
}

#define ENDLESS \
  "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n, op"

/* Closing while a query runs beside a file that is read breaks nothing. */
static void
test_closed (void)
{
  WeftWindow *window = open_window ();
  Pipe pipe = open_pipe (window);
  Asked asked = open_panel_of (window, pipe.page);

  write_text (&asked, ENDLESS);
  gtk_widget_activate_action (asked.panel, "query.run", NULL);
  g_assert_true (is_running (&asked));
  close_panel (&asked);
  close (pipe.fd);
  pipe_clear (&pipe);
}

/* --- a daemon ------------------------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  char *socket;
  GSubprocess *process;
} Daemon;

static gboolean
answers (gpointer path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);

  return connection != NULL;
}

static Daemon
start_daemon (void)
{
  Daemon self = { .folder = g_dir_make_tmp ("weft-asked-XXXXXX", NULL) };

  self.socket = g_build_filename (self.folder, "view.sock", NULL);
  self.process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, g_getenv ("WEFT_PROFILERD"), "--model",
                      "--devices", "2", "--exit-after", "300", "--socket-dir", self.folder, NULL);
  g_assert_nonnull (self.process);
  poll_until (answers, self.socket);
  return self;
}

static void
stop_daemon (Daemon *self)
{
  g_autofree char *lock = g_build_filename (self->folder, "lock", NULL);

  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait (self->process, NULL, NULL);
  g_object_unref (self->process);
  g_unlink (lock);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->socket);
}

/* Time may go on before there is a record. */
static gboolean
has_records (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));
  WeftLiveTrace *trace;

  if (state == NULL || !weft_view_state_is_open (state))
    return FALSE;
  trace = WEFT_LIVE_TRACE (weft_view_state_get_trace (state));
  for (guint lane = 0; lane < weft_live_trace_get_n_lanes (trace); lane++)
    {
      guint32 first, end;

      weft_live_trace_get_rows (trace, lane, &first, &end);
      if (end > first)
        return TRUE;
    }
  return FALSE;
}

static Asked
attach (const Daemon *daemon)
{
  const char *const sockets[] = { daemon->socket, NULL };
  WeftWindow *window = open_window ();
  WeftDocumentPage *page;

  weft_window_attach (window, sockets);
  page = weft_window_get_page (window);
  wait_until (has_records, page);
  return open_panel_of (window, page);
}

static gboolean
is_refused (const Asked *asked)
{
  return strstr (get_status (asked), "has grown since") != NULL;
}

static gboolean
makes_colors (gpointer asked)
{
  return !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (get_part (asked, "color_button")));
}

/* The answer to the first time that it was asked. */
typedef struct
{
  Asked *asked;
  gint64 count;
  guint32 n_valued;
} Before;

/* Asks once more: whether there are more records by now. */
static gboolean
counts_more (gpointer data)
{
  const Before *before = data;

  ask_soon (before->asked, "SELECT count(*) FROM record");
  return read_count (before->asked) > before->count;
}

/* Asks once more: whether more of them have a colour by now. */
static gboolean
colors_more (gpointer data)
{
  const Before *before = data;

  gtk_widget_activate_action (before->asked->panel, "query.run", NULL);
  wait_while (is_running, before->asked);
  wait_while (makes_colors, before->asked);
  return weft_shown_results_get_colors (get_results (before->asked))->n_valued > before->n_valued;
}

/* Asking again covers more, and so do the colours: what came since has no value. */
static void
test_daemon (void)
{
  Daemon daemon = start_daemon ();
  Asked asked = attach (&daemon);
  Before before = { .asked = &asked };

  ask_soon (&asked, "SELECT count(*) FROM record");
  g_assert_true (says_so_far (&asked));
  before.count = read_count (&asked);
  g_assert_cmpint (before.count, >, 0);
  wait_until (counts_more, &before);
  ask_soon (
    &asked,
    "-- weft: track\n-- weft: colour\nSELECT start_ns, stream, record, length_ns FROM record");
  wait_until (has_colors, &asked);
  wait_until (has_track, &asked);
  g_assert_false (is_refused (&asked));
  before.n_valued = weft_shown_results_get_colors (get_results (&asked))->n_valued;
  g_assert_cmpuint (before.n_valued, >=, before.count);
  g_assert_cmpint (weft_shown_results_get_graph (get_results (&asked), 0)->until, <, G_MAXINT64);
  wait_until (colors_more, &before);
  close_panel (&asked);
  stop_daemon (&daemon);
}

/* The window, or the daemon, goes while a query runs. */
static void
test_daemon_closed (void)
{
  Daemon daemon = start_daemon ();
  Asked asked = attach (&daemon);

  write_text (&asked, ENDLESS);
  gtk_widget_activate_action (asked.panel, "query.run", NULL);
  ask_soon (&asked, "SELECT count(*) FROM record");
  stop_daemon (&daemon);
  ask_soon (&asked, "SELECT count(*) FROM record");
  g_assert_cmpint (read_count (&asked), >, 0);
  write_text (&asked, "SELECT count(*) FROM record a, record b, record c, record d");
  gtk_widget_activate_action (asked.panel, "query.run", NULL);
  close_panel (&asked);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/query-growing/loading", test_loading);
  g_test_add_func ("/query-growing/closed", test_closed);
  g_test_add_func ("/query-growing/daemon", test_daemon);
  g_test_add_func ("/query-growing/daemon-closed", test_daemon_closed);
  return app_tests_run (homes);
}
