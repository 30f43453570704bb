/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-comparison.h"
#include "weft-compared.h"
#include "weft-npu-comparison-facts.h"
#include "weft-npu-comparison-words.h"
#include "weft-npu-settings.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The conclusion, for machines in English whatever the locale: (transfer full). */
static char *
conclude (WeftTrace *trace, const WeftCliRequest *request, const WeftNpuComparison *comparison)
{
  locale_t words = weft_report_begin_words (request->report);
  char *text = weft_npu_comparison_conclude (comparison, weft_trace_get_title (trace),
                                             weft_trace_get_title (request->other));

  weft_report_end_words (words);
  return text;
}

static void
report_phases (WeftReport *report, const WeftNpuComparison *comparison)
{
  weft_report_begin_list (report, "phases");
  for (guint i = 0; i < comparison->phases->len; i++)
    {
      const WeftNpuComparedPhase *phase =
        &g_array_index (comparison->phases, WeftNpuComparedPhase, i);

      weft_report_begin (report, NULL);
      weft_report_text (report, "phase", phase->name);
      weft_report_count (report, "tokens_a", phase->n_a);
      weft_report_count (report, "tokens_b", phase->n_b);
      weft_report_end (report);
    }
  weft_report_end (report);
}

/* For people; where there is nothing, nothing is said. */
static void
say_table (WeftReport *report, const char *title, const WeftFacts *facts)
{
  if (facts->n_rows == 0)
    return;
  weft_report_heading (report, title);
  weft_report_table (report, NULL, facts, G_MAXUINT);
}

/* "154 085 → 269 153, +115 068, +74.7 %": to the byte. */
static void
say_exactly (WeftReport *report, const WeftNpuComparison *comparison, const char *what)
{
  const WeftNpuCompared *row =
    weft_npu_comparison_find (comparison, WEFT_NPU_COMPARE_RUN, "", what, NULL);
  g_autofree char *delta = NULL, *percent = NULL;

  if (row == NULL || isnan (row->a) || isnan (row->b) || row->a == row->b)
    return;
  delta = weft_npu_comparison_format_delta (row->b - row->a, WEFT_UNIT_PLAIN);
  percent =
    row->a != 0 ? weft_compared_format_percent (100 * (row->b - row->a) / row->a) : g_strdup ("—");
  weft_report_line (report, _ (row->title), "%s → %s, %s, %s",
                    weft_report_say_integer (report, (gint64) row->a),
                    weft_report_say_integer (report, (gint64) row->b), delta, percent);
}

/* Machines get all rows, people those that differ. */
static void
report_rows (WeftReport *report, const WeftNpuComparison *comparison)
{
  WeftFacts rows = weft_npu_comparison_get_facts (comparison);
  WeftFacts layers = weft_npu_comparison_get_layers (comparison);
  WeftFacts changed = weft_npu_comparison_get_changed (comparison);
  WeftFacts others = weft_npu_comparison_get_others (comparison);
  WeftFacts settings = weft_npu_settings_get_facts (comparison->settings);

  weft_report_count (report, "different", comparison->n_different);
  if (weft_report_get_format (report) == WEFT_REPORT_CSV)
    weft_report_only (report, &rows, 0);
  say_table (report, _ ("Layers, B − A"), &changed);
  say_table (report, _ ("Other differences"), &others);
  say_table (report, _ ("Configuration and metadata that differ"), &settings);
  weft_report_table (report, "layers", &layers, 0);
  weft_report_table (report, "settings", &settings, 0);
  weft_report_table (report, "rows", &rows, 0);
}

int
weft_cli_npu_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) first = weft_cli_npu_measure (trace, request);
  g_autoptr (WeftNpuStats) second = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL;
  g_autofree char *conclusion = NULL;
  WeftReport *report = request->report;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_npu_measure (request->other, request);
  if (second == NULL)
    return WEFT_CLI_UNUSABLE;
  comparison = weft_npu_comparison_new (first, second, request->tolerance);
  conclusion = conclude (trace, request, comparison);
  weft_report_line (report, _ ("Conclusion"), "%s", weft_report_say_text (report, conclusion));
  weft_cli_comparison_begin (request);
  weft_report_text (report, "conclusion", conclusion);
  say_exactly (report, comparison, "cycles");
  say_exactly (report, comparison, "bytes_read");
  say_exactly (report, comparison, "bytes_written");
  weft_report_flag (report, "per_token", comparison->per_token);
  report_phases (report, comparison);
  weft_report_line (report, _ ("Differ"), _ ("%u of %u numbers, by more than %g %%"),
                    comparison->n_different, comparison->rows->len, request->tolerance);
  report_rows (report, comparison);
  weft_report_end (report);
  return comparison->n_different > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
