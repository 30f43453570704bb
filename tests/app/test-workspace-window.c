/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-window.h"

#include "app-tests.h"
#include "live-frames.h"
#include "on-display.h"
#include "weft-fact-table.h"
#include "weft-notice-bar.h"
#include "weft-query-panel.h"
#include "weft-settings.h"
#include "weft-window.h"
#include "weft-workspace-inspector.h"
#include "weft-workspace-make.h"
#include "weft-workspace-time.h"

/* Several traces in one window: how they come there, lie on one time, and are kept. */

static WeftApplication *app;

static WeftWorkspaceWindow *
get_workspace (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_WORKSPACE_WINDOW (windows->data))
      return windows->data;
  return NULL;
}

static const char *
get_notice (WeftWorkspaceWindow *workspace)
{
  GtkWidget *bar = find_widget (GTK_WIDGET (workspace), WEFT_TYPE_NOTICE_BAR);

  return get_notice_text (bar);
}

/* Whether the header says that something is in no file. */
static gboolean
is_changed (WeftWorkspaceWindow *workspace)
{
  GtkWidget *title = find_widget (GTK_WIDGET (workspace), ADW_TYPE_WINDOW_TITLE);

  return g_str_equal (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (title)), "Not saved");
}

static WeftTimeAxis *
get_axis (WeftWorkspaceWindow *workspace, guint lane)
{
  WeftDocument *document =
    weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, lane));

  return weft_view_state_get_axis (weft_document_get_state (document));
}

static gboolean
is_laid (gpointer data)
{
  WeftWorkspaceWindow *workspace = data;

  for (guint i = 0; i < weft_workspace_window_get_n_lanes (workspace); i++)
    {
      WeftWorkspaceLane *lane = weft_workspace_window_get_lane (workspace, i);
      WeftViewState *state = weft_document_get_state (weft_workspace_lane_get_document (lane));
      WeftWorkspaceTrace trace;

      weft_workspace_lane_get_trace (lane, &trace);
      g_object_unref (trace.file);
      if (!trace.has_offset && i > 0)
        return FALSE;
      /* A workspace that says the ratio has it before the trace is recognized. */
      if (!trace.has_ratio || state == NULL || !weft_view_state_is_open (state))
        return FALSE;
    }
  return TRUE;
}

static void
close_workspace (WeftWorkspaceWindow *workspace)
{
  gtk_window_destroy (GTK_WINDOW (workspace));
  wait_settled ();
}

/* A core's log from cycle 0 on and a bus that is at cycle 300 000 000 by then: (transfer full). */
static char *
write_workspace (const char *traces)
{
  g_autoptr (GFile) bus = sample_file ("saturnis-bus.jsonl");
  g_autofree char *log = make_log (500), *path_log = own_path ("core.log");
  g_autofree char *uri = g_file_get_uri (bus);
  g_autofree char *text =
    g_strdup_printf ("{\"format\": \"weft-workspace\", \"version\": 1, \"traces\": ["
                     "{\"path\": \"core.log\"}, {\"uri\": \"%s\"%s}]}",
                     uri, traces);
  char *path = own_path ("two.weftspace");

  write_file (path_log, log);
  write_file (path, text);
  return path;
}

/* A workspace that is opened in any window opens in one of its own, once. */
static void
test_opens (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autofree char *path = write_workspace (", \"ratio\": \"1/2\"");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWorkspaceWindow *workspace;
  const WeftTimeSpan span = { 300, 0, 200 };
  const WeftTimeSpan *seen;
  gint64 tick;

  g_assert_null (weft_window_open_file (window, file));
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 0);
  workspace = get_workspace ();
  g_assert_cmpuint (weft_workspace_window_get_n_lanes (workspace), ==, 2);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (workspace)), ==, "two.weftspace · Weft");
  g_assert_null (weft_window_open_file (window, file));
  g_assert_true (get_workspace () == workspace);
  wait_until (is_laid, workspace);
  g_assert_false (is_changed (workspace));

  /* They begin together, and the bus goes twice as fast. */
  weft_time_axis_set_visible (weft_workspace_window_get_axis (workspace), &span);
  seen = weft_time_axis_get_visible (get_axis (workspace, 0));
  g_assert_cmpint (seen->start, ==, 300);
  seen = weft_time_axis_get_visible (get_axis (workspace, 1));
  g_assert_cmpint (seen->start, ==, 300000600);
  g_assert_cmpfloat (seen->length, ==, 400);
  weft_time_axis_set_cursor (get_axis (workspace, 1), 300000700);
  g_assert_true (weft_time_axis_get_cursor (get_axis (workspace, 0), &tick));
  g_assert_cmpint (tick, ==, 350);
  close_workspace (workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

static gboolean
has_selected_first (gpointer workspace)
{
  WeftWorkspaceLane *lane = weft_workspace_window_get_lane (workspace, 0);

  return weft_view_state_has_selected (
    weft_document_get_state (weft_workspace_lane_get_document (lane)));
}

static WeftQueryPanel *
find_panel (gpointer workspace)
{
  return (WeftQueryPanel *) find_widget (workspace, WEFT_TYPE_QUERY_PANEL);
}

static GtkWidget *
get_part (WeftQueryPanel *panel, const char *name)
{
  return GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (panel), WEFT_TYPE_QUERY_PANEL, name));
}

static gboolean
has_answered (gpointer panel)
{
  return !gtk_widget_get_visible (get_part (panel, "stop_button"));
}

/* Asks, and returns the first cell: (transfer full). */
static char *
ask (WeftQueryPanel *panel, const char *sql)
{
  const WeftFacts *facts;

  weft_query_panel_write (panel, sql);
  gtk_widget_activate_action (GTK_WIDGET (panel), "query.run", NULL);
  wait_until (has_answered, panel);
  wait_settled ();
  facts = weft_fact_list_get_facts (
    weft_fact_table_get_list (WEFT_FACT_TABLE (get_part (panel, "table"))));
  g_assert_cmpuint (facts->n_rows, >, 0);
  {
    g_auto (WeftCell) cell = weft_facts_get_cell (facts, 0, 0);

    return weft_cell_to_string (&cell);
  }
}

/* Queries ask all traces of a workspace: of the core's log as a, of the bus as b. */
static void
test_query (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autofree char *path = write_workspace (""), *both = NULL, *one = NULL, *wrong = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWorkspaceWindow *workspace;
  GtkWidget *expander;

  weft_window_open_file (window, file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  wait_settled ();
  expander = find_widget (GTK_WIDGET (workspace), GTK_TYPE_EXPANDER);
  g_assert_true (gtk_widget_get_mapped (expander));
  g_assert_nonnull (find_label (GTK_WIDGET (workspace), "a: core.log · b: saturnis-bus.jsonl"));
  g_assert_null (find_panel (workspace));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  wait_settled ();
  g_assert_nonnull (find_panel (workspace));
  both = ask (find_panel (workspace),
              "SELECT (SELECT count(*) FROM a.op) || '|' || (SELECT count(*) > 0 FROM b.access)");
  g_assert_cmpstr (both, ==, "500|1");
  one = ask (find_panel (workspace), "SELECT min(seq) FROM access");
  g_assert_cmpstr (one, !=, "");
  /* Ids of the first trace lead to its picture, those of the other nowhere. */
  wrong = ask (find_panel (workspace), "SELECT seq, line FROM b.access");
  g_signal_emit_by_name (get_part (find_panel (workspace), "table"), "activated", 0);
  wait_settled ();
  g_assert_false (weft_view_state_has_selected (weft_document_get_state (
    weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, 0)))));
  g_free (wrong);
  wrong = ask (find_panel (workspace), "SELECT id FROM a.op WHERE id = 7");
  g_signal_emit_by_name (get_part (find_panel (workspace), "table"), "activated", 0);
  wait_until (has_selected_first, workspace);

  /* A trace that leaves takes its tables along; the query that is written stays. */
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 1), "removed");
  wait_settled ();
  g_assert_nonnull (find_label (GTK_WIDGET (workspace), "a: core.log"));
  {
    g_autofree char *text = weft_query_panel_get_text (find_panel (workspace));

    g_assert_cmpstr (text, ==, "SELECT id FROM a.op WHERE id = 7");
  }
  close_workspace (workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

static gboolean
is_read (gpointer data)
{
  WeftWorkspaceLane *lane = weft_workspace_window_get_lane (data, 1);
  WeftTrace *trace =
    weft_view_state_get_trace (weft_document_get_state (weft_workspace_lane_get_document (lane)));

  return weft_trace_get_state (trace) == WEFT_TRACE_COMPLETE;
}

/* One trace may be busy where another is idle: nothing is folded. */
static void
test_to_scale (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *path = write_workspace (", \"ratio\": \"1/2\"");
  g_autofree char *recording = own_path ("bursts.weftlive");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWorkspaceWindow *workspace;

  frames_begin (bytes, 1, 0);
  frames_records_from (bytes, 1, 0, 100, 0);
  frames_records_from (bytes, 1, 100, 100, 100000000000);
  g_assert_true (g_file_set_contents (recording, (const char *) bytes->data, bytes->len, NULL));
  write_file (path, "{\"format\": \"weft-workspace\", \"version\": 1, \"traces\": ["
                    "{\"path\": \"core.log\"}, {\"path\": \"bursts.weftlive\"}]}");
  g_assert_true (
    weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file));
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  wait_until (is_read, workspace);
  wait_settled ();
  g_assert_null (weft_time_axis_get_folds (get_axis (workspace, 1)));
  g_assert_false (weft_time_axis_can_fold (get_axis (workspace, 1)));
  close_workspace (workspace);
}

/* An instant picked in each of two traces lays the second where they meet; saved and opened again,
 * it lies there. */
static void
test_aligns_and_saves (void)
{
  g_autofree char *path = write_workspace (", \"offset\": -300000000, \"ratio\": 1");
  g_autofree char *other = own_path ("other.weftspace");
  g_autoptr (GFile) file = g_file_new_for_path (path), copy = g_file_new_for_path (other);
  WeftWorkspaceWindow *workspace;
  WeftWorkspaceTrace trace;
  WeftWorkspaceLane *lane;
  graphene_rect_t before, after, notice;

  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  wait_settled ();
  lane = weft_workspace_window_get_lane (workspace, 0);
  before = get_bounds (lane);
  g_signal_emit_by_name (lane, "picked", (gint64) 50);
  g_assert_nonnull (strstr (get_notice (workspace), "Now"));
  wait_settled ();
  notice = get_bounds (find_widget (GTK_WIDGET (workspace), WEFT_TYPE_NOTICE_BAR));
  after = get_bounds (lane);
  g_assert_true (graphene_rect_equal (&before, &after));
  g_assert_cmpfloat (notice.size.height, >, 20);
  /* still the same trace: another thought */
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 0), "picked", (gint64) 60);
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 1), "picked", (gint64) 100);
  weft_workspace_lane_get_trace (weft_workspace_window_get_lane (workspace, 1), &trace);
  g_assert_cmpint (trace.offset, ==, -300000040);
  g_object_unref (trace.file);
  g_assert_true (is_changed (workspace));

  /* An unsaved workspace is not lost without a word. */
  gtk_window_close (GTK_WINDOW (workspace));
  wait_settled ();
  g_assert_true (get_workspace () == workspace);
  g_assert_nonnull (get_notice (workspace));
  g_assert_true (weft_workspace_window_save (workspace, copy));
  g_assert_false (is_changed (workspace));
  gtk_window_close (GTK_WINDOW (workspace));
  wait_settled ();
  g_assert_null (get_workspace ());

  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), copy);
  workspace = get_workspace ();
  weft_workspace_lane_get_trace (weft_workspace_window_get_lane (workspace, 1), &trace);
  g_assert_cmpint (trace.offset, ==, -300000040);
  g_object_unref (trace.file);
  close_workspace (workspace);
}

/* Errors are said where the traces would be. */
static void
test_errors (void)
{
  g_autofree char *path = own_path ("bad.weftspace");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nowhere/at/all.weftspace");
  WeftWorkspaceWindow *workspace;

  write_file (path, "{\"format\": \"weft-workspace\", \"version\": 1, \"traces\": [{}]}");
  g_assert_true (
    weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file));
  workspace = get_workspace ();
  g_assert_nonnull (strstr (get_notice (workspace), "Trace 1"));
  g_assert_false (weft_workspace_window_save (workspace, nowhere));
  close_workspace (workspace);
  write_file (path, "Kanata\t0004\n");
  g_assert_false (
    weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file));
}

/* Open traces can be laid on one axis, a trace that can't be read says why, and both can be taken
 * out again. */
static void
test_open_traces (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autofree char *log = make_log (50), *path = own_path ("core.log");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) gone = g_file_new_for_path ("/nowhere/core.log");
  WeftWorkspaceWindow *workspace;

  write_file (path, log);
  weft_window_open_file (window, file);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.workspace", NULL);
  workspace = get_workspace ();
  g_assert_cmpuint (weft_workspace_window_get_n_lanes (workspace), ==, 1);
  wait_until (is_laid, workspace);
  weft_workspace_window_add (workspace, gone);
  wait_settled ();
  g_assert_cmpuint (weft_workspace_window_get_n_lanes (workspace), ==, 2);
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 1), "removed");
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 0), "removed");
  g_assert_cmpuint (weft_workspace_window_get_n_lanes (workspace), ==, 0);
  close_workspace (workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

/* Each host of a live session is a lane. */
static void
test_hosts (void)
{
  g_autofree char *first = own_path ("first.sock"), *second = own_path ("second.sock");
  const char *const sockets[] = { first, second, NULL };
  g_autoptr (WeftDocument) document =
    weft_document_new_of_sockets (sockets, weft_settings_get_default ());
  g_autoptr (GPtrArray) documents = g_ptr_array_new ();
  WeftWorkspaceWindow *workspace;

  g_ptr_array_add (documents, document);
  workspace = WEFT_WORKSPACE_WINDOW (
    weft_workspace_make (GTK_APPLICATION (app), weft_settings_get_default (), documents));
  g_assert_cmpuint (weft_workspace_window_get_n_lanes (workspace), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      WeftWorkspaceTrace trace;
      g_autofree char *path = NULL;

      weft_workspace_lane_get_trace (weft_workspace_window_get_lane (workspace, i), &trace);
      path = g_file_get_path (trace.file);
      g_assert_cmpstr (path, ==, sockets[i]);
      g_object_unref (trace.file);
    }
  close_workspace (workspace);
}

/* A trace whose zero is far away begins where it began when its ratio is written anew. */
static void
test_ratio (void)
{
  g_autofree char *path = write_workspace (", \"offset\": -300000000, \"ratio\": 1");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWorkspaceWindow *workspace;
  WeftWorkspaceLane *lane;
  WeftWorkspaceTrace trace;
  gint64 before, after;
  GtkWidget *entry;

  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  lane = weft_workspace_window_get_lane (workspace, 1);
  while (!weft_workspace_lane_get_start (lane, &before))
    g_main_context_iteration (NULL, TRUE);
  entry = find_widget (GTK_WIDGET (lane), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "5/2");
  g_assert_true (weft_workspace_lane_get_start (lane, &after));
  g_assert_cmpint (after, ==, before);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "5/2");
  weft_workspace_lane_get_trace (lane, &trace);
  g_object_unref (trace.file);
  g_assert_cmpint (trace.offset, ==, before - 5 * (300000000 + before) / 2);
  close_workspace (workspace);
}

/* How narrow a user can make it, who has to begin where it is wide: logical pixels. */
static int
make_narrow (WeftWorkspaceWindow *workspace)
{
  int width = 1000, minimum = 0;

  while (minimum != width)
    {
      if (minimum > 0)
        width = minimum;
      gtk_window_set_default_size (GTK_WINDOW (workspace), width, 640);
      wait_settled ();
      gtk_widget_measure (GTK_WIDGET (workspace), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                          NULL, NULL);
    }
  return width;
}

/* Narrow windows show all of it, and large texts leave lanes enough to see, which scroll then. */
static void
test_small (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (GFile) file = sample_file ("core-and-bus.weftspace");
  WeftWorkspaceWindow *workspace;
  int dpi, height, large;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  g_assert_cmpint (make_narrow (workspace), <=, 360);
  gtk_widget_measure (GTK_WIDGET (weft_workspace_window_get_lane (workspace, 1)),
                      GTK_ORIENTATION_VERTICAL, 800, &height, NULL, NULL, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  wait_settled ();
  g_assert_cmpint (make_narrow (workspace), <=, 360);
  gtk_widget_measure (GTK_WIDGET (weft_workspace_window_get_lane (workspace, 1)),
                      GTK_ORIENTATION_VERTICAL, 800, &large, NULL, NULL, NULL);
  g_assert_cmpint (large, >=, height * 3 / 2);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_workspace (workspace);
}

/* --- what is pressed --------------------------------------------------------------------------- */

static WeftViewState *
get_state (WeftWorkspaceWindow *workspace, guint lane)
{
  return weft_document_get_state (
    weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, lane)));
}

/* The label with such a text that is to be seen: (nullable). */
static const char *
find_words (GtkWidget *widget, const char *words)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      const char *text = gtk_label_get_text (labels->pdata[i]);

      if (gtk_widget_get_mapped (labels->pdata[i]) && strstr (text, words) != NULL)
        return text;
    }
  return NULL;
}

typedef struct
{
  GtkWidget *window;
  const char *words;
} Expected;

static gboolean
says (gpointer data)
{
  const Expected *expected = data;

  return find_words (expected->window, expected->words) != NULL;
}

static void
wait_for_words (WeftWorkspaceWindow *workspace, const char *words)
{
  Expected expected = { GTK_WIDGET (workspace), words };

  wait_until (says, &expected);
}

/* A workspace of a core's log and the sample of a bus, read and shown. */
static WeftWorkspaceWindow *
open_two (void)
{
  g_autofree char *path = write_workspace (", \"offset\": -300000000, \"ratio\": 1");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWorkspaceWindow *workspace;

  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  wait_until (is_read, workspace);
  wait_settled ();
  return workspace;
}

/* The family's inspector in that of a workspace, which is below its title. */
static GtkWidget *
get_inside (GtkWidget *inspector)
{
  GtkWidget *box = adw_bin_get_child (ADW_BIN (inspector));

  return adw_bin_get_child (ADW_BIN (gtk_widget_get_last_child (box)));
}

/* The inspector and the status line tell the selection in the lane that was touched; a range that
 * is brushed in another lane is the one that its statistics are of. */
static void
test_tells (void)
{
  WeftWorkspaceWindow *workspace = open_two ();
  WeftWorkspaceLane *bus = weft_workspace_window_get_lane (workspace, 1);
  GtkWidget *inspector = find_widget (GTK_WIDGET (workspace), WEFT_TYPE_WORKSPACE_INSPECTOR);
  g_autoptr (GtkWidget) inside = NULL;
  WeftViewState *state = get_state (workspace, 1);
  graphene_rect_t place;

  g_assert_false (gtk_widget_get_visible (inspector));
  g_signal_emit_by_name (bus, "touched");
  g_assert_true (weft_view_state_show_line (state, 11));
  wait_for_words (workspace, "saturnis-bus.jsonl: ");
  g_assert_true (gtk_widget_get_visible (inspector));
  g_assert_nonnull (find_words (inspector, "saturnis-bus.jsonl"));
  wait_for_words (workspace, "ymir_effective_total");
  inside = g_object_ref (get_inside (inspector));
  /* All of the height that the title leaves is for it. */
  wait_settled ();
  g_assert_true (gtk_widget_compute_bounds (inside, inspector, &place));
  g_assert_cmpfloat (place.origin.y + place.size.height, >=,
                     gtk_widget_get_height (inspector) - 1.0f);

  /* So many of its accesses are completed in ticks 300000000 to 300000029. */
  weft_time_axis_select (get_axis (workspace, 0), 0, 30);
  wait_for_words (workspace, "In the brushed range");
  wait_for_words (workspace, "17");
  /* It is still the same, with what was unfolded and scrolled to in it. */
  g_assert_true (get_inside (inspector) == inside);

  /* A closed pane stays closed. */
  gtk_widget_activate_action (GTK_WIDGET (workspace), "workspace.inspector", NULL);
  g_assert_false (gtk_widget_get_visible (inspector));
  weft_view_state_show_line (state, 12);
  g_assert_false (gtk_widget_get_visible (inspector));
  g_signal_emit_by_name (bus, "removed");
  gtk_widget_activate_action (GTK_WIDGET (workspace), "workspace.inspector", NULL);
  g_assert_nonnull (find_words (inspector, "core.log"));
  close_workspace (workspace);
}

/* Where the pointer is, how long what is brushed lasts, or both. */
static void
test_time (void)
{
  g_autoptr (WeftTimeAxis) axis = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  g_autofree char *nothing = NULL, *length = NULL, *both = NULL;

  weft_time_axis_set_range (axis, axis, 0, 1000);
  nothing = weft_workspace_time_describe (axis);
  g_assert_cmpstr (nothing, ==, "");
  weft_time_axis_select (axis, 100, 130);
  length = weft_workspace_time_describe (axis);
  g_assert_cmpstr (length, ==, "Δ 30 cycles");
  weft_time_axis_set_cursor (axis, 77);
  both = weft_workspace_time_describe (axis);
  g_assert_cmpstr (both, ==, "Shared time 77 cycles · Δ 30 cycles");
}

/* Sends a key as it comes to a window first: whether it goes no further. */
static gboolean
press_key (GtkWidget *window, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);
  gboolean stopped = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !stopped; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0u, 0, &stopped);
    }
  return stopped;
}

/* Escape gives up aligning, and only that: what is in sight and where traces lie stays. */
static void
test_align_cancelled (void)
{
  WeftWorkspaceWindow *workspace = open_two ();
  GtkWidget *window = GTK_WIDGET (workspace), *align = NULL;
  g_autoptr (GPtrArray) toggles = g_ptr_array_new ();
  const WeftTimeSpan span = { 100, 0, 50 };
  const WeftTimeSpan *seen;
  WeftWorkspaceTrace trace;

  collect_widgets (window, GTK_TYPE_TOGGLE_BUTTON, toggles);
  for (guint i = 0; i < toggles->len; i++)
    if (g_strcmp0 (gtk_button_get_label (toggles->pdata[i]), "_Align…") == 0)
      align = toggles->pdata[i];
  g_assert_nonnull (align);
  weft_time_axis_set_visible (weft_workspace_window_get_axis (workspace), &span);
  g_assert_false (press_key (window, GDK_KEY_Escape));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (align), TRUE);
  g_signal_emit_by_name (weft_workspace_window_get_lane (workspace, 0), "picked", (gint64) 50);
  g_assert_false (press_key (window, GDK_KEY_a));
  g_assert_true (press_key (window, GDK_KEY_Escape));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (align)));
  g_assert_false (press_key (window, GDK_KEY_Escape));
  wait_settled ();
  seen = weft_time_axis_get_visible (get_axis (workspace, 0));
  g_assert_cmpint (seen->start, ==, 100);
  g_assert_cmpfloat (seen->length, ==, 50);
  weft_workspace_lane_get_trace (weft_workspace_window_get_lane (workspace, 1), &trace);
  g_assert_cmpint (trace.offset, ==, -300000000);
  g_object_unref (trace.file);
  close_workspace (workspace);
}

static int
get_minimum (WeftWorkspaceWindow *workspace)
{
  int minimum;

  gtk_widget_measure (GTK_WIDGET (workspace), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  return minimum;
}

/* At 360 px every trace has its whole name, and what moves it lies within the window. */
static void
test_narrow (void)
{
  g_autofree char *path = write_workspace (", \"offset\": -300000000, \"ratio\": 1");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkSettings *settings = gtk_settings_get_default ();
  WeftWorkspaceWindow *workspace;
  int dpi;

  weft_workspace_window_open (GTK_APPLICATION (app), weft_settings_get_default (), file);
  workspace = get_workspace ();
  wait_until (is_laid, workspace);
  gtk_window_set_default_size (GTK_WINDOW (workspace), 360, 660);
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (workspace)), <=, 360);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *lane = GTK_WIDGET (weft_workspace_window_get_lane (workspace, i));
      GtkWidget *title = find_widget (lane, GTK_TYPE_LABEL);
      graphene_rect_t ratio = get_bounds (find_widget (lane, GTK_TYPE_ENTRY));

      g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (title))));
      g_assert_cmpfloat (ratio.origin.x + ratio.size.width, <=, 360);
    }
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_assert_cmpint (get_minimum (workspace), <=, 360);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  wait_settled ();
  g_assert_cmpint (get_minimum (workspace), <=, 360);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_workspace (workspace);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/workspace-window/opens", test_opens);
  g_test_add_func ("/workspace-window/query", test_query);
  g_test_add_func ("/workspace-window/to-scale", test_to_scale);
  g_test_add_func ("/workspace-window/aligns-and-saves", test_aligns_and_saves);
  g_test_add_func ("/workspace-window/errors", test_errors);
  g_test_add_func ("/workspace-window/ratio", test_ratio);
  g_test_add_func ("/workspace-window/small", test_small);
  g_test_add_func ("/workspace-window/open-traces", test_open_traces);
  g_test_add_func ("/workspace-window/hosts", test_hosts);
  g_test_add_func ("/workspace-window/tells", test_tells);
  g_test_add_func ("/workspace-window/time", test_time);
  g_test_add_func ("/workspace-window/align-cancelled", test_align_cancelled);
  g_test_add_func ("/workspace-window/narrow", test_narrow);
  return app_tests_run (homes);
}
