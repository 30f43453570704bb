/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-column.h"

#include <glib/gi18n-lib.h>

#include "weft-query-walk.h"
#include "weft-query.h"

/* Rows between two looks at the cancellable. */
#define ROWS_BETWEEN 4096

static void
take_row (const WeftQueryWalk *walk, const WeftField *column, WeftQueryTake take, gpointer data)
{
  WeftCell cell = weft_query_walk_get_value (walk, column);

  take (&cell, data);
  weft_cell_clear (&cell);
}

static gboolean
take_all (const WeftQueryTable *table, const WeftFacts *facts, const WeftField *column,
          WeftQueryTake take, gpointer data, GCancellable *cancellable, GError **error)
{
  gboolean is_cancelled = FALSE;
  WeftQueryWalk walk;

  weft_query_walk_init (&walk, table, facts);
  for (guint row = 0; row < facts->n_rows && !is_cancelled; row++)
    {
      if (weft_query_walk_go (&walk, row))
        do
          take_row (&walk, column, take, data);
        while (weft_query_walk_next_item (&walk));
      if (row % ROWS_BETWEEN == 0)
        is_cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  weft_query_walk_clear (&walk);
  return !is_cancelled;
}

gboolean
weft_query_column_read (WeftQueryTrace *trace, const char *table, const char *column,
                        WeftQueryTake take, gpointer data, GCancellable *cancellable,
                        GError **error)
{
  guint number = weft_query_trace_find_table (trace, table);
  gpointer source;
  const WeftQueryTable *found;
  const WeftField *field;
  WeftFacts facts;

  if (number == G_MAXUINT)
    {
      g_set_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL, _ ("There is no table “%s”."),
                   table);
      return FALSE;
    }
  found = weft_query_trace_get_table (trace, number);
  field = weft_query_table_find_column (found, column);
  if (field == NULL)
    {
      g_set_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL,
                   _ ("The table “%s” has no column “%s”."), found->name, column);
      return FALSE;
    }
  source = weft_query_trace_get_source (trace, number);
  return found->open (source, &facts, cancellable, error)
         && (found->prepare == NULL || found->prepare (source, field, cancellable, error))
         && take_all (found, &facts, field, take, data, cancellable, error);
}
