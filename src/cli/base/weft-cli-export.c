/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-ask.h"
#include "weft-cli-options.h"
#include "weft-cli-output.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

static gboolean
check_request (WeftCliRequest *request, const char *format, const char *range_text)
{
  if (format == NULL || request->output == NULL)
    {
      weft_cli_complain (_ ("Say with --format what to write and with -o where to (“-”: standard "
                            "output)."));
      return FALSE;
    }
  return weft_cli_check_word (WEFT_CLI_FORMATS, format)
         && weft_cli_parse_range ("--range", range_text, &request->range);
}

/* Input that was cut short is written as far as it goes; of a request that makes no sense, nothing. */
static gboolean
is_worth_keeping (FILE *stream, int status)
{
  return status == WEFT_CLI_SUCCESS || (status == WEFT_CLI_UNUSABLE && ftell (stream) > 0);
}

static int
export_file (WeftCliRequest *request)
{
  WeftCliOutput *output = weft_cli_output_open (request->output);
  int status;

  if (output == NULL)
    return WEFT_CLI_UNUSABLE;
  request->stream = weft_cli_output_get_stream (output);
  status = weft_cli_run_on_file (WEFT_CLI_EXPORT, request);
  if (!weft_cli_output_close (output, is_worth_keeping (request->stream, status)))
    return WEFT_CLI_UNUSABLE;
  return status;
}

static gboolean
write_tables (WeftQuery *query, GCancellable *cancellable, gpointer path, GError **error)
{
  return weft_query_export (query, path, cancellable, error);
}

static int
export_database (const WeftCliRequest *request, const char *range_text)
{
  const WeftCliAsk ask = { .files = (char *[]){ (char *) request->path, NULL } };
  gboolean is_written = FALSE;
  WeftCliOutput *output;
  int status = WEFT_CLI_UNUSABLE;

  if (range_text != NULL || request->filter != NULL)
    {
      weft_cli_complain (_ ("A database has all of a trace: leave --range and --filter out."));
      return WEFT_CLI_USAGE;
    }
  output = weft_cli_output_open (request->output);
  if (output == NULL)
    return WEFT_CLI_UNUSABLE;
  if (weft_cli_output_get_path (output) != NULL)
    status = weft_cli_ask_work (&ask, write_tables, (gpointer) weft_cli_output_get_path (output),
                                &is_written);
  else
    weft_cli_complain (_ ("A database can only be written to a file."));
  return weft_cli_output_close (output, is_written) ? status : WEFT_CLI_UNUSABLE;
}

static int
run_export (char **arguments)
{
  WeftCliRequest request = { 0 };
  g_autofree char *format = NULL;
  g_autofree char *output = NULL;
  g_autofree char *range_text = NULL;
  g_autofree char *filter = NULL;
  g_autofree char *format_list = weft_cli_family_join_words (WEFT_CLI_FORMATS);
  g_autofree char *format_help = g_strdup_printf (_ ("What to write: %s"), format_list);
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format, format_help, N_ ("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Where to; “-”: standard output"),
      N_ ("OUT") },
    { "range", 0, 0, G_OPTION_ARG_STRING, &range_text,
      N_ ("Only what touches the time from A up to but not including B"), N_ ("A:B") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &filter, N_ ("Only what EXPR holds for"), N_ ("EXPR") },
    G_OPTION_ENTRY_NULL
  };
  g_autofree char *path =
    weft_cli_parse_file (&weft_cli_export, WEFT_CLI_EXPORT, arguments, entries, NULL);

  request.output = output;
  if (path == NULL || !check_request (&request, format, range_text))
    return WEFT_CLI_USAGE;
  request.path = path;
  request.has_range = range_text != NULL;
  request.filter = filter;
  request.format_word = format;
  if (g_str_equal (format, WEFT_CLI_SQLITE))
    return export_database (&request, range_text);
  return export_file (&request);
}

const WeftCliCommand weft_cli_export = { "export",
                                         N_ ("Write a trace or its tables in another format"),
                                         run_export };
