/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

static gboolean
check_request (WeftCliRequest *request, const char *range_text, int top, gboolean json,
               gboolean csv)
{
  if (!weft_cli_check_word (WEFT_CLI_KEYS, request->key_word)
      || !weft_cli_parse_range ("--range", range_text, &request->range)
      || !weft_cli_choose_report (json, csv, &request->report_format))
    return FALSE;
  if (top >= 0)
    return TRUE;
  weft_cli_complain (_ ("--top needs a number from 0."));
  return FALSE;
}

gboolean
weft_cli_stats_parse (char **arguments, WeftCliRequest *request)
{
  gboolean json = FALSE, csv = FALSE;
  g_autofree char *range_text = NULL;
  int top = 0;
  g_autofree char *key_list = weft_cli_family_join_words (WEFT_CLI_KEYS);
  g_autofree char *key_help = g_strdup_printf (_ ("Print one table whole: %s"), key_list);
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv,
      N_ ("Print comma-separated values: the totals, or the table of --by"), NULL },
    { "by", 0, 0, G_OPTION_ARG_STRING, &request->key_word, key_help, N_ ("KEY") },
    { "range", 0, 0, G_OPTION_ARG_STRING, &range_text,
      N_ ("Only what ends in the time from A up to but not including B (NoC: is issued)"),
      N_ ("A:B") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &request->filter, N_ ("Only what EXPR holds for"),
      N_ ("EXPR") },
    { "top", 0, 0, G_OPTION_ARG_INT, &top, N_ ("How long lists may be"), N_ ("N") },
    G_OPTION_ENTRY_NULL
  };

  *request = (WeftCliRequest){ 0 };
  request->path = weft_cli_parse_file (&weft_cli_stats, WEFT_CLI_STATS, arguments, entries, NULL);
  request->has_range = range_text != NULL;
  request->top = (guint) MAX (top, 0);
  return request->path != NULL && check_request (request, range_text, top, json, csv);
}

static int
run_stats (char **arguments)
{
  g_auto (WeftCliRequest) request = { 0 };

  if (!weft_cli_stats_parse (arguments, &request))
    return WEFT_CLI_USAGE;
  request.report = weft_report_new (request.report_format, stdout);
  weft_report_set_top (request.report, request.top);
  return weft_cli_run_on_file (WEFT_CLI_STATS, &request);
}

const WeftCliCommand weft_cli_stats = { "stats",
                                        N_ ("Print statistics: totals, distributions, tables"),
                                        run_stats };
