/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-comparison.h"
#include "weft-timeline-comparison.h"

int
weft_cli_timeline_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  int status;
  g_autoptr (WeftTimelineStats) first = weft_cli_timeline_measure (trace, request, &status);
  g_autoptr (WeftTimelineStats) second = NULL;
  g_autoptr (WeftComparison) comparison = NULL;
  WeftFacts facts;
  locale_t words;

  if (first == NULL)
    return status;
  second = weft_cli_timeline_measure (request->other, request, &status);
  if (second == NULL)
    return status;
  words = weft_report_begin_words (request->report);
  comparison = weft_timeline_comparison_new (first, second, request->tolerance);
  weft_report_end_words (words);
  facts = weft_timeline_comparison_get_facts (comparison);
  return weft_cli_comparison_report (request, comparison->sentence, &facts,
                                     comparison->n_different);
}
