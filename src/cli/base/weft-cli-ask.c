/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-ask.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "weft-cli-load.h"
#include "weft-cli-run.h"
#include "weft-input.h"
#include "weft-task.h"

/* Work on a worker, while the main loop waits for its end or its time, or for Ctrl+C, which stops a query; all else ends
 * there as any program does. */
typedef struct
{
  const WeftCliAsk *ask;
  WeftCliWork work;
  gpointer data;
  const WeftTextPlace *place; /* of a mistake in the query; NULL: it is none */
  WeftQuery *query;
  GCancellable *cancellable;
  GMainLoop *loop;
  gboolean is_late;
  gboolean is_done; /* to its end */
  GError *error;
} Job;

/* The data of the work that answers a query. */
typedef struct
{
  const char *sql;
  const WeftCliAnswer *answer;
  gpointer data;
  WeftTextPlace place;
} Asking;

/* --- the command line --------------------------------------------------------------------------- */

static gboolean
read_sql (WeftCliAsk *self)
{
  g_autoptr (GError) error = NULL;
  GError *failure = NULL;

  if (g_file_get_contents (self->sql_path, &self->sql, NULL, &failure))
    return TRUE;
  weft_input_take_error (&error, self->sql_path, failure);
  weft_cli_complain ("--file: %s", error->message);
  return FALSE;
}

gboolean
weft_cli_ask_take (WeftCliAsk *self, char **rest)
{
  guint n = g_strv_length (rest);

  self->files = rest;
  if (!(self->timeout >= 0))
    {
      weft_cli_complain (_ ("--timeout needs a number of seconds from 0."));
      return FALSE;
    }
  if (self->sql_path != NULL && !read_sql (self))
    return FALSE;
  if (self->sql == NULL && n >= 2)
    self->sql = g_steal_pointer (&rest[--n]);
  if (n == 0 || self->sql == NULL)
    weft_cli_complain (_ ("Say which FILE to ask, and then the query or --file with it."));
  else if (n > WEFT_QUERY_MAX_TRACES)
    weft_cli_complain (_ ("At most %u files can be asked together, not %u."), WEFT_QUERY_MAX_TRACES,
                       n);
  else if (!g_utf8_validate (self->sql, -1, NULL))
    weft_cli_complain (_ ("The query is not UTF-8."));
  else
    return TRUE;
  return FALSE;
}

void
weft_cli_ask_clear (WeftCliAsk *self)
{
  g_strfreev (self->files);
  g_free (self->sql);
  g_free (self->sql_path);
  g_free (self->elf);
  g_free (self->arch);
  g_free (self->topology);
  g_strfreev (self->offsets);
}

/* --- the worker --------------------------------------------------------------------------------- */

static gboolean
give_rows (const Asking *self, WeftQuery *query, GError **error)
{
  guint n_columns = weft_query_get_n_columns (query);
  g_autofree WeftCell *cells = g_new (WeftCell, n_columns);
  g_autofree const char **names = g_new0 (const char *, n_columns + 1);
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < n_columns; i++)
    names[i] = weft_query_get_column (query, i);
  self->answer->begin (names, n_columns, self->data);
  while (weft_query_step (query, &failure))
    {
      for (guint i = 0; i < n_columns; i++)
        cells[i] = weft_query_get_cell (query, i);
      self->answer->add (cells, self->data);
    }
  self->answer->end (self->data);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
answer (WeftQuery *query, GCancellable *cancellable, gpointer data, GError **error)
{
  Asking *self = data;

  return weft_query_prepare (query, self->sql, cancellable, &self->place, error)
         && give_rows (self, query, error);
}

static void
run (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  job->is_done = job->work (job->query, cancellable, job->data, &job->error);
  g_task_return_boolean (task, job->is_done);
}

static void
on_done (GObject *source G_GNUC_UNUSED, GAsyncResult *result G_GNUC_UNUSED, gpointer data)
{
  g_main_loop_quit (((Job *) data)->loop);
}

static gboolean
on_interrupt (gpointer data)
{
  g_cancellable_cancel (((Job *) data)->cancellable);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_timeout (gpointer data)
{
  Job *job = data;

  job->is_late = TRUE;
  g_cancellable_cancel (job->cancellable);
  return G_SOURCE_REMOVE;
}

static void
complain (const Job *job)
{
  g_autofree char *shown = NULL;

  if (job->is_late && g_error_matches (job->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    weft_cli_complain (_ ("The query was stopped after %g s (--timeout)."), job->ask->timeout);
  else if (job->place == NULL || job->place->start == WEFT_QUERY_NO_PLACE)
    weft_cli_complain ("%s", job->error->message);
  else
    {
      shown = weft_expression_show_error (job->ask->sql, job->place, job->error);
      weft_cli_complain ("%s", shown);
    }
}

/* A query that makes no sense is a matter of usage; one that failed while it ran is not. */
static int
run_job (Job *job)
{
  g_autoptr (GTask) task = NULL;
  guint timeout = 0, interrupt = 0;
  int status = WEFT_CLI_SUCCESS;

  job->loop = g_main_loop_new (NULL, FALSE);
  job->cancellable = g_cancellable_new ();
  if (job->place != NULL)
    interrupt = g_unix_signal_add (SIGINT, on_interrupt, job);
  if (job->ask->timeout > 0)
    timeout = g_timeout_add ((guint) MIN (job->ask->timeout * 1000, G_MAXINT), on_timeout, job);
  task = g_task_new (NULL, job->cancellable, on_done, job);
  g_task_set_task_data (task, job, NULL);
  weft_task_run_in_thread (task, run);
  g_main_loop_run (job->loop);
  if (interrupt > 0)
    g_source_remove (interrupt);
  if (timeout > 0 && !job->is_late)
    g_source_remove (timeout);
  if (job->error != NULL)
    {
      complain (job);
      status = g_error_matches (job->error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL)
                   || g_error_matches (job->error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_DENIED)
                 ? WEFT_CLI_USAGE
                 : WEFT_CLI_UNUSABLE;
    }
  g_clear_error (&job->error);
  g_clear_object (&job->cancellable);
  g_main_loop_unref (job->loop);
  return status;
}

/* --- the files ---------------------------------------------------------------------------------- */

/* NULL after a complaint; `status` is WEFT_CLI_UNUSABLE also where a file could not be read whole. */
static GPtrArray *
load_files (const WeftCliAsk *self, int *status)
{
  g_autoptr (GPtrArray) traces = weft_query_traces_new ();
  g_autofree char *offsets = self->offsets != NULL ? g_strjoinv (",", self->offsets) : NULL;
  const WeftQueryOptions options = { self->elf, self->arch, self->topology, offsets };

  *status = WEFT_CLI_SUCCESS;
  for (guint i = 0; self->files[i] != NULL; i++)
    {
      int loaded;
      g_autoptr (WeftTrace) trace = weft_cli_load_or_complain (self->files[i], &loaded);
      g_autoptr (GError) error = NULL;
      WeftQueryTrace *opened = NULL;

      *status = MAX (*status, loaded);
      if (trace == NULL)
        return NULL;
      opened = weft_query_trace_new (trace, self->files[i], &options, &error);
      if (opened == NULL)
        {
          weft_cli_complain ("%s", error->message);
          *status = WEFT_CLI_UNUSABLE;
          return NULL;
        }
      g_ptr_array_add (traces, opened);
    }
  return g_steal_pointer (&traces);
}

static int
open_and_run (Job *job)
{
  int status, done;
  GPtrArray *traces = load_files (job->ask, &status); /* the query's, once that is there */
  g_autoptr (WeftQuery) query = NULL;
  g_autoptr (GError) error = NULL;

  if (traces == NULL)
    return status;
  job->query = query = weft_query_new (traces, &error);
  if (query == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  done = run_job (job);
  for (guint i = 0; i < traces->len; i++)
    done = weft_cli_check_texts (weft_query_trace_get_trace (traces->pdata[i]), done);
  return done != WEFT_CLI_SUCCESS ? done : status;
}

int
weft_cli_ask (const WeftCliAsk *self, const WeftCliAnswer *answer_to, gpointer data)
{
  Asking asking = { self->sql, answer_to, data, { .start = WEFT_QUERY_NO_PLACE } };
  Job job = { .ask = self, .work = answer, .data = &asking, .place = &asking.place };

  return open_and_run (&job);
}

int
weft_cli_ask_work (const WeftCliAsk *self, WeftCliWork work, gpointer data, gboolean *is_done)
{
  Job job = { .ask = self, .work = work, .data = data };
  int status = open_and_run (&job);

  *is_done = job.is_done;
  return status;
}
