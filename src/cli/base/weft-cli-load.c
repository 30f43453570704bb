/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"

#include "weft-cli-family.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRESS_DELAY 300    /* milliseconds until the first progress, */
#define PROGRESS_INTERVAL 100 /* and between two of them */

typedef struct
{
  WeftLoad *load;
  GMainLoop *loop;
  GError *error;
  guint source;
  gboolean shown; /* there is a line of progress to wipe off */
} Job;

static gboolean
show_progress (gpointer data)
{
  Job *job = data;
  guint64 done, total;

  weft_load_get_progress (job->load, &done, &total);
  if (total > 0)
    fprintf (stderr, _ ("\rReading … %3.0f %% of %.1f MiB"),
             100.0 * (double) MIN (done, total) / (double) total, (double) total / (1 << 20));
  else
    fprintf (stderr, _ ("\rReading … %.1f MiB"), (double) done / (1 << 20));
  fputs ("\033[K", stderr);
  job->shown = TRUE;
  return G_SOURCE_CONTINUE;
}

static gboolean
begin_progress (gpointer data)
{
  Job *job = data;

  show_progress (job);
  job->source = g_timeout_add (PROGRESS_INTERVAL, show_progress, job);
  return G_SOURCE_REMOVE;
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  Job *job = data;

  weft_load_run_finish (WEFT_LOAD (object), result, &job->error);
  g_main_loop_quit (job->loop);
}

gboolean weft_cli_load_inclusive_ends;
char *weft_cli_load_as;

gboolean
weft_cli_load_describe (WeftLoad *load, const char *path, GError **error)
{
  g_autoptr (WeftDescription) description = NULL;

  if (path == NULL)
    return TRUE;
  description = weft_description_open (path, error);
  if (description != NULL)
    weft_load_set_description (load, description);
  return description != NULL;
}

WeftTrace *
weft_cli_load (const char *path, WeftDiagnosticSink sink, gpointer user_data, GError **error)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Job job = { .load = load, .loop = loop };
  const WeftCliFamily *source = weft_cli_family_of_address (path);
  WeftTrace *trace;

  if (source != NULL)
    return source->collect (path, 0, NULL, error);
  if (!weft_cli_load_describe (load, weft_cli_load_as, error))
    return NULL;
  if (weft_cli_load_inclusive_ends)
    weft_load_set_flags (load, WEFT_READ_INCLUSIVE_ENDS);
  if (sink != NULL)
    weft_load_set_diagnostic_sink (load, sink, user_data);
  /* Diagnostics that appear on the same terminal are progress enough. */
  if (isatty (STDERR_FILENO) && (sink == NULL || !isatty (STDOUT_FILENO)))
    job.source = g_timeout_add (PROGRESS_DELAY, begin_progress, &job);
  weft_load_run_async (load, NULL, NULL, on_loaded, &job);
  g_main_loop_run (loop);
  g_clear_handle_id (&job.source, g_source_remove);
  if (job.shown)
    fputs ("\r\033[K", stderr);
  if (job.error != NULL)
    g_propagate_error (error, job.error);
  trace = weft_load_get_trace (load);
  return trace != NULL ? g_object_ref (trace) : NULL;
}

WeftTrace *
weft_cli_load_or_complain (const char *path, int *status)
{
  g_autoptr (GError) error = NULL;
  WeftTrace *trace = weft_cli_load (path, NULL, NULL, &error);

  *status = error != NULL ? WEFT_CLI_UNUSABLE : WEFT_CLI_SUCCESS;
  if (error != NULL)
    weft_cli_complain ("%s", error->message);
  return trace;
}

const char *
weft_cli_file_name (const char *path)
{
  return strcmp (path, "-") == 0 ? _ ("standard input") : path;
}

char *
weft_cli_join_file_names (char **files)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (weft_cli_file_name (files[i]));

      g_strv_builder_add (names, name);
    }
  list = g_strv_builder_end (names);
  return g_strjoinv (" · ", list);
}
