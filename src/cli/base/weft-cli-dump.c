/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

static int
run_dump (char **arguments)
{
  WeftCliRequest request = { 0 };
  g_autofree char *range_text = NULL;
  g_autofree char *filter = NULL;
  const GOptionEntry entries[] = {
    { "range", 0, 0, G_OPTION_ARG_STRING, &range_text,
      N_ ("Only what touches the time from A up to but not including B"), N_ ("A:B") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &filter, N_ ("Only what EXPR holds for"), N_ ("EXPR") },
    G_OPTION_ENTRY_NULL
  };
  g_autofree char *path =
    weft_cli_parse_file (&weft_cli_dump, WEFT_CLI_DUMP, arguments, entries,
                         _ ("What takes no time touches the time of its beginning."));

  if (path == NULL || !weft_cli_parse_range ("--range", range_text, &request.range))
    return WEFT_CLI_USAGE;
  request.path = path;
  request.has_range = range_text != NULL;
  request.filter = filter;
  return weft_cli_run_on_file (WEFT_CLI_DUMP, &request);
}

const WeftCliCommand weft_cli_dump = { "dump", N_ ("Print the rows of a trace as JSON Lines"),
                                       run_dump };
