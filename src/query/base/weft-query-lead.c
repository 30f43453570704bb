/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-lead.h"

#include <glib/gi18n-lib.h>

#include "weft-map64.h"

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

/* Names that say a time by themselves, in ticks of the trace. */
static gboolean
is_time (const char *name)
{
  static const char *const names[] = { "time", "cycle", "tick" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
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
  if (!any && is_time (name))
    lead.kind = WEFT_QUERY_LEAD_TIME;
  return lead;
}

WeftQueryLead
weft_query_lead_find (const WeftQuery *query, guint column)
{
  const char *name;
  const WeftQueryTable *table = weft_query_get_origin (query, column, &name);

  if (table != NULL)
    return find_in_table (table, name);
  /* Of several traces a name alone doesn't say which is meant. */
  if (name != NULL || weft_query_get_n_traces (query) > 1)
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

/* --- where many numbers lead -------------------------------------------------------------------- */

typedef void (*TakeNumber) (gint64 rowid, gint64 number, gpointer data);

/* Hands over a column of a table, of the rows that have a whole number there. */
static gboolean
walk_column (WeftQuery *query, const WeftQueryTable *table, const char *column,
             GCancellable *cancellable, TakeNumber take, gpointer data, GError **error)
{
  g_autofree char *sql =
    g_strdup_printf ("SELECT rowid, \"%s\" FROM a.\"%s\"", column, table->name);
  GError *failure = NULL;
  WeftTextPlace place;

  if (!weft_query_prepare (query, sql, cancellable, &place, error))
    return FALSE;
  while (weft_query_step (query, &failure))
    {
      WeftCell rowid = weft_query_get_cell (query, 0), cell = weft_query_get_cell (query, 1);

      if (cell.type == WEFT_CELL_SIGNED)
        take (rowid.integer, cell.integer, data);
    }
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL && !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Of several rows with the same number the first counts. */
static void
note_row (gint64 rowid, gint64 number, gpointer data)
{
  WeftMap64 *rows = data;

  if (rowid < WEFT_MAP64_NONE && weft_map64_get (rows, (guint64) number) == WEFT_MAP64_NONE)
    weft_map64_set (rows, (guint64) number, (guint32) rowid);
}

/* Replaces numbers by the rows of the table that have them, WEFT_NO_CYCLE where none has. */
static gboolean
find_rows (WeftQuery *query, const WeftQueryTable *table, const char *by, gint64 *numbers, guint n,
           GCancellable *cancellable, GError **error)
{
  WeftMap64 rows = WEFT_MAP64_INIT;
  gboolean done =
    walk_column (query, table, by != NULL ? by : "rowid", cancellable, note_row, &rows, error);

  for (guint i = 0; i < n && done; i++)
    {
      guint32 row = numbers[i] != WEFT_NO_CYCLE ? weft_map64_get (&rows, (guint64) numbers[i])
                                                : WEFT_MAP64_NONE;

      numbers[i] = row != WEFT_MAP64_NONE ? (gint64) row : WEFT_NO_CYCLE;
    }
  weft_map64_clear (&rows);
  return done;
}

static void
note_number (gint64 rowid, gint64 number, gpointer data)
{
  g_hash_table_insert (data, g_memdup2 (&rowid, sizeof rowid), g_memdup2 (&number, sizeof number));
}

/* Replaces rows of a table by the numbers in a column of theirs. */
static gboolean
read_numbers (WeftQuery *query, const WeftQueryTable *table, const char *column, gint64 *rows,
              guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) numbers =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  if (!walk_column (query, table, column, cancellable, note_number, numbers, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const gint64 *number = g_hash_table_lookup (numbers, &rows[i]);

      rows[i] = number != NULL ? *number : WEFT_NO_CYCLE;
    }
  return TRUE;
}

/* The things of rows of a table that is shown. */
static gboolean
find_items (WeftQuery *query, const WeftQueryTable *table, const gint64 *rows, guint n,
            guint32 *items, GCancellable *cancellable, GError **error)
{
  WeftQueryTrace *trace = weft_query_get_trace (query, 0);
  WeftFacts facts;

  if (!weft_query_trace_open_table (trace, table, &facts, cancellable, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    items[i] = rows[i] >= 0 && rows[i] < (gint64) facts.n_rows
                 ? weft_facts_get_source_row (&facts, (guint) rows[i])
                 : G_MAXUINT32;
  return TRUE;
}

gboolean
weft_query_lead_follow_all (const WeftQueryLead *self, WeftQuery *query, const gint64 *numbers,
                            guint n, guint32 *items, GCancellable *cancellable, GError **error)
{
  g_autofree gint64 *at = g_memdup2 (numbers, n * sizeof *numbers);
  WeftQueryLead lead = *self;

  for (guint step = 0; step < MAX_STEPS; step++)
    {
      const WeftQueryTable *table = get_table (query, lead.table);

      if (!find_rows (query, table, lead.by, at, n, cancellable, error))
        return FALSE;
      if (table->is_shown)
        return find_items (query, table, at, n, items, cancellable, error);
      if (!read_numbers (query, table, table->links->column, at, n, cancellable, error))
        return FALSE;
      lead = (WeftQueryLead){ WEFT_QUERY_LEAD_ROW, table->links->table, table->links->by };
    }
  g_assert_not_reached ();
}
