/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "wait.h"

/* Shared by tests of widgets, wherever these come from. */

/* Runs the main loop until all widgets are where they belong and drawn, and nothing moves. */
#define wait_settled() wait_settled_at (G_STRLOC)

static inline void
wait_settled_at (const char *where)
{
  /* A cursor that blinks would be redrawn for ever. */
  g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", FALSE, NULL);
  do
    {
      wait_idle_at (where);
      /* Waits for the display's answers to all that has been asked of it. */
      gdk_display_sync (gdk_display_get_default ());
    }
  while (g_main_context_pending (NULL));
}

static inline gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* The first widget of that type in `widget`, or itself; NULL: there is none. */
static inline GtkWidget *
find_widget (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

/* Appends all widgets of a type below `widget` to the array, in the order of the tree. */
static inline void
collect_widgets (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_widgets (child, type, found);
}

/* The first visible label below `widget` whose text is, or holds, `text`; NULL. */
static inline GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      GtkWidget *label = g_ptr_array_index (labels, i);

      if (gtk_widget_get_mapped (label)
          && strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL)
        return label;
    }
  return NULL;
}

/* The words of a WeftNoticeBar; NULL while it is slid away. */
static inline const char *
get_notice_text (GtkWidget *notice_bar)
{
  GType type = G_OBJECT_TYPE (notice_bar);
  GObject *bar = gtk_widget_get_template_child (notice_bar, type, "bar");
  GObject *label = gtk_widget_get_template_child (notice_bar, type, "label");

  return gtk_info_bar_get_revealed (GTK_INFO_BAR (bar)) ? gtk_label_get_text (GTK_LABEL (label))
                                                        : NULL;
}

/* Where a widget stands in its window. */
static inline graphene_rect_t
get_bounds (gpointer widget)
{
  graphene_rect_t bounds;

  g_assert_true (
    gtk_widget_compute_bounds (widget, GTK_WIDGET (gtk_widget_get_root (widget)), &bounds));
  return bounds;
}

/* A notice lies over the picture, which is where it was before it came. */
static inline void
check_floats (gpointer notice, gpointer picture, const graphene_rect_t *before)
{
  graphene_rect_t over = get_bounds (notice), after = get_bounds (picture);

  g_assert_true (gtk_widget_get_mapped (notice));
  g_assert_cmpfloat (over.size.height, >, 20);
  g_assert_true (graphene_rect_equal (before, &after));
  g_assert_true (graphene_rect_contains_rect (&after, &over));
}

/* Runs xdotool; FALSE, and the test is skipped, where there is none. */
static inline gboolean
run_xdotool (const char *command)
{
  g_autofree char *line = g_strdup_printf ("xdotool %s", command);
  g_autofree char *path = g_find_program_in_path ("xdotool");

  if (path == NULL)
    {
      g_test_skip ("xdotool is not installed");
      return FALSE;
    }
  g_assert_true (g_spawn_command_line_sync (line, NULL, NULL, NULL, NULL));
  return TRUE;
}

/* Moves the pointer to a point of the widget, whose window lies at the corner of the screen. */
static inline gboolean
point_at_widget (GtkWidget *widget, GtkWidget *window, double x, double y)
{
  g_autofree char *command = NULL;
  double screen_x, screen_y;

  gtk_widget_translate_coordinates (widget, window, x, y, &screen_x, &screen_y);
  command = g_strdup_printf ("mousemove %d %d", (int) screen_x, (int) screen_y);
  return run_xdotool (command);
}

/* Every button below `widget` that is in sight has a name for those who don't see its icon. */
static inline void
check_button_names (GtkWidget *widget)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkWidget *button = g_ptr_array_index (buttons, i);
      g_autoptr (GPtrArray) labels = g_ptr_array_new ();

      /* The button within a menu button is named by that. */
      if (GTK_IS_MENU_BUTTON (gtk_widget_get_parent (button)))
        button = gtk_widget_get_parent (button);
      collect_widgets (button, GTK_TYPE_LABEL, labels);
      g_assert_true (labels->len > 0
                     || gtk_test_accessible_has_property (GTK_ACCESSIBLE (button),
                                                          GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}

/* Clicks a point of the widget, as if it was the pointer's button: `n_press` 2 is the second of a double click. */
static inline void
click_with (GtkWidget *area, guint button, int n_press, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (area);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_CLICK (controller)
          || gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) != button)
        continue;
      g_signal_emit_by_name (controller, "pressed", n_press, x, y);
      g_signal_emit_by_name (controller, "released", n_press, x, y);
    }
}

static inline void
click_at (GtkWidget *area, int n_press, double x, double y)
{
  click_with (area, GDK_BUTTON_PRIMARY, n_press, x, y);
}
