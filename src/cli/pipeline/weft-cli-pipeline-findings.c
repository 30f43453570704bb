/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include "weft-pipeline-findings.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <stdio.h>

/* Sentences for machines do not depend on the locale. */
static GArray *
find (WeftReport *report, WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats)
{
  g_autofree char *locale = g_strdup (setlocale (LC_ALL, NULL));
  GArray *findings;

  if (weft_report_get_format (report) == WEFT_REPORT_JSON)
    setlocale (LC_ALL, "C");
  findings = weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
  setlocale (LC_ALL, locale);
  return findings;
}

/* Where to look: the id of an op, or cycles. */
static void
write_target (WeftReport *report, WeftPipelineSnapshot *snapshot, const char *target)
{
  gint64 first, last;
  guint32 index;
  WeftOp op;

  if (sscanf (target, "op:%" G_GUINT32_FORMAT, &index) == 1)
    {
      weft_pipeline_snapshot_get_op (snapshot, index, &op);
      weft_report_signed (report, "op", op.id);
    }
  else if (sscanf (target, "cycles:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &first, &last) == 2)
    {
      weft_report_begin (report, "cycles");
      weft_report_signed (report, "first", first);
      weft_report_signed (report, "last", last);
      weft_report_end (report);
    }
}

void
weft_cli_report_findings (WeftReport *report, WeftPipelineSnapshot *snapshot,
                          const WeftPipelineStats *stats)
{
  g_autoptr (GArray) findings = find (report, snapshot, stats);

  if (findings->len > 0)
    weft_report_heading (report, _ ("Findings"));
  weft_report_begin_list (report, "findings");
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      weft_report_begin (report, NULL);
      weft_report_text (report, "key", finding->key);
      weft_report_real (report, "weight", finding->weight);
      weft_report_text (report, "text", finding->text);
      write_target (report, snapshot, finding->target);
      weft_report_end (report);
      weft_report_item (report, weft_report_say_text (report, finding->text));
    }
  weft_report_end (report);
}
