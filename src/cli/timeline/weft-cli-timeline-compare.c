/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-comparison.h"
#include "weft-timeline-comparison.h"

#include <glib/gi18n-lib.h>

int
weft_cli_timeline_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineStats) first = weft_cli_timeline_measure (trace, request);
  g_autoptr (WeftTimelineStats) second = NULL;
  g_autoptr (WeftTimelineComparison) comparison = NULL;
  WeftReport *report = request->report;
  WeftFacts facts;
  char *words;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_timeline_measure (request->other, request);
  words = weft_report_begin_words (report);
  comparison = weft_timeline_comparison_new (first, second, request->tolerance);
  weft_report_end_words (words);
  facts = weft_timeline_comparison_get_facts (comparison);
  weft_report_line (report, _ ("Conclusion"), "%s",
                    weft_report_say_text (report, comparison->sentence));
  weft_cli_comparison_begin (request);
  weft_report_text (report, "conclusion", comparison->sentence);
  weft_report_line (report, _ ("Differ"), _ ("%u of %u rows, by more than %g %%"),
                    comparison->n_different, facts.n_rows, request->tolerance);
  return weft_cli_comparison_end (request, "rows", &facts, comparison->n_different);
}
