/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

static int
run_why (char **arguments)
{
  WeftCliRequest request = { 0 };
  gboolean json = FALSE;
  g_autofree char *op = NULL;
  g_autoptr (WeftReport) report = NULL;
  const GOptionEntry entries[] = {
    { "op", 0, 0, G_OPTION_ARG_STRING, &op, N_ ("The op with that id in the log"), N_ ("ID") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autofree char *path =
    weft_cli_parse_file (&weft_cli_why, WEFT_CLI_WHY, arguments, entries, NULL);

  if (path == NULL)
    return WEFT_CLI_USAGE;
  request.op = op;
  if (op == NULL || *op == '\0')
    {
      weft_cli_complain (_ ("--op needs the id of an op, as the log writes it."));
      return WEFT_CLI_USAGE;
    }
  request.path = path;
  request.report = report = weft_report_new (json ? WEFT_REPORT_JSON : WEFT_REPORT_TEXT, stdout);
  return weft_cli_run_on_file (WEFT_CLI_WHY, &request);
}

const WeftCliCommand weft_cli_why = { "why", N_ ("Say why an op took as long as it did"), run_why };
