/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-comparison.h"
#include "weft-npu-comparison.h"

#include <glib/gi18n-lib.h>

int
weft_cli_npu_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) first = weft_cli_npu_measure (trace, request);
  g_autoptr (WeftNpuStats) second = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL;
  WeftFacts facts;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_npu_measure (request->other, request);
  comparison = weft_npu_comparison_new (first, second, request->tolerance);
  facts = weft_npu_comparison_get_facts (comparison);
  weft_cli_comparison_begin (request);
  weft_report_flag (request->report, "per_token", comparison->per_token);
  if (comparison->per_token)
    weft_report_line (request->report, _ ("Numbers"), "%s",
                      _ ("per token, as the runs have unequal numbers of tokens"));
  weft_report_line (request->report, _ ("Differ"), _ ("%u of %u rows, by more than %g %%"),
                    comparison->n_different, facts.n_rows, request->tolerance);
  return weft_cli_comparison_end (request, "rows", &facts, comparison->n_different);
}
