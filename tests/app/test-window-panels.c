/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"
#include "weft-pipeline-inspector.h"
#include "window-pages.h"

/* Panels, places and looks of a window with a trace. */

/* --- panels, places, looks ------------------------------------------------------------------------------ */

static void
check_drawer_page (const char *name)
{
  g_autofree char *page = g_settings_get_string (weft_settings_get_default (), "drawer-page");

  g_assert_cmpstr (page, ==, name);
}

static void
test_panels (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  WeftPanes *panes = get_panes (page);
  g_autoptr (GtkWidget) inspector = NULL;

  g_assert_true (weft_panes_is_shown (panes, WEFT_PANE_SIDE));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.inspector", NULL);
  g_assert_false (weft_panes_is_shown (panes, WEFT_PANE_SIDE));
  g_assert_false (g_settings_get_boolean (settings, "show-inspector"));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.inspector", NULL);
  g_assert_true (g_settings_get_boolean (settings, "show-inspector"));
  wait_settled ();
  inspector = g_object_ref (find_widget (GTK_WIDGET (page), WEFT_TYPE_PIPELINE_INSPECTOR));

  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "diagnostics");
  wait_settled ();
  g_assert_true (weft_panes_is_shown (panes, WEFT_PANE_BOTTOM));
  /* The inspector is the same, with all that was unfolded in it. */
  g_assert_true (find_widget (GTK_WIDGET (page), WEFT_TYPE_PIPELINE_INSPECTOR) == inspector);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.panel", "i", 1);
  wait_settled ();
  g_assert_true (weft_panes_is_shown (panes, WEFT_PANE_BOTTOM));
  check_drawer_page ("table");
  /* There are no more tabs than panels. */
  gtk_widget_activate_action (GTK_WIDGET (window), "page.panel", "i", 9);
  check_drawer_page ("table");
  close_window (window);

  /* They are remembered. */
  window = open_window ();
  page = open_sample (window, "kanata-core.log");
  g_assert_true (weft_panes_is_shown (get_panes (page), WEFT_PANE_BOTTOM));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "table");
  g_assert_false (weft_panes_is_shown (get_panes (page), WEFT_PANE_BOTTOM));
  close_window (window);
}

static gboolean
has_table (gpointer page)
{
  return find_widget (page, WEFT_TYPE_FACT_TABLE) != NULL;
}

/* Tabs choose the same panel, but one behind another makes it only when it comes to the front. */
static void
test_panels_behind (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *first = open_sample (window, "kanata-core.log");
  WeftDocumentPage *second = open_sample (window, "o3pipeview-core.out");

  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (GTK_WIDGET (first))));
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_first_child (GTK_WIDGET (second))));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "table");
  wait_until (has_table, second);
  wait_settled ();
  g_assert_false (has_table (first));
  weft_window_select_page (window, 0);
  wait_until (has_table, first);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (find_widget (GTK_WIDGET (first), WEFT_TYPE_FACT_TABLE)));
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (GTK_WIDGET (second))));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "table");
  close_window (window);
}

static gboolean
bar_says_something (gpointer bar)
{
  return *weft_entry_bar_get_message (bar) != '\0';
}

static gboolean
selected_op_18 (gpointer page)
{
  return weft_pipeline_state_get_selection (get_state (page))->op == 18;
}

static void
test_go_to (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  WeftGoToBar *bar;
  guint32 op;

  gtk_widget_activate_action (GTK_WIDGET (window), "page.go-to", NULL);
  bar = WEFT_GO_TO_BAR (find_widget (GTK_WIDGET (page), WEFT_TYPE_GO_TO_BAR));
  g_assert_true (weft_entry_bar_get_shown (WEFT_ENTRY_BAR (bar)));
  weft_go_to_bar_go (bar, "op 18");
  wait_until (selected_op_18, page);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar)), ==, "");
  weft_go_to_bar_go (bar, "op 9999");
  wait_until (bar_says_something, bar);
  g_assert_nonnull (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar)), "999"));
  weft_go_to_bar_go (bar, "where");
  wait_until (bar_says_something, bar);
  g_assert_nonnull (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar)), "cycle 1000"));
  weft_go_to_bar_go (bar, "pc 80000010");
  wait_settled ();
  wait_until (bar_says_something, bar);
  /* Who closes the bar does not want to go there any more. */
  op = weft_pipeline_state_get_selection (get_state (page))->op;
  weft_go_to_bar_go (bar, "op 40");
  gtk_widget_activate_action (GTK_WIDGET (window), "page.go-to", NULL);
  g_assert_false (weft_entry_bar_get_shown (WEFT_ENTRY_BAR (bar)));
  wait_settled ();
  g_assert_cmpuint (weft_pipeline_state_get_selection (get_state (page))->op, ==, op);
  close_window (window);
}

static void
test_theme (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");

  g_settings_set_string (settings, "color-scheme", "dark");
  wait_settled ();
  g_assert_true (
    weft_style_is_dark (weft_view_state_get_style (WEFT_VIEW_STATE (get_state (page)))));
  g_settings_set_string (settings, "color-scheme", "light");
  wait_settled ();
  g_assert_false (
    weft_style_is_dark (weft_view_state_get_style (WEFT_VIEW_STATE (get_state (page)))));
  g_settings_reset (settings, "color-scheme");
  close_window (window);
}

static void
test_text_scale (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  const WeftStyleOptions *options;
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  wait_settled ();
  options = &weft_view_state_get_style (WEFT_VIEW_STATE (get_state (page)))->options;
  g_assert_cmpfloat (options->text_scale, ==, 2);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window (window);
}

/* At 360 px, with large text, from right to left: no warning is allowed, and all fits. */
static void
check_narrow (const char *sample)
{
  /* A command for a part that a trace lacks is not there. */
  static const char *const actions[] = { "page.find-text", "page.write-filter", "page.find" };
  GtkSettings *settings = gtk_settings_get_default ();
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, sample);
  GActionGroup *group = weft_document_page_get_actions (page);
  int dpi, minimum;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_assert_true (weft_panes_get_narrow (get_panes (page)));
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 360);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.inspector", NULL);
  wait_settled ();
  g_assert_true (weft_panes_is_shown (get_panes (page), WEFT_PANE_SIDE));
  g_assert_true (weft_document_page_step_back (page));
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_action_group_get_action_enabled (group, actions[i] + strlen ("page.")))
      gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
  for (int panel = 1; panel <= 10; panel++) /* a recording has as many */
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "page.panel", "i", panel);
      wait_settled ();
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                          NULL);
      if (minimum > 360)
        g_error ("%s with panel %d is %d px wide at least", sample, panel, minimum);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window (window);
}

/* The first page, which is there before any file. */
static void
check_narrow_empty (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  WeftWindow *window = open_window ();
  int dpi, minimum;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  wait_settled ();
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 360);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window (window);
}

static void
test_narrow (void)
{
  static const char *const samples[] = { "kanata-core.log",           "saturnis-bus.jsonl",
                                         "noc-eight-cores.json",      "npu-two-layers.json",
                                         "timeline-three-steps.json", "live-two-chips.weftlive" };

  g_settings_set_int (weft_settings_get_default (), "window-width", 360);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  check_narrow_empty ();
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      check_narrow (samples[i]);
      g_settings_set_int (weft_settings_get_default (), "window-width", 360);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_settings_reset (weft_settings_get_default (), "window-width");
}

/* Where texts are large and the drawer is open, a legend of many lines leaves the picture its
 * room. */
static void
test_legend (void)
{
  static const char *const samples[] = { "kanata-core.log", "npu-two-layers.json" };
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      WeftWindow *window = open_window ();
      WeftDocumentPage *page = open_sample (window, samples[i]);
      GtkWidget *legend = find_widget (GTK_WIDGET (page), WEFT_TYPE_LEGEND);

      gtk_window_set_default_size (GTK_WINDOW (window), 800, 800);
      gtk_widget_activate_action (GTK_WIDGET (window), "page.drawer", "s", "statistics");
      wait_settled ();
      g_assert_cmpint (gtk_widget_get_height (legend), >, 0);
      g_assert_cmpint (gtk_widget_get_height (legend), <=, 90);
      close_window (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static GtkWidget *
find_menu_button (GtkWidget *widget, const char *tooltip)
{
  GtkWidget *found = NULL;

  if (GTK_IS_MENU_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_menu_button (child, tooltip);
  return found;
}

/* All of them can be reached in a window that is lower than they are. */
static void
test_low_options (void)
{
  WeftWindow *window = open_window ();
  GtkWidget *button, *popover;
  int most;

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 480);
  open_sample (window, "kanata-core.log");
  wait_settled ();
  button = find_menu_button (GTK_WIDGET (window), "View options");
  for (guint i = 0; i < 2; i++)
    {
      gtk_menu_button_popup (GTK_MENU_BUTTON (button));
      wait_settled ();
      popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
      g_assert_true (gtk_widget_get_mapped (popover));
      g_assert_cmpint (gtk_widget_get_height (popover), <=,
                       gtk_widget_get_height (GTK_WIDGET (window)));
      /* Nor would more of them than there are be higher. */
      g_object_get (gtk_popover_get_child (GTK_POPOVER (popover)), "max-content-height", &most,
                    NULL);
      g_assert_cmpint (most, <, gtk_widget_get_height (GTK_WIDGET (window)));
      gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
      wait_settled ();
    }
  close_window (window);
  g_settings_reset (weft_settings_get_default (), "window-width");
  g_settings_reset (weft_settings_get_default (), "window-height");
}

static void
test_window_size (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = open_window ();

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 500);
  wait_settled ();
  close_window (window);
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, 900);
  g_assert_cmpint (g_settings_get_int (settings, "window-height"), ==, 500);
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

/* Each of these is made of a file that only running it reads. */
static void
test_dialogs (void)
{
  WeftWindow *window = open_window ();
  GListModel *windows = gtk_window_get_toplevels ();

  open_sample (window, "kanata-core.log");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.shortcuts", NULL);
  g_action_group_activate_action (G_ACTION_GROUP (app), "preferences", NULL);
  g_action_group_activate_action (G_ACTION_GROUP (app), "about", NULL);
  wait_settled ();
  /* Preferences and the dialog about Weft are in the window itself where libadwaita has dialogs. */
  g_assert_cmpuint (g_list_model_get_n_items (windows), ==, ADW_CHECK_VERSION (1, 5, 0) ? 2 : 4);
  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      if (other != GTK_WINDOW (window))
        gtk_window_destroy (other);
    }
#if ADW_CHECK_VERSION(1, 5, 0)
  /* A window that shows some closes these first. */
  for (AdwDialog *dialog;
       (dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window)))
       != NULL;
       wait_settled ())
    adw_dialog_force_close (dialog);
#endif
  close_window (window);
}

/* Adds what an accelerator says as GTK writes it: "<Primary>1...9" stands for nine. */
static void
add_keys (GHashTable *keys, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *dots = strstr (words[i], "...");
      char from = dots != NULL ? dots[-1] : '1', to = dots != NULL ? dots[3] : '1';

      if (dots != NULL)
        *dots = '\0';
      for (char digit = from; digit <= to; digit++)
        {
          guint key;
          GdkModifierType modifiers;

          if (dots != NULL)
            dots[-1] = digit;
          g_assert_true (gtk_accelerator_parse (words[i], &key, &modifiers));
          g_hash_table_add (keys, gtk_accelerator_name (key, modifiers));
        }
    }
}

static void
find_shortcuts (GtkWidget *widget, GHashTable *keys)
{
  g_autofree char *text = NULL;

  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_object_get (widget, "accelerator", &text, NULL);
      add_keys (keys, text);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_shortcuts (child, keys);
}

/* Whoever has chosen how a trace is shown goes on in its picture. */
static void
test_options_give_focus_back (void)
{
  WeftWindow *window = open_window ();
  WeftDocumentPage *page = open_sample (window, "kanata-core.log");
  GtkMenuButton *button = GTK_MENU_BUTTON (find_menu_button (GTK_WIDGET (window), "View options"));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (page)));
  gtk_menu_button_popup (button);
  wait_settled ();
  g_assert_false (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  gtk_menu_button_popdown (button);
  wait_settled ();
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  close_window (window);
}

/* Whatever key the program has is told of. */
static void
test_shortcuts (void)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-shortcuts.ui");
  GtkWidget *shortcuts = GTK_WIDGET (gtk_builder_get_object (builder, "shortcuts"));
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (app));
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  find_shortcuts (shortcuts, keys);
  g_assert_cmpuint (g_hash_table_size (keys), >, 20);
  g_assert_cmpuint (g_strv_length (actions), >, 20);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels =
        gtk_application_get_accels_for_action (GTK_APPLICATION (app), actions[i]);

      for (guint j = 0; accels[j] != NULL; j++)
        if (!g_hash_table_contains (keys, accels[j]))
          g_error ("%s for %s is not among the shortcuts", accels[j], actions[i]);
    }
  gtk_window_destroy (GTK_WINDOW (shortcuts));
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  /* The hint that comes once is another test's. */
  g_settings_set_boolean (weft_settings_get_default (), "show-hint", FALSE);
  g_test_add_func ("/window/panels", test_panels);
  g_test_add_func ("/window/panels-behind", test_panels_behind);
  g_test_add_func ("/window/go-to", test_go_to);
  g_test_add_func ("/window/theme", test_theme);
  g_test_add_func ("/window/text-scale", test_text_scale);
  g_test_add_func ("/window/narrow", test_narrow);
  g_test_add_func ("/window/legend", test_legend);
  g_test_add_func ("/window/low-options", test_low_options);
  g_test_add_func ("/window/size", test_window_size);
  g_test_add_func ("/window/dialogs", test_dialogs);
  g_test_add_func ("/window/options-give-focus-back", test_options_give_focus_back);
  g_test_add_func ("/window/shortcuts", test_shortcuts);
  return app_tests_run (homes);
}
