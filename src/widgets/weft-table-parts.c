/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-table-parts.h"

int
weft_table_measure_text (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Titles are the header's children, each with a box for its text and arrow. */
void
weft_table_dress_titles (GtkColumnView *view, WeftTableDescribe describe)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns) && title != NULL; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *box = gtk_widget_get_first_child (title);
      const char *hint = NULL;

      if (describe (column, &hint) && GTK_IS_BOX (box))
        {
          gtk_widget_set_halign (box, GTK_ALIGN_END);
          gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
        }
      gtk_widget_set_tooltip_text (title, hint);
      title = gtk_widget_get_next_sibling (title);
    }
}

GtkWidget *
weft_table_find_list (GtkColumnView *view)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view));

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}
