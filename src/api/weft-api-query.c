/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-query.h"

#include "weft-api-column-private.h"
#include "weft-api-error-private.h"
#include "weft-api-lock-private.h"
#include "weft-api-table-private.h"
#include "weft-api-trace-private.h"
#include "weft-query-column.h"
#include "weft-task.h"

#include <glib/gi18n-lib.h>

/* A query of the traces: (transfer full), NULL with an error. */
static WeftQuery *
make_query (WeftApiTrace **traces, gsize n_traces, GError **error)
{
  g_autoptr (GPtrArray) list = weft_query_traces_new ();
  GError *failure = NULL;
  WeftQuery *query;

  for (gsize i = 0; i < n_traces; i++)
    {
      const WeftQueryOptions options = { traces[i]->elf, traces[i]->arch, traces[i]->topology,
                                         NULL };
      WeftQueryTrace *tables =
        weft_query_trace_new (traces[i]->trace, traces[i]->location, &options, &failure);

      if (tables == NULL)
        {
          weft_api_error_take (error, failure);
          return NULL;
        }
      g_ptr_array_add (list, tables);
    }
  query = weft_query_new (g_steal_pointer (&list), &failure);
  if (query == NULL)
    weft_api_error_take (error, failure);
  return query;
}

/* Whatever a query has derived stays, for the next one. The mutex is locked. */
static gboolean
have_query (WeftApiTrace *self, GError **error)
{
  if (self->query == NULL)
    self->query = make_query (&self, 1, error);
  return self->query != NULL;
}

void
weft_api_trace_prepare (WeftApiTrace *self, GCancellable *cancellable)
{
  if (!weft_api_lock (&self->mutex, cancellable, NULL))
    return;
  if (have_query (self, NULL))
    weft_query_trace_prepare (weft_query_get_trace (self->query, 0), cancellable, NULL);
  g_mutex_unlock (&self->mutex);
}

static WeftApiTable *
ask (WeftApiTrace *self, const char *sql, GCancellable *cancellable, GError **error)
{
  WeftApiTable *table = NULL;

  if (weft_api_trace_peek (self, error) == NULL
      || !weft_api_lock (&self->mutex, cancellable, error))
    return NULL;
  if (have_query (self, error))
    table = weft_api_table_read (self->query, sql, cancellable, error);
  g_mutex_unlock (&self->mutex);
  return table;
}

/**
 * weft_api_trace_query:
 * @self: a trace
 * @sql: a query
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * Asks the trace in SQL, whose tables and functions the page "SQL" of the manual has.
 *
 * Returns: (transfer full): the answer, or %NULL with an error, which shows the place of a mistake in the query
 */
WeftApiTable *
weft_api_trace_query (WeftApiTrace *self, const char *sql, GCancellable *cancellable,
                      GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (sql != NULL, NULL);
  return ask (self, sql, cancellable, error);
}

static void
run_query (GTask *task, gpointer source, gpointer sql, GCancellable *cancellable)
{
  GError *error = NULL;
  WeftApiTable *table = ask (source, sql, cancellable, &error);

  if (table != NULL)
    g_task_return_pointer (task, table, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * weft_api_trace_query_async:
 * @self: a trace
 * @sql: a query
 * @cancellable: (nullable): stops it
 * @callback: (scope async): called when there is an answer
 * @user_data: its data
 *
 * The same as [method@Trace.query] on a thread of its own.
 */
void
weft_api_trace_query_async (WeftApiTrace *self, const char *sql, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_API_IS_TRACE (self));
  g_return_if_fail (sql != NULL);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_api_trace_query_async);
  g_task_set_task_data (task, g_strdup (sql), g_free);
  weft_task_run_in_thread (task, run_query);
}

/**
 * weft_api_trace_query_finish:
 * @self: a trace
 * @result: what the callback got
 * @error: where an error goes
 *
 * The end of [method@Trace.query_async].
 *
 * Returns: (transfer full): the answer, or %NULL with an error
 */
WeftApiTable *
weft_api_trace_query_finish (WeftApiTrace *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * weft_api_trace_query_together:
 * @traces: (array length=n_traces): up to ten traces
 * @n_traces: how many
 * @sql: a query
 * @cancellable: (nullable): stops it
 * @error: where an error goes
 *
 * Asks several traces in one query: the tables of the first are `a.op` and so on, those of the second `b.op`.
 *
 * Returns: (transfer full): the answer, or %NULL with an error
 */
WeftApiTable *
weft_api_trace_query_together (WeftApiTrace **traces, gsize n_traces, const char *sql,
                               GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftQuery) query = NULL;

  g_return_val_if_fail (sql != NULL, NULL);
  g_return_val_if_fail (n_traces > 0, NULL);
  if (n_traces > WEFT_QUERY_MAX_TRACES)
    {
      g_set_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE,
                   _ ("At most %u files can be asked together, not %u."), WEFT_QUERY_MAX_TRACES,
                   (guint) n_traces);
      return NULL;
    }
  for (gsize i = 0; i < n_traces; i++)
    {
      g_return_val_if_fail (WEFT_API_IS_TRACE (traces[i]), NULL);
      if (weft_api_trace_peek (traces[i], error) == NULL)
        return NULL;
    }
  query = make_query (traces, n_traces, error);
  return query != NULL ? weft_api_table_read (query, sql, cancellable, error) : NULL;
}

static void
expect_cells (gsize n_cells, gpointer column)
{
  weft_api_column_reserve (column, n_cells);
}

static void
add_cell (const WeftCell *cell, gpointer column)
{
  weft_api_column_add (column, cell);
}

static void
add_numbers (const gint64 *numbers, const guint8 *gaps, guint n, gpointer column)
{
  weft_api_column_add_numbers (column, numbers, gaps, n);
}

static void
add_reals (const double *reals, const guint8 *gaps, guint n, gpointer column)
{
  weft_api_column_add_reals (column, reals, gaps, n);
}

static void
add_text (const char *text, gpointer column)
{
  weft_api_column_add_word (column, text);
}

static void
add_words (const gint32 *words, guint n, gpointer column)
{
  weft_api_column_add_words (column, words, n);
}

static gpointer
split (gsize n_cells, gpointer column)
{
  return weft_api_column_split (column, n_cells);
}

static void
join (gpointer next, gpointer column)
{
  weft_api_column_join (column, next);
}

/* The mutex is locked. */
static WeftApiColumn *
read_column (WeftApiTrace *self, const char *table, const char *column, GCancellable *cancellable,
             GError **error)
{
  static const WeftQueryTaker taker = { .expect = expect_cells,
                                        .cell = add_cell,
                                        .numbers = add_numbers,
                                        .reals = add_reals,
                                        .word = add_text,
                                        .words = add_words,
                                        .split = split,
                                        .join = join };
  g_autoptr (WeftApiColumn) read = weft_api_column_new (column);
  GError *failure = NULL;
  gboolean is_slow, done;

  done = weft_query_column_read (weft_query_get_trace (self->query, 0), table, column, &taker, read,
                                 &is_slow, cancellable, &failure);
  weft_api_column_seal (read);
  if (!done)
    {
      weft_api_error_take (error, failure);
      return NULL;
    }
  if (is_slow && self->kept == NULL)
    self->kept = weft_api_kept_new ();
  if (is_slow)
    weft_api_kept_add (self->kept, table, column, read);
  return g_steal_pointer (&read);
}

/**
 * weft_api_trace_read_column:
 * @self: a trace
 * @table: a table of queries
 * @column: a column of it
 * @cancellable: (nullable): stops it
 * @error: where an error goes
 *
 * All of a column, in the order of the rows: the same as the query `SELECT column FROM table`, in a fraction of its
 * time. Columns that take long to read, because they are derived, are kept, those that were asked for last, up to a
 * quarter of a gibibyte.
 *
 * Returns: (transfer full): the column, or %NULL with an error
 */
WeftApiColumn *
weft_api_trace_read_column (WeftApiTrace *self, const char *table, const char *column,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftApiColumn) read = NULL;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (table != NULL && column != NULL, NULL);
  if (weft_api_trace_peek (self, error) == NULL
      || !weft_api_lock (&self->mutex, cancellable, error))
    return NULL;
  read = self->kept != NULL ? weft_api_kept_find (self->kept, table, column) : NULL;
  if (read == NULL && have_query (self, error))
    read = read_column (self, table, column, cancellable, error);
  g_mutex_unlock (&self->mutex);
  return g_steal_pointer (&read);
}

/**
 * weft_api_trace_find:
 * @self: a trace
 * @cancellable: (nullable): stops it
 * @error: where an error goes
 *
 * The most telling things of the trace, the weightiest first: the table `finding` of queries.
 *
 * Returns: (transfer full): the findings, or %NULL with an error
 */
WeftApiTable *
weft_api_trace_find (WeftApiTrace *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  return ask (self, "SELECT * FROM finding", cancellable, error);
}

/**
 * weft_api_trace_diagnose:
 * @self: a trace
 * @cancellable: (nullable): stops it
 * @error: where an error goes
 *
 * What is wrong with the input, by its format's document, in its order: the table `diagnostic` of queries.
 *
 * Returns: (transfer full): the diagnostics, or %NULL with an error
 */
WeftApiTable *
weft_api_trace_diagnose (WeftApiTrace *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  return ask (self, "SELECT * FROM diagnostic", cancellable, error);
}
