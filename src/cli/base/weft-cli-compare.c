/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-family.h"
#include "weft-cli-gate.h"
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

int
weft_cli_run_compare (WeftTrace *first, WeftTrace *second, WeftCliRequest *request)
{
  const WeftCliFamily *family = weft_cli_family_of (first);

  if (weft_cli_family_of (second) != family)
    {
      weft_cli_complain (_ ("“%s” (%s) and “%s” (%s) are of different kinds."), request->path,
                         family->name, request->other_path, weft_cli_family_of (second)->name);
      return WEFT_CLI_USAGE;
    }
  request->other = second;
  return weft_cli_run (WEFT_CLI_COMPARE, first, request);
}

static int
compare_files (WeftCliRequest *request)
{
  int status, other_status, compared;
  g_autoptr (WeftTrace) first = weft_cli_load_or_complain (request->path, &status);
  g_autoptr (WeftTrace) second = weft_cli_load_or_complain (request->other_path, &other_status);

  if (first == NULL || second == NULL)
    return WEFT_CLI_UNUSABLE;
  request->partial = status != WEFT_CLI_SUCCESS || other_status != WEFT_CLI_SUCCESS;
  compared = weft_cli_run_compare (first, second, request);
  return compared == WEFT_CLI_USAGE || !request->partial ? compared : WEFT_CLI_UNUSABLE;
}

/* A single folder is one of NPU runs. */
static gboolean
is_run_folder (char **files)
{
  return g_strv_length (files) == 1 && g_file_test (files[0], G_FILE_TEST_IS_DIR);
}

static int
hold_against (char **files, char **conditions, const char *format)
{
  guint place = 0;

  if (g_strv_length (files) != 2)
    {
      weft_cli_complain (_ ("“%s” takes two files, not %u."), "compare", g_strv_length (files));
      return WEFT_CLI_USAGE;
    }
  if (!weft_cli_parse_word ("--format", format, weft_cli_gate_formats, &place))
    return WEFT_CLI_USAGE;
  return weft_cli_gate (files[0], files[1], conditions, place);
}

/* The files: (transfer full), NULL after a complaint. `conditions` (nullable) and `format` (nullable) are those of a gate,
 * which has no report. */
static char **
parse (char **arguments, WeftCliRequest *request, char ***conditions, char **format)
{
  g_autofree char *format_list = g_strjoinv (", ", (char **) weft_cli_gate_formats);
  g_autofree char *format_help = g_strdup_printf (_ ("With --fail-on: %s"), format_list);
  g_auto (GStrv) files = NULL;
  gboolean json = FALSE, csv = FALSE;
  const GOptionEntry entries[] = {
    { "fail-on", 0, 0, G_OPTION_ARG_STRING_ARRAY, conditions,
      N_ (
        "Compare metrics, and fail where one changes like that: 'ipc < -1%' (can be given again)"),
      N_ ("CONDITION") },
    { "format", 0, 0, G_OPTION_ARG_STRING, format, format_help, N_ ("FORMAT") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, N_ ("Print comma-separated values"), NULL },
    { "tolerance", 0, 0, G_OPTION_ARG_DOUBLE, &request->tolerance,
      N_ ("Differences of up to so many percent are none (0)"), N_ ("PERCENT") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &request->filter, N_ ("Only what EXPR holds for"),
      N_ ("EXPR") },
    G_OPTION_ENTRY_NULL
  };

  *request = (WeftCliRequest){ .range = WEFT_CYCLE_RANGE_ALL };
  files = weft_cli_parse_options (
    &weft_cli_compare, WEFT_CLI_COMPARE, arguments, entries, _ ("A B, or NPU runs: FOLDER|A B C…"),
    _ ("Exit status: 0 no difference beyond the tolerance; 1 differences; 2 input that can't be "
       "used or not all of it; 64 usage."));
  if (files == NULL)
    return NULL;
  if (*conditions != NULL && *format == NULL && json)
    *format = g_strdup ("json");
  if (*format != NULL && *conditions == NULL)
    weft_cli_complain (_ ("--format goes with --fail-on."));
  else if (*conditions == NULL && !weft_cli_choose_report (json, csv, &request->report_format))
    return NULL;
  else if (!(request->tolerance >= 0))
    weft_cli_complain (_ ("--tolerance needs a number from 0."));
  else
    return g_steal_pointer (&files);
  return NULL;
}

/* FALSE after a complaint. */
static gboolean
take_two (char **files, WeftCliRequest *request)
{
  if (g_strv_length (files) != 2)
    {
      weft_cli_complain (_ ("“%s” takes two files, not %u."), "compare", g_strv_length (files));
      return FALSE;
    }
  request->path = g_strdup (files[0]);
  request->other_path = g_strdup (files[1]);
  return TRUE;
}

gboolean
weft_cli_compare_parse (char **arguments, WeftCliRequest *request)
{
  g_auto (GStrv) conditions = NULL;
  g_autofree char *format = NULL;
  g_auto (GStrv) files = parse (arguments, request, &conditions, &format);

  return files != NULL && take_two (files, request);
}

static int
run_compare (char **arguments)
{
  g_auto (WeftCliRequest) request = { 0 };
  g_auto (GStrv) conditions = NULL;
  g_autofree char *format = NULL;
  g_auto (GStrv) files = parse (arguments, &request, &conditions, &format);

  if (files == NULL)
    return WEFT_CLI_USAGE;
  if (conditions != NULL)
    return hold_against (files, conditions, format);
  request.report = weft_report_new (request.report_format, stdout);
  if (g_strv_length (files) > 2 || is_run_folder (files))
    return weft_cli_family_of_runs ()->compare_runs (files, &request);
  return take_two (files, &request) ? compare_files (&request) : WEFT_CLI_USAGE;
}

const WeftCliCommand weft_cli_compare = { "compare", N_ ("Say in what two traces differ"),
                                          run_compare };
