/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-cli-comparison.h"
#include "weft-live-comparison.h"

int
weft_cli_live_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftLiveFigures) first = weft_cli_live_measure (trace, request);
  g_autoptr (WeftLiveFigures) second = NULL;
  g_autoptr (WeftComparison) comparison = NULL;
  WeftFacts facts;
  locale_t words;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_live_measure (request->other, request);
  if (second == NULL)
    return WEFT_CLI_UNUSABLE;
  words = weft_report_begin_words (request->report);
  comparison = weft_live_comparison_new (first, second, request->tolerance);
  weft_report_end_words (words);
  facts = weft_live_comparison_get_facts (comparison);
  return weft_cli_comparison_report (request, comparison->sentence, &facts,
                                     comparison->n_different);
}
