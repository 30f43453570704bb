/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pane-walk.h"

/* Under which a part is known. */
#define KEY "weft-pane"

void
weft_pane_walk_mark (GtkWidget *widget)
{
  g_object_set_data (G_OBJECT (widget), KEY, widget);
}

/* Those in sight. */
static void
collect (GtkWidget *widget, GPtrArray *panes)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_child_visible (widget))
    return;
  if (g_object_get_data (G_OBJECT (widget), KEY) != NULL)
    {
      g_ptr_array_add (panes, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, panes);
}

/* FALSE where the focus is in none of them: the first comes next then, or backwards the last. */
static gboolean
find_focused (const GPtrArray *panes, GtkWidget *focus, gboolean backwards, guint *index)
{
  for (guint i = 0; focus != NULL && i < panes->len; i++)
    if (focus == panes->pdata[i] || gtk_widget_is_ancestor (focus, panes->pdata[i]))
      {
        *index = i;
        return TRUE;
      }
  *index = backwards ? 0 : panes->len - 1;
  return FALSE;
}

static gboolean
walk (GtkWidget *window, gboolean backwards)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  guint index, n_others;

  collect (window, panes);
  if (panes->len == 0)
    return FALSE;
  n_others = panes->len;
  if (find_focused (panes, gtk_root_get_focus (GTK_ROOT (window)), backwards, &index))
    n_others--;
  for (guint i = 1; i <= n_others; i++)
    {
      guint step = backwards ? panes->len - i : i;
      GtkWidget *pane = panes->pdata[(index + step) % panes->len];

      /* A pane in which nothing can be reached is passed by. */
      if (gtk_widget_grab_focus (pane) || gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD))
        return TRUE;
    }
  return FALSE;
}

static gboolean
on_key (GtkWidget *window, GVariant *backwards, gpointer data G_GNUC_UNUSED)
{
  return walk (window, g_variant_get_boolean (backwards));
}

void
weft_pane_walk_add (GtkWidget *window)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  /* Before what is within, which has its own use for it. */
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint backwards = 0; backwards <= 1; backwards++)
    {
      GtkShortcut *shortcut =
        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F6, backwards ? GDK_SHIFT_MASK : 0),
                          gtk_callback_action_new (on_key, NULL, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (backwards != 0));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    }
  gtk_widget_add_controller (window, controller);
}
