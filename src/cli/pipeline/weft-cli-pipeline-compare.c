/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-options.h"
#include "weft-number.h"
#include "weft-pipeline-compare-facts.h"
#include "weft-pipeline-compare-words.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_ROWS 20 /* of each table, for people */

static struct
{
  char *by;
  gboolean pcs;
  gboolean groups;
} given;

static const char *const alignment_words[] = { "label", "retire", NULL };

const GOptionEntry weft_cli_pipeline_compare_options[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    N_ (
      "Pipelines: which ops are the same: those of the same label, in order, or those of the same "
      "retire id (label)"),
    N_ ("label|retire") },
  { "pcs", 0, 0, G_OPTION_ARG_NONE, &given.pcs,
    N_ ("Pipelines: print the table of PCs in place of that of differences"), NULL },
  { "groups", 0, 0, G_OPTION_ARG_NONE, &given.groups,
    N_ ("Pipelines: print the table of groups of differences in place of that of differences"),
    NULL },
  G_OPTION_ENTRY_NULL
};

static double
get_ipc (const WeftComparedLog *log)
{
  return log->cycles > 0 ? (double) log->n_retired / (double) log->cycles : (double) NAN;
}

static double
get_latency (const WeftPipelineCompare *compare, int log)
{
  return compare->n_pairs > 0 ? (double) compare->logs[log].latency / compare->n_pairs
                              : (double) NAN;
}

/* --- machines --------------------------------------------------------------------------------- */

static void
write_log (WeftReport *report, const char *key, const WeftPipelineCompare *compare, int log,
           const char *path)
{
  const WeftComparedLog *counts = &compare->logs[log];

  weft_report_begin (report, key);
  weft_report_text (report, "file", path);
  weft_report_count (report, "ops", counts->n_ops);
  weft_report_count (report, "retired", counts->n_retired);
  weft_report_count (report, "flushed", counts->n_flushed);
  weft_report_count (report, "only", counts->n_only);
  weft_report_count (report, "unread_labels", counts->n_unread);
  weft_report_count (report, "cycles", counts->cycles);
  weft_report_real (report, "ipc", get_ipc (counts));
  weft_report_real (report, "latency_mean", get_latency (compare, log));
  weft_report_end (report);
}

/* The place of a difference in the list, which is where the rest of it stands. */
static void
write_index (WeftReport *report, const char *key, guint index)
{
  if (index == G_MAXUINT)
    weft_report_text (report, key, NULL);
  else
    weft_report_count (report, key, index);
}

static void
write_counts (WeftReport *report, const WeftPipelineCompare *compare)
{
  weft_report_begin (report, "counts");
  for (guint i = 0; i < WEFT_N_DIFFERENCES; i++)
    weft_report_count (report, weft_difference_kind_to_string (i), compare->n_differences[i]);
  weft_report_end (report);
}

/* --- people ----------------------------------------------------------------------------------- */

static void
say_counts (WeftReport *report, const char *title, guint64 a, guint64 b)
{
  if (a == b)
    weft_report_line (report, title, _ ("%s in both"), weft_report_say_count (report, a));
  else
    /* TRANSLATORS: a number in A, in B, and how much more that is */
    weft_report_line (report, title, _ ("A %s, B %s (%s%s)"), weft_report_say_count (report, a),
                      weft_report_say_count (report, b), b > a ? "+" : "",
                      weft_report_say_integer (report, (gint64) (b - a)));
}

static void
say_reals (WeftReport *report, const char *title, double a, double b)
{
  weft_report_line (report, title, _ ("A %s, B %s"), weft_report_say_real (report, a),
                    weft_report_say_real (report, b));
}

/* The group of a difference. */
static void
say_first (WeftReport *report, const char *title, const WeftPipelineCompare *compare, guint index)
{
  if (index == G_MAXUINT)
    weft_report_line (report, title, "%s", _ ("none"));
  else
    weft_report_line (
      report, title, "%s",
      weft_report_say (
        report, weft_pipeline_compare_describe_group (
                  compare, g_array_index (compare->differences, WeftDifference, index).group)));
}

static void
say_summary (WeftReport *report, const WeftPipelineCompare *compare, const WeftCliRequest *request)
{
  const WeftComparedLog *a = &compare->logs[WEFT_LOG_A], *b = &compare->logs[WEFT_LOG_B];

  weft_report_line (report, "A", "%s", weft_report_say_text (report, request->path));
  weft_report_line (report, "B", "%s", weft_report_say_text (report, request->other_path));
  weft_report_line (report, _ ("In short"), "%s",
                    weft_report_say (report, weft_pipeline_compare_describe_first (compare)));
  weft_report_line (report, _ ("Pairs"), _ ("%s, only in A %s, only in B %s"),
                    weft_report_say_count (report, compare->n_pairs),
                    weft_report_say_count (report, a->n_only),
                    weft_report_say_count (report, b->n_only));
  say_counts (report, _ ("Retired"), a->n_retired, b->n_retired);
  say_counts (report, _ ("Flushed"), a->n_flushed, b->n_flushed);
  say_counts (report, _ ("Cycles"), a->cycles, b->cycles);
  say_reals (report, _ ("IPC"), get_ipc (a), get_ipc (b));
  say_reals (report, _ ("Latency"), get_latency (compare, WEFT_LOG_A),
             get_latency (compare, WEFT_LOG_B));
  weft_report_line (report, _ ("Drift"), _ ("%s that B is late in the end"),
                    weft_report_say (report, weft_number_signed_cycles (compare->drift)));
  say_first (report, _ ("Diverges"), compare, compare->first_divergence);
  say_first (report, _ ("Slips"), compare, compare->first_timing);
  weft_report_line (report, _ ("Differences"), "%s",
                    weft_report_say_count (report, compare->differences->len));
  weft_report_line (report, _ ("In groups"), "%s",
                    weft_report_say_count (report, compare->groups->len));
}

/* The width of each core, which the slots are counted by. */
static void
say_widths (WeftReport *report, const WeftPipelineCpiDifference *cpi)
{
  const char *a = cpi->widths_are_inferred[WEFT_LOG_A] ? "≈ " : "";
  const char *b = cpi->widths_are_inferred[WEFT_LOG_B] ? "≈ " : "";

  weft_report_line (report, _ ("CPI stack"), _ ("retire width A %s%s, B %s%s"), a,
                    weft_report_say_count (report, cpi->widths[WEFT_LOG_A]), b,
                    weft_report_say_count (report, cpi->widths[WEFT_LOG_B]));
}

/* --- both ------------------------------------------------------------------------------------- */

/* The one table that CSV has room for. */
static void
write_csv (const WeftPipelineCompare *compare, WeftReport *report)
{
  WeftFacts facts =
    weft_pipeline_compare_get_facts (compare, given.pcs      ? WEFT_COMPARE_FACTS_PCS
                                              : given.groups ? WEFT_COMPARE_FACTS_GROUPS
                                                             : WEFT_COMPARE_FACTS_DIFFERENCES);

  weft_report_only (report, &facts, 0);
}

static void
write_cpi (WeftReport *report, const WeftPipelineCompare *compare)
{
  WeftFacts facts = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_CPI);
  const WeftPipelineCpiDifference *cpi = compare->cpi;

  if (facts.n_rows == 0)
    return;
  weft_report_begin (report, "cpi_stack");
  weft_report_count (report, "width_a", cpi->widths[WEFT_LOG_A]);
  weft_report_flag (report, "width_a_inferred", cpi->widths_are_inferred[WEFT_LOG_A]);
  weft_report_count (report, "width_b", cpi->widths[WEFT_LOG_B]);
  weft_report_flag (report, "width_b_inferred", cpi->widths_are_inferred[WEFT_LOG_B]);
  say_widths (report, cpi);
  weft_report_table (report, "parts", &facts, given.pcs || given.groups ? 0 : MAX_ROWS);
  weft_report_end (report);
}

static void
write_report (const WeftPipelineCompare *compare, const WeftCliRequest *request)
{
  WeftReport *report = request->report;
  WeftFacts groups = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_GROUPS);
  WeftFacts differences = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_DIFFERENCES);
  WeftFacts pcs = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_PCS);
  gboolean shows_pcs = pcs.n_rows > 0 && !given.groups && (groups.n_rows > 0 || given.pcs);
  gboolean shows_groups = groups.n_rows > 0 && !given.pcs;

  if (weft_report_get_format (report) == WEFT_REPORT_CSV)
    write_csv (compare, report);
  weft_report_begin (report, NULL);
  weft_report_text (report, "by", alignment_words[compare->alignment]);
  weft_report_real (report, "tolerance", request->tolerance);
  write_log (report, "a", compare, WEFT_LOG_A, request->path);
  write_log (report, "b", compare, WEFT_LOG_B, request->other_path);
  weft_report_count (report, "pairs", compare->n_pairs);
  weft_report_signed (report, "base", compare->base);
  weft_report_signed (report, "drift", compare->drift);
  write_counts (report, compare);
  write_index (report, "first_divergence", compare->first_divergence);
  write_index (report, "first_timing", compare->first_timing);
  say_summary (report, compare, request);
  write_cpi (report, compare);
  weft_report_table (report, "groups", &groups, shows_groups ? MAX_ROWS : 0);
  weft_report_table (report, "differences", &differences, 0);
  weft_report_table (report, "pcs", &pcs, shows_pcs ? MAX_ROWS : 0);
  weft_report_end (report);
}

/* Sentences for machines do not depend on the locale. */
static void
write_in_language (const WeftPipelineCompare *compare, const WeftCliRequest *request)
{
  locale_t words = weft_report_begin_words (request->report);

  write_report (compare, request);
  weft_report_end_words (words);
}

/* --- the task --------------------------------------------------------------------------------- */

static WeftPipelineCompare *
compare_traces (WeftTrace *trace, const WeftCliRequest *request, WeftExpression *filter,
                guint alignment)
{
  WeftTrace *traces[] = { trace, request->other };
  WeftPipelineSnapshot *snapshots[WEFT_N_LOGS];
  WeftBitset *ops[WEFT_N_LOGS];
  WeftPipelineCompare *compare;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      snapshots[log] = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (traces[log]));
      ops[log] = weft_cli_run_filter (filter, snapshots[log]);
    }
  compare = weft_pipeline_compare_new (snapshots, filter != NULL ? ops : NULL,
                                       (WeftPipelineAlignment) alignment, request->tolerance,
                                       g_cancellable_get_current (), NULL);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      weft_pipeline_snapshot_unref (snapshots[log]);
      g_clear_pointer (&ops[log], weft_bitset_unref);
    }
  return compare;
}

int
weft_cli_pipeline_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftPipelineCompare) compare = NULL;
  guint alignment = WEFT_ALIGN_BY_LABEL;

  if (!weft_cli_parse_word ("--by", given.by, alignment_words, &alignment)
      || !weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  compare = compare_traces (trace, request, filter, alignment);
  if (compare == NULL)
    return WEFT_CLI_UNUSABLE;
  write_in_language (compare, request);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (compare->logs[log].n_unread > 0)
      {
        weft_cli_complain (
          g_dngettext (GETTEXT_PACKAGE, "“%s”: the label of %u op can't be read back.",
                       "“%s”: the labels of %u ops can't be read back.",
                       compare->logs[log].n_unread),
          log == WEFT_LOG_A ? request->path : request->other_path, compare->logs[log].n_unread);
        return WEFT_CLI_UNUSABLE;
      }
  return compare->differences->len > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
