/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-pipeline-compare-facts.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define MAX_ROWS 20 /* of each table, for people */

static struct
{
  char *by;
  gboolean pcs;
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
  G_OPTION_ENTRY_NULL
};

static WeftFacts
get_facts (const WeftPipelineCompare *compare)
{
  return weft_pipeline_compare_get_facts (compare, given.pcs ? WEFT_COMPARE_FACTS_PCS
                                                             : WEFT_COMPARE_FACTS_DIFFERENCES);
}

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
write_log (WeftJsonWriter *writer, const WeftPipelineCompare *compare, int log, const char *path)
{
  const WeftComparedLog *counts = &compare->logs[log];

  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "file", path);
  weft_json_writer_unsigned_member (writer, "ops", counts->n_ops);
  weft_json_writer_unsigned_member (writer, "retired", counts->n_retired);
  weft_json_writer_unsigned_member (writer, "flushed", counts->n_flushed);
  weft_json_writer_unsigned_member (writer, "only", counts->n_only);
  weft_json_writer_unsigned_member (writer, "unread_labels", counts->n_unread);
  weft_json_writer_unsigned_member (writer, "cycles", counts->cycles);
  weft_json_writer_real_member (writer, "ipc", get_ipc (counts));
  weft_json_writer_real_member (writer, "latency_mean", get_latency (compare, log));
  weft_json_writer_end_object (writer);
}

/* The place of a difference in the list, which is where the rest of it stands. */
static void
write_index (WeftJsonWriter *writer, const char *key, guint index)
{
  weft_json_writer_key (writer, key);
  if (index == G_MAXUINT)
    weft_json_writer_null (writer);
  else
    weft_json_writer_unsigned (writer, index);
}

static void
write_counts (WeftJsonWriter *writer, const WeftPipelineCompare *compare)
{
  weft_json_writer_key (writer, "counts");
  weft_json_writer_begin_object (writer);
  for (guint i = 0; i < WEFT_N_DIFFERENCES; i++)
    weft_json_writer_unsigned_member (writer, weft_difference_kind_to_string (i),
                                      compare->n_differences[i]);
  weft_json_writer_end_object (writer);
}

static void
write_json (const WeftPipelineCompare *compare, const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);
  WeftFacts differences = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_DIFFERENCES);
  WeftFacts pcs = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_PCS);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "by", alignment_words[compare->alignment]);
  weft_json_writer_real_member (writer, "tolerance", request->tolerance);
  weft_json_writer_key (writer, "a");
  write_log (writer, compare, WEFT_LOG_A, request->path);
  weft_json_writer_key (writer, "b");
  write_log (writer, compare, WEFT_LOG_B, request->other_path);
  weft_json_writer_unsigned_member (writer, "pairs", compare->n_pairs);
  weft_json_writer_signed_member (writer, "base", compare->base);
  weft_json_writer_signed_member (writer, "drift", compare->drift);
  write_counts (writer, compare);
  write_index (writer, "first_divergence", compare->first_divergence);
  write_index (writer, "first_timing", compare->first_timing);
  weft_json_writer_key (writer, "differences");
  weft_cli_records_write_json (&differences, writer);
  weft_json_writer_key (writer, "pcs");
  weft_cli_records_write_json (&pcs, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

/* --- people ----------------------------------------------------------------------------------- */

static void
print_counts (const char *title, guint64 a, guint64 b)
{
  g_autofree char *from = weft_number_count (a), *to = weft_number_count (b);
  g_autofree char *change = weft_number_integer ((gint64) (b - a));

  if (a == b)
    weft_cli_print_field (title, _ ("%s in both"), from);
  else
    /* TRANSLATORS: a number in A, in B, and how much more that is */
    weft_cli_print_field (title, _ ("A %s, B %s (%s%s)"), from, to, b > a ? "+" : "", change);
}

static void
print_reals (const char *title, double a, double b)
{
  g_autofree char *from = weft_cli_format_real (a), *to = weft_cli_format_real (b);

  weft_cli_print_field (title, _ ("A %s, B %s"), from, to);
}

static char *
get_label (const WeftPipelineCompare *compare, const WeftOpPair *pair)
{
  int log = pair->ops[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;
  g_autofree char *label =
    weft_pipeline_snapshot_get_label (compare->snapshots[log], pair->ops[log]);

  return label != NULL ? weft_cli_format_text (label) : g_strdup ("—");
}

/* What is to be said of a difference beside its kind. */
static char *
describe (const WeftDifference *difference)
{
  g_autofree char *slip = NULL, *a = NULL, *b = NULL;

  if (difference->kind != WEFT_DIFFERENCE_TIMING)
    return g_strdup (weft_difference_kind_to_string (difference->kind));
  slip = weft_number_integer (difference->slip);
  a = weft_number_count (difference->values[WEFT_LOG_A]);
  b = weft_number_count (difference->values[WEFT_LOG_B]);
  return g_strdup_printf (_ ("by %s, latency %s and %s"), slip, a, b);
}

static void
print_first (const char *title, const WeftPipelineCompare *compare, guint index)
{
  const WeftDifference *difference;
  g_autofree char *cycle = NULL, *label = NULL, *words = NULL;

  if (index == G_MAXUINT)
    {
      weft_cli_print_field (title, "%s", _ ("none"));
      return;
    }
  difference = &g_array_index (compare->differences, WeftDifference, index);
  cycle = weft_number_integer (difference->cycle);
  label = get_label (compare, &g_array_index (compare->pairs, WeftOpPair, difference->pair));
  words = describe (difference);
  /* TRANSLATORS: a cycle, what differs, the label of an op */
  weft_cli_print_field (title, _ ("cycle %s, %s: %s"), cycle, words, label);
}

static void
print_table (const WeftFacts *facts)
{
  putchar ('\n');
  weft_cli_records_print (facts, stdout, MAX_ROWS);
}

static void
print (const WeftPipelineCompare *compare, const WeftCliRequest *request)
{
  const WeftComparedLog *a = &compare->logs[WEFT_LOG_A], *b = &compare->logs[WEFT_LOG_B];
  g_autofree char *path_a = weft_cli_format_text (request->path);
  g_autofree char *path_b = weft_cli_format_text (request->other_path);
  g_autofree char *pairs = weft_number_count (compare->n_pairs);
  g_autofree char *only_a = weft_number_count (a->n_only);
  g_autofree char *only_b = weft_number_count (b->n_only);
  g_autofree char *drift = weft_number_signed_cycles (compare->drift);
  WeftFacts differences = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_DIFFERENCES);
  WeftFacts pcs = weft_pipeline_compare_get_facts (compare, WEFT_COMPARE_FACTS_PCS);
  g_autofree char *n_differences = weft_number_count (differences.n_rows);

  weft_cli_print_field ("A", "%s", path_a);
  weft_cli_print_field ("B", "%s", path_b);
  weft_cli_print_field (_ ("Pairs"), _ ("%s, only in A %s, only in B %s"), pairs, only_a, only_b);
  print_counts (_ ("Retired"), a->n_retired, b->n_retired);
  print_counts (_ ("Flushed"), a->n_flushed, b->n_flushed);
  print_counts (_ ("Cycles"), a->cycles, b->cycles);
  print_reals (_ ("IPC"), get_ipc (a), get_ipc (b));
  print_reals (_ ("Latency"), get_latency (compare, WEFT_LOG_A), get_latency (compare, WEFT_LOG_B));
  weft_cli_print_field (_ ("Drift"), _ ("%s that B is late in the end"), drift);
  print_first (_ ("Diverges"), compare, compare->first_divergence);
  print_first (_ ("Slips"), compare, compare->first_timing);
  weft_cli_print_field (_ ("Differences"), "%s", n_differences);
  if (differences.n_rows > 0 && !given.pcs)
    print_table (&differences);
  if (pcs.n_rows > 0 && (differences.n_rows > 0 || given.pcs))
    print_table (&pcs);
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
  compare = weft_pipeline_compare_new (snapshots, ops, (WeftPipelineAlignment) alignment,
                                       request->tolerance, NULL, NULL);
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
      || !weft_cli_parse_filter (request->filter, &filter))
    return WEFT_CLI_USAGE;
  compare = compare_traces (trace, request, filter, alignment);
  if (request->json)
    write_json (compare, request);
  else if (request->csv)
    {
      WeftFacts facts = get_facts (compare);

      weft_cli_records_write_csv (&facts, stdout);
    }
  else
    print (compare, request);
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
