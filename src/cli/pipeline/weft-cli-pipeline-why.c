/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-assumptions.h"
#include "weft-cli-pipeline.h"

#include "weft-pipeline-explanation-facts.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>

/* Rows that people get to see. */
#define MAX_ROWS 100

static void
report_op (WeftReport *report, WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op), *id = NULL;
  WeftOp info;
  guint64 latency;

  weft_pipeline_snapshot_get_op (snapshot, op, &info);
  id = weft_pipeline_trace_format_id (snapshot->trace, info.id);
  latency = weft_cycles_between (info.fetch, info.end);
  if (weft_pipeline_trace_get_word (snapshot->trace, info.id) != NULL)
    weft_report_text (report, "op", id);
  else
    weft_report_signed (report, "op", info.id);
  weft_report_text (report, "label", label != NULL ? label : "—");
  weft_report_text (report, "state", weft_op_state_to_string (info.state));
  weft_report_signed (report, "fetch", info.fetch);
  weft_report_signed (report, "end", info.end);
  weft_report_count (report, "latency", latency);
  weft_report_line (report, _ ("Op"), "%s  %s", weft_report_say_text (report, id),
                    weft_report_say_text (report, label != NULL ? label : "—"));
  weft_report_line (
    report, _ ("Cycles"),
    g_dngettext (GETTEXT_PACKAGE, "%s, from %s up to %s", "%s, from %s up to %s", latency),
    weft_report_say_count (report, latency), weft_report_say_integer (report, info.fetch),
    weft_report_say_integer (report, info.end));
}

static void
report_why (WeftReport *report, WeftPipelineExplanation *explanation)
{
  WeftFacts parts = weft_pipeline_explanation_get_parts (explanation);
  WeftFacts chain = weft_pipeline_explanation_get_chain (explanation);
  guint64 stalled =
    weft_pipeline_explainer_get_stall_cycles (explanation->explainer, explanation->op);
  g_autofree char *sentence = weft_pipeline_explain_sentence (
    explanation->explainer, explanation->op, WEFT_EXPLANATION_PLAIN);

  weft_report_count (report, "stall_cycles", stalled);
  weft_report_text (report, "why", sentence);
  weft_report_line (report, _ ("Stalled"),
                    g_dngettext (GETTEXT_PACKAGE, "≈ %s cycle", "≈ %s cycles", stalled),
                    weft_report_say_count (report, stalled));
  weft_report_line (report, _ ("Why"), "%s", weft_report_say_text (report, sentence));
  weft_report_table (report, "parts", &parts, MAX_ROWS);
  /* The op alone is no chain. */
  weft_report_table (report, "chain", &chain, chain.n_rows > 1 ? MAX_ROWS : 0);
}

/* The op whose id the log writes so: a number, or a word. */
static guint32
find_op (const WeftPipelineSnapshot *snapshot, const char *text)
{
  gint64 id;

  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &id, NULL))
    return weft_pipeline_snapshot_find_id (snapshot, id);
  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      const char *word;
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      word = weft_pipeline_trace_get_word (snapshot->trace, op.id);
      if (word != NULL && g_str_equal (word, text))
        return i;
    }
  return WEFT_NO_ROW;
}

int
weft_cli_pipeline_why (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  guint32 op = find_op (snapshot, request->op);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPipelineExplainer) explainer = NULL;
  g_autoptr (WeftPipelineExplanation) explanation = NULL;
  locale_t words;

  if (!weft_cli_pipeline_assume (snapshot->trace))
    return WEFT_CLI_USAGE;
  if (op == WEFT_NO_ROW)
    {
      weft_cli_complain (_ ("%s has no op with the id %s."), request->path, request->op);
      return WEFT_CLI_UNUSABLE;
    }
  explainer = weft_pipeline_explainer_new (snapshot, g_cancellable_get_current (), &error);
  if (explainer == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  words = weft_report_begin_words (request->report);
  explanation = weft_pipeline_explanation_new (explainer, op);
  weft_report_begin (request->report, NULL);
  report_op (request->report, snapshot, op);
  report_why (request->report, explanation);
  weft_report_end (request->report);
  weft_report_end_words (words);
  return WEFT_CLI_SUCCESS;
}
