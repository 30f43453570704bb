/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-window.h"

#include <gio/gunixsocketaddress.h>
#include <utime.h>

#include "app-tests.h"
#include "on-display.h"
#include "weft-canvas.h"
#include "weft-filter-bar.h"
#include "weft-findings-view.h"
#include "weft-live-view.h"
#include "weft-noc-view.h"
#include "weft-panes.h"
#include "weft-pipeline-state.h"
#include "weft-settings.h"
#include "weft-status-line.h"
#include "weft-tab-list.h"

/* Commands are found by looking and by the keyboard, with one trace open and with many. */

static WeftApplication *app;

static WeftWindow *
open_window (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());

  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  return window;
}

static void
close_window (WeftWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
  wait_settled ();
}

static gboolean
is_read (gpointer page)
{
  WeftDocument *document = weft_document_page_get_document (page);
  WeftViewState *state = weft_document_get_state (document);

  return state != NULL && weft_view_state_is_open (state) && !weft_document_is_loading (document);
}

static WeftDocumentPage *
open_sample (WeftWindow *window, const char *name)
{
  g_autoptr (GFile) file = sample_file (name);
  WeftDocumentPage *page = weft_window_open_file (window, file);

  wait_until (is_read, page);
  wait_settled ();
  return page;
}

static gboolean
has_ancestor (GtkWidget *window, GType type)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  return focus != NULL
         && (G_TYPE_CHECK_INSTANCE_TYPE (focus, type)
             || gtk_widget_get_ancestor (focus, type) != NULL);
}

/* --- the drawer --------------------------------------------------------------------------------- */

/* A button that anybody sees opens the drawer and closes it. */
static void
test_drawer_button (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  WeftPanes *panes = WEFT_PANES (find_widget (GTK_WIDGET (page), WEFT_TYPE_PANES));
  GtkWidget *line = find_widget (GTK_WIDGET (page), WEFT_TYPE_STATUS_LINE);
  GtkWidget *button = find_widget (line, GTK_TYPE_TOGGLE_BUTTON);

  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_false (weft_panes_is_shown (panes, WEFT_PANE_BOTTOM));
  g_signal_emit_by_name (button, "clicked");
  wait_settled ();
  g_assert_true (weft_panes_is_shown (panes, WEFT_PANE_BOTTOM));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  /* However it is closed, the button says so. */
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "");
  wait_settled ();
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 480);
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 360);
  g_assert_true (gtk_widget_get_mapped (button) && gtk_widget_get_child_visible (button));
  close_window (window);
  g_settings_reset (weft_settings_get_default (), "window-width");
  g_settings_reset (weft_settings_get_default (), "window-height");
}

/* The labels of a menu's items, one a line. */
static void
list_items (GMenuModel *model, GString *labels)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autofree char *label = NULL;

      if (section != NULL)
        list_items (section, labels);
      else if (g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        g_string_append_printf (labels, "%s\n", g_strdelimit (label, "_", '\1'));
    }
}

static void
test_menu (void)
{
  static const char *const names[] = { "Statistics", "Table", "Findings", "Search Results" };
  WeftWindow *window = open_window ();
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  g_autoptr (GString) labels = g_string_new (NULL);

  collect_widgets (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    /* The overview of tabs has one of its own, without a menu. */
    if (gtk_menu_button_get_primary (buttons->pdata[i])
        && gtk_menu_button_get_menu_model (buttons->pdata[i]) != NULL)
      list_items (gtk_menu_button_get_menu_model (buttons->pdata[i]), labels);
  g_string_replace (labels, "\1", "", 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (strstr (labels->str, names[i]));
  close_window (window);
}

/* --- findings ----------------------------------------------------------------------------------- */

static gboolean
findings_show (gpointer view)
{
  return gtk_widget_get_mapped (view);
}

/* Whatever is selected, they are a command away, and the keyboard is with them. */
static void
test_findings (void)
{
  static const char *const samples[] = { "kanata-core.log", "noc-eight-cores.json",
                                         "npu-two-layers.json", "saturnis-bus.jsonl" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      WeftWindow *window = open_window ();
      WeftDocumentPage *page = open_sample (window, samples[i]);
      GtkWidget *view = find_widget (GTK_WIDGET (page), WEFT_TYPE_FINDINGS_VIEW);
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();

      wait_until (findings_show, view);
      if (i == 0)
        {
          WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));

          weft_pipeline_state_select (WEFT_PIPELINE_STATE (state), 18, WEFT_NO_STAGE);
          wait_settled ();
          g_assert_false (gtk_widget_get_mapped (view));
        }
      gtk_widget_activate_action (GTK_WIDGET (window), "page.findings", NULL);
      wait_until (findings_show, view);
      g_assert_true (has_ancestor (GTK_WIDGET (window), WEFT_TYPE_FINDINGS_VIEW));
      /* Each row has a figure at its end, before the chevron. */
      collect_widgets (view, GTK_TYPE_BUTTON, rows);
      for (guint k = 0; k < rows->len; k++)
        if (gtk_widget_get_mapped (rows->pdata[k]))
          {
            GtkWidget *chevron =
              gtk_widget_get_last_child (gtk_button_get_child (GTK_BUTTON (rows->pdata[k])));
            GtkWidget *figure = gtk_widget_get_prev_sibling (chevron);

            g_assert_true (gtk_widget_get_mapped (figure));
            g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (figure)), !=, "");
          }
      close_window (window);
    }
}

/* --- the keyboard ------------------------------------------------------------------------------- */

/* F6 comes by every part of the window and back; Shift+F6 goes the other way. */
static void
test_walk (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  GtkWidget *picture = gtk_root_get_focus (GTK_ROOT (window));
  GHashTable *seen = g_hash_table_new (NULL, NULL);
  GtkWidget *second;

  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "statistics");
  weft_document_page_focus (page);
  wait_settled ();
  picture = gtk_root_get_focus (GTK_ROOT (window));
  if (!run_xdotool ("key F6"))
    return;
  wait_settled ();
  second = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (second != picture);
  for (guint i = 0; i < 12 && gtk_root_get_focus (GTK_ROOT (window)) != picture; i++)
    {
      static const char *const names[] = { "side-panel", "drawer", "statusline" };

      for (GtkWidget *widget = gtk_root_get_focus (GTK_ROOT (window)); widget != NULL;
           widget = gtk_widget_get_parent (widget))
        {
          for (guint k = 0; k < G_N_ELEMENTS (names); k++)
            if (gtk_widget_has_css_class (widget, names[k])
                || g_str_equal (gtk_widget_get_css_name (widget), names[k]))
              g_hash_table_add (seen, (gpointer) names[k]);
          if (ADW_IS_HEADER_BAR (widget))
            g_hash_table_add (seen, (gpointer) "header");
        }
      run_xdotool ("key F6");
      wait_settled ();
    }
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  g_assert_cmpuint (g_hash_table_size (seen), ==, 4);
  run_xdotool ("key F6");
  wait_settled ();
  run_xdotool ("key shift+F6");
  wait_settled ();
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  g_hash_table_unref (seen);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "");
  close_window (window);
}

/* Where nothing has the focus, F6 begins with the first part and Shift+F6 with the last. */
static void
test_walk_from_nowhere (void)
{
  WeftWindow *window = open_window ();

  open_sample (window, "kanata-core.log");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  if (run_xdotool ("key shift+F6"))
    {
      wait_settled ();
      g_assert_true (has_ancestor (GTK_WIDGET (window), WEFT_TYPE_STATUS_LINE));
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      run_xdotool ("key F6");
      wait_settled ();
      g_assert_true (has_ancestor (GTK_WIDGET (window), ADW_TYPE_HEADER_BAR));
    }
  close_window (window);
}

/* Before any file is open, F6 and Shift+F6 come to the header, where alone there is something to come to. */
static void
test_walk_empty (void)
{
  static const char *const keys[] = { "key F6", "key shift+F6" };
  WeftWindow *window = open_window ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      if (!run_xdotool (keys[i]))
        break;
      wait_settled ();
      g_test_message ("%s", keys[i]);
      g_assert_true (has_ancestor (GTK_WIDGET (window), ADW_TYPE_HEADER_BAR));
    }
  close_window (window);
}

/* Tab alone comes forwards from the picture by every bar, and to the picture again. */
static void
test_tab (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  gboolean header = FALSE, bar = FALSE, line = FALSE;
  GtkWidget *picture;

  gtk_widget_activate_action (GTK_WIDGET (window), "page.write-filter", NULL);
  wait_settled ();
  weft_document_page_focus (page);
  wait_settled ();
  picture = gtk_root_get_focus (GTK_ROOT (window));
  for (guint i = 0; i < 120; i++)
    {
      if (!run_xdotool ("key Tab"))
        return;
      wait_settled ();
      header |= has_ancestor (GTK_WIDGET (window), ADW_TYPE_HEADER_BAR);
      bar |= has_ancestor (GTK_WIDGET (window), WEFT_TYPE_FILTER_BAR);
      line |= has_ancestor (GTK_WIDGET (window), WEFT_TYPE_STATUS_LINE);
      if (gtk_root_get_focus (GTK_ROOT (window)) == picture)
        break;
    }
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  g_assert_true (header && bar && line);
  close_window (window);
}

static gboolean
shows_live (gpointer page)
{
  GtkWidget *view = find_widget (page, WEFT_TYPE_LIVE_VIEW);

  return view != NULL && gtk_widget_get_mapped (view);
}

/* A profiler that nobody has anything to tell of yet: its socket, (transfer full). */
static GSocket *
open_profiler (const char *path)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  GSocket *socket =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);

  g_assert_no_error (error);
  g_assert_true (g_socket_bind (socket, address, TRUE, &error));
  g_assert_true (g_socket_listen (socket, &error));
  return socket;
}

/* The buttons above a live picture are reached from it by Tab, forwards and backwards, and named. */
static void
check_live_bar (WeftWindow *window, const char *key)
{
  GtkWidget *view = find_widget (GTK_WIDGET (window), WEFT_TYPE_LIVE_VIEW);
  GtkWidget *record, *follow, *picture;
  gboolean by_follow = FALSE, by_record = FALSE;

  follow = GTK_WIDGET (gtk_widget_get_template_child (view, WEFT_TYPE_LIVE_VIEW, "follow"));
  record = GTK_WIDGET (gtk_widget_get_template_child (view, WEFT_TYPE_LIVE_VIEW, "record"));
  weft_document_page_focus (weft_window_get_page (window));
  wait_settled ();
  picture = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_nonnull (picture);
  for (guint i = 0; i < 60; i++)
    {
      if (!run_xdotool (key))
        return;
      wait_settled ();
      by_follow |= gtk_root_get_focus (GTK_ROOT (window)) == follow;
      by_record |= gtk_root_get_focus (GTK_ROOT (window)) == record;
      if (gtk_root_get_focus (GTK_ROOT (window)) == picture)
        break;
    }
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == picture);
  g_assert_true (by_follow && by_record);
}

static void
test_live_bar (void)
{
  g_autofree char *path = own_path ("view.sock");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GSocket) socket = open_profiler (path);
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = weft_window_open_file (window, file);

  wait_until (shows_live, page);
  wait_settled ();
  check_button_names (find_widget (GTK_WIDGET (page), WEFT_TYPE_LIVE_VIEW));
  check_live_bar (window, "key Tab");
  check_live_bar (window, "key shift+Tab");
  close_window (window);
  g_unlink (path);
}

/* So are those above a network's map. */
static void
test_noc_bar (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "noc-eight-cores.json");
  GtkWidget *picture;
  guint n_buttons = 0;

  weft_document_page_focus (page);
  wait_settled ();
  picture = gtk_root_get_focus (GTK_ROOT (window));
  do
    {
      if (!run_xdotool ("key Tab"))
        return;
      wait_settled ();
      n_buttons += has_ancestor (GTK_WIDGET (window), WEFT_TYPE_NOC_VIEW)
                   && has_ancestor (GTK_WIDGET (window), GTK_TYPE_BUTTON);
    }
  while (gtk_root_get_focus (GTK_ROOT (window)) != picture);
  g_assert_cmpuint (n_buttons, >=, 8);
  close_window (window);
}

/* Esc steps back wherever the focus is: from the inspector and the drawer as from the picture. */
static void
test_escape (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  WeftPipelineState *state =
    WEFT_PIPELINE_STATE (weft_document_get_state (weft_document_page_get_document (page)));

  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "statistics");
  for (guint i = 0; i < 8; i++)
    {
      weft_pipeline_state_select (state, 18, WEFT_NO_STAGE);
      wait_settled ();
      g_test_message ("from a %s", G_OBJECT_TYPE_NAME (gtk_root_get_focus (GTK_ROOT (window))));
      if (!run_xdotool ("key Escape"))
        return;
      wait_settled ();
      g_assert_cmpuint (weft_pipeline_state_get_selection (state)->op, ==, WEFT_NO_ROW);
      run_xdotool ("key F6");
      wait_settled ();
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "");
  close_window (window);
}

/* --- many --------------------------------------------------------------------------------------- */

#define N_MANY 24

/* But for GLib's pool, which is shared and as large as what is asked of it. */
static guint
count_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task;
  guint n = 0;

  while (tasks != NULL && (task = g_dir_read_name (tasks)) != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/comm", task), *name = NULL;

      n += g_file_get_contents (path, &name, NULL, NULL) && !g_str_has_prefix (name, "pool-");
    }
  return n;
}

static gboolean
few_threads (gpointer data)
{
  return count_threads () <= *(guint *) data;
}

static gboolean
is_drawn (gpointer page)
{
  GtkWidget *canvas = find_widget (page, WEFT_TYPE_CANVAS);

  return canvas != NULL && gtk_widget_get_mapped (canvas)
         && weft_canvas_is_complete (WEFT_CANVAS (canvas));
}

#if ADW_CHECK_VERSION(1, 3, 0)
/* Pictures of tabs, whatever libadwaita has them in. */
static guint
count_thumbnails (GtkWidget *widget)
{
  guint n = g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwTabThumbnail");

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_thumbnails (child);
  return n;
}

/* The overview shows every tab, and goes again. */
static void
check_tab_list (WeftWindow *window)
{
  GtkWidget *overview = find_widget (GTK_WIDGET (window), ADW_TYPE_TAB_OVERVIEW);
  GtkWidget *button = find_widget (GTK_WIDGET (window), ADW_TYPE_TAB_BUTTON);

  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "activate");
  wait_settled ();
  g_assert_true (adw_tab_overview_get_open (ADW_TAB_OVERVIEW (overview)));
  g_assert_cmpuint (count_thumbnails (overview), ==, N_MANY);
  adw_tab_overview_set_open (ADW_TAB_OVERVIEW (overview), FALSE);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (button));
}
#else
/* A list box of which one row is not filtered out. */
static gboolean
shows_one (gpointer box)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (box); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n += gtk_widget_get_child_visible (row) ? 1 : 0;
  return n == 1;
}

/* The list has every tab; pressing a row turns to it, and so does typing. */
static void
check_tab_list (WeftWindow *window)
{
  GtkWidget *list, *button, *box, *entry;

  list = find_widget (GTK_WIDGET (window), WEFT_TYPE_TAB_LIST);
  g_assert_true (gtk_widget_get_mapped (list));
  button = find_widget (list, GTK_TYPE_MENU_BUTTON);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  wait_settled ();
  box = find_widget (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))),
                     GTK_TYPE_LIST_BOX);
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (box), N_MANY - 1));
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (box), N_MANY));
  g_signal_emit_by_name (box, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (box), 7));
  wait_settled ();
  g_assert_true (weft_window_get_page (window) == weft_window_get_nth_page (window, 7));

  /* Typed, and entered. */
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  wait_settled ();
  entry = find_widget (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))),
                       GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "MANY-23");
  wait_until (shows_one, box);
  g_signal_emit_by_name (entry, "activate");
  wait_settled ();
  g_assert_true (weft_window_get_page (window) == weft_window_get_nth_page (window, 23));
}
#endif

/* Libraries start some for themselves, once and whenever they come to it. */
#define N_SHARED_THREADS 6

/* Hardly more threads with many tabs than with two, once they rest: none waits for a tab. The list turns to
 * each of them. */
static void
test_many (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *log = make_log (30);
  /* So many logs that may still be written to are looked at all the time, and the window hardly rests. */
  struct utimbuf long_ago = { 0, 0 };
  guint few = 0;

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("many-%02u.log", i);
      g_autofree char *path = own_path (name);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      write_file (path, log);
      g_assert_cmpint (g_utime (path, &long_ago), ==, 0);
      wait_until (is_read, weft_window_open_file (window, file));
      wait_until (is_drawn, weft_window_get_page (window));
      if (i == 1)
        few = count_threads () + N_SHARED_THREADS;
    }
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, N_MANY);
  wait_until (few_threads, &few);

  check_tab_list (window);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/findable/drawer-button", test_drawer_button);
  g_test_add_func ("/findable/menu", test_menu);
  g_test_add_func ("/findable/findings", test_findings);
  g_test_add_func ("/findable/walk", test_walk);
  g_test_add_func ("/findable/walk-from-nowhere", test_walk_from_nowhere);
  g_test_add_func ("/findable/walk-empty", test_walk_empty);
  g_test_add_func ("/findable/tab", test_tab);
  g_test_add_func ("/findable/live-bar", test_live_bar);
  g_test_add_func ("/findable/noc-bar", test_noc_bar);
  g_test_add_func ("/findable/escape", test_escape);
  g_test_add_func ("/findable/many", test_many);
  return app_tests_run (homes);
}
