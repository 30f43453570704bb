/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tab-out.h"

gboolean
weft_tab_out (GtkWidget *list, GtkWidget *before, GtkDirectionType direction, gboolean *moved)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
      || !gtk_widget_is_ancestor (focus, list))
    return FALSE;
  *moved = direction == GTK_DIR_TAB_BACKWARD && gtk_widget_child_focus (before, direction);
  return TRUE;
}
