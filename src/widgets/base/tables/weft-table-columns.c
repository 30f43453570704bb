/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-table-columns.h"

#include <string.h>

static GListModel *
get_columns (WeftTableView *view)
{
  return gtk_column_view_get_columns (weft_table_view_get_titles (view));
}

GtkColumnViewColumn *
weft_table_columns_find (WeftTableView *view, const char *key)
{
  GListModel *columns = get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (strcmp (weft_table_view_get_column (column)->key, key) == 0)
        return column;
    }
  return NULL;
}

void
weft_table_columns_save (WeftTableView *view, GString *saved)
{
  GListModel *columns = get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_string_append_printf (saved, " %s:%d:%d", weft_table_view_get_column (column)->key,
                              weft_table_view_get_width (column),
                              gtk_column_view_column_get_visible (column));
    }
}

gboolean
weft_table_columns_restore (WeftTableView *view, const char *word, guint place)
{
  g_auto (GStrv) fields = g_strsplit (word, ":", 3);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  guint64 width, visible;

  if (g_strv_length (fields) != 3
      || !g_ascii_string_to_unsigned (fields[1], 10, 1, 10000, &width, NULL)
      || !g_ascii_string_to_unsigned (fields[2], 10, 0, 1, &visible, NULL))
    return FALSE;
  if (!g_set_object (&column, weft_table_columns_find (view, fields[0])))
    return FALSE;
  weft_table_view_set_width (column, (int) width);
  gtk_column_view_column_set_visible (column, visible != 0);
  gtk_column_view_insert_column (weft_table_view_get_titles (view), place, column);
  return TRUE;
}

char *
weft_table_columns_get_text (WeftTableView *view, const WeftFacts *facts, guint row)
{
  GListModel *columns = get_columns (view);
  GString *text = g_string_new (NULL);
  const char *separator = "";

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_auto (WeftCell) cell = weft_cell_none ();
      g_autofree char *field = NULL;

      if (!gtk_column_view_column_get_visible (column))
        continue;
      cell = weft_facts_get_cell (facts, row, weft_table_view_get_column (column)->id);
      field = g_strdelimit (weft_cell_to_string (&cell), "\t\r\n", ' ');
      g_string_append_printf (text, "%s%s", separator, field);
      separator = "\t";
    }
  return g_string_free (text, FALSE);
}

void
weft_table_columns_fill_menus (WeftTableView *view, GtkWidget *widget, const char *action,
                               GMenu *order, GMenu *columns)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GListModel *list = get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (list, i);
      const WeftTableColumn *info = weft_table_view_get_column (column);
      g_autoptr (GPropertyAction) visible = g_property_action_new (info->key, column, "visible");
      g_autofree char *sort = g_strconcat (action, "::", info->key, NULL);
      g_autofree char *show = g_strconcat ("table-columns.", info->key, NULL);

      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (visible));
      g_menu_append (order, info->title, sort);
      g_menu_append (columns, info->title, show);
    }
  gtk_widget_insert_action_group (widget, "table-columns", G_ACTION_GROUP (group));
}
