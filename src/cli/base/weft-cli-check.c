/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-cli-text.h"
#include "weft-diagnostic-fields.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* One check of one file. Diagnostics come one at a time, on the reading thread. */
typedef struct
{
  const char *path;
  WeftJsonWriter *writer; /* NULL: for people */
  guint64 counts[WEFT_N_SEVERITIES];
} Check;

static void
print_diagnostic (const WeftDiagnostic *diagnostic, gpointer data)
{
  Check *check = data;
  g_autofree char *text = NULL;

  check->counts[diagnostic->severity]++;
  if (check->writer != NULL)
    {
      const WeftDiagnosticRows rows = { check->path, diagnostic };

      weft_cli_records_write_row (&weft_diagnostic_schema, &rows, 0, check->writer);
      return;
    }
  text = weft_cli_format_text (diagnostic->message);
  printf ("%s:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ": %s: %s\n", check->path, diagnostic->line,
          diagnostic->column, weft_severity_to_string (diagnostic->severity), text);
}

static int
get_status (const guint64 *counts)
{
  if (counts[WEFT_SEVERITY_ERROR] > 0)
    return WEFT_CLI_UNUSABLE;
  return counts[WEFT_SEVERITY_WARNING] > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}

static void
check_file (Check *check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrace) trace = weft_cli_load (check->path, print_diagnostic, check, &error);

  if (trace != NULL && weft_cli_family_of (trace)->check != NULL)
    weft_cli_family_of (trace)->check (trace, print_diagnostic, check);
  /* Where there is a trace, the error is among its diagnostics. */
  if (trace == NULL && error != NULL)
    {
      WeftDiagnostic diagnostic = { WEFT_SEVERITY_ERROR, 0, 0, error->message };

      print_diagnostic (&diagnostic, check);
    }
}

static void
print_summary (const guint64 *counts)
{
  g_autofree char *errors = weft_number_count (counts[WEFT_SEVERITY_ERROR]);
  g_autofree char *warnings = weft_number_count (counts[WEFT_SEVERITY_WARNING]);
  g_autofree char *infos = weft_number_count (counts[WEFT_SEVERITY_INFO]);

  fprintf (stderr, _ ("errors %s, warnings %s, infos %s\n"), errors, warnings, infos);
}

static int
check_files (char **files, WeftJsonWriter *writer)
{
  guint64 counts[WEFT_N_SEVERITIES] = { 0 };

  for (guint i = 0; files[i] != NULL; i++)
    {
      Check check = { .path = files[i], .writer = writer };

      check_file (&check);
      for (guint severity = 0; severity < WEFT_N_SEVERITIES; severity++)
        counts[severity] += check.counts[severity];
      fflush (stdout);
    }
  if (writer == NULL)
    print_summary (counts);
  return get_status (counts);
}

static int
run_check (char **arguments)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = { { "json", 0, 0, G_OPTION_ARG_NONE, &json,
                                     N_ ("Print one JSON object per line"), NULL },
                                   WEFT_CLI_INCLUSIVE_ENDS_OPTION,
                                   G_OPTION_ENTRY_NULL };
  g_auto (GStrv) files = weft_cli_parse_options (
    &weft_cli_check, WEFT_CLI_N_TASKS, arguments, entries, _ ("FILE…"),
    _ ("Exit status: 0 clean, or infos alone; 1 warnings; 2 errors; 64 usage."));
  g_autoptr (WeftJsonWriter) writer = NULL;

  if (files == NULL)
    return WEFT_CLI_USAGE;
  if (files[0] == NULL)
    {
      weft_cli_complain (_ ("“%s” needs the name of a FILE, or “-” for standard input."), "check");
      return WEFT_CLI_USAGE;
    }
  if (json)
    writer = weft_json_writer_new (stdout);
  return check_files (files, writer);
}

const WeftCliCommand weft_cli_check = {
  "check", N_ ("Print every diagnostic as file:line:column: severity: text"), run_check
};
