/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-comparison.h"
#include "weft-noc-comparison.h"

#include <glib/gi18n-lib.h>

int
weft_cli_noc_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  const WeftCycleRange *range = request->has_range ? &request->range : NULL;
  g_autoptr (WeftNocStats) first = weft_cli_noc_measure (trace, request->filter, range);
  g_autoptr (WeftNocStats) second =
    first != NULL ? weft_cli_noc_measure (request->other, request->filter, range) : NULL;
  g_autoptr (WeftNocComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  WeftFacts facts;

  if (second == NULL)
    return WEFT_CLI_USAGE;
  comparison = weft_noc_comparison_new (first, second, request->tolerance, &error);
  if (comparison == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  facts = weft_noc_comparison_get_facts (comparison);
  weft_cli_comparison_begin (request);
  weft_report_line (request->report, _ ("Differ"), _ ("%u of %u links, by more than %g %%"),
                    comparison->n_different, facts.n_rows, request->tolerance);
  return weft_cli_comparison_end (request, "links", &facts, comparison->n_different);
}
