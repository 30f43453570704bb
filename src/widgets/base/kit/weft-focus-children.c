/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-focus-children.h"

static gboolean
is_backward (GtkDirectionType direction)
{
  return direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP || direction == GTK_DIR_LEFT;
}

gboolean
weft_focus_children (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean back = is_backward (direction);
  GtkWidget *child = gtk_widget_get_focus_child (widget);

  if (child == NULL)
    child = back ? gtk_widget_get_last_child (widget) : gtk_widget_get_first_child (widget);
  for (; child != NULL;
       child = back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child) && gtk_widget_child_focus (child, direction))
      return TRUE;
  return FALSE;
}
