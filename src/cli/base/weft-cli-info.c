/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-family.h"
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static int
write_json (WeftTrace *trace, WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);
  int status;

  request->writer = writer;
  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "file", request->path);
  weft_json_writer_string_member (writer, "kind", weft_cli_family_of (trace)->name);
  weft_json_writer_string_member (writer, "format", weft_trace_get_format (trace));
  weft_json_writer_boolean_member (writer, "partial", request->partial);
  status = weft_cli_family_run (WEFT_CLI_INFO, trace, request);
  weft_cli_write_diagnostics (writer, trace);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
  return status;
}

static int
print (WeftTrace *trace, WeftCliRequest *request)
{
  g_autofree char *name = weft_cli_format_text (weft_cli_file_name (request->path));
  int status;

  weft_cli_print_field (_ ("File"), "%s", name);
  weft_cli_print_field (_ ("Format"), request->partial ? _ ("%s, not read to its end") : "%s",
                        weft_trace_get_format (trace));
  status = weft_cli_family_run (WEFT_CLI_INFO, trace, request);
  weft_cli_print_diagnostics (trace);
  return status;
}

static int
run_info (char **arguments)
{
  WeftCliRequest request = { 0 };
  const GOptionEntry entries[] = { { "json", 0, 0, G_OPTION_ARG_NONE, &request.json,
                                     N_ ("Print one JSON object"), NULL },
                                   G_OPTION_ENTRY_NULL };
  g_autofree char *path =
    weft_cli_parse_file (&weft_cli_info, WEFT_CLI_INFO, arguments, entries, NULL);
  g_autoptr (WeftTrace) trace = NULL;
  int status, told;

  if (path == NULL)
    return WEFT_CLI_USAGE;
  request.path = path;
  trace = weft_cli_load_or_complain (path, &status);
  if (trace == NULL)
    return status;
  request.partial = status != WEFT_CLI_SUCCESS;
  told = request.json ? write_json (trace, &request) : print (trace, &request);
  return told != WEFT_CLI_SUCCESS ? told : status;
}

const WeftCliCommand weft_cli_info = {
  "info", N_ ("Say what a trace is: format, counts, time, names, diagnostics"), run_info
};
