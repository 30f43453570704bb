/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-file.h"
#include "weft-session.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-crash-dialog.h"
#include "weft-pipeline-state.h"
#include "weft-settings.h"
#include "weft-shown-results.h"
#include "weft-shown-return.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* The windows of the last run are there again, where they were looked at. */

static WeftApplication *app;

static WeftWindow *
find_window (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_WINDOW (windows->data))
      return windows->data;
  return NULL;
}

static void
close_windows (void)
{
  GList *windows;

  while ((windows = gtk_application_get_windows (GTK_APPLICATION (app))) != NULL)
    gtk_window_destroy (windows->data);
  wait_settled ();
}

static WeftDocument *
get_document (WeftWindow *window, guint index)
{
  return weft_document_page_get_document (weft_window_get_nth_page (window, index));
}

static gboolean
is_loading (gpointer document)
{
  return weft_document_is_loading (document);
}

static gboolean
is_complete (gpointer document)
{
  WeftViewState *state = weft_document_get_state (document);

  return state != NULL && weft_view_state_is_open (state) && !weft_document_is_loading (document);
}

static gboolean
is_back (gpointer document)
{
  WeftViewState *state = weft_document_get_state (document);
  const WeftPipelineViewport *viewport;

  if (!is_complete (document))
    return FALSE;
  viewport = weft_pipeline_state_get_viewport (WEFT_PIPELINE_STATE (state));
  return viewport->origin_row >= 199;
}

static void
test_comes_back (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);
  g_autoptr (GFile) core = sample_file ("kanata-core.log");
  g_autoptr (GFile) bus = sample_file ("saturnis-bus.jsonl");
  g_autoptr (GFile) both = sample_file ("core-and-bus.weftspace");
  WeftPipelineState *state;
  WeftPipelineViewport viewport;

  gtk_window_present (GTK_WINDOW (window));
  weft_window_open_file (window, bus);
  weft_window_open_file (window, core);
  wait_until (is_complete, get_document (window, 1));
  state = WEFT_PIPELINE_STATE (weft_document_get_state (get_document (window, 1)));
  viewport = *weft_pipeline_state_get_viewport (state);
  viewport.origin_row = 200;
  viewport.origin_cycle = 4250;
  weft_pipeline_state_set_viewport (state, viewport);
  weft_pipeline_state_select (state, 210, WEFT_NO_STAGE);
  weft_workspace_window_open (GTK_APPLICATION (app), settings, both);
  weft_session_keep (GTK_APPLICATION (app), TRUE);
  close_windows ();

  g_assert_true (weft_session_file_exists ());
  g_assert_true (weft_session_restore (GTK_APPLICATION (app), settings, NULL));
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (app))), ==, 2);
  window = find_window ();
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 2);
  g_assert_true (weft_window_get_page (window) == weft_window_get_nth_page (window, 1));
  g_assert_true (g_file_equal (weft_document_get_file (get_document (window, 0)), bus));
  wait_until (is_back, get_document (window, 1));
  state = WEFT_PIPELINE_STATE (weft_document_get_state (get_document (window, 1)));
  g_assert_cmpfloat_with_epsilon (weft_pipeline_state_get_viewport (state)->origin_row, 200, 1);
  g_assert_cmpint (ABS (weft_pipeline_state_get_viewport (state)->origin_cycle - 4250), <=, 1);
  g_assert_cmpuint (weft_pipeline_state_get_selection (state)->op, ==, 210);
  close_windows ();
}

static gboolean
shows_both (gpointer document)
{
  WeftViewState *state = weft_document_get_state (document);
  WeftShownResults *results = state != NULL ? weft_shown_results_get (state) : NULL;

  return results != NULL && weft_shown_results_get_colors (results) != NULL
         && weft_shown_results_get_n_graphs (results) == 1;
}

static void
keep_notice (WeftDocument *document G_GNUC_UNUSED, const char *text, char **notice)
{
  g_free (*notice);
  *notice = g_strdup (text);
}

/* A query whose result was shown is asked for again, also where the file is only loaded anew; what is no query is left
 * out, which is said. */
static void
test_queries (void)
{
  g_autofree char *notice = NULL;
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);
  g_autoptr (GFile) core = sample_file ("kanata-core.log");
  g_autoptr (GVariant) queries = g_variant_ref_sink (
    g_variant_new_parsed ("[(false, 'no query'), (false, 'SELECT fetch, latency FROM op'), "
                          "(true, 'SELECT id, latency FROM op')]"));
  WeftDocument *document;

  gtk_window_present (GTK_WINDOW (window));
  weft_window_open_file (window, core);
  document = get_document (window, 0);
  g_signal_connect (document, "notice", G_CALLBACK (keep_notice), &notice);
  weft_shown_return_ask (document, queries);
  wait_until (shows_both, document);
  g_assert_nonnull (notice);
  g_assert_true (g_str_has_prefix (
    notice, "The track of “no query” could not be shown again: Line 1, column 1: "));
  wait_until (is_complete, document);
  weft_document_load (document);
  wait_until (is_complete, document);
  wait_until (shows_both, document);
  weft_session_keep (GTK_APPLICATION (app), TRUE);
  close_windows ();

  g_assert_true (weft_session_restore (GTK_APPLICATION (app), settings, NULL));
  document = get_document (find_window (), 0);
  wait_until (shows_both, document);
  g_assert_true (weft_shown_results_has_colors (
    weft_shown_results_get (weft_document_get_state (document)), "SELECT id, latency FROM op"));
  close_windows ();
}

/* Nothing is open: what was is forgotten, or not, as is asked. */
static void
test_nothing (void)
{
  g_assert_true (weft_session_file_exists ());
  weft_session_keep (GTK_APPLICATION (app), FALSE);
  g_assert_true (weft_session_file_exists ());
  weft_session_keep (GTK_APPLICATION (app), TRUE);
  g_assert_false (weft_session_file_exists ());
  g_assert_false (weft_session_restore (GTK_APPLICATION (app), weft_settings_get_default (), NULL));
}

/* The session is what was open when the last window was closed. */
static void
test_last_window (void)
{
  static const char *const samples[] = { "saturnis-bus.jsonl", "kanata-core.log" };
  GSettings *settings = weft_settings_get_default ();

  g_assert_false (weft_session_file_exists ());
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GFile) file = sample_file (samples[i]);
      WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);

      gtk_window_present (GTK_WINDOW (window));
      weft_window_open_file (window, file);
      wait_until (is_complete, get_document (window, 0));
    }
  gtk_window_close (GTK_WINDOW (find_window ()));
  wait_settled ();
  g_assert_false (weft_session_file_exists ());
  gtk_window_close (GTK_WINDOW (find_window ()));
  wait_settled ();
  g_assert_null (find_window ());
  g_assert_true (weft_session_restore (GTK_APPLICATION (app), settings, NULL));
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (app))), ==, 1);
  g_assert_cmpuint (weft_window_get_n_pages (find_window ()), ==, 1);
  close_windows ();
}

/* Whatever stands in the file, nothing breaks; what can be opened is. */
static void
test_broken (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "weft", NULL);
  g_autofree char *path = g_build_filename (folder, "session.json", NULL);
  static const char *const texts[] = {
    "",
    "{}",
    "[1, [], {\"workspace\": 7}]",
    "[{\"documents\": 3}]",
    "[{\"documents\": [{\"uri\": 5}, {}, 9], \"selected\": \"x\"}]",
    "[{\"documents\": [{\"uri\": \"file:///nowhere\", \"queries\": \"[(true, 5)]\"}]}]",
    "[{\"documents\": [{\"uri\": \"file:///nowhere\", \"place\": \"(((\"}], \"selected\": 99}]",
  };

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint n_files = strstr (texts[i], "file:") != NULL, n_pages;

      write_file (path, texts[i]);
      weft_session_restore (GTK_APPLICATION (app), weft_settings_get_default (), NULL);
      wait_settled ();
      n_pages = find_window () != NULL ? weft_window_get_n_pages (find_window ()) : 0;
      g_assert_cmpuint (n_pages, ==, n_files);
      /* It names a file that is not there: its page says so. */
      if (n_files > 0)
        {
          wait_while (is_loading, get_document (find_window (), 0));
          g_assert_cmpint (weft_document_get_phase (get_document (find_window (), 0)), ==,
                           WEFT_DOCUMENT_FAILED);
        }
      close_windows ();
    }
}

/* --- a program that is killed ------------------------------------------------------------------- */

/* The program itself, beside that of the test: with files of its own, and on no bus, as one that runs
 * would be asked to open the samples. */
static GSubprocess *
spawn (const char *home, const char *const *samples)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (arguments, g_strdup (g_getenv ("WEFT")));
  for (; *samples != NULL; samples++)
    g_ptr_array_add (arguments, g_build_filename (g_getenv ("WEFT_SAMPLES"), *samples, NULL));
  g_ptr_array_add (arguments, NULL);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", home, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, &error);
  g_assert_no_error (error);
  return process;
}

static gboolean
tells_of_both (gpointer path)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, "kanata-core.log") != NULL
         && strstr (text, "saturnis-bus.jsonl") != NULL && strstr (text, "place") != NULL;
}

/* Nobody asks it to end: what was open is there the next time all the same. */
static void
test_killed (void)
{
  static const char *const both[] = { "kanata-core.log", "saturnis-bus.jsonl", NULL };
  static const char *const none[] = { NULL };
  g_autofree char *home = g_build_filename (g_get_user_data_dir (), "killed", NULL);
  g_autofree char *path = g_build_filename (home, "weft", "session.json", NULL);
  g_autofree char *running = g_build_filename (home, "weft", "session-running.json", NULL);
  g_autoptr (GSubprocess) killed = spawn (home, both), next = NULL;

  poll_until (tells_of_both, running);
  g_subprocess_force_exit (killed);
  g_subprocess_wait (killed, NULL, NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  next = spawn (home, none);
  poll_until (tells_of_both, path);
  g_subprocess_force_exit (next);
  g_subprocess_wait (next, NULL, NULL);
}

/* --- a program that crashes ------------------------------------------------------------------------ */

static GtkWidget *
find_crash_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (WEFT_IS_CRASH_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

static gboolean
has_crash_dialog (gpointer data G_GNUC_UNUSED)
{
  return find_crash_dialog () != NULL;
}

static gboolean
has_page (gpointer window)
{
  return weft_window_get_n_pages (window) > 0;
}

/* Runs the program with both samples until it has read them, and has it crash: (transfer full), its report. */
static char *
crash_program (void)
{
  static const char *const both[] = { "kanata-core.log", "saturnis-bus.jsonl", NULL };
  g_autofree char *home = g_build_filename (g_get_user_data_dir (), "crashed", NULL);
  g_autofree char *running = g_build_filename (home, "weft", "session-running.json", NULL);
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "weft", "crash.txt", NULL);
  g_autoptr (GSubprocess) program = spawn (home, both);
  g_autoptr (GError) error = NULL;
  char *report = NULL;

  poll_until (tells_of_both, running);
  g_subprocess_send_signal (program, SIGABRT);
  g_subprocess_wait (program, NULL, NULL);
  /* The program still ends by the signal, for who looks at cores. */
  g_assert_true (g_subprocess_get_if_signaled (program));
  g_assert_cmpint (g_subprocess_get_term_sig (program), ==, SIGABRT);
  g_file_get_contents (path, &report, NULL, &error);
  g_assert_no_error (error);
  return report;
}

/* The report says what was open, and names no file; the next run shows it, once, and what was open then
 * comes back. */
static void
test_crashed (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) core = sample_file ("kanata-core.log");
  g_autofree char *report = crash_program (), *shown = NULL;
  GtkWidget *button;

  g_assert_nonnull (strstr (report, "Signal: SIGABRT"));
  g_assert_nonnull (strstr (report, "Open: Kanata 0004, Saturnis bus trace"));
  g_assert_null (strstr (report, "kanata-core"));
  gtk_window_present (GTK_WINDOW (window));
  weft_window_open_file (window, core);
  wait_until (is_complete, get_document (window, 0));
  weft_session_keep (GTK_APPLICATION (app), TRUE);
  close_windows ();

  g_application_activate (G_APPLICATION (app));
  wait_until (has_crash_dialog, NULL);
  g_object_get (gtk_text_view_get_buffer (
                  GTK_TEXT_VIEW (find_widget (find_crash_dialog (), GTK_TYPE_TEXT_VIEW))),
                "text", &shown, NULL);
  g_assert_cmpstr (shown, ==, report);
  button = gtk_widget_get_ancestor (
    find_label (find_crash_dialog (), "Open All That Was Open Last"), GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  wait_until (has_page, find_window ());
  g_assert_null (find_crash_dialog ());
  close_windows ();

  g_application_activate (G_APPLICATION (app));
  wait_settled ();
  g_assert_null (find_crash_dialog ());
  close_windows ();
}

/* Escape closes the report, which offers nothing where nothing was open. */
static void
test_report_closes (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());

  gtk_window_present (GTK_WINDOW (window));
  weft_crash_dialog_show (GTK_WINDOW (window), "Weft 7.8.9\n", FALSE);
  wait_until (has_crash_dialog, NULL);
  wait_settled ();
  g_assert_null (find_label (find_crash_dialog (), "Open All That Was Open Last"));
  if (run_xdotool ("search --onlyvisible --name 'Weft Ended Unexpectedly' "
                   "windowfocus --sync key Escape"))
    {
      wait_settled ();
      g_assert_null (find_crash_dialog ());
    }
  close_windows ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/session/comes-back", test_comes_back);
  g_test_add_func ("/session/queries", test_queries);
  g_test_add_func ("/session/nothing", test_nothing);
  g_test_add_func ("/session/last-window", test_last_window);
  g_test_add_func ("/session/broken", test_broken);
  g_test_add_func ("/session/killed", test_killed);
  g_test_add_func ("/session/crashed", test_crashed);
  g_test_add_func ("/session/report-closes", test_report_closes);
  return app_tests_run (homes);
}
