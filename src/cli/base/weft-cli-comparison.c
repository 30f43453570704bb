/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-comparison.h"

#include <glib/gi18n-lib.h>

void
weft_cli_comparison_begin (const WeftCliRequest *request)
{
  WeftReport *report = request->report;

  weft_report_begin (report, NULL);
  weft_report_text (report, "a", request->path);
  weft_report_text (report, "b", request->other_path);
  weft_report_real (report, "tolerance", request->tolerance);
  weft_report_line (report, "A", "%s", weft_report_say_text (report, request->path));
  weft_report_line (report, "B", "%s", weft_report_say_text (report, request->other_path));
}

int
weft_cli_comparison_end (const WeftCliRequest *request, const char *key, const WeftFacts *facts,
                         guint n_different)
{
  WeftReport *report = request->report;

  weft_report_count (report, "different", n_different);
  if (weft_report_get_format (report) == WEFT_REPORT_CSV)
    weft_report_only (report, facts, 0);
  weft_report_table (report, key, facts, G_MAXUINT);
  weft_report_end (report);
  return n_different > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}

int
weft_cli_comparison_report (const WeftCliRequest *request, const char *sentence,
                            const WeftFacts *facts, guint n_different)
{
  WeftReport *report = request->report;

  weft_report_line (report, _ ("Conclusion"), "%s", weft_report_say_text (report, sentence));
  weft_cli_comparison_begin (request);
  weft_report_text (report, "conclusion", sentence);
  weft_report_line (report, _ ("Differ"), _ ("%u of %u rows, by more than %g %%"), n_different,
                    facts->n_rows, request->tolerance);
  return weft_cli_comparison_end (request, "rows", facts, n_different);
}
