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

/* Under which a column keeps its width while it is hidden. */
#define WIDTH_KEY "weft-width"

static void
visible_changed (GtkColumnViewColumn *column)
{
  int width = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY));

  if (gtk_column_view_column_get_visible (column))
    gtk_column_view_column_set_fixed_width (column, width);
  else
    {
      width = gtk_column_view_column_get_fixed_width (column);
      g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width));
      gtk_column_view_column_set_fixed_width (column, 0);
    }
}

void
weft_table_set_width (GtkColumnViewColumn *column, int width)
{
  if (g_signal_handler_find (column, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, visible_changed, NULL) == 0)
    g_signal_connect (column, "notify::visible", G_CALLBACK (visible_changed), NULL);
  g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width));
  gtk_column_view_column_set_fixed_width (
    column, gtk_column_view_column_get_visible (column) ? width : 0);
}

int
weft_table_get_width (GtkColumnViewColumn *column)
{
  if (gtk_column_view_column_get_visible (column))
    return gtk_column_view_column_get_fixed_width (column);
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY));
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
