/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-family.h"
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

int
weft_cli_run_info (WeftTrace *trace, WeftCliRequest *request)
{
  const char *format = weft_trace_get_format (trace);
  WeftReport *report = request->report;
  int status;

  weft_report_begin (report, NULL);
  weft_report_text (report, "file", request->path);
  weft_report_text (report, "kind", weft_cli_family_of (trace)->name);
  weft_report_text (report, "format", format);
  weft_report_flag (report, "partial", request->partial);
  weft_report_line (report, _ ("File"), "%s",
                    weft_report_say_text (report, weft_cli_file_name (request->path)));
  weft_report_line (report, _ ("Format"), request->partial ? _ ("%s, not read to its end") : "%s",
                    format);
  status = weft_cli_run (WEFT_CLI_INFO, trace, request);
  weft_report_diagnostics (report, trace);
  weft_report_end (report);
  return status;
}

gboolean
weft_cli_info_parse (char **arguments, WeftCliRequest *request)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = { { "json", 0, 0, G_OPTION_ARG_NONE, &json,
                                     N_ ("Print one JSON object"), NULL },
                                   G_OPTION_ENTRY_NULL };

  *request = (WeftCliRequest){ .range = WEFT_CYCLE_RANGE_ALL };
  request->path = weft_cli_parse_file (&weft_cli_info, WEFT_CLI_INFO, arguments, entries, NULL);
  request->report_format = json ? WEFT_REPORT_JSON : WEFT_REPORT_TEXT;
  return request->path != NULL;
}

static int
run_info (char **arguments)
{
  g_auto (WeftCliRequest) request = { 0 };
  g_autoptr (WeftTrace) trace = NULL;
  int status, told;

  if (!weft_cli_info_parse (arguments, &request))
    return WEFT_CLI_USAGE;
  trace = weft_cli_load_or_complain (request.path, &status);
  if (trace == NULL)
    return status;
  request.partial = status != WEFT_CLI_SUCCESS;
  request.report = weft_report_new (request.report_format, stdout);
  told = weft_cli_run_info (trace, &request);
  return told != WEFT_CLI_SUCCESS ? told : status;
}

const WeftCliCommand weft_cli_info = {
  "info", N_ ("Say what a trace is: format, counts, time, names, diagnostics"), run_info
};
