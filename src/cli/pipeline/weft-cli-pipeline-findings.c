/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include "weft-cli-text.h"
#include "weft-pipeline-findings.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <stdio.h>

static GArray *
find (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats)
{
  return weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
}

/* --- machines ------------------------------------------------------------------------------------ */

/* Sentences for machines do not depend on the locale. */
static GArray *
find_in_english (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats)
{
  g_autofree char *locale = g_strdup (setlocale (LC_ALL, NULL));
  GArray *findings;

  setlocale (LC_ALL, "C");
  findings = find (snapshot, stats);
  setlocale (LC_ALL, locale);
  return findings;
}

/* Where to look: the id of an op, or cycles. */
static void
write_target (WeftJsonWriter *writer, WeftPipelineSnapshot *snapshot, const char *target)
{
  gint64 first, last;
  guint32 index;
  WeftOp op;

  if (sscanf (target, "op:%" G_GUINT32_FORMAT, &index) == 1)
    {
      weft_pipeline_snapshot_get_op (snapshot, index, &op);
      weft_json_writer_signed_member (writer, "op", op.id);
    }
  else if (sscanf (target, "cycles:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &first, &last) == 2)
    {
      weft_json_writer_key (writer, "cycles");
      weft_json_writer_begin_object (writer);
      weft_json_writer_signed_member (writer, "first", first);
      weft_json_writer_signed_member (writer, "last", last);
      weft_json_writer_end_object (writer);
    }
}

void
weft_cli_write_findings (WeftJsonWriter *writer, WeftPipelineSnapshot *snapshot,
                         const WeftPipelineStats *stats)
{
  g_autoptr (GArray) findings = find_in_english (snapshot, stats);

  weft_json_writer_key (writer, "findings");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_string_member (writer, "key", finding->key);
      weft_json_writer_real_member (writer, "weight", finding->weight);
      weft_json_writer_string_member (writer, "text", finding->text);
      write_target (writer, snapshot, finding->target);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

/* --- people -------------------------------------------------------------------------------------- */

void
weft_cli_print_findings (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats)
{
  g_autoptr (GArray) findings = find (snapshot, stats);

  if (findings->len == 0)
    return;
  printf ("\n%s\n", _ ("Findings"));
  for (guint i = 0; i < findings->len; i++)
    {
      g_autofree char *text = weft_cli_format_text (g_array_index (findings, WeftFinding, i).text);

      printf ("  %s\n", text);
    }
}
