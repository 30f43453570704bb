/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-open-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-folder-item.h"
#include "weft-open-files.h"
#include "weft-path-bar.h"
#include "weft-place-list.h"
#include "weft-preview-pane.h"
#include "weft-recent.h"
#include "weft-settings.h"
#include "weft-table-view.h"
#include "weft-window.h"

#include <time.h>

/* The window in which files are chosen, by what it shows and by keys where xdotool is there. */

static WeftApplication *app;

/* What was chosen last. */
static GListModel *answer;

/* --- a folder --------------------------------------------------------------------------------- */

static void
write_in (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  write_file (path, text);
}

/* sub/inner.log, beta.log (20 ops), alpha.log (3 ops), letter.txt, nothing.log, .hidden.log, and a
 * link to nowhere: (transfer full). */
static char *
make_folder (void)
{
  char *folder = own_path ("traces");
  g_autofree char *sub = g_build_filename (folder, "sub", NULL);
  g_autofree char *gone = g_build_filename (folder, "gone.log", NULL);
  g_autofree char *small = make_log (3), *large = make_log (20);

  g_assert_cmpint (g_mkdir_with_parents (sub, 0700), ==, 0);
  write_in (folder, "alpha.log", small);
  write_in (folder, "beta.log", large);
  write_in (folder, "letter.txt", "Dear reader,\n");
  write_in (folder, "nothing.log", "");
  write_in (folder, ".hidden.log", small);
  write_in (sub, "inner.log", small);
  if (!g_file_test (gone, G_FILE_TEST_IS_SYMLINK))
    g_assert_cmpint (symlink ("/nowhere/at/all", gone), ==, 0);
  return folder;
}

/* --- the window ------------------------------------------------------------------------------- */

static gboolean
has_toplevel (GType type, GtkWidget **found)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  *found = NULL;
  for (GList *item = windows; item != NULL; item = item->next)
    if (g_type_is_a (G_OBJECT_TYPE (item->data), type) && gtk_widget_get_mapped (item->data))
      *found = item->data;
  return *found != NULL;
}

static gboolean
is_open (gpointer window)
{
  return has_toplevel (WEFT_TYPE_OPEN_WINDOW, window);
}

static gboolean
is_shut (gpointer data G_GNUC_UNUSED)
{
  GtkWidget *window;

  return !has_toplevel (WEFT_TYPE_OPEN_WINDOW, &window);
}

static gboolean
is_chooser (gpointer chooser)
{
  return has_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG, chooser);
}

static GListModel *
get_rows (GtkWidget *window)
{
  GtkWidget *table = find_widget (window, WEFT_TYPE_TABLE_VIEW);

  return G_LIST_MODEL (
    gtk_list_view_get_model (GTK_LIST_VIEW (weft_table_view_get_rows (WEFT_TABLE_VIEW (table)))));
}

/* The names that are listed, those that are chosen with a star: (transfer full). */
static char *
list_names (GtkWidget *window)
{
  GListModel *rows = get_rows (window);
  GString *names = g_string_new (NULL);

  for (guint i = 0; rows != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftFolderItem) item = g_list_model_get_item (rows, i);
      gboolean chosen = gtk_selection_model_is_selected (GTK_SELECTION_MODEL (rows), i);

      g_string_append_printf (names, "%s%s%s", i > 0 ? " " : "", weft_folder_item_get_name (item),
                              chosen ? "*" : "");
    }
  return g_string_free (names, FALSE);
}

typedef struct
{
  GtkWidget *window;
  const char *names;
} Expected;

static gboolean
lists (gpointer data)
{
  const Expected *expected = data;
  g_autofree char *names = list_names (expected->window);

  return g_str_equal (names, expected->names);
}

/* Soon. */
static void
check_listed (GtkWidget *window, const char *names)
{
  Expected expected = { window, names };

  wait_until (lists, &expected);
}

static void
on_chosen (GtkWindow *parent G_GNUC_UNUSED, GListModel *files)
{
  g_set_object (&answer, files);
}

/* Over a window that is nothing else. */
static GtkWidget *
ask (GtkWidget **parent, const char *path, gboolean several)
{
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  const WeftFilesQuestion question = { "Open Traces", "_Open", several, folder, on_chosen };
  GtkWidget *window;

  g_clear_object (&answer);
  *parent = gtk_window_new ();
  gtk_window_present (GTK_WINDOW (*parent));
  weft_open_files_ask (GTK_WINDOW (*parent), &question, weft_settings_get_default ());
  wait_until (is_open, &window);
  return window;
}

static void
end (GtkWidget *parent)
{
  GtkWidget *complaint;

  /* GTK's chooser complains where it is closed while it reads a folder. */
  while (has_toplevel (GTK_TYPE_MESSAGE_DIALOG, &complaint))
    gtk_window_destroy (GTK_WINDOW (complaint));
  gtk_window_destroy (GTK_WINDOW (parent));
  wait_until (is_shut, NULL);
  g_clear_object (&answer);
}

static void
choose (GtkWidget *window, const char *name)
{
  GListModel *rows = get_rows (window);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftFolderItem) item = g_list_model_get_item (rows, i);

      if (g_str_equal (weft_folder_item_get_name (item), name))
        {
          gtk_selection_model_select_item (GTK_SELECTION_MODEL (rows), i, TRUE);
          return;
        }
    }
  g_error ("there is no “%s”", name);
}

static void
act (GtkWidget *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (window, action, NULL));
}

/* --- the list --------------------------------------------------------------------------------- */

static void
test_list (void)
{
  g_autofree char *folder = make_folder ();
  GSettings *settings = weft_settings_get_default ();
  GtkWidget *parent, *window = ask (&parent, folder, TRUE);
  GtkDropDown *kinds = GTK_DROP_DOWN (find_widget (window, GTK_TYPE_DROP_DOWN));
  g_autoptr (GtkColumnViewColumn) column = NULL;
  GListModel *titles;

  /* Folders first, then as people sort; the first is chosen. */
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  gtk_drop_down_set_selected (kinds, 1);
  check_listed (window, "sub* alpha.log beta.log gone.log nothing.log");
  gtk_drop_down_set_selected (kinds, 0);
  act (window, "files.open-hidden");
  check_listed (window, "sub* .hidden.log alpha.log beta.log gone.log letter.txt nothing.log");
  /* What is chosen and goes is chosen again when it comes back. */
  choose (window, ".hidden.log");
  act (window, "files.open-hidden");
  check_listed (window, "sub alpha.log beta.log gone.log letter.txt nothing.log");
  act (window, "files.open-hidden");
  check_listed (window, "sub .hidden.log* alpha.log beta.log gone.log letter.txt nothing.log");
  choose (window, "sub");
  act (window, "files.open-hidden");
  /* The menu's order. */
  g_settings_set_string (settings, "open-order", "size");
  g_settings_set_boolean (settings, "open-descending", TRUE);
  check_listed (window, "sub* beta.log alpha.log gone.log letter.txt nothing.log");
  /* A title that is pressed says so to the next window too. */
  titles = gtk_column_view_get_columns (
    weft_table_view_get_titles (WEFT_TABLE_VIEW (find_widget (window, WEFT_TYPE_TABLE_VIEW))));
  column = g_list_model_get_item (titles, WEFT_FOLDER_SIZE);
  weft_table_view_sort (WEFT_TABLE_VIEW (find_widget (window, WEFT_TYPE_TABLE_VIEW)), column,
                        FALSE);
  check_listed (window, "sub* nothing.log letter.txt gone.log alpha.log beta.log");
  g_assert_cmpint (g_settings_get_enum (settings, "open-order"), ==, WEFT_FOLDER_SIZE);
  g_assert_false (g_settings_get_boolean (settings, "open-descending"));
  end (parent);
  g_settings_reset (settings, "open-order");
}

/* What is written narrows the list to names that have it, and chooses one that begins so. */
static void
test_search (void)
{
  g_autofree char *folder = make_folder ();
  GtkWidget *parent, *window = ask (&parent, folder, TRUE);
  GtkWidget *entry = find_widget (window, GTK_TYPE_SEARCH_ENTRY);

  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  act (window, "files.search");
  gtk_editable_set_text (GTK_EDITABLE (entry), "ET");
  check_listed (window, "beta.log* letter.txt");
  gtk_editable_set_text (GTK_EDITABLE (entry), "let");
  check_listed (window, "letter.txt*");
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such name");
  check_listed (window, "");
  gtk_editable_set_text (GTK_EDITABLE (entry), "ALPHA");
  check_listed (window, "alpha.log*");
  g_signal_emit_by_name (entry, "activate");
  wait_until (is_shut, NULL);
  g_assert_nonnull (answer);
  g_assert_cmpuint (g_list_model_get_n_items (answer), ==, 1);
  end (parent);
}

/* --- previews --------------------------------------------------------------------------------- */

static gboolean
has_preview (gpointer window)
{
  return weft_open_window_get_preview (window) != NULL;
}

/* Whether the pane says so, somewhere. */
static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

/* Soon. */
static void
check_says (GtkWidget *widget, const char *text)
{
  for (guint i = 0; i < 500 && !says (widget, text); i++)
    wait_settled ();
  if (!says (widget, text))
    g_error ("“%s” is not said", text);
}

static void
check_preview (GtkWidget *window, const char *name, WeftPreviewKind kind, const char *text,
               gboolean picture)
{
  GtkWidget *pane = find_widget (window, WEFT_TYPE_PREVIEW_PANE);
  GtkWidget *shown = find_widget (pane, GTK_TYPE_PICTURE);

  choose (window, name);
  g_assert_null (weft_open_window_get_preview (WEFT_OPEN_WINDOW (window)));
  g_assert_true (says (pane, name));
  wait_until (has_preview, window);
  g_assert_cmpint (weft_open_window_get_preview (WEFT_OPEN_WINDOW (window))->kind, ==, kind);
  check_says (pane, text);
  g_assert_true (gtk_widget_get_mapped (shown) == picture);
  g_assert_true ((gtk_picture_get_paintable (GTK_PICTURE (shown)) != NULL) == picture);
}

static void
test_preview (void)
{
  g_autofree char *folder = make_folder ();
  GtkWidget *parent, *window = ask (&parent, folder, TRUE), *pane, *rows;

  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  pane = find_widget (window, WEFT_TYPE_PREVIEW_PANE);
  rows = weft_table_view_get_rows (WEFT_TABLE_VIEW (find_widget (window, WEFT_TYPE_TABLE_VIEW)));
  check_preview (window, "alpha.log", WEFT_PREVIEW_TRACE, "Kanata 0004 · 3 ops", TRUE);
  g_assert_true (says (pane, "All of it"));
  g_assert_true (says (pane, folder));
  /* Who does not see it hears it. */
  g_assert_null (gtk_test_accessible_check_property (
    GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    weft_open_window_get_preview (WEFT_OPEN_WINDOW (window))->text));
  check_preview (window, "letter.txt", WEFT_PREVIEW_UNKNOWN, "No trace of a format", FALSE);
  g_assert_true (says (pane, "Text that begins with “Dear reader,”"));
  check_preview (window, "nothing.log", WEFT_PREVIEW_UNREADABLE, "is empty", FALSE);
  check_preview (window, "gone.log", WEFT_PREVIEW_UNREADABLE, "There is no file", FALSE);
  check_preview (window, "sub", WEFT_PREVIEW_FOLDER, "Folder · 1 entry", FALSE);
  /* Several: how many, and how large. */
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (get_rows (window)));
  g_assert_true (says (pane, "6 files"));
  g_assert_null (weft_open_window_get_preview (WEFT_OPEN_WINDOW (window)));
  end (parent);
}

/* Why a file can't be read is said; the superuser can read all. */
static void
test_forbidden (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "beta.log", NULL);
  GtkWidget *parent, *window;

  if (geteuid () == 0)
    {
      g_test_skip ("the superuser may read every file");
      return;
    }
  window = ask (&parent, folder, TRUE);
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  check_preview (window, "beta.log", WEFT_PREVIEW_UNREADABLE, "You may not read", FALSE);
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  end (parent);
}

/* --- going about ------------------------------------------------------------------------------ */

static void
write_path (GtkWidget *window, const char *path)
{
  WeftPathBar *bar = WEFT_PATH_BAR (find_widget (window, WEFT_TYPE_PATH_BAR));

  act (window, "files.path");
  g_assert_true (weft_path_bar_is_edited (bar));
  gtk_editable_set_text (GTK_EDITABLE (weft_path_bar_get_entry (bar)), path);
  g_signal_emit_by_name (weft_path_bar_get_entry (bar), "activate");
  wait_settled ();
}

static void
test_folders (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *sub = g_build_filename (folder, "sub", NULL);
  GtkWidget *parent, *window = ask (&parent, folder, FALSE), *entry;

  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  act (window, "files.accept");
  check_listed (window, "inner.log*");
  /* Who goes up is where one came from. */
  act (window, "files.up");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  write_path (window, sub);
  check_listed (window, "inner.log*");
  write_path (window, "..");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  write_path (window, "sub/nowhere.log");
  entry = weft_path_bar_get_entry (WEFT_PATH_BAR (find_widget (window, WEFT_TYPE_PATH_BAR)));
  check_says (window, "No such file");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  write_path (window, "sub/inner.log");
  wait_until (is_shut, NULL);
  g_assert_nonnull (answer);
  end (parent);
}

static gboolean
is_at_home (gpointer window)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *name = g_file_get_basename (home);

  return says (find_widget (window, WEFT_TYPE_PATH_BAR), name) && !says (window, "can’t be read");
}

/* An error or an empty folder is said in place of the list. */
static void
test_nothing (void)
{
  g_autofree char *folder = make_folder (), *empty = g_build_filename (folder, "sub", "void", NULL);
  const WeftFilesQuestion question = { "Open Traces", "_Open", TRUE, NULL, on_chosen };
  GtkWidget *parent, *window;

  g_assert_cmpint (g_mkdir_with_parents (empty, 0700), ==, 0);
  window = ask (&parent, empty, TRUE);
  check_says (window, "This folder is empty");
  write_path (window, folder);
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  end (parent);
  g_assert_cmpint (g_rmdir (empty), ==, 0);

  /* A folder that was asked for, and one that was there when files were opened from it. */
  window = ask (&parent, "/nowhere/at/all", TRUE);
  check_says (window, "This folder can’t be read");
  end (parent);
  g_settings_set_string (weft_settings_get_default (), "open-folder", "file:///nowhere/at/all");
  parent = gtk_window_new ();
  gtk_window_present (GTK_WINDOW (parent));
  weft_open_files_ask (GTK_WINDOW (parent), &question, weft_settings_get_default ());
  wait_until (is_open, &window);
  wait_until (is_at_home, window);
  end (parent);
}

static gboolean
was_open_lately (gpointer file)
{
  GList *items = weft_recent_get (1);
  g_autofree char *uri = g_file_get_uri (file);
  gboolean found = items != NULL && g_str_equal (gtk_recent_info_get_uri (items->data), uri);

  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return found;
}

/* What was open lately, the latest first, each with its folder. */
static void
test_recent (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GFile) file = sample_file ("kanata-core.log");
  GtkWidget *parent, *window;

  weft_recent_add (file, "text/plain");
  wait_until (was_open_lately, file);
  window = ask (&parent, folder, TRUE);
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  g_signal_emit_by_name (find_widget (window, WEFT_TYPE_PLACE_LIST), "chosen", NULL);
  check_listed (window, "kanata-core.log*");
  act (window, "files.accept");
  wait_until (is_shut, NULL);
  g_assert_nonnull (answer);
  end (parent);
}

/* --- answers ---------------------------------------------------------------------------------- */

static void
test_several (void)
{
  g_autofree char *folder = make_folder (), *uri = NULL;
  GtkWidget *parent, *window = ask (&parent, folder, TRUE);
  GtkSelectionModel *rows;

  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  rows = GTK_SELECTION_MODEL (get_rows (window));
  gtk_selection_model_select_range (rows, 1, 2, TRUE);
  act (window, "files.accept");
  wait_until (is_shut, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (answer), ==, 2);
  uri = g_settings_get_string (weft_settings_get_default (), "open-folder");
  g_assert_true (g_str_has_suffix (uri, "/traces"));
  end (parent);

  /* Folders are opened one at a time, and where one file is asked for, one can be chosen. */
  window = ask (&parent, folder, TRUE);
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (get_rows (window)), 0, 2, TRUE);
  gtk_widget_activate_action (window, "files.accept", NULL);
  wait_settled ();
  g_assert_false (is_shut (NULL));
  gtk_window_close (GTK_WINDOW (window));
  wait_until (is_shut, NULL);
  g_assert_null (answer);
  end (parent);
  window = ask (&parent, folder, FALSE);
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (get_rows (window)));
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  end (parent);
}

/* A folder that is one capture can be opened as that. */
static void
test_capture (void)
{
  g_autofree char *folder = own_path ("captures"), *log = NULL;
  g_autofree char *inner = g_build_filename (folder, "capture", NULL);
  g_autoptr (GFile) sample = sample_file ("noc-eight-cores.json");
  GtkWidget *parent, *window, *pane, *button = NULL;

  g_assert_true (g_file_load_contents (sample, NULL, &log, NULL, NULL, NULL));
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  write_in (inner, "noc_trace_dev0_ID0.json", log);
  window = ask (&parent, folder, TRUE);
  check_listed (window, "capture*");
  wait_until (has_preview, window);
  wait_settled ();
  pane = find_widget (window, WEFT_TYPE_PREVIEW_PANE);
  button = find_widget (pane, GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_true (gtk_widget_get_mapped (find_widget (pane, GTK_TYPE_PICTURE)));
  g_signal_emit_by_name (button, "clicked");
  wait_until (is_shut, NULL);
  g_assert_nonnull (answer);
  end (parent);
}

/* The desktop's own chooser stays within reach; in a sandbox it is the only one. */
static void
test_elsewhere (void)
{
  g_autofree char *folder = make_folder (), *path = g_build_filename (folder, "alpha.log", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *parent, *window = ask (&parent, folder, TRUE), *chooser;

  act (window, "files.elsewhere");
  wait_until (is_chooser, &chooser);
  wait_settled ();
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  wait_settled ();
  g_assert_false (is_shut (NULL));
  act (window, "files.elsewhere");
  wait_until (is_chooser, &chooser);
  wait_settled ();
  g_assert_true (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL));
  wait_settled ();
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  wait_until (is_shut, NULL);
  g_assert_nonnull (answer);
  end (parent);
}

static void
test_sandbox (void)
{
  const WeftFilesQuestion question = { "Open Traces", "_Open", TRUE, NULL, on_chosen };
  GtkWidget *parent = gtk_window_new (), *chooser;

  g_setenv ("SNAP", "/snap/weft/1", TRUE);
  gtk_window_present (GTK_WINDOW (parent));
  weft_open_files_ask (GTK_WINDOW (parent), &question, weft_settings_get_default ());
  wait_until (is_chooser, &chooser);
  wait_settled ();
  g_assert_true (is_shut (NULL));
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  wait_settled ();
  g_unsetenv ("SNAP");
  g_assert_null (answer);
  end (parent);
}

/* --- sizes ------------------------------------------------------------------------------------ */

static void
check_layout (GtkWidget *window, int width, int height, gboolean places, gboolean pane)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (find_widget (window, WEFT_TYPE_TABLE_VIEW)));
  g_assert_true (gtk_widget_get_mapped (find_widget (window, WEFT_TYPE_PREVIEW_PANE)) == pane);
  g_assert_cmpint (gtk_widget_get_width (window), <=, width);
  g_assert_true (says (window, "Recent") == places);
}

/* Down to the width of a telephone the list is there, and what is beside it gives way. */
static void
test_sizes (void)
{
  g_autofree char *folder = make_folder ();
  GSettings *settings = weft_settings_get_default ();
  GtkWidget *parent, *window = ask (&parent, folder, TRUE);

  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  check_layout (window, 960, 600, TRUE, TRUE);
  check_layout (window, 700, 500, FALSE, TRUE);
  check_layout (window, 360, 640, FALSE, TRUE);
  check_layout (window, 360, 300, FALSE, FALSE);
  check_layout (window, 640, 420, FALSE, TRUE);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (is_shut, NULL);
  g_assert_cmpint (g_settings_get_int (settings, "open-width"), ==, 640);
  g_assert_cmpint (g_settings_get_int (settings, "open-height"), ==, 420);
  end (parent);
  g_settings_reset (settings, "open-width");
  g_settings_reset (settings, "open-height");
}

/* --- many files ------------------------------------------------------------------------------- */

static gint64
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000) + time.tv_nsec / 1000;
}

static gboolean
lists_all (GtkWidget *window, guint n)
{
  GListModel *rows = get_rows (window);

  return rows != NULL && g_list_model_get_n_items (rows) == n;
}

/* Ten thousand files come bit by bit: nothing keeps the window from answering meanwhile. */
static void
test_many (void)
{
  const guint n = 10000;
  g_autofree char *folder = own_path ("many");
  GtkWidget *parent, *window;
  gint64 longest = 0, all = 0, end_time = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("run-%u.log", i * 7919 % n);

      write_in (folder, name, "Kanata\t0004\n");
    }
  window = ask (&parent, folder, TRUE);
  while (!lists_all (window, n) || !has_preview (window))
    {
      gint64 before = get_thread_time (), spent;

      g_main_context_iteration (NULL, TRUE);
      spent = get_thread_time () - before;
      longest = MAX (longest, spent);
      all += spent;
      g_assert_cmpint (g_get_monotonic_time (), <, end_time);
    }
  g_test_message ("%u files: %d ms of this thread's, at most %d ms at a time", n,
                  (int) (all / 1000), (int) (longest / 1000));
  g_assert_cmpint (longest, <, 100000);
  end (parent);
  remove_folder (folder);
}

/* --- by keys ---------------------------------------------------------------------------------- */

static gboolean
is_finished (gpointer process)
{
  return g_subprocess_get_identifier (process) == NULL;
}

static void
on_finished (GObject *process G_GNUC_UNUSED, GAsyncResult *result G_GNUC_UNUSED,
             gpointer data G_GNUC_UNUSED)
{
}

/* Presses keys in the window of that title, which gets the focus: there is no window manager. */
static void
press (const char *title, const char *arguments)
{
  g_autofree char *command = g_strdup_printf (
    "xdotool search --onlyvisible --name '^%s$' windowfocus --sync %s", title, arguments);
  const char *argv[] = { "/bin/sh", "-c", command, NULL };
  g_autoptr (GSubprocess) process =
    g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL);

  g_subprocess_wait_async (process, NULL, on_finished, NULL);
  wait_until (is_finished, process);
  wait_settled ();
}

/* Without a window manager a key is lost now and then that comes with the focus. */
static GtkWidget *
press_open (void)
{
  GtkWidget *window = NULL;

  for (guint i = 0; i < 10 && !is_open (&window); i++)
    press ("Weft", "key ctrl+o");
  wait_until (is_open, &window);
  return window;
}

static gboolean
has_rows (gpointer window)
{
  WeftDocumentPage *page = weft_window_get_page (window);
  WeftViewState *state =
    page != NULL ? weft_document_get_state (weft_document_page_get_document (page)) : NULL;

  return state != NULL && weft_view_state_is_open (state);
}

/* From the key that asks to the trace in its tab, with the keyboard alone. */
static void
test_keys (void)
{
  GSettings *settings = weft_settings_get_default ();
  g_autofree char *folder = make_folder (), *uri = g_filename_to_uri (folder, NULL, NULL);
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");
  WeftWindow *main_window;
  GtkWidget *window;
  WeftPathBar *bar;

  if (xdotool == NULL)
    {
      g_test_skip ("xdotool is not installed");
      return;
    }
  g_settings_set_string (settings, "open-folder", uri);
  main_window = weft_window_new (GTK_APPLICATION (app), settings);
  gtk_window_present (GTK_WINDOW (main_window));
  wait_settled ();
  window = press_open ();
  bar = WEFT_PATH_BAR (find_widget (window, WEFT_TYPE_PATH_BAR));
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  press ("Open Traces", "key Down");
  check_listed (window, "sub alpha.log* beta.log gone.log letter.txt nothing.log");
  press ("Open Traces", "key ctrl+h");
  check_listed (window, "sub .hidden.log alpha.log* beta.log gone.log letter.txt nothing.log");
  press ("Open Traces", "key ctrl+h key Up key Return");
  check_listed (window, "inner.log*");
  press ("Open Traces", "key BackSpace");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  press ("Open Traces", "key Return");
  check_listed (window, "inner.log*");
  press ("Open Traces", "key alt+Up");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  /* A path, which is completed, given up, and written anew. */
  press ("Open Traces", "key slash");
  g_assert_true (weft_path_bar_is_edited (bar));
  press ("Open Traces", "key Escape");
  g_assert_false (weft_path_bar_is_edited (bar));
  press ("Open Traces", "key ctrl+l type --delay 20 su");
  press ("Open Traces", "key Tab");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (weft_path_bar_get_entry (bar))), ==,
                   "sub/");
  press ("Open Traces", "key Return");
  check_listed (window, "inner.log*");
  press ("Open Traces", "key BackSpace");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  /* Home, and back by what is written relative to nothing. */
  press ("Open Traces", "key alt+Home");
  wait_until (is_at_home, window);
  press ("Open Traces", "key ctrl+l");
  gtk_editable_set_text (GTK_EDITABLE (weft_path_bar_get_entry (bar)), folder);
  press ("Open Traces", "key Return");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  /* Several at once. */
  press ("Open Traces", "key shift+Down key shift+Down");
  check_listed (window, "sub* alpha.log* beta.log* gone.log letter.txt nothing.log");
  press ("Open Traces", "key Home");
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  /* Letters find; Escape ends that first, and then the window. */
  press ("Open Traces", "type --delay 20 let");
  check_listed (window, "letter.txt*");
  press ("Open Traces", "key Escape");
  check_listed (window, "sub alpha.log beta.log gone.log letter.txt* nothing.log");
  press ("Open Traces", "key Escape");
  wait_until (is_shut, NULL);
  g_assert_null (weft_window_get_page (main_window));
  window = press_open ();
  check_listed (window, "sub* alpha.log beta.log gone.log letter.txt nothing.log");
  press ("Open Traces", "type --delay 20 bet");
  check_listed (window, "beta.log*");
  press ("Open Traces", "key Return");
  wait_until (is_shut, NULL);
  wait_until (has_rows, main_window);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (main_window)), ==, "beta.log · Weft");
  gtk_window_destroy (GTK_WINDOW (main_window));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/open-window/list", test_list);
  g_test_add_func ("/open-window/search", test_search);
  g_test_add_func ("/open-window/preview", test_preview);
  g_test_add_func ("/open-window/forbidden", test_forbidden);
  g_test_add_func ("/open-window/folders", test_folders);
  g_test_add_func ("/open-window/nothing", test_nothing);
  g_test_add_func ("/open-window/recent", test_recent);
  g_test_add_func ("/open-window/several", test_several);
  g_test_add_func ("/open-window/capture", test_capture);
  g_test_add_func ("/open-window/elsewhere", test_elsewhere);
  g_test_add_func ("/open-window/sandbox", test_sandbox);
  g_test_add_func ("/open-window/sizes", test_sizes);
  g_test_add_func ("/open-window/many", test_many);
  g_test_add_func ("/open-window/keys", test_keys);
  return app_tests_run (homes);
}
