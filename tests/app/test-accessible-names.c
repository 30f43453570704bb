/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-accessible-names.h"

#include <adwaita.h>

#include "on-display.h"

/* The names of what is in widgets that are not ours, as assistive tools have them. */

static void
assert_name (GtkWidget *widget, const char *name)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       name);
}

/* A button that GTK itself has named: 4.8 by its words, 4.18 by the label that it shows. */
static void
assert_own_name (GtkWidget *button, const char *name)
{
  GtkWidget *label = gtk_widget_get_first_child (button);

  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL))
    assert_name (button, name);
  else
    {
      g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (button),
                                                       GTK_ACCESSIBLE_RELATION_LABELLED_BY));
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, name);
    }
}

static GtkWidget *
find_button (GtkWidget *widget, const char *icon)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), icon) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, icon);
  return found;
}

/* Shows it in a window: that, to be destroyed. */
static GtkWidget *
show (GtkWidget *widget)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_title (GTK_WINDOW (window), "Export");
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  return window;
}

static void
test_mnemonics (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_button_new_with_mnemonic ("_Save"), *window;
  GtkWidget *check = gtk_check_button_new_with_mnemonic ("A__B, _all of it");
  GtkWidget *plain = gtk_button_new_with_label ("snake_case");

  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), plain);
  window = show (box);
  assert_name (button, "Save");
  assert_name (check, "A_B, all of it");
  assert_own_name (plain, "snake_case");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* One of ours keeps the name that it has. */
static void
test_close_buttons (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_search_bar_new ();
  GtkWidget *ours = gtk_button_new_from_icon_name ("window-close-symbolic"), *window;

  gtk_search_bar_set_show_close_button (GTK_SEARCH_BAR (bar), TRUE);
  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (bar), TRUE);
  gtk_widget_set_has_tooltip (ours, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (ours), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Take it away", -1);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), ours);
  window = show (box);
  assert_name (find_button (bar, "window-close-symbolic"), "Close");
  assert_name (ours, "Take it away");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_parts (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *split = adw_split_button_new ();
  GtkWidget *color = gtk_color_button_new (), *expander = gtk_expander_new ("More of it"), *window;

  gtk_widget_set_tooltip_text (split, "Open traces");
  gtk_color_button_set_title (GTK_COLOR_BUTTON (color), "Colour of F");
  gtk_box_append (GTK_BOX (box), split);
  gtk_box_append (GTK_BOX (box), color);
  gtk_box_append (GTK_BOX (box), expander);
  window = show (box);
  assert_name (gtk_widget_get_first_child (split), "Open traces");
  assert_name (gtk_widget_get_first_child (color), "Colour of F");
  assert_name (expander, "More of it");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  weft_accessible_names_install ();
  g_test_add_func ("/accessible-names/mnemonics", test_mnemonics);
  g_test_add_func ("/accessible-names/close-buttons", test_close_buttons);
  g_test_add_func ("/accessible-names/parts", test_parts);
  return g_test_run ();
}
