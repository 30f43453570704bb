/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"

#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const char *
weft_difference_kind_to_string (WeftDifferenceKind kind)
{
  static const char *const words[] = { "only_a", "only_b", "label", "timing", "flushes" };

  return words[kind];
}

static WeftCell
id_cell (const WeftPipelineCompare *self, int log, guint32 op)
{
  WeftOp info;

  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  weft_pipeline_snapshot_get_op (self->snapshots[log], op, &info);
  return weft_cell_signed (info.id);
}

static WeftCell
label_cell (const WeftPipelineCompare *self, int log, guint32 op)
{
  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  return weft_cell_text (weft_pipeline_snapshot_get_label (self->snapshots[log], op));
}

/* The label of an op of either log, A's where both have one. */
static WeftCell
either_label_cell (const WeftPipelineCompare *self, const guint32 *ops)
{
  int log = ops[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;

  return label_cell (self, log, ops[log]);
}

static const WeftOpPair *
get_pair (const WeftPipelineCompare *self, guint32 index)
{
  return &g_array_index (self->pairs, WeftOpPair, index);
}

/* b − a, which is how much more B has. */
static gint64
change (const guint64 *values)
{
  return (gint64) (values[WEFT_LOG_B] - values[WEFT_LOG_A]);
}

/* --- differences ------------------------------------------------------------------------------ */

static const WeftField difference_columns[] = {
  { "kind", N_ ("Difference"),
    .doc = N_ ("What differs: ops that one log alone has, the label, the timing, how many ops were "
               "flushed") },
  { "cycle", N_ ("Cycle"), .doc = N_ ("In which the op retired, in A’s time") },
  { "id_a", N_ ("Op in A"), .doc = N_ ("The id of the op in A; of a run, of its first") },
  { "id_b", N_ ("Op in B"), .doc = N_ ("The id of the op in B; of a run, of its first") },
  { "ops", N_ ("Ops"), .doc = N_ ("How many ops the difference is about") },
  { "a", N_ ("In A"), .doc = N_ ("Timing: cycles from fetch to end. Flushes: ops flushed") },
  { "b", N_ ("In B"), .doc = N_ ("Timing: cycles from fetch to end. Flushes: ops flushed") },
  { "delta", N_ ("B − A"), .doc = N_ ("By how much more it is in B") },
  { "slip", N_ ("Slip"),
    .doc = N_ (
      "Cycles that B fell behind at this op: it retired so much later after the pair before than "
      "in A") },
  { "drift", N_ ("Drift"), .doc = N_ ("Cycles that B is late here, counted from the first pair") },
  { "label", N_ ("Label"), .flags = WEFT_FIELD_LAST },
  { "label_b", NULL },
};

static void
fill_difference (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineCompare *self = data;
  const WeftDifference *difference = &g_array_index (self->differences, WeftDifference, row);
  const WeftOpPair *pair = get_pair (self, difference->pair);
  gboolean has_values = difference->kind >= WEFT_DIFFERENCE_TIMING;
  const char *kind = weft_difference_kind_to_string (difference->kind);

  *cells++ = weft_cell_text (g_strdup (kind));
  *cells++ = weft_cell_signed (difference->cycle);
  *cells++ = id_cell (self, WEFT_LOG_A, pair->ops[WEFT_LOG_A]);
  *cells++ = id_cell (self, WEFT_LOG_B, pair->ops[WEFT_LOG_B]);
  *cells++ = weft_cell_count (difference->n_ops);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    *cells++ = has_values ? weft_cell_count (difference->values[log]) : weft_cell_none ();
  *cells++ = has_values ? weft_cell_signed (change (difference->values)) : weft_cell_none ();
  *cells++ = difference->kind == WEFT_DIFFERENCE_TIMING ? weft_cell_signed (difference->slip)
                                                        : weft_cell_none ();
  *cells++ = weft_cell_signed (difference->drift);
  *cells++ = either_label_cell (self, pair->ops);
  *cells++ = difference->kind == WEFT_DIFFERENCE_LABEL
               ? label_cell (self, WEFT_LOG_B, pair->ops[WEFT_LOG_B])
               : weft_cell_none ();
}

/* --- PCs -------------------------------------------------------------------------------------- */

static const WeftField pc_columns[] = {
  { "pc", N_ ("PC") },
  { "label", N_ ("First label"), .flags = WEFT_FIELD_LAST },
  { "pairs", N_ ("Pairs"), .doc = N_ ("How often it retired in both logs") },
  { "latency_a", N_ ("Mean in A"), .doc = N_ ("Cycles from fetch to end of those, on average") },
  { "latency_b", N_ ("Mean in B"), .doc = N_ ("Cycles from fetch to end of those, on average") },
  { "delta", N_ ("B − A"), .doc = N_ ("Cycles that all of them together took more in B") },
  { "delta_mean", N_ ("Per op"), .doc = N_ ("The same for each of them, on average") },
  { "worst_a", N_ ("Worst in A"), .doc = N_ ("The id in A of the op whose latency differs most") },
  { "worst_b", N_ ("Worst in B"), .doc = N_ ("The id in B of the op whose latency differs most") },
  { "only_a", N_ ("Only in A"), .doc = N_ ("How often it retired in A alone") },
  { "only_b", N_ ("Only in B"), .doc = N_ ("How often it retired in B alone") },
  { "flushed_a", N_ ("Flushed in A"), .doc = N_ ("How often it was flushed in A") },
  { "flushed_b", N_ ("Flushed in B"), .doc = N_ ("How often it was flushed in B") },
};

static WeftCell
mean_cell (double total, guint32 count)
{
  return weft_cell_real (count > 0 ? total / count : (double) NAN);
}

static void
fill_pc (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineCompare *self = data;
  const WeftPcComparison *pc = &g_array_index (self->pcs, WeftPcComparison, row);
  const WeftOpPair none = { { WEFT_NO_ROW, WEFT_NO_ROW } };
  const WeftOpPair *worst = pc->n_pairs > 0 ? get_pair (self, pc->worst) : &none;
  gint64 delta = change (pc->latency);

  *cells++ = pc->has_pc ? weft_cell_address (pc->pc) : weft_cell_text (g_strdup ("—"));
  *cells++ = either_label_cell (self, pc->ops);
  *cells++ = weft_cell_count (pc->n_pairs);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    *cells++ = mean_cell ((double) pc->latency[log], pc->n_pairs);
  *cells++ = weft_cell_signed (delta);
  *cells++ = mean_cell ((double) delta, pc->n_pairs);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    *cells++ = id_cell (self, log, worst->ops[log]);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    *cells++ = weft_cell_count (pc->n_only[log]);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    *cells++ = weft_cell_count (pc->n_flushed[log]);
}

/* --- all -------------------------------------------------------------------------------------- */

WeftFacts
weft_pipeline_compare_get_facts (const WeftPipelineCompare *compare, WeftCompareFactsKey key)
{
  if (key == WEFT_COMPARE_FACTS_PCS)
    return (WeftFacts){ pc_columns, G_N_ELEMENTS (pc_columns), compare->pcs->len, fill_pc,
                        (gpointer) compare };
  return (WeftFacts){ difference_columns, G_N_ELEMENTS (difference_columns),
                      compare->differences->len, fill_difference, (gpointer) compare };
}

/* Puts a place for what is not there. */
static void
complete_places (const WeftPipelineCompare *self, guint32 *ops)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (ops[log] == WEFT_NO_ROW && ops[!log] != WEFT_NO_ROW)
      ops[log] = weft_pipeline_compare_find_partner (self, !log, ops[!log]);
}

void
weft_pipeline_compare_get_places (const WeftPipelineCompare *compare, WeftCompareFactsKey key,
                                  guint row, guint32 *ops)
{
  const guint32 *from;

  if (key == WEFT_COMPARE_FACTS_PCS)
    {
      const WeftPcComparison *pc = &g_array_index (compare->pcs, WeftPcComparison, row);

      from = pc->n_pairs > 0 ? get_pair (compare, pc->worst)->ops : pc->ops;
    }
  else
    from = get_pair (compare, g_array_index (compare->differences, WeftDifference, row).pair)->ops;
  ops[WEFT_LOG_A] = from[WEFT_LOG_A];
  ops[WEFT_LOG_B] = from[WEFT_LOG_B];
  complete_places (compare, ops);
}
