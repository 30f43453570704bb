/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-pages.h"

/* The name of what the page shows: "opening", "failed" or "trace". */
static const char *
get_content (WeftDocumentPage *page)
{
  return gtk_stack_get_visible_child_name (
    GTK_STACK (find_widget (GTK_WIDGET (page), GTK_TYPE_STACK)));
}

/* The words of the bar of that type that is shown: NULL where none is. */
static const char *
get_notice (WeftDocumentPage *page, GtkMessageType type)
{
  g_autoptr (GPtrArray) bars = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (page), WEFT_TYPE_NOTICE_BAR, bars);
  for (guint i = 0; i < bars->len; i++)
    {
      GtkWidget *bar = find_widget (bars->pdata[i], GTK_TYPE_INFO_BAR);

      if (gtk_info_bar_get_message_type (GTK_INFO_BAR (bar)) == type
          && get_notice_text (bars->pdata[i]) != NULL)
        return get_notice_text (bars->pdata[i]);
    }
  return NULL;
}

static WeftDocumentPage *
open_path (WeftWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return weft_window_open_file (window, file);
}

/* --- opening ------------------------------------------------------------------------------------ */

static void
test_empty (void)
{
  WeftWindow *window = open_window ();

  g_assert_null (weft_window_get_page (window));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Weft");
  /* With nothing to close, the window closes. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL));
  wait_settled ();
  g_assert_null (get_window ());
}

static void
test_sample (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");

  g_assert_true (weft_window_get_page (window) == page);
  g_assert_cmpstr (get_content (page), ==, "trace");
  g_assert_null (get_notice (page, GTK_MESSAGE_ERROR));
  g_assert_null (get_notice (page, GTK_MESSAGE_INFO));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "kanata-core.log · Weft");
  close_window (window);
}

static void
test_tabs (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *first = open_sample (window, "kanata-core.log");
  WeftDocumentPage *second = open_sample (window, "o3pipeview-core.out");

  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 2);
  g_assert_true (weft_window_get_page (window) == second);
  /* A file that is open is turned to. */
  g_assert_true (open_sample (window, "kanata-core.log") == first);
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 2);
  g_assert_true (weft_window_get_page (window) == first);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_settled ();
  g_assert_true (weft_window_get_page (window) == second);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_settled ();
  g_assert_null (weft_window_get_page (window));
  g_assert_true (get_window () == GTK_WINDOW (window));
  close_window (window);
}

static gboolean
page_has_picture (gpointer page)
{
  return g_str_equal (get_content (page), "trace");
}

/* Also that which is out of sight before it was drawn once. */
static void
test_tabs_at_once (void)
{
  static const char *const names[] = { "kanata-core.log", "o3pipeview-core.out" };
  WeftWindow *window = open_window ();
  WeftDocumentPage *pages[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) file = sample_file (names[i]);

      pages[i] = weft_window_open_file (window, file);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    wait_until (page_has_picture, pages[i]);
  close_window (window);
}

/* Names may be anything but empty: no markup, no UTF-8, as far as the file system allows. */
static void
test_names (void)
{
  static const char *const names[] = { "<b>&amp;.log", "100 % %s.log", "\xff\xfe.log",
                                       "\xd7\x90\xd7\x91.log", "two\nlines.log" };
  WeftWindow *window = open_window ();
  g_autofree char *log = make_log (10);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = own_path (names[i]);
      WeftDocumentPage *page;

      write_file (path, log);
      page = open_path (window, path);
      wait_until (page_shows_rows, page);
      wait_until (page_has_ended, page);
      wait_settled ();
      /* Reading it again fails, and says so with the name. */
      g_unlink (path);
      gtk_widget_activate_action (GTK_WIDGET (window), "page.reload", NULL);
      wait_until (page_has_ended, page);
      wait_settled ();
      g_assert_nonnull (get_notice (page, GTK_MESSAGE_ERROR));
    }
  close_window (window);
}

static gboolean
has_two_pages (gpointer data G_GNUC_UNUSED)
{
  GtkWindow *window = get_window ();

  return window != NULL && weft_window_get_n_pages (WEFT_WINDOW (window)) == 2;
}

/* The program itself, started in another folder with relative names, hands them to this one. */
static void
test_command_line (void)
{
  const char *argv[] = { g_getenv ("WEFT"), "kanata-core.log", "kanata-two-ops.log", NULL };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, g_getenv ("WEFT_SAMPLES"));
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  wait_until (has_two_pages, NULL);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  wait_until (page_shows_rows, weft_window_get_page (WEFT_WINDOW (get_window ())));
  close_window (WEFT_WINDOW (get_window ()));
}

static gboolean
has_window (gpointer data)
{
  GtkWindow *window = get_window ();

  return window != NULL && weft_window_get_page (WEFT_WINDOW (window)) != NULL;
}

/* Another program's output is shown while it comes; a file that was redirected is that file. */
static void
test_standard_input (void)
{
  const char *argv[] = { g_getenv ("WEFT"), "-", NULL };
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GSubprocess) piped = NULL, redirected = NULL;
  g_autofree char *log = make_log (300), *path = own_path ("redirected.log");
  GOutputStream *input;
  WeftDocumentPage *page;

  piped = g_subprocess_launcher_spawnv (launcher, argv, NULL);
  input = g_subprocess_get_stdin_pipe (piped);
  g_assert_true (g_output_stream_write_all (input, log, strlen (log) / 2, NULL, NULL, NULL));
  wait_until (has_window, NULL);
  page = weft_window_get_page (WEFT_WINDOW (get_window ()));
  g_assert_cmpstr (gtk_window_get_title (get_window ()), ==, "Standard input · Weft");
  g_assert_false (page_has_ended (page));
  g_assert_true (g_output_stream_write_all (input, log + strlen (log) / 2,
                                            strlen (log) - strlen (log) / 2, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (input, NULL, NULL));
  wait_until (page_has_ended, page);
  g_assert_null (weft_document_get_error (weft_document_page_get_document (page)));
  wait_until (page_shows_rows, page);
  close_window (WEFT_WINDOW (get_window ()));

  write_file (path, log);
  g_subprocess_launcher_set_flags (launcher, G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_set_stdin_file_path (launcher, path);
  redirected = g_subprocess_launcher_spawnv (launcher, argv, NULL);
  wait_until (has_window, NULL);
  g_assert_cmpstr (gtk_window_get_title (get_window ()), ==, "redirected.log · Weft");
  wait_until (page_has_ended, weft_window_get_page (WEFT_WINDOW (get_window ())));
  close_window (WEFT_WINDOW (get_window ()));
}

static void
check_exit (const char *argument, int status, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error,
                      g_getenv ("WEFT"), argument, NULL);
  g_autofree char *output = NULL;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, status);
  g_assert_nonnull (strstr (output, words));
}

static void
test_options (void)
{
  check_exit ("--version", 0, "weft 0.");
  check_exit ("--help", 0, "--new-window");
}

/* As if files had been dropped on the window. */
static gboolean
drop (GtkWidget *widget, const GValue *value)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", value, 10.0, 10.0, &taken);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !taken;
       child = gtk_widget_get_next_sibling (child))
    taken = drop (child, value);
  return taken;
}

static void
test_drop (void)
{
  WeftWindow *window = open_window ();
  g_autoptr (GFile) first = sample_file ("kanata-core.log");
  g_autoptr (GFile) second = sample_file ("kanata-two-ops.log");
  GFile *files[] = { first, second };
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (files, G_N_ELEMENTS (files)));
  g_assert_true (drop (GTK_WIDGET (window), &value));
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 2);
  wait_until (page_shows_rows, weft_window_get_page (window));
  close_window (window);
}

static gboolean
is_recent (gpointer file)
{
  g_autofree char *uri = g_file_get_uri (file);

  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

static void
test_recent (void)
{
  WeftWindow *window = open_window ();
  g_autoptr (GFile) sample = sample_file ("o3pipeview-core.out");
  g_autofree char *uri = g_file_get_uri (sample);

  open_sample (window, "o3pipeview-core.out");
  wait_until (is_recent, sample);
  close_window (window);

  window = open_window ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-uri", "s", uri);
  wait_until (page_shows_rows, weft_window_get_page (window));
  close_window (window);
}

static void
test_move_tab (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *first = open_sample (window, "kanata-core.log");
  WeftDocumentPage *second = open_sample (window, "o3pipeview-core.out");
  WeftWindow *other;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.move-tab", NULL);
  wait_settled ();
  g_assert_true (weft_window_get_page (window) == first);
  other = WEFT_WINDOW (gtk_widget_get_root (GTK_WIDGET (second)));
  g_assert_true (other != window);
  g_assert_true (weft_window_get_page (other) == second);
  gtk_widget_activate_action (GTK_WIDGET (other), "page.reload", NULL);
  wait_until (page_has_ended, second);
  gtk_window_close (GTK_WINDOW (other));
  wait_settled ();
  close_window (window);
}

/* --- what goes wrong ------------------------------------------------------------------------------- */

static void
test_unknown (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *path = own_path ("letter.txt");
  WeftDocumentPage *page;

  write_file (path, "Dear reader,\n");
  page = open_path (window, path);
  wait_until (page_has_ended, page);
  g_assert_cmpstr (get_content (page), ==, "failed");
  g_assert_null (get_notice (page, GTK_MESSAGE_ERROR));

  /* It may be a trace by the time it is read again. */
  write_file (path, "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nS\t0\t0\tF\nC\t1\nR\t0\t0\t0\n");
  gtk_widget_activate_action (GTK_WIDGET (window), "page.reload", NULL);
  wait_until (page_shows_rows, page);
  g_assert_cmpstr (get_content (page), ==, "trace");
  close_window (window);
}

static void
test_broken (void)
{
  WeftWindow *window = open_window ();
  g_autoptr (GFile) sample = sample_file ("kanata-core.log.gz");
  g_autofree char *bytes = NULL, *path = own_path ("cut.log.gz");
  WeftDocumentPage *page;
  gsize length;

  g_assert_true (g_file_load_contents (sample, NULL, &bytes, &length, NULL, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length / 2, NULL));
  page = open_path (window, path);
  wait_until (page_has_ended, page);
  wait_until (page_shows_rows, page);
  g_assert_cmpstr (get_content (page), ==, "trace");
  g_assert_nonnull (strstr (get_notice (page, GTK_MESSAGE_ERROR), "cut.log.gz"));
  close_window (window);
}

static void
test_no_ops (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *path = own_path ("none.log");
  WeftDocumentPage *page;

  write_file (path, "Kanata\t0004\nC=\t0\nX\n");
  page = open_path (window, path);
  wait_until (page_has_ended, page);
  wait_settled ();
  g_assert_cmpstr (get_content (page), ==, "trace");
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "diagnostics");
  wait_settled ();
  g_assert_true (weft_panes_is_shown (get_panes (page), WEFT_PANE_BOTTOM));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "diagnostics");
  close_window (window);
}

/* --- loads ------------------------------------------------------------------------------------------ */

static gboolean
page_shows_progress (gpointer page)
{
  return weft_document_get_progress (weft_document_page_get_document (page)) != NULL;
}

static gboolean
page_shows_spinner (gpointer page)
{
  GtkWidget *spinner = find_widget (page, GTK_TYPE_SPINNER);

  return spinner != NULL && gtk_widget_get_mapped (spinner);
}

static void
test_cancel (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *log = make_log (100), *path = own_path ("cancel.log");
  int fd = make_pipe (path, log);
  WeftDocumentPage *page = open_path (window, path);

  wait_until (page_shows_rows, page);
  wait_until (page_shows_progress, page);
  g_assert_false (page_has_ended (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.cancel", NULL);
  wait_until (page_has_ended, page);
  g_assert_nonnull (strstr (get_notice (page, GTK_MESSAGE_ERROR), "cancelled"));
  g_assert_cmpstr (get_content (page), ==, "trace");
  close (fd);
  close_window (window);
}

/* The tab, then the window, while there is something and while there is nothing to show. */
static void
test_close_while_loading (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("close.log");

  for (guint i = 0; i < 4; i++)
    {
      WeftWindow *window = open_window ();
      int fd = make_pipe (path, i % 2 == 0 ? log : "");
      WeftDocumentPage *page = open_path (window, path);
      g_autoptr (WeftDocument) document = g_object_ref (weft_document_page_get_document (page));

      if (i % 2 == 0)
        wait_until (page_shows_rows, page);
      else
        wait_until (page_shows_spinner, page);
      if (i < 2)
        gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
      close_window (window);
      close (fd);
      wait_settled ();
      g_assert_finalize_object (g_steal_pointer (&document));
    }
}

static gboolean
page_tells_change (gpointer page)
{
  return get_notice (page, GTK_MESSAGE_INFO) != NULL;
}

static gboolean
page_has_rows (gpointer page)
{
  return weft_pipeline_state_get_extent (get_state (page))->n_rows == 300;
}

static void
test_reload (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *small = make_log (100), *large = make_log (300), *path = own_path ("re.log");
  WeftDocumentPage *page;
  graphene_rect_t before;
  GtkWidget *picture;

  write_file (path, small);
  page = open_path (window, path);
  wait_until (page_shows_rows, page);
  wait_settled ();
  picture = find_widget (GTK_WIDGET (page), WEFT_TYPE_PICTURE_VIEW);
  before = get_bounds (picture);
  write_file (path, large);
  wait_until (page_tells_change, page);
  wait_settled ();
  check_floats (find_widget (GTK_WIDGET (page), WEFT_TYPE_NOTICE_BAR), picture, &before);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.reload", NULL);
  wait_until (page_has_rows, page);
  g_assert_false (page_tells_change (page));

  g_unlink (path);
  wait_until (page_tells_change, page);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.reload", NULL);
  wait_until (page_has_ended, page);
  g_assert_cmpstr (get_content (page), ==, "trace");
  g_assert_nonnull (get_notice (page, GTK_MESSAGE_ERROR));
  close_window (window);
}

static void
test_reload_automatically (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *small = make_log (100), *large = make_log (300), *path = own_path ("au.log");
  WeftDocumentPage *page;

  g_settings_set_boolean (weft_settings_get_default (), "reload-automatically", TRUE);
  write_file (path, small);
  page = open_path (window, path);
  wait_until (page_shows_rows, page);
  wait_settled ();
  write_file (path, large);
  wait_until (page_has_rows, page);
  g_assert_false (page_tells_change (page));
  g_settings_reset (weft_settings_get_default (), "reload-automatically");
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  /* The hint that comes once is another test's. */
  g_settings_set_boolean (weft_settings_get_default (), "show-hint", FALSE);
  g_test_add_func ("/window/empty", test_empty);
  g_test_add_func ("/window/sample", test_sample);
  g_test_add_func ("/window/tabs", test_tabs);
  g_test_add_func ("/window/tabs-at-once", test_tabs_at_once);
  g_test_add_func ("/window/names", test_names);
  g_test_add_func ("/window/command-line", test_command_line);
  g_test_add_func ("/window/standard-input", test_standard_input);
  g_test_add_func ("/window/options", test_options);
  g_test_add_func ("/window/drop", test_drop);
  g_test_add_func ("/window/recent", test_recent);
  g_test_add_func ("/window/move-tab", test_move_tab);
  g_test_add_func ("/window/unknown", test_unknown);
  g_test_add_func ("/window/broken", test_broken);
  g_test_add_func ("/window/no-ops", test_no_ops);
  g_test_add_func ("/window/cancel", test_cancel);
  g_test_add_func ("/window/close-while-loading", test_close_while_loading);
  g_test_add_func ("/window/reload", test_reload);
  g_test_add_func ("/window/reload-automatically", test_reload_automatically);
  return app_tests_run (homes);
}
