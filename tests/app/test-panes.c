/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pane-walk.h"
#include "weft-panes.h"

#include "on-display.h"

typedef struct
{
  GtkWidget *window;
  WeftPanes *panes;
  GtkWidget *content;
  GtkWidget *side;
  GtkWidget *bottom;
} Fixture;

static GtkWidget *
create_part (int width, int height)
{
  GtkWidget *part = gtk_label_new ("part");

  gtk_widget_set_size_request (part, width, height);
  return part;
}

static void
begin (Fixture *fixture, int width)
{
  fixture->content = create_part (100, 100);
  fixture->side = create_part (160, 50);
  fixture->bottom = create_part (100, 80);
  fixture->panes = g_object_new (WEFT_TYPE_PANES, "content", fixture->content, "side",
                                 fixture->side, "bottom", fixture->bottom, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panes));
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_until (is_mapped, fixture->content);
  wait_settled ();
}

static void
end (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_settled ();
}

static graphene_rect_t
bounds (Fixture *fixture, GtkWidget *part)
{
  graphene_rect_t rect;

  g_assert_true (gtk_widget_compute_bounds (part, GTK_WIDGET (fixture->panes), &rect));
  return rect;
}

static void
test_wide (void)
{
  Fixture fixture;
  graphene_rect_t content, side, bottom;

  begin (&fixture, 1000);
  g_assert_false (weft_panes_get_narrow (fixture.panes));
  g_assert_false (gtk_widget_get_visible (fixture.side));
  g_object_set (fixture.panes, "show-side", TRUE, "show-bottom", TRUE, "side-width", 250,
                "bottom-height", 150, NULL);
  wait_settled ();
  content = bounds (&fixture, fixture.content);
  side = bounds (&fixture, fixture.side);
  bottom = bounds (&fixture, fixture.bottom);
  g_assert_cmpfloat (side.size.width, ==, 250);
  g_assert_cmpfloat (side.origin.x, ==, content.size.width);
  g_assert_cmpfloat (bottom.size.height, ==, 150);
  g_assert_cmpfloat (bottom.origin.y, ==, content.size.height);
  g_assert_cmpfloat (bottom.size.width, ==, content.size.width + side.size.width);
  g_assert_cmpfloat (side.size.height, ==, content.size.height);
  weft_panes_show (fixture.panes, WEFT_PANE_SIDE, FALSE);
  wait_settled ();
  g_assert_false (gtk_widget_get_mapped (fixture.side));
  g_assert_cmpfloat (bounds (&fixture, fixture.content).size.width, ==, bottom.size.width);
  end (&fixture);
}

static void
test_right_to_left (void)
{
  Fixture fixture;
  graphene_rect_t content, side;

  begin (&fixture, 1000);
  gtk_widget_set_direction (GTK_WIDGET (fixture.panes), GTK_TEXT_DIR_RTL);
  g_object_set (fixture.panes, "show-side", TRUE, "side-width", 250, NULL);
  wait_settled ();
  content = bounds (&fixture, fixture.content);
  side = bounds (&fixture, fixture.side);
  g_assert_cmpfloat (side.origin.x, ==, 0);
  g_assert_cmpfloat (content.origin.x, ==, side.size.width);
  end (&fixture);
}

/* Panels that are wanted do not push in where there is no room for them. */
static void
test_narrow (void)
{
  Fixture fixture;
  graphene_rect_t content, side;

  begin (&fixture, 360);
  g_object_set (fixture.panes, "show-side", TRUE, "show-bottom", TRUE, NULL);
  wait_settled ();
  g_assert_true (weft_panes_get_narrow (fixture.panes));
  g_assert_false (weft_panes_is_shown (fixture.panes, WEFT_PANE_SIDE));
  g_assert_false (gtk_widget_get_mapped (fixture.side));

  weft_panes_show (fixture.panes, WEFT_PANE_SIDE, TRUE);
  wait_settled ();
  content = bounds (&fixture, fixture.content);
  side = bounds (&fixture, fixture.side);
  g_assert_cmpfloat (content.size.width, ==, 360);
  g_assert_cmpfloat (side.size.width, <=, 312);
  g_assert_cmpfloat (side.origin.x + side.size.width, ==, 360);

  weft_panes_show (fixture.panes, WEFT_PANE_BOTTOM, TRUE);
  wait_settled ();
  g_assert_false (gtk_widget_get_mapped (fixture.side));
  g_assert_true (gtk_widget_get_mapped (fixture.bottom));
  g_assert_true (weft_panes_uncover (fixture.panes));
  g_assert_false (weft_panes_uncover (fixture.panes));
  end (&fixture);
}

static gboolean
is_narrow (gpointer panes)
{
  return weft_panes_get_narrow (panes);
}

static gboolean
is_wide (gpointer panes)
{
  return !weft_panes_get_narrow (panes);
}

/* A pane that was open comes back when there is room again. */
static void
test_changes (void)
{
  Fixture fixture;

  begin (&fixture, 1000);
  g_object_set (fixture.panes, "show-side", TRUE, NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture.window), 400, 600);
  wait_until (is_narrow, fixture.panes);
  wait_settled ();
  g_assert_false (gtk_widget_get_mapped (fixture.side));
  gtk_window_set_default_size (GTK_WINDOW (fixture.window), 1000, 600);
  wait_until (is_wide, fixture.panes);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (fixture.side));
  end (&fixture);
}

/* The content keeps its share, whatever is asked for. */
static void
test_limits (void)
{
  Fixture fixture;

  begin (&fixture, 800);
  g_object_set (fixture.panes, "show-side", TRUE, "show-bottom", TRUE, "side-width", 5000,
                "bottom-height", 5000, NULL);
  wait_settled ();
  g_assert_cmpfloat (bounds (&fixture, fixture.content).size.width, >=, 200);
  g_assert_cmpfloat (bounds (&fixture, fixture.content).size.height, >=, 100);
  g_object_set (fixture.panes, "side-width", 0, "bottom-height", 0, NULL);
  wait_settled ();
  g_assert_cmpfloat (bounds (&fixture, fixture.side).size.width, ==, 160);
  g_assert_cmpfloat (bounds (&fixture, fixture.bottom).size.height, ==, 80);
  end (&fixture);
}

/* --- walking ------------------------------------------------------------------------------------ */

/* Presses F6 in the window. */
static void
walk_on (GtkWidget *window)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      g_autoptr (GtkShortcut) shortcut = NULL;

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller)
          || gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_CAPTURE)
        continue;
      shortcut = g_list_model_get_item (G_LIST_MODEL (controller), 0);
      gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, window,
                                    gtk_shortcut_get_arguments (shortcut));
      return;
    }
  g_error ("the window has no key for that");
}

/* The focus goes from part to part, and into none that is out of sight. */
static void
test_walk (void)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *buttons[3], *parents[3];

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *pane = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

      parents[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      buttons[i] = gtk_button_new_with_label ("Part");
      gtk_box_append (GTK_BOX (pane), buttons[i]);
      gtk_box_append (GTK_BOX (parents[i]), pane);
      gtk_box_append (GTK_BOX (box), parents[i]);
      weft_pane_walk_mark (pane);
    }
  gtk_widget_set_visible (parents[1], FALSE);
  weft_pane_walk_add (window);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_mapped, buttons[0]);
  gtk_widget_grab_focus (buttons[0]);
  walk_on (window);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == buttons[2]);
  walk_on (window);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == buttons[0]);
  gtk_widget_set_visible (parents[1], TRUE);
  wait_until (is_mapped, buttons[1]);
  walk_on (window);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == buttons[1]);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  g_test_add_func ("/panes/wide", test_wide);
  g_test_add_func ("/panes/right-to-left", test_right_to_left);
  g_test_add_func ("/panes/narrow", test_narrow);
  g_test_add_func ("/panes/changes", test_changes);
  g_test_add_func ("/panes/limits", test_limits);
  g_test_add_func ("/panes/walk", test_walk);
  return g_test_run ();
}
