/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page-tools.h"

/* The palette has every command, filter, option and page, and does what it says. */

/* --- palette ---------------------------------------------------------------------------------------- */

static WeftPalette *
open_palette (Tools *tools)
{
  act (tools, "win.palette");
  return WEFT_PALETTE (find_widget (GTK_WIDGET (tools->window), WEFT_TYPE_PALETTE));
}

static void
write_command (WeftPalette *palette, const char *text)
{
  GtkWidget *entry = find_widget (GTK_WIDGET (palette), GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
}

/* The first row. */
static GtkListBoxRow *
get_best (WeftPalette *palette)
{
  GtkWidget *list = find_widget (GTK_WIDGET (palette), GTK_TYPE_LIST_BOX);

  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0);
}

static const char *
get_best_title (WeftPalette *palette)
{
  GtkWidget *title = find_widget (GTK_WIDGET (get_best (palette)), GTK_TYPE_LABEL);

  return gtk_label_get_text (GTK_LABEL (title));
}

static void
activate_best (WeftPalette *palette)
{
  GtkWidget *list = find_widget (GTK_WIDGET (palette), GTK_TYPE_LIST_BOX);

  g_signal_emit_by_name (list, "row-activated", get_best (palette));
}

static gboolean
lists_action (char **actions, const char *prefix, const char *name)
{
  g_autofree char *whole = g_strconcat (prefix, name, NULL);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_autofree char *listed = NULL;
      g_autoptr (GVariant) target = NULL;

      g_assert_true (g_action_parse_detailed_name (actions[i], &listed, &target, NULL));
      if (target != NULL)
        g_variant_ref_sink (target);
      if (g_str_equal (listed, whole))
        return TRUE;
    }
  return FALSE;
}

static void
check_group (char **actions, const char *prefix, GActionGroup *group)
{
  /* They need to be told something that the palette says in other ways. */
  static const char *const others[] = { "set-filter", "panel", "colors", "phases", "width", NULL };
  g_auto (GStrv) names = g_action_group_list_actions (group);

  for (guint i = 0; names[i] != NULL; i++)
    {
      gboolean possible = g_action_group_get_action_enabled (group, names[i]);

      if (!g_strv_contains (others, names[i])
          && lists_action (actions, prefix, names[i]) != possible)
        g_error ("the palette %s %s%s", possible ? "lacks" : "has", prefix, names[i]);
    }
}

/* Whatever can be done is in the palette, and nothing that can't. */
static void
test_palette_has_all (void)
{
  GActionGroup *options;
  g_auto (GStrv) actions = NULL;
  Tools tools;

  open_tools (&tools, "palette.log");
  actions = weft_palette_list_actions (open_palette (&tools));
  check_group (actions, "app.", G_ACTION_GROUP (app));
  check_group (actions, "page.", weft_document_page_get_actions (tools.page));
  g_assert_true (lists_action (actions, "win.", "compare"));
  g_assert_true (lists_action (actions, "win.", "workspace"));
  g_assert_false (lists_action (actions, "page.", "next-bookmark"));
  act (&tools, "page.bookmark");
  g_strfreev (actions);
  actions = weft_palette_list_actions (open_palette (&tools));
  g_assert_true (lists_action (actions, "page.", "next-bookmark"));
  options = weft_view_options_create_actions (
    weft_document_get_options (weft_document_page_get_document (tools.page)));
  check_group (actions, "options.", options);
  g_object_unref (options);
  close_tools (&tools);
}

static gboolean
selected_op_123 (gpointer data)
{
  Tools *tools = data;

  return weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (get_state (tools)))->op == 123;
}

static gboolean
shows_side (Tools *tools)
{
  GtkWidget *panes = find_widget (GTK_WIDGET (tools->page), WEFT_TYPE_PANES);

  return weft_panes_is_shown (WEFT_PANES (panes), WEFT_PANE_SIDE);
}

static void
test_palette_does (void)
{
  WeftPalette *palette;
  Tools tools;

  open_tools (&tools, "does.log");
  palette = open_palette (&tools);
  write_command (palette, "hidinsp");
  g_assert_cmpstr (get_best_title (palette), ==, "Show or hide the inspector");
  g_assert_true (shows_side (&tools));
  activate_best (palette);
  wait_settled ();
  g_assert_false (shows_side (&tools));
  act (&tools, "page.inspector");

  /* The first of the panels is there, as all are. */
  palette = open_palette (&tools);
  write_command (palette, "panel: ops");
  g_assert_cmpstr (get_best_title (palette), ==, "Panel: Ops");

  open_palette (&tools);
  write_command (palette, "op 123");
  activate_best (palette);
  wait_until (selected_op_123, &tools);

  open_palette (&tools);
  write_command (palette, "id < 50");
  activate_best (palette);
  wait_until (shows_fifty_rows, &tools);

  open_palette (&tools);
  write_command (palette, "zoom whole");
  activate_best (palette);
  wait_settled ();
  g_assert_true (weft_view_state_can_go_back (get_state (&tools)));
  close_tools (&tools);
}

/* A filter that was used for such a trace before is one command away. */
static void
test_palette_filters (void)
{
  WeftPalette *palette;
  Tools tools;

  open_tools (&tools, "filters.log");
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.set-filter", "s", "id < 50");
  wait_until (shows_fifty_rows, &tools);
  act (&tools, "page.clear-filter");
  wait_while (shows_fifty_rows, &tools);
  palette = open_palette (&tools);
  write_command (palette, "filter: id");
  g_assert_cmpstr (get_best_title (palette), ==, "Filter: id < 50");
  activate_best (palette);
  wait_until (shows_fifty_rows, &tools);
  close_tools (&tools);
}

/* The name of the page of statistics that can be seen below `widget`; NULL: none can. */
static const char *
find_shown_page (GtkWidget *widget)
{
  const char *name = NULL;

  if (GTK_IS_STACK (widget) && gtk_widget_get_mapped (widget)
      && gtk_stack_get_child_by_name (GTK_STACK (widget), "stall") != NULL)
    return gtk_stack_get_visible_child_name (GTK_STACK (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && name == NULL;
       child = gtk_widget_get_next_sibling (child))
    name = find_shown_page (child);
  return name;
}

/* A page of the statistics is one command away, whether the drawer shows something or nothing. */
static void
test_palette_pages (void)
{
  WeftPalette *palette;
  Tools tools;

  open_tools (&tools, "pages.log");
  g_action_group_activate_action (weft_document_page_get_actions (tools.page), "drawer",
                                  g_variant_new_string (""));
  palette = open_palette (&tools);
  write_command (palette, "stat stall");
  g_assert_cmpstr (get_best_title (palette), ==, "Statistics: Stalls");
  activate_best (palette);
  wait_settled ();
  g_assert_cmpstr (find_shown_page (GTK_WIDGET (tools.page)), ==, "stall");
  open_palette (&tools);
  write_command (palette, "Statistics: Squash storms");
  activate_best (palette);
  wait_settled ();
  g_assert_cmpstr (find_shown_page (GTK_WIDGET (tools.page)), ==, "storm");
  close_tools (&tools);
}

static void
test_palette_by_keys (void)
{
  Tools tools;

  open_tools (&tools, "keys.log");
  if (press (&tools, "key ctrl+shift+p") && press (&tools, "type --delay 20 'op 123'")
      && press (&tools, "key Return"))
    {
      wait_until (selected_op_123, &tools);
      press (&tools, "key ctrl+shift+p");
      g_assert_true (
        gtk_widget_get_mapped (find_widget (GTK_WIDGET (tools.window), WEFT_TYPE_PALETTE)));
      press (&tools, "key Escape");
      g_assert_false (
        gtk_widget_get_mapped (find_widget (GTK_WIDGET (tools.window), WEFT_TYPE_PALETTE)));
      /* Escape was the palette's alone. */
      g_assert_true (selected_op_123 (&tools));
    }
  close_tools (&tools);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  /* The hint that comes once is another test's. */
  g_settings_set_boolean (weft_settings_get_default (), "show-hint", FALSE);
  g_application_set_default (G_APPLICATION (app));
  g_test_add_func ("/page-tools/palette-has-all", test_palette_has_all);
  g_test_add_func ("/page-tools/palette-does", test_palette_does);
  g_test_add_func ("/page-tools/palette-filters", test_palette_filters);
  g_test_add_func ("/page-tools/palette-pages", test_palette_pages);
  g_test_add_func ("/page-tools/palette-by-keys", test_palette_by_keys);
  return app_tests_run (homes);
}
