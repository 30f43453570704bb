/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

gboolean
weft_cli_why_parse (char **arguments, WeftCliRequest *request)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = { { "op", 0, 0, G_OPTION_ARG_STRING, &request->op,
                                     N_ ("The op with that id in the log"), N_ ("ID") },
                                   { "json", 0, 0, G_OPTION_ARG_NONE, &json,
                                     N_ ("Print one JSON object"), NULL },
                                   G_OPTION_ENTRY_NULL };

  *request = (WeftCliRequest){ 0 };
  request->path = weft_cli_parse_file (&weft_cli_why, WEFT_CLI_WHY, arguments, entries, NULL);
  request->report_format = json ? WEFT_REPORT_JSON : WEFT_REPORT_TEXT;
  if (request->path == NULL)
    return FALSE;
  if (request->op != NULL && *request->op != '\0')
    return TRUE;
  weft_cli_complain (_ ("--op needs the id of an op, as the log writes it."));
  return FALSE;
}

static int
run_why (char **arguments)
{
  g_auto (WeftCliRequest) request = { 0 };

  if (!weft_cli_why_parse (arguments, &request))
    return WEFT_CLI_USAGE;
  request.report = weft_report_new (request.report_format, stdout);
  return weft_cli_run_on_file (WEFT_CLI_WHY, &request);
}

const WeftCliCommand weft_cli_why = { "why", N_ ("Say why an op took as long as it did"), run_why };
