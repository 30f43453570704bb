/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sliding-bar.h"

#include "on-display.h"

/* Bars that slide: in sight when they are asked for, and no part of the window otherwise. */

typedef struct
{
  GtkWidget *window;
  GtkWidget *bar;
  GtkWidget *entry;
} Fixture;

static gboolean
is_away (gpointer widget)
{
  return !gtk_widget_get_visible (widget);
}

static gboolean
is_in (gpointer revealer)
{
  return gtk_revealer_get_child_revealed (revealer);
}

static void
set_up (Fixture *fixture)
{
  fixture->window = gtk_window_new ();
  fixture->bar = gtk_search_bar_new ();
  fixture->entry = gtk_search_entry_new ();
  gtk_search_bar_set_child (GTK_SEARCH_BAR (fixture->bar), fixture->entry);
  weft_sliding_bar_rest (fixture->bar);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->bar);
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_until (is_mapped, fixture->window);
}

/* It slides in and out, and is a part of the window meanwhile. */
static void
test_search (void)
{
  Fixture fixture;
  GtkRevealer *revealer;
  int height;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  set_up (&fixture);
  revealer = GTK_REVEALER (gtk_widget_get_first_child (fixture.bar));
  g_assert_false (gtk_widget_get_visible (fixture.bar));
  gtk_widget_measure (fixture.bar, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, ==, 0);

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (fixture.bar), TRUE);
  g_assert_true (gtk_widget_get_visible (fixture.bar));
  g_assert_false (gtk_revealer_get_child_revealed (revealer));
  wait_until (is_in, revealer);
  g_assert_true (gtk_widget_grab_focus (fixture.entry));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (fixture.bar), FALSE);
  g_assert_true (gtk_widget_get_visible (fixture.bar));
  wait_until (is_away, fixture.bar);
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}

/* It is asked for while it goes. */
static void
test_back (void)
{
  Fixture fixture;

  set_up (&fixture);
  for (guint i = 0; i < 3; i++)
    {
      gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (fixture.bar), TRUE);
      wait_until (is_mapped, fixture.entry);
      gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (fixture.bar), FALSE);
    }
  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (fixture.bar), TRUE);
  wait_until (is_mapped, fixture.entry);
  g_assert_true (gtk_widget_get_visible (fixture.bar));
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}

/* A bar that says something from the start stays. */
static void
test_info (void)
{
  GtkWidget *bar = g_object_ref_sink (gtk_info_bar_new ());

  weft_sliding_bar_rest (bar);
  g_assert_true (gtk_widget_get_visible (bar));
  gtk_info_bar_set_revealed (GTK_INFO_BAR (bar), FALSE);
  g_assert_false (gtk_widget_get_visible (bar));
  gtk_info_bar_set_revealed (GTK_INFO_BAR (bar), TRUE);
  g_assert_true (gtk_widget_get_visible (bar));
  g_object_unref (bar);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sliding-bar/search", test_search);
  g_test_add_func ("/sliding-bar/back", test_back);
  g_test_add_func ("/sliding-bar/info", test_info);
  return g_test_run ();
}
