/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preview.h"

#include "app-tests.h"
#include "wait.h"
#include "weft-recent-list.h"
#include "weft-recent.h"
#include "weft-settings.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* What a window shows before there is a trace: what files are, what was open lately, samples. */

static WeftApplication *app;

typedef struct
{
  gboolean done;
  char *text;
} Answer;

static void
on_preview (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->text = weft_preview_finish (result);
  answer->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Answer *) data)->done;
}

/* (transfer full) (nullable) */
static char *
preview (GFile *file)
{
  Answer answer = { FALSE, NULL };

  weft_preview_async (file, NULL, on_preview, &answer);
  wait_until (is_done, &answer);
  return answer.text;
}

static void
check_preview (const char *sample, const char *expected)
{
  g_autoptr (GFile) file = sample_file (sample);
  g_autofree char *text = preview (file), *again = preview (file);

  g_assert_cmpstr (text, ==, again);
  if (strstr (text, expected) == NULL)
    g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, expected));
}

static void
test_previews (void)
{
  g_autofree char *path = own_path ("letter"), *log = make_log (3);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) gone = g_file_new_for_path ("/nowhere/at/all");
  g_autofree char *changed = NULL;

  check_preview ("kanata-core.log", "Kanata 0004 · 400 ops · 77.1");
  check_preview ("kanata-core.log.gz", "400 ops");
  check_preview ("saturnis-bus.jsonl", "400 accesses");
  check_preview ("npu-two-layers.json", "192 events");
  check_preview ("noc-eight-cores.json", "events");
  check_preview ("live-two-chips.weftlive", "12 programs");
  check_preview ("core-and-bus.weftspace", "Workspace · 2 traces");
  write_file (path, "Dear reader,\n");
  g_assert_null (preview (file));
  g_assert_null (preview (gone));
  /* A file that is another now is looked at anew. */
  write_file (path, log);
  changed = preview (file);
  g_assert_nonnull (strstr (changed, "3 ops"));
}

/* However large a file is, the look at it is short, and says that there is more. */
static void
test_large (void)
{
  g_autofree char *path = own_path ("large.log"), *log = make_log (1500000), *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gint64 start;

  write_file (path, log);
  start = g_get_monotonic_time ();
  text = preview (file);
  g_test_message ("%s, after %d ms", text, (int) ((g_get_monotonic_time () - start) / 1000));
  g_assert_nonnull (strstr (text, "more than"));
  g_unlink (path);
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = NULL;

  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static gboolean
has_workspace (gpointer data)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_WORKSPACE_WINDOW (windows->data))
      *(gpointer *) data = windows->data;
  return *(gpointer *) data != NULL;
}

static const char *
get_label (GtkWidget *row, guint line)
{
  GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
  GtkWidget *label = gtk_widget_get_first_child (box);

  while (line-- > 0)
    label = gtk_widget_get_next_sibling (label);
  return gtk_label_get_text (GTK_LABEL (label));
}

static gboolean
says_400_ops (gpointer list)
{
  GtkWidget *box = weft_recent_list_get_box (list);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (box), 0);

  return row != NULL && strstr (get_label (GTK_WIDGET (row), 1), "400 ops") != NULL;
}

/* A file that was open is among the recent ones, with what it is, and a press opens it. */
static void
test_page (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = sample_file ("kanata-core.log");
  gpointer workspace = NULL;
  GtkWidget *list, *row;

  weft_recent_add (file, "text/plain");
  pass_time (100);
  gtk_window_present (GTK_WINDOW (window));
  pass_time (100);
  list = find (GTK_WIDGET (window), WEFT_TYPE_RECENT_LIST);
  g_assert_true (gtk_widget_get_mapped (list));
  wait_until (says_400_ops, list);
  row = find (weft_recent_list_get_box (WEFT_RECENT_LIST (list)), GTK_TYPE_LIST_BOX_ROW);
  g_assert_cmpstr (get_label (row, 0), ==, "kanata-core.log");
  gtk_widget_activate (row);
  pass_time (50);
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 1);
  g_assert_false (gtk_widget_get_mapped (list));

  /* the last sample */
  row = find (GTK_WIDGET (window), ADW_TYPE_ACTION_ROW);
  while (gtk_widget_get_next_sibling (row) != NULL)
    row = gtk_widget_get_next_sibling (row);
  gtk_widget_activate (row);
  wait_until (has_workspace, &workspace);
  gtk_window_destroy (workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  pass_time (100);
}

/* Who opens a trace for the first time is told how to move, once, and above the picture. */
static void
test_hint (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window;
  GtkWidget *hint, *picture;
  graphene_rect_t bounds;
  g_autoptr (GFile) file = sample_file ("kanata-two-ops.log");

  g_settings_reset (settings, "show-hint");
  window = weft_window_new (GTK_APPLICATION (app), settings);
  gtk_window_present (GTK_WINDOW (window));
  weft_window_open_file (window, file);
  pass_time (500);
  g_assert_false (g_settings_get_boolean (settings, "show-hint"));
  hint = find (GTK_WIDGET (window), GTK_TYPE_INFO_BAR);
  g_assert_nonnull (hint);
  g_assert_true (gtk_widget_compute_bounds (hint, GTK_WIDGET (window), &bounds));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <, 160);
  picture = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (gtk_widget_child_focus (hint, GTK_DIR_TAB_FORWARD));
  gtk_info_bar_response (GTK_INFO_BAR (hint), GTK_RESPONSE_CLOSE);
  pass_time (50);
  g_assert_true (find (GTK_WIDGET (window), GTK_TYPE_INFO_BAR) != hint);
  /* The next key is the picture's. */
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  gtk_window_destroy (GTK_WINDOW (window));
  pass_time (100);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/welcome/previews", test_previews);
  g_test_add_func ("/welcome/large", test_large);
  g_test_add_func ("/welcome/page", test_page);
  g_test_add_func ("/welcome/hint", test_hint);
  return app_tests_run (homes);
}
