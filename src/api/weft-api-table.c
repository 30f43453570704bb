/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-table-private.h"

#include "weft-api-column-private.h"
#include "weft-api-error-private.h"
#include "weft-memory-budget.h"

#include <glib/gi18n-lib.h>

/* Rows between two looks at how large the answer is. */
#define ROWS_BETWEEN 4096

struct _WeftApiTable
{
  GObject parent_instance;

  GPtrArray *columns;
  gsize n_rows;
};

G_DEFINE_FINAL_TYPE (WeftApiTable, weft_api_table, G_TYPE_OBJECT)

static void
weft_api_table_finalize (GObject *object)
{
  g_ptr_array_unref (WEFT_API_TABLE (object)->columns);
  G_OBJECT_CLASS (weft_api_table_parent_class)->finalize (object);
}

static void
weft_api_table_class_init (WeftApiTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_api_table_finalize;
}

static void
weft_api_table_init (WeftApiTable *self)
{
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
}

/* --- filling ------------------------------------------------------------------------------------ */

static gboolean
is_too_large (const WeftApiTable *self)
{
  guint64 size = 0;

  if (self->n_rows % ROWS_BETWEEN != 0)
    return FALSE;
  for (guint i = 0; i < self->columns->len; i++)
    size += weft_api_column_get_size (self->columns->pdata[i]);
  return size > weft_memory_budget_get ();
}

static void
add_row (WeftApiTable *self, WeftQuery *query)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const WeftCell cell = weft_query_get_cell (query, i);

      weft_api_column_add (self->columns->pdata[i], &cell);
    }
  self->n_rows++;
}

static gboolean
read_rows (WeftApiTable *self, WeftQuery *query, GError **error)
{
  guint n_columns = weft_query_get_n_columns (query);
  GError *failure = NULL;

  for (guint i = 0; i < n_columns; i++)
    g_ptr_array_add (self->columns, weft_api_column_new (weft_query_get_column (query, i)));
  while (failure == NULL && weft_query_step (query, &failure))
    {
      add_row (self, query);
      if (is_too_large (self))
        failure = g_error_new_literal (WEFT_API_ERROR, WEFT_API_ERROR_MEMORY,
                                       _ ("The query needs more memory than it may have."));
    }
  for (guint i = 0; i < n_columns; i++)
    weft_api_column_seal (self->columns->pdata[i]);
  if (failure != NULL)
    weft_api_error_take (error, failure);
  return failure == NULL;
}

/* Shows the place of a mistake below the query, as weft-cli does. */
static void
take_mistake (const char *sql, const WeftTextPlace *place, GError *mistake, GError **error)
{
  if (place->start != WEFT_QUERY_NO_PLACE)
    {
      char *shown = weft_expression_show_error (sql, place, mistake);

      g_free (mistake->message);
      mistake->message = shown;
    }
  weft_api_error_take (error, mistake);
}

WeftApiTable *
weft_api_table_read (WeftQuery *query, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftApiTable) self = g_object_new (WEFT_API_TYPE_TABLE, NULL);
  GError *mistake = NULL;
  WeftTextPlace place;

  if (!weft_query_prepare (query, sql, cancellable, &place, &mistake))
    {
      take_mistake (sql, &place, mistake, error);
      return NULL;
    }
  return read_rows (self, query, error) ? g_steal_pointer (&self) : NULL;
}

/* --- what is in it ------------------------------------------------------------------------------ */

/**
 * weft_api_table_get_n_rows:
 * @self: a table
 *
 * How many rows it has.
 *
 * Returns: the number
 */
gsize
weft_api_table_get_n_rows (WeftApiTable *self)
{
  g_return_val_if_fail (WEFT_API_IS_TABLE (self), 0);
  return self->n_rows;
}

/**
 * weft_api_table_get_n_columns:
 * @self: a table
 *
 * How many columns it has.
 *
 * Returns: the number
 */
guint
weft_api_table_get_n_columns (WeftApiTable *self)
{
  g_return_val_if_fail (WEFT_API_IS_TABLE (self), 0);
  return self->columns->len;
}

/**
 * weft_api_table_get_column:
 * @self: a table
 * @column: its place, from 0
 *
 * A column by its place.
 *
 * Returns: (transfer none) (nullable): the column, or %NULL where there are not so many
 */
WeftApiColumn *
weft_api_table_get_column (WeftApiTable *self, guint column)
{
  g_return_val_if_fail (WEFT_API_IS_TABLE (self), NULL);
  return column < self->columns->len ? self->columns->pdata[column] : NULL;
}

/**
 * weft_api_table_find_column:
 * @self: a table
 * @name: its name
 *
 * The first column of that name.
 *
 * Returns: (transfer none) (nullable): the column, or %NULL where there is none
 */
WeftApiColumn *
weft_api_table_find_column (WeftApiTable *self, const char *name)
{
  g_return_val_if_fail (WEFT_API_IS_TABLE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  for (guint i = 0; i < self->columns->len; i++)
    if (g_str_equal (weft_api_column_get_name (self->columns->pdata[i]), name))
      return self->columns->pdata[i];
  return NULL;
}
