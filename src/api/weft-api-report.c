/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-report.h"

#include "weft-api-error-private.h"
#include "weft-api-lock-private.h"
#include "weft-api-trace-private.h"
#include "weft-cli-run.h"

#include <stdio.h>
#include <stdlib.h>

/* These do what the commands of weft-cli do, with traces that are loaded already: the same line, the same work, and
 * what it writes comes back. */
typedef struct
{
  const char *name;
  WeftCliTask task;
  gboolean (*parse) (char **arguments, WeftCliRequest *request);
} Command;

static const Command info = { "info", WEFT_CLI_INFO, weft_cli_info_parse };
static const Command stats = { "stats", WEFT_CLI_STATS, weft_cli_stats_parse };
static const Command why = { "why", WEFT_CLI_WHY, weft_cli_why_parse };
static const Command compare = { "compare", WEFT_CLI_COMPARE, weft_cli_compare_parse };
static const Command render = { "render", WEFT_CLI_RENDER, weft_cli_render_parse };

/* Families keep the options of a line in variables of the program. */
static GMutex mutex;

/* --- the line ----------------------------------------------------------------------------------- */

static gboolean
has_option (WeftTrace *trace, WeftCliTask task, const char *name)
{
  const GOptionEntry *entry = weft_cli_family_get_options (weft_cli_family_of (trace), task);

  for (; entry != NULL && entry->long_name != NULL; entry++)
    if (g_str_equal (entry->long_name, name))
      return TRUE;
  return FALSE;
}

/* Its properties that the command asks for. */
static void
add_properties (GStrvBuilder *line, const Command *command, WeftApiTrace *self, WeftTrace *trace)
{
  static const char *const names[] = { "elf", "arch", "topology" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = NULL, *option = NULL;

      g_object_get (self, names[i], &value, NULL);
      if (value == NULL || !has_option (trace, command->task, names[i]))
        continue;
      option = g_strdup_printf ("--%s=%s", names[i], value);
      g_strv_builder_add (line, option);
    }
}

/* (transfer full). `own` is what the caller of the command adds to the options; `other` and both kinds of options are
 * nullable. */
static char **
write_line (const Command *command, WeftApiTrace *self, WeftTrace *trace, WeftApiTrace *other,
            const char *const *own, const char *const *options)
{
  g_autoptr (GStrvBuilder) line = g_strv_builder_new ();

  g_strv_builder_add (line, command->name);
  add_properties (line, command, self, trace);
  if (own != NULL)
    g_strv_builder_addv (line, (const char **) own);
  if (options != NULL)
    g_strv_builder_addv (line, (const char **) options);
  g_strv_builder_add (line, "--");
  g_strv_builder_add (line, weft_api_trace_get_location (self));
  if (other != NULL)
    g_strv_builder_add (line, weft_api_trace_get_location (other));
  return g_strv_builder_end (line);
}

/* --- the work ----------------------------------------------------------------------------------- */

/* A WeftCliStatus. */
static int
work (const Command *command, char **line, WeftTrace *trace, WeftTrace *other, FILE *stream)
{
  g_auto (WeftCliRequest) request = { 0 };

  if (!command->parse (line, &request))
    return WEFT_CLI_USAGE;
  request.partial = weft_trace_get_state (trace) == WEFT_TRACE_PARTIAL
                    || (other != NULL && weft_trace_get_state (other) == WEFT_TRACE_PARTIAL);
  request.stream = stream;
  if (command->task != WEFT_CLI_RENDER)
    {
      request.report = weft_report_new (WEFT_REPORT_JSON, stream);
      weft_report_set_top (request.report, request.top);
    }
  if (command->task == WEFT_CLI_INFO)
    return weft_cli_run_info (trace, &request);
  if (command->task == WEFT_CLI_COMPARE)
    return weft_cli_run_compare (trace, other, &request);
  return weft_cli_run (command->task, trace, &request);
}

/* The same, until it is cancelled. */
static int
work_cancellably (const Command *command, char **line, WeftTrace *trace, WeftTrace *other,
                  FILE *stream, GCancellable *cancellable)
{
  int status;

  if (cancellable == NULL)
    return work (command, line, trace, other, stream);
  g_cancellable_push_current (cancellable);
  status = work (command, line, trace, other, stream);
  g_cancellable_pop_current (cancellable);
  return status;
}

static void
set_error (int status, const char *complaints, GError **error)
{
  g_set_error_literal (error, WEFT_API_ERROR,
                       status == WEFT_CLI_USAGE ? WEFT_API_ERROR_USAGE : WEFT_API_ERROR_FAILED,
                       complaints);
}

/* All that the command writes: (transfer full), NULL with an error. */
static GBytes *
run (const Command *command, WeftApiTrace *self, WeftApiTrace *other, const char *const *own,
     const char *const *options, GCancellable *cancellable, GError **error)
{
  WeftTrace *trace = weft_api_trace_peek (self, error);
  WeftTrace *second = trace != NULL && other != NULL ? weft_api_trace_peek (other, error) : NULL;
  g_autofree char *complaints = NULL;
  g_auto (GStrv) line = NULL;
  char *written = NULL;
  size_t length = 0;
  FILE *stream;
  int status;

  if (trace == NULL || (other != NULL && second == NULL))
    return NULL;
  if (!weft_api_lock (&mutex, cancellable, error))
    return NULL;
  line = write_line (command, self, trace, other, own, options);
  stream = open_memstream (&written, &length);
  weft_cli_complaints_begin ();
  status = work_cancellably (command, line, trace, second, stream, cancellable);
  complaints = weft_cli_complaints_end ();
  weft_cli_family_clear_options (command->task);
  g_mutex_unlock (&mutex);
  fclose (stream);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      free (written);
      return NULL;
    }
  if (status == WEFT_CLI_SUCCESS || status == WEFT_CLI_FINDINGS)
    return g_bytes_new_with_free_func (written, length, free, written);
  free (written);
  set_error (status, complaints, error);
  return NULL;
}

static char *
run_report (const Command *command, WeftApiTrace *self, WeftApiTrace *other, const char *const *own,
            const char *const *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = run (command, self, other, own, options, cancellable, error);

  if (bytes == NULL)
    return NULL;
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* --- the calls ---------------------------------------------------------------------------------- */

/**
 * weft_api_trace_describe:
 * @self: a trace
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * What the trace is: its format, counts, times and names, its findings, and how many diagnostics it has, as
 * `weft-cli info --json` writes it.
 *
 * Returns: (transfer full): a JSON object, or %NULL with an error
 */
char *
weft_api_trace_describe (WeftApiTrace *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  return run_report (&info, self, NULL, NULL, NULL, cancellable, error);
}

/**
 * weft_api_trace_measure:
 * @self: a trace
 * @options: (array zero-terminated=1) (nullable): options of the command, such as `--by=pc`
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * Statistics of the trace: totals, distributions, tables, as `weft-cli stats --json` writes them.
 *
 * Returns: (transfer full): a JSON object, or %NULL with an error
 */
char *
weft_api_trace_measure (WeftApiTrace *self, const char *const *options, GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  return run_report (&stats, self, NULL, NULL, options, cancellable, error);
}

/**
 * weft_api_trace_explain:
 * @self: a trace of a pipeline
 * @op: the id of an op, as the log writes it
 * @options: (array zero-terminated=1) (nullable): options of the command, such as `--width=4`
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * Why an op took as long as it did: the parts of its stall, and the chain of what it waited for, as
 * `weft-cli why --json` writes them.
 *
 * Returns: (transfer full): a JSON object, or %NULL with an error
 */
char *
weft_api_trace_explain (WeftApiTrace *self, const char *op, const char *const *options,
                        GCancellable *cancellable, GError **error)
{
  const char *const own[] = { "--op", op, NULL };

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (op != NULL, NULL);
  return run_report (&why, self, NULL, own, options, cancellable, error);
}

/**
 * weft_api_trace_compare:
 * @self: a trace
 * @other: another one of the same kind
 * @options: (array zero-terminated=1) (nullable): options of the command, such as `--tolerance=1`
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * In what two traces differ, as `weft-cli compare --json` writes it.
 *
 * Returns: (transfer full): a JSON object, or %NULL with an error
 */
char *
weft_api_trace_compare (WeftApiTrace *self, WeftApiTrace *other, const char *const *options,
                        GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (WEFT_API_IS_TRACE (other), NULL);
  return run_report (&compare, self, other, NULL, options, cancellable, error);
}

/**
 * weft_api_trace_render:
 * @self: a trace
 * @format: what the picture is to be
 * @options: (array zero-terminated=1) (nullable): options of the command, such as `--view=mesh`, `--size=800x600`,
 *   `--range=0:1000`, `--theme=dark`
 * @cancellable: (nullable): stops it, within some milliseconds
 * @error: where an error goes
 *
 * Draws a view of the trace, as `weft-cli render` does.
 *
 * Returns: (transfer full): the picture, or %NULL with an error
 */
GBytes *
weft_api_trace_render (WeftApiTrace *self, WeftApiPictureFormat format, const char *const *options,
                       GCancellable *cancellable, GError **error)
{
  static const char *const names[] = { "--output=.png", "--output=.svg", "--output=.pdf" };
  const char *own[] = { NULL, NULL };

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  g_return_val_if_fail (format < G_N_ELEMENTS (names), NULL);
  own[0] = names[format];
  return run (&render, self, NULL, own, options, cancellable, error);
}
