/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-lead.h"

#include <glib/gi18n-lib.h>

/* Steps from a table to one whose rows are shown, at most: from a hop to its transfer, to its event. */
#define MAX_STEPS 3

/* --- what a column stands for ------------------------------------------------------------------- */

static WeftQueryLead
find_in_table (const WeftQueryTable *table, const char *name)
{
  for (const WeftQueryLink *link = table->links; link != NULL && link->column != NULL; link++)
    if (g_ascii_strcasecmp (link->column, name) == 0)
      return (WeftQueryLead){ WEFT_QUERY_LEAD_ROW, link->table, link->by };
  for (guint i = 0; table->times != NULL && table->times[i] != NULL; i++)
    if (g_ascii_strcasecmp (table->times[i], name) == 0)
      return (WeftQueryLead){ .kind = WEFT_QUERY_LEAD_TIME };
  if (g_ascii_strcasecmp (name, "rowid") == 0 && (table->is_shown || table->links != NULL)
      && table->list == NULL)
    return (WeftQueryLead){ WEFT_QUERY_LEAD_ROW, table->name, NULL };
  return (WeftQueryLead){ .kind = WEFT_QUERY_LEAD_NOWHERE };
}

static gboolean
are_same (const WeftQueryLead *a, const WeftQueryLead *b)
{
  return a->kind == b->kind && g_strcmp0 (a->table, b->table) == 0 && g_strcmp0 (a->by, b->by) == 0;
}

static WeftQueryLead
find_by_name (const WeftQueryFamily *family, const char *name)
{
  WeftQueryLead lead = { .kind = WEFT_QUERY_LEAD_NOWHERE };
  gboolean any = FALSE;

  for (guint i = 0; i < family->n_tables; i++)
    {
      WeftQueryLead found;

      if (weft_query_table_find_column (&family->tables[i], name) == NULL)
        continue;
      found = find_in_table (&family->tables[i], name);
      if (any && !are_same (&found, &lead))
        return (WeftQueryLead){ .kind = WEFT_QUERY_LEAD_NOWHERE };
      lead = found;
      any = TRUE;
    }
  return lead;
}

WeftQueryLead
weft_query_lead_find (const WeftQuery *query, guint column)
{
  const char *name;
  const WeftQueryTable *table = weft_query_get_origin (query, column, &name);

  if (table != NULL)
    return find_in_table (table, name);
  if (name != NULL)
    return (WeftQueryLead){ .kind = WEFT_QUERY_LEAD_NOWHERE };
  return find_by_name (weft_query_get_family (query, 0), weft_query_get_column (query, column));
}

/* --- where a number leads ----------------------------------------------------------------------- */

/* The number in the first cell of an answer. */
static gboolean
ask_number (WeftQuery *query, const char *sql, GCancellable *cancellable, gint64 *number,
            GError **error)
{
  WeftTextPlace place;
  GError *failure = NULL;
  WeftCell cell;

  if (!weft_query_prepare (query, sql, cancellable, &place, error))
    return FALSE;
  cell = weft_query_step (query, &failure) ? weft_query_get_cell (query, 0) : weft_cell_none ();
  *number = cell.integer;
  if (cell.type == WEFT_CELL_SIGNED)
    return TRUE;
  if (failure == NULL)
    failure = g_error_new_literal (WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                                   _ ("The picture has no place for this row."));
  g_propagate_error (error, failure);
  return FALSE;
}

static const WeftQueryTable *
get_table (const WeftQuery *query, const char *name)
{
  const WeftQueryFamily *family = weft_query_get_family (query, 0);

  for (guint i = 0; i < family->n_tables; i++)
    if (g_str_equal (family->tables[i].name, name))
      return &family->tables[i];
  g_assert_not_reached ();
}

/* A column of a row. */
static gboolean
read_column (WeftQuery *query, const WeftQueryTable *table, const char *column, gint64 rowid,
             GCancellable *cancellable, gint64 *number, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
    "SELECT \"%s\" FROM a.\"%s\" WHERE rowid = %" G_GINT64_FORMAT, column, table->name, rowid);

  return ask_number (query, sql, cancellable, number, error);
}

static gboolean
find_row (WeftQuery *query, const WeftQueryLead *lead, gint64 number, GCancellable *cancellable,
          gint64 *rowid, GError **error)
{
  g_autofree char *sql =
    g_strdup_printf ("SELECT rowid FROM a.\"%s\" WHERE \"%s\" = %" G_GINT64_FORMAT " LIMIT 1",
                     lead->table, lead->by != NULL ? lead->by : "rowid", number);

  return ask_number (query, sql, cancellable, rowid, error);
}

static gboolean
find_place (WeftQuery *query, const WeftQueryTable *table, gint64 rowid, GCancellable *cancellable,
            WeftQueryPlace *place, GError **error)
{
  return read_column (query, table, table->times[0], rowid, cancellable, &place->time, error)
         && weft_query_trace_find_item (weft_query_get_trace (query, 0), table, rowid, cancellable,
                                        &place->item, error);
}

gboolean
weft_query_lead_follow (const WeftQueryLead *self, WeftQuery *query, gint64 number,
                        GCancellable *cancellable, WeftQueryPlace *place, GError **error)
{
  WeftQueryLead lead = *self;

  for (guint step = 0; step < MAX_STEPS; step++)
    {
      const WeftQueryTable *table = get_table (query, lead.table);
      gint64 rowid;

      if (!find_row (query, &lead, number, cancellable, &rowid, error))
        return FALSE;
      if (table->is_shown)
        return find_place (query, table, rowid, cancellable, place, error);
      if (!read_column (query, table, table->links->column, rowid, cancellable, &number, error))
        return FALSE;
      lead = (WeftQueryLead){ WEFT_QUERY_LEAD_ROW, table->links->table, table->links->by };
    }
  g_assert_not_reached ();
}
