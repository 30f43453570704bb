/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracks-stage.h"

/* The parts around a picture: keys that come to it, and scrollbars. */

static gboolean
has_focus_in (GtkWidget *window, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Keys come to it from what stands before and behind it, and leave it again. */
static void
test_tab (void)
{
  static const GtkDirectionType directions[] = { GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *ends[] = { gtk_button_new_with_label ("first"), gtk_button_new_with_label ("last") };
  View view;

  open_view (&view);
  g_object_ref (view.view);
  gtk_window_set_child (GTK_WINDOW (view.window), NULL);
  gtk_box_append (GTK_BOX (box), ends[0]);
  gtk_box_append (GTK_BOX (box), view.view);
  gtk_box_append (GTK_BOX (box), ends[1]);
  g_object_unref (view.view);
  gtk_window_set_child (GTK_WINDOW (view.window), box);
  settle (&view);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      guint n_stops = 0;

      gtk_widget_grab_focus (ends[i]);
      while (gtk_widget_child_focus (view.window, directions[i])
             && has_focus_in (view.window, view.view) && n_stops < 10)
        n_stops++;
      g_assert_cmpuint (n_stops, >, 0);
      g_assert_true (has_focus_in (view.window, ends[1 - i]));
    }
  close_view (&view);
}

/* The scrollbar of time: (transfer none). */
static GtkAdjustment *
get_time_bar (View *view)
{
  g_autoptr (GPtrArray) bars = g_ptr_array_new ();

  collect_widgets (view->view, GTK_TYPE_SCROLLBAR, bars);
  for (guint i = 0; i < bars->len; i++)
    if (gtk_orientable_get_orientation (bars->pdata[i]) == GTK_ORIENTATION_HORIZONTAL)
      return gtk_scrollbar_get_adjustment (bars->pdata[i]);
  g_assert_not_reached ();
}

/* The scrollbar is set as soon as the growth of a trace is a pixel there, and not before; also where the time before the
 * trace is in sight. */
static void
test_scrollbar (void)
{
  const double all = N_THINGS * MADE_PERIOD;
  GtkAdjustment *bar;
  View view;

  open_view (&view);
  weft_tracks_zoom (view.tracks, 0, 1.5, FALSE);
  weft_tracks_pan (view.tracks, -10000, 0);
  settle (&view);
  bar = get_time_bar (&view);
  g_assert_cmpfloat (gtk_adjustment_get_lower (bar), <, 0);
  g_assert_cmpfloat (gtk_adjustment_get_upper (bar), ==, all);
  made_tracks_grow (view.state, &view.things, N_THINGS + 1);
  settle (&view);
  g_assert_cmpfloat (gtk_adjustment_get_upper (bar), ==, all);
  made_tracks_grow (view.state, &view.things, N_THINGS + 100);
  settle (&view);
  g_assert_cmpfloat (gtk_adjustment_get_upper (bar), ==, all + 100 * MADE_PERIOD);
  close_view (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture-view/tab", test_tab);
  g_test_add_func ("/picture-view/scrollbar", test_scrollbar);
  return g_test_run ();
}
