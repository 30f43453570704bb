/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-findings.h"

#include <glib/gi18n-lib.h>

void
weft_cli_report_findings (WeftReport *report, WeftCliFind find, WeftCliWriteTarget write_target,
                          gconstpointer data)
{
  locale_t words = weft_report_begin_words (report);
  g_autoptr (GArray) findings = find (data);
  guint n = findings != NULL ? findings->len : 0;

  weft_report_end_words (words);
  if (n > 0)
    weft_report_heading (report, _ ("Findings"));
  weft_report_begin_list (report, "findings");
  for (guint i = 0; i < n; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      weft_report_begin (report, NULL);
      weft_report_text (report, "key", finding->key);
      weft_report_real (report, "weight", finding->weight);
      weft_report_text (report, "text", finding->text);
      write_target (report, finding->target, data);
      weft_report_end (report);
      weft_report_item (report, weft_report_say_text (report, finding->text));
    }
  weft_report_end (report);
}
