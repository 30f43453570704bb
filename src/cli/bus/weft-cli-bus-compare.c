/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-comparison.h"
#include "weft-cli-comparison.h"

#include <glib/gi18n-lib.h>

int
weft_cli_bus_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSummary) first = weft_cli_bus_summarize (trace, request, FALSE, FALSE);
  g_autoptr (WeftBusSummary) second = NULL;
  g_autoptr (WeftBusComparison) comparison = NULL;
  WeftFacts facts;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_bus_summarize (request->other, request, FALSE, FALSE);
  if (second == NULL)
    return WEFT_CLI_UNUSABLE;
  comparison = weft_bus_comparison_new (first, second, request->tolerance);
  facts = weft_bus_comparison_get_facts (comparison);
  weft_cli_comparison_begin (request);
  weft_report_line (request->report, _ ("Differ"), _ ("%u of %u rows, by more than %g %%"),
                    comparison->n_different, facts.n_rows, request->tolerance);
  return weft_cli_comparison_end (request, "buckets", &facts, comparison->n_different);
}
