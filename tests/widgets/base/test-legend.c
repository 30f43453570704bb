/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-legend.h"

#include "on-display.h"

/* Legends: whole where that leaves a picture its room, and else all of their lines scrolled to. */

typedef struct
{
  int height; /* of all lines, in logical pixels */
  GtkWidget *window;
  GtkWidget *legend;
  GtkWidget *scroller; /* where there is something to scroll */
  WeftStyle *style;
} Fixture;

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  return ((Fixture *) data)->height;
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  weft_paint_list_fill (list, 0, 0, width, height, 0xff0000ff);
  return ((Fixture *) data)->style;
}

static void
set_up (Fixture *fixture, int height)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *button = gtk_button_new ();

  fixture->height = height;
  fixture->style = weft_style_new (NULL, NULL);
  fixture->window = gtk_window_new ();
  fixture->legend = weft_legend_new (paint, measure, fixture, "Colours");
  gtk_widget_set_vexpand (button, TRUE);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), fixture->legend);
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 400, 300);
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_until (is_mapped, fixture->legend);
  wait_settled ();
  fixture->scroller = gtk_widget_get_first_child (fixture->legend);
}

static void
tear_down (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  weft_style_unref (fixture->style);
}

static double
get_hidden (Fixture *fixture)
{
  GtkAdjustment *lines =
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (fixture->scroller));

  return gtk_adjustment_get_upper (lines) - gtk_adjustment_get_page_size (lines);
}

/* All of it is in sight, and keys pass it by. */
static void
test_small (void)
{
  Fixture fixture;

  set_up (&fixture, 40);
  g_assert_cmpint (gtk_widget_get_height (fixture.legend), ==, 40);
  g_assert_false (GTK_IS_SCROLLED_WINDOW (fixture.scroller));
  g_assert_false (gtk_widget_child_focus (fixture.legend, GTK_DIR_TAB_FORWARD));
  tear_down (&fixture);
}

/* It takes no more than two lines of large texts, keys come to it, and the rest is scrolled to. */
static void
test_large (void)
{
  Fixture fixture;
  int height;

  set_up (&fixture, 160);
  height = gtk_widget_get_height (fixture.legend);
  g_assert_cmpint (height, >=, 72);
  g_assert_cmpint (height, <=, 90);
  g_assert_cmpfloat (get_hidden (&fixture), ==, 160 - height);
  g_assert_true (gtk_widget_child_focus (fixture.legend, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_has_focus (fixture.scroller));
  tear_down (&fixture);
}

/* It becomes as high as what there is to explain. */
static void
test_update (void)
{
  Fixture fixture;

  set_up (&fixture, 160);
  fixture.height = 20;
  weft_legend_update (WEFT_LEGEND (fixture.legend));
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_height (fixture.legend), ==, 20);
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/legend/small", test_small);
  g_test_add_func ("/legend/large", test_large);
  g_test_add_func ("/legend/update", test_update);
  return g_test_run ();
}
