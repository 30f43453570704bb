/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-column.h"

#include <glib/gi18n-lib.h>

#include "weft-query-walk.h"
#include "weft-query.h"

/* A column that is read, and who takes its cells. */
typedef struct
{
  WeftQueryWalk walk;
  const WeftField *column;
  const WeftQueryTaker *taker;
  gpointer data;
} Reading;

static void
take_row (const Reading *self)
{
  WeftCell cell = weft_query_walk_get_value (&self->walk, self->column);

  self->taker->cell (&cell, self->data);
  weft_cell_clear (&cell);
}

/* All at once, where they are whole numbers that can be read so. */
static gboolean
take_numbers (const Reading *self, guint first, guint n)
{
  const WeftQueryTable *table = self->walk.table;
  gint64 numbers[WEFT_FIELD_BLOCK];
  guint8 gaps[WEFT_FIELD_BLOCK];
  guint n_gaps;

  if (table->list != NULL || table->read != NULL)
    return FALSE;
  n_gaps = weft_facts_get_numbers (self->walk.facts, self->column, first, n, numbers, gaps);
  if (n_gaps == WEFT_FIELD_ONE_BY_ONE)
    return FALSE;
  self->taker->numbers (numbers, n_gaps > 0 ? gaps : NULL, n, self->data);
  return TRUE;
}

static void
take_rows (Reading *self, guint first, guint n)
{
  for (guint row = first; row < first + n; row++)
    if (weft_query_walk_go (&self->walk, row))
      do
        take_row (self);
      while (weft_query_walk_next_item (&self->walk));
}

static gboolean
take_all (Reading *self, GCancellable *cancellable, GError **error)
{
  guint n_rows = self->walk.facts->n_rows;

  self->taker->expect (n_rows, self->data);
  for (guint first = 0; first < n_rows;)
    {
      guint n = MIN (n_rows - first, WEFT_FIELD_BLOCK);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!take_numbers (self, first, n))
        take_rows (self, first, n);
      first += n;
    }
  return TRUE;
}

static gboolean
read_column (const WeftQueryTable *table, const WeftFacts *facts, const WeftField *column,
             const WeftQueryTaker *taker, gpointer data, GCancellable *cancellable, GError **error)
{
  Reading reading = { .column = column, .taker = taker, .data = data };
  gboolean done;

  weft_query_walk_init (&reading.walk, table, facts);
  done = take_all (&reading, cancellable, error);
  weft_query_walk_clear (&reading.walk);
  return done;
}

gboolean
weft_query_column_read (WeftQueryTrace *trace, const char *table, const char *column,
                        const WeftQueryTaker *taker, gpointer data, GCancellable *cancellable,
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
         && read_column (found, &facts, field, taker, data, cancellable, error);
}
