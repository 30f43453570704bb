/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-choose-files.h"
#include "weft-open-files.h"

#include "app-tests.h"
#include "chooser.h"
#include "weft-drop-hint.h"
#include "weft-settings.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* How files are chosen and dropped. */

static WeftApplication *app;

/* The files that were chosen last. */
static GListModel *answer;

/* --- filters ---------------------------------------------------------------------------------- */

/* (transfer full) */
static GFileInfo *
make_info (const char *name, const char *type)
{
  GFileInfo *info = g_file_info_new ();

  g_file_info_set_name (info, name);
  g_file_info_set_display_name (info, name);
  /* A chooser's files have a type, even where nothing is known of them. */
  g_file_info_set_content_type (info, type != NULL ? type : "application/octet-stream");
  return info;
}

/* (transfer full) */
static GtkFileFilter *
find_filter (GtkFileChooser *chooser, const char *name)
{
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);

  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, i);

      if (g_str_equal (gtk_file_filter_get_name (filter), name))
        return g_steal_pointer (&filter);
    }
  g_error ("there is no filter “%s”", name);
}

static void
check_filter (GtkFileChooser *chooser, const char *filter_name, const char *name, const char *type,
              gboolean expected)
{
  g_autoptr (GFileInfo) info = make_info (name, type);
  g_autoptr (GtkFileFilter) filter = find_filter (chooser, filter_name);

  if (gtk_filter_match (GTK_FILTER (filter), info) != expected)
    g_error ("%s: %s", filter_name, name);
}

/* Which files are likely to be traces of any kind. */
static void
check_likely (GtkFileChooser *chooser)
{
  static const char *const names[] = { "core.log",    "CORE.LOG",      "core.kanata.gz",
                                       "o3.out",      "bus.btr1",      "run.npu.jsonl.zst",
                                       "chip.npeviz", "all.weftspace", "session.weftlive" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_filter (chooser, "Logs and traces", names[i], NULL, TRUE);
  check_filter (chooser, "Logs and traces", "letter.txt", "text/plain", FALSE);
  check_filter (chooser, "Logs and traces", "archive.tar.gz", "application/gzip", FALSE);
  check_filter (chooser, "Logs and traces", "log", NULL, FALSE);
  /* The content counts whatever the name is. */
  check_filter (chooser, "Logs and traces", "trace", "application/vnd.weft.kanata", TRUE);
  check_filter (chooser, "Logs and traces", "letter.txt", "application/vnd.weft.o3pipeview", TRUE);
  check_filter (chooser, "All files", "letter.txt", "text/plain", TRUE);
}

static void
check_families (GtkFileChooser *chooser)
{
  check_filter (chooser, "Pipelines of cores", "core.log.zst", NULL, TRUE);
  check_filter (chooser, "Pipelines of cores", "bus.btr1", NULL, FALSE);
  check_filter (chooser, "Networks on a chip", "chip.json", NULL, TRUE);
  check_filter (chooser, "Networks on a chip", "profile_log_device.csv", NULL, TRUE);
  check_filter (chooser, "Networks on a chip", "x", "application/vnd.weft.device-log", TRUE);
  check_filter (chooser, "NPU runs", "run.jsonl", NULL, TRUE);
  check_filter (chooser, "Timelines (Chrome traces)", "x", "application/vnd.weft.chrome-trace+json",
                TRUE);
  check_filter (chooser, "Bus traces", "bus.btr1", NULL, TRUE);
  check_filter (chooser, "Bus traces", "core.log", NULL, FALSE);
  check_filter (chooser, "Recordings of live sessions", "x.weftlive", NULL, TRUE);
  check_filter (chooser, "Workspaces", "x.weftspace", NULL, TRUE);
}

/* --- the chooser ------------------------------------------------------------------------------ */

static gboolean
is_answered (gpointer parent)
{
  return !weft_choose_files_is_open (parent);
}

static gboolean
has_answer (gpointer data G_GNUC_UNUSED)
{
  return answer != NULL;
}

static void
on_chosen (GtkWindow *parent G_GNUC_UNUSED, GListModel *files)
{
  g_set_object (&answer, files);
}

/* The file is chosen, and the next chooser begins beside it. */
static void
check_choosing (GtkWindow *parent, WeftFilesQuestion *question, GFile *file)
{
  GSettings *settings = weft_settings_get_default ();
  g_autoptr (GFile) chosen = NULL;
  g_autofree char *uri = NULL, *expected = g_file_get_uri (question->folder);
  gpointer dialog;

  question->several = FALSE;
  weft_open_files_ask (parent, question, settings);
  wait_until (has_chooser, &dialog);
  g_assert_false (gtk_file_chooser_get_select_multiple (dialog));
  wait_until (is_in_folder, dialog);
  wait_settled ();
  choose_file (dialog, file);
  wait_until (has_answer, NULL);
  chosen = g_list_model_get_item (answer, 0);
  g_assert_true (g_file_equal (chosen, file));
  uri = g_settings_get_string (settings, "open-folder");
  g_assert_cmpstr (uri, ==, expected);
  g_clear_object (&answer);
}

static void
test_chooser (void)
{
  g_autofree char *folder_path = own_path ("traces"), *log = make_log (3);
  g_autofree char *path = g_build_filename (folder_path, "a.log", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (folder_path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) begun = NULL;
  GtkWindow *parent = GTK_WINDOW (gtk_window_new ());
  GSettings *settings = weft_settings_get_default ();
  WeftFilesQuestion question = { "Open Traces", "_Open", TRUE, folder, on_chosen };
  gpointer dialog, same;

  g_assert_cmpint (g_mkdir_with_parents (folder_path, 0700), ==, 0);
  write_file (path, log);
  gtk_window_present (parent);
  weft_open_files_ask (parent, &question, settings);
  wait_until (has_chooser, &dialog);
  g_assert_true (gtk_window_get_modal (dialog));
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Open Traces");
  g_assert_true (gtk_file_chooser_get_select_multiple (dialog));
  check_likely (dialog);
  check_families (dialog);
  /* It is asked once. */
  weft_open_files_ask (parent, &question, settings);
  wait_settled ();
  g_assert_true (has_chooser (&same));
  g_assert_true (same == dialog);

  wait_until (is_in_folder, dialog);
  gtk_dialog_response (dialog, GTK_RESPONSE_CANCEL);
  wait_until (has_none, NULL);
  wait_until (is_answered, parent);
  g_assert_null (answer);

  check_choosing (parent, &question, file);

  /* The next begins where that file is; the chooser goes with the window that asked. */
  question.folder = NULL;
  weft_open_files_ask (parent, &question, settings);
  wait_until (has_chooser, &dialog);
  wait_until (is_in_folder, dialog);
  begun = gtk_file_chooser_get_current_folder (dialog);
  g_assert_true (g_file_equal (begun, folder));
  gtk_window_destroy (parent);
  wait_until (has_none, NULL);
  close_complaints ();
}

/* Who opens traces, adds them to a workspace or compares is asked in the desktop's chooser. */
static void
check_asks (GtkWidget *window, const char *action, gboolean several)
{
  const GtkFileChooserAction kind = g_str_equal (action, "win.open-folder")
                                      ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                      : GTK_FILE_CHOOSER_ACTION_OPEN;
  gpointer dialog;

  g_assert_true (gtk_widget_activate_action (window, action, NULL));
  wait_until (has_chooser, &dialog);
  g_assert_true (gtk_file_chooser_get_select_multiple (dialog) == several);
  g_assert_cmpint (gtk_file_chooser_get_action (dialog), ==, kind);
  gtk_dialog_response (dialog, GTK_RESPONSE_CANCEL);
  wait_until (has_none, NULL);
  close_complaints ();
  wait_until (is_answered, window);
  close_complaints ();
}

static gboolean
can_compare (gpointer window)
{
  WeftDocumentPage *page = weft_window_get_page (window);

  return weft_document_get_phase (weft_document_page_get_document (page)) == WEFT_DOCUMENT_COMPLETE;
}

static void
test_windows (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);
  WeftWorkspaceWindow *workspace = weft_workspace_window_new (GTK_APPLICATION (app), settings);
  g_autoptr (GFile) file = sample_file ("kanata-two-ops.log");

  gtk_window_present (GTK_WINDOW (window));
  check_asks (GTK_WIDGET (window), "win.open", TRUE);
  check_asks (GTK_WIDGET (window), "win.open-folder", FALSE);
  weft_window_open_file (window, file);
  wait_until (can_compare, window);
  wait_settled ();
  check_asks (GTK_WIDGET (window), "win.compare", FALSE);
  gtk_window_present (GTK_WINDOW (workspace));
  check_asks (GTK_WIDGET (workspace), "workspace.add", TRUE);
  gtk_window_destroy (GTK_WINDOW (workspace));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* --- dropping --------------------------------------------------------------------------------- */

typedef struct
{
  GtkWidget *widget;
  const char *text;
} Said;

static gboolean
says (gpointer data)
{
  const Said *said = data;
  GtkWidget *box = gtk_widget_get_first_child (said->widget);

  for (GtkWidget *label = gtk_widget_get_first_child (box); label != NULL;
       label = gtk_widget_get_next_sibling (label))
    if (strstr (gtk_label_get_text (GTK_LABEL (label)), said->text) != NULL)
      return TRUE;
  return FALSE;
}

/* While files are held over a window, it says what they are. */
static void
test_hint (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  GtkWidget *hint = find_widget (GTK_WIDGET (window), WEFT_TYPE_DROP_HINT);
  g_autoptr (GFile) core = sample_file ("kanata-core.log");
  g_autoptr (GFile) other = sample_file ("README.md");
  GFile *array[] = { core, other };
  GdkFileList *files = gdk_file_list_new_from_array (array, 2);
  Said ops = { hint, "400 ops" }, name = { hint, "README.md" };

  gtk_window_present (GTK_WINDOW (window));
  g_assert_false (gtk_widget_get_visible (hint));
  weft_drop_hint_set_files (WEFT_DROP_HINT (hint), files);
  g_assert_true (gtk_widget_get_visible (hint));
  g_assert_true (says (&name));
  wait_until (says, &ops);
  weft_drop_hint_set_files (WEFT_DROP_HINT (hint), NULL);
  g_assert_false (gtk_widget_get_visible (hint));
  g_boxed_free (GDK_TYPE_FILE_LIST, files);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/open-files/chooser", test_chooser);
  g_test_add_func ("/open-files/windows", test_windows);
  g_test_add_func ("/open-files/hint", test_hint);
  return app_tests_run (homes);
}
