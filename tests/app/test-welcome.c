/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preview.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-picture-view.h"
#include "weft-recent-list.h"
#include "weft-recent.h"
#include "weft-settings.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* A window without a trace shows kinds of files, recent ones, samples. */

static WeftApplication *app;

typedef struct
{
  gboolean done;
  WeftPreview *preview;
} Answer;

static void
on_preview (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->preview = weft_preview_finish (result);
  answer->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Answer *) data)->done;
}

/* (transfer full) (nullable) */
static WeftPreview *
preview (GFile *file, const WeftPreviewPicture *picture, GCancellable *cancellable)
{
  Answer answer = { FALSE, NULL };

  weft_preview_async (file, picture, cancellable, on_preview, &answer);
  wait_until (is_done, &answer);
  return answer.preview;
}

static void
check_text (const char *text, const char *expected)
{
  if (text == NULL || strstr (text, expected) == NULL)
    g_error ("“%s” does not say “%s”", text, expected);
}

/* A look that was not cut short: on a busy machine that takes more than one. */
static WeftPreview *
preview_whole (GFile *file)
{
  WeftPreview *whole = preview (file, NULL, NULL);

  while (
    whole->text != NULL
    && (strstr (whole->text, "more than") != NULL || strstr (whole->text, "takes longer") != NULL))
    {
      weft_preview_unref (whole);
      whole = preview (file, NULL, NULL);
    }
  return whole;
}

static void
check_preview (const char *sample, const char *expected)
{
  g_autoptr (GFile) file = sample_file (sample);
  g_autoptr (WeftPreview) first = preview_whole (file), again = preview (file, NULL, NULL);

  g_assert_cmpint (first->kind, ==, WEFT_PREVIEW_TRACE);
  g_assert_true (first == again);
  g_assert_null (first->picture);
  check_text (first->text, expected);
}

static void
test_previews (void)
{
  g_autofree char *path = own_path ("letter"), *log = make_log (3);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WeftPreview) changed = NULL;

  check_preview ("kanata-core.log", "Kanata 0004 · 400 ops · 77.1");
  check_preview ("kanata-core.log.gz", "400 ops");
  check_preview ("saturnis-bus.jsonl", "400 accesses");
  check_preview ("npu-two-layers.json", "192 events");
  check_preview ("timeline-three-steps.json", "389 events");
  check_preview ("noc-eight-cores.json", "events");
  check_preview ("live-two-chips.weftlive", "12 programs");
  check_preview ("dot-product.mca.json", "120 ops");
  check_preview ("dot-product.uica.json", "96 ops");
  check_preview ("xiangshan-loop.db", "90 ops");
  check_preview ("xs-gem5-loop.db", "72 ops");
  check_preview ("scale-sim-two-layers/layer0/IFMAP_SRAM_TRACE.csv", "events");
  check_preview ("champsim-loop.txt", "240 ops");
  check_preview ("dma-transfers.csv", "events");
  check_preview ("nsight-systems.sqlite", "events");
  check_preview ("core-and-bus.weftspace", "Workspace · 2 traces");
  write_file (path, "Dear reader,\n");
  weft_preview_unref (preview (file, NULL, NULL));
  /* A file that is another now is looked at anew. */
  write_file (path, log);
  changed = preview (file, NULL, NULL);
  check_text (changed->text, "3 ops");
}

/* Another file is not taken for a trace: its beginning is shown, or why that is not known. */
static void
check_other (const char *path, WeftPreviewKind kind, const char *text, const char *detail)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WeftPreview) other = preview (file, NULL, NULL);

  g_assert_cmpint (other->kind, ==, kind);
  check_text (other->text, text);
  if (detail != NULL)
    check_text (other->detail, detail);
  else
    g_assert_null (other->detail);
}

static void
test_others (void)
{
  g_autofree char *path = own_path ("other"), *log = make_log (3);
  g_autoptr (GString) long_line = g_string_new (NULL);

  write_file (path, "\n  Dear reader,\nhow do you do");
  check_other (path, WEFT_PREVIEW_UNKNOWN, "No trace", "Text that begins with “Dear reader,”");
  for (guint i = 0; i < 200; i++)
    g_string_append (long_line, "é");
  write_file (path, long_line->str);
  check_other (path, WEFT_PREVIEW_UNKNOWN, "No trace", "é…”");
  g_assert_true (g_file_set_contents (path, "\x89PNG\r\n\x1a\n\0\0\0\r", 12, NULL));
  check_other (path, WEFT_PREVIEW_UNKNOWN, "No trace",
               "Binary data that begins with the bytes 89 50 4e 47 0d");
  write_file (path, "{\"commands\": [{\"cmdq_id\": 1, \"deps_before\": []}]}");
  check_other (path, WEFT_PREVIEW_UNKNOWN, "is the command queue of an NPU run", NULL);
  write_file (path, "");
  check_other (path, WEFT_PREVIEW_UNREADABLE, "is empty", NULL);
  check_other (g_get_user_cache_dir (), WEFT_PREVIEW_FOLDER, "Folder", NULL);
  g_unlink (path);
  check_other (path, WEFT_PREVIEW_UNREADABLE, "No such file", NULL);
  close (make_pipe (path, log));
  check_other (path, WEFT_PREVIEW_UNREADABLE, "pipe or device", NULL);
  g_unlink (path);
  check_other ("/dev/null", WEFT_PREVIEW_UNREADABLE, "pipe or device", NULL);
}

/* A file that is cut off is what it is, as far as it goes, and says so. */
static void
test_damaged (void)
{
  g_autofree char *path = own_path ("cut.log.gz"), *bytes = NULL;
  g_autoptr (GFile) whole = sample_file ("kanata-core.log.gz");
  g_autoptr (GFile) cut = g_file_new_for_path (path);
  g_autoptr (WeftPreview) shown = NULL;
  gsize length;

  g_assert_true (g_file_load_contents (whole, NULL, &bytes, &length, NULL, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length / 2, NULL));
  shown = preview (cut, NULL, NULL);
  g_assert_cmpint (shown->kind, ==, WEFT_PREVIEW_TRACE);
  check_text (shown->text, "ops");
  g_assert_null (strstr (shown->text, "more than"));
  check_text (shown->detail, "ends in the middle");
  g_unlink (path);
}

/* A picture is made where one is asked for, and says how much of the file it shows. */
static void
check_picture (const char *sample, const WeftPreviewPicture *picture, const char *caption)
{
  g_autoptr (GFile) file = sample_file (sample);
  g_autoptr (WeftPreview) shown = preview (file, picture, NULL);

  g_assert_nonnull (shown->picture);
  g_assert_cmpint (gdk_texture_get_width (shown->picture), ==, picture->width);
  g_assert_cmpint (gdk_texture_get_height (shown->picture), ==, picture->height);
  check_text (shown->caption, caption);
}

static void
test_pictures (void)
{
  WeftPreviewPicture picture = { weft_style_new (NULL, NULL), 300, 180 };
  g_autoptr (GFile) space = sample_file ("core-and-bus.weftspace");
  g_autoptr (WeftPreview) without = NULL;

  check_picture ("kanata-core.log.gz", &picture, "The first 31 ops");
  check_picture ("kanata-two-ops.log", &picture, "All of it");
  check_picture ("o3pipeview-core.out", &picture, "The first 31 ops");
  check_picture ("saturnis-bus.btr1", &picture, "All of it");
  check_picture ("npu-two-layers.json", &picture, "All of it");
  check_picture ("timeline-three-steps.json", &picture, "All of it");
  check_picture ("noc-eight-cores.json", &picture, "All of it");
  check_picture ("live-two-chips.weftlive", &picture, "All of it");
  check_picture ("dot-product.mca.json", &picture, "The first 31 ops");
  check_picture ("dot-product.uica.json", &picture, "The first 31 ops");
  check_picture ("xs-gem5-loop.db", &picture, "The first 31 ops");
  check_picture ("scale-sim-two-layers/layer0/OFMAP_DRAM_TRACE.csv", &picture, "All of it");
  check_picture ("champsim-loop.txt", &picture, "The first 31 ops");
  check_picture ("dma-transfers.csv", &picture, "All of it");
  check_picture ("nsight-systems.sqlite", &picture, "All of it");
  without = preview (space, &picture, NULL);
  g_assert_null (without->picture);
  g_assert_null (without->caption);
  weft_style_unref (picture.style);
}

/* However large a file is, the look at it is short, and says that there is more: of one that a fast machine reads whole
 * in that time a larger one is made. */
static void
test_large (void)
{
  g_autofree char *path = own_path ("large.log");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftPreview) shown = NULL;

  g_cancellable_cancel (cancellable);
  for (guint n_ops = 1500000; shown == NULL || strstr (shown->text, "more than") == NULL;
       n_ops *= 2)
    {
      g_autofree char *log = make_log (n_ops);

      g_assert_cmpuint (n_ops, <, 20000000);
      write_file (path, log);
      /* Who asked is gone before: nothing is kept of that. */
      g_assert_null (preview (file, NULL, cancellable));
      g_clear_pointer (&shown, weft_preview_unref);
      shown = preview (file, NULL, NULL);
      g_test_message ("%u ops: %s", n_ops, shown->text);
    }
  g_unlink (path);
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
  GtkWidget *picture =
    gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)));
  GtkWidget *label = gtk_widget_get_first_child (gtk_widget_get_next_sibling (picture));

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
  wait_settled ();
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  list = find_widget (GTK_WIDGET (window), WEFT_TYPE_RECENT_LIST);
  g_assert_true (gtk_widget_get_mapped (list));
  wait_until (says_400_ops, list);
  row = find_widget (weft_recent_list_get_box (WEFT_RECENT_LIST (list)), GTK_TYPE_LIST_BOX_ROW);
  g_assert_cmpstr (get_label (row, 0), ==, "kanata-core.log");
  g_assert_nonnull (gtk_picture_get_paintable (GTK_PICTURE (find_widget (row, GTK_TYPE_PICTURE))));
  gtk_widget_activate (row);
  wait_settled ();
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 1);
  g_assert_false (gtk_widget_get_mapped (list));

  /* the last sample */
  row = find_widget (GTK_WIDGET (window), ADW_TYPE_ACTION_ROW);
  while (gtk_widget_get_next_sibling (row) != NULL)
    row = gtk_widget_get_next_sibling (row);
  gtk_widget_activate (row);
  wait_until (has_workspace, &workspace);
  gtk_window_destroy (workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

/* The list that the button of the window has: of the second time as of the first. */
static GtkWidget *
pop_up_recent (WeftWindow *window)
{
  GtkWidget *button = find_widget (GTK_WIDGET (window), ADW_TYPE_SPLIT_BUTTON);
  GtkPopover *popover = adw_split_button_get_popover (ADW_SPLIT_BUTTON (button));

  gtk_popover_popup (popover);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (popover)));
  return find_widget (GTK_WIDGET (popover), WEFT_TYPE_RECENT_LIST);
}

/* The button beside Open drops them down; a press opens one, and puts the list away. */
static void
test_popover (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = sample_file ("kanata-core.log"),
                    other = sample_file ("npu-two-layers.json");
  GtkWidget *list, *box, *row, *scroller;
  GtkAdjustment *adjustment;
  GtkListBoxRow *second;

  weft_recent_add (file, "text/plain");
  wait_settled ();
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  list = pop_up_recent (window);
  box = weft_recent_list_get_box (WEFT_RECENT_LIST (list));
  row = find_widget (box, GTK_TYPE_LIST_BOX_ROW);
  g_assert_cmpstr (get_label (row, 0), ==, "kanata-core.log");
  g_assert_true (gtk_widget_has_css_class (box, "recent"));
  gtk_widget_activate (row);
  wait_settled ();
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 1);
  g_assert_false (gtk_widget_get_mapped (list));

  /* what came meanwhile is there the next time, in the same list */
  weft_recent_add (other, "application/json");
  wait_settled ();
  g_assert_true (pop_up_recent (window) == list);
  row = find_widget (box, GTK_TYPE_LIST_BOX_ROW);
  second = gtk_list_box_get_row_at_index (GTK_LIST_BOX (box), 1);
  g_assert_cmpstr (get_label (row, 0), ==, "npu-two-layers.json");
  g_assert_nonnull (second);
  g_assert_cmpstr (get_label (GTK_WIDGET (second), 0), ==, "kanata-core.log");
  /* all of a short list is in sight */
  scroller = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_assert_cmpfloat (gtk_adjustment_get_page_size (adjustment), >, 0);
  g_assert_cmpfloat (gtk_adjustment_get_page_size (adjustment), >=,
                     gtk_adjustment_get_upper (adjustment));
  gtk_widget_activate (row);
  wait_settled ();
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 2);
  g_assert_false (gtk_widget_get_mapped (list));
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

/* Who opens a trace for the first time is told how to move, once, under the picture, of which nothing is hidden. */
static void
test_hint (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window;
  GtkWidget *hint, *picture, *view;
  graphene_rect_t before, bounds;
  g_autoptr (GFile) file = sample_file ("kanata-two-ops.log");

  g_settings_reset (settings, "show-hint");
  window = weft_window_new (GTK_APPLICATION (app), settings);
  gtk_window_present (GTK_WINDOW (window));
  weft_window_open_file (window, file);
  wait_settled ();
  g_assert_false (g_settings_get_boolean (settings, "show-hint"));
  hint = find_widget (GTK_WIDGET (window), GTK_TYPE_INFO_BAR);
  g_assert_nonnull (hint);
  view = find_widget (GTK_WIDGET (window), WEFT_TYPE_PICTURE_VIEW);
  before = get_bounds (view);
  bounds = get_bounds (hint);
  g_assert_cmpfloat (bounds.size.height, >, 0);
  g_assert_cmpfloat (bounds.origin.y, >=, before.origin.y + before.size.height);
  picture = gtk_root_get_focus (GTK_ROOT (window));
  /* F6 comes by. */
  for (guint i = 0; i < 12 && gtk_widget_get_focus_child (hint) == NULL; i++)
    {
      if (!run_xdotool ("key F6"))
        return;
      wait_settled ();
    }
  g_assert_nonnull (gtk_widget_get_focus_child (hint));
  gtk_info_bar_response (GTK_INFO_BAR (hint), GTK_RESPONSE_CLOSE);
  wait_settled ();
  g_assert_false (gtk_info_bar_get_revealed (GTK_INFO_BAR (hint)));
  /* It leaves its room to the picture, which stays where it is. */
  bounds = get_bounds (view);
  g_assert_true (graphene_point_equal (&bounds.origin, &before.origin));
  g_assert_cmpfloat (bounds.size.height, >, before.size.height);
  /* The next key is the picture's. */
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/welcome/previews", test_previews);
  g_test_add_func ("/welcome/others", test_others);
  g_test_add_func ("/welcome/damaged", test_damaged);
  g_test_add_func ("/welcome/pictures", test_pictures);
  g_test_add_func ("/welcome/large", test_large);
  g_test_add_func ("/welcome/page", test_page);
  g_test_add_func ("/welcome/popover", test_popover);
  g_test_add_func ("/welcome/hint", test_hint);
  return app_tests_run (homes);
}
