/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-table.h"

#include <string.h>

/* Whether both are read the same way, so that one column is enough. */
static gboolean
are_same (const WeftField *a, const WeftField *b)
{
  return a->get == b->get && a->read == b->read && a->part == b->part && a->of == b->of
         && a->as == b->as && a->through == b->through && a->member.type == b->member.type
         && a->member.offset == b->member.offset;
}

/* SQLite's names are the same in any case. */
static gboolean
is_known (const GPtrArray *columns, const WeftField *field, gboolean by_cell)
{
  for (guint i = 0; i < columns->len; i++)
    {
      const WeftField *column = columns->pdata[i];

      if (g_ascii_strcasecmp (column->key, field->key) == 0
          || (by_cell && are_same (column, field)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_wanted (const WeftSchema *schema, const WeftField *field, guint flags)
{
  return (field->flags & schema->kind) == schema->kind && (field->flags & flags) != 0;
}

/* Fields of a schema lie one behind the other. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const WeftField *first = *(const WeftField *const *) a, *second = *(const WeftField *const *) b;

  return (first > second) - (first < second);
}

GPtrArray *
weft_query_table_list_columns (const WeftQueryTable *self)
{
  GPtrArray *columns = g_ptr_array_new ();
  const guint passes[] = { WEFT_FIELD_QUERY, self->flags, self->more };
  const WeftSchema *schema = self->schema;

  for (guint pass = 0; pass < G_N_ELEMENTS (passes); pass++)
    for (guint i = 0; i < schema->n_fields; i++)
      if (is_wanted (schema, &schema->fields[i], passes[pass])
          && !is_known (columns, &schema->fields[i], pass == 2))
        g_ptr_array_add (columns, (gpointer) &schema->fields[i]);
  if (columns->len == 0)
    for (guint i = 0; i < schema->n_fields; i++)
      g_ptr_array_add (columns, (gpointer) &schema->fields[i]);
  g_ptr_array_sort (columns, compare_places);
  g_assert (columns->len <= WEFT_QUERY_MAX_COLUMNS);
  return columns;
}

const char *
weft_query_table_get_name (const WeftQueryTable *self, const WeftField *column)
{
  return self->id_name != NULL && strcmp (column->key, "id") == 0 ? self->id_name : column->key;
}

const WeftField *
weft_query_table_find_column (const WeftQueryTable *self, const char *name)
{
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (self);

  for (guint i = 0; i < columns->len; i++)
    if (g_ascii_strcasecmp (weft_query_table_get_name (self, columns->pdata[i]), name) == 0)
      return columns->pdata[i];
  return NULL;
}

gboolean
weft_query_table_is_indexed (const WeftQueryTable *self, const WeftField *column)
{
  return self->indexed != NULL && g_strv_contains (self->indexed, column->key);
}

static const char *
get_member_type (const WeftField *column)
{
  switch (column->member.type)
    {
    case WEFT_MEMBER_UINT8:
    case WEFT_MEMBER_UINT16:
    case WEFT_MEMBER_UINT32:
    case WEFT_MEMBER_UINT64:
    case WEFT_MEMBER_INT16:
    case WEFT_MEMBER_INT32:
    case WEFT_MEMBER_INT64:
      return column->as == NULL && column->of == NULL ? "INTEGER" : "";
    case WEFT_MEMBER_DOUBLE:
      return "REAL";
    case WEFT_MEMBER_TEXT:
      return "TEXT";
    case WEFT_MEMBER_NONE:
    default:
      return "";
    }
}

const char *
weft_query_table_get_type (const WeftField *column)
{
  switch (column->type)
    {
    case WEFT_FIELD_NUMBER:
    case WEFT_FIELD_COUNT:
    case WEFT_FIELD_FLAG:
      return "INTEGER";
    case WEFT_FIELD_REAL:
      return "REAL";
    case WEFT_FIELD_TEXT:
      return "TEXT";
    case WEFT_FIELD_ANY:
    default:
      return get_member_type (column);
    }
}
