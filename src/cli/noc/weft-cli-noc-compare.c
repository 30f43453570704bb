/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-comparison.h"
#include "weft-noc-comparison.h"

#include <glib/gi18n-lib.h>

/* The figures of one trace: NULL after a complaint. */
static WeftNocStats *
measure (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;
  WeftNocOptions options;
  WeftNocDemand **demands;
  WeftNocStats *stats;

  if (weft_cli_noc_get_options (&options))
    capture = weft_cli_noc_capture (trace, &options);
  if (capture == NULL || !weft_cli_noc_filter (request, capture, &records))
    return NULL;
  demands = weft_noc_demands_new (capture, records, NULL, NULL);
  stats =
    weft_noc_stats_new (demands, request->has_range ? &request->range : NULL, records, NULL, NULL);
  weft_noc_demands_free (demands);
  return stats;
}

int
weft_cli_noc_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocStats) first = measure (trace, request);
  g_autoptr (WeftNocStats) second = first != NULL ? measure (request->other, request) : NULL;
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
