/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"

#include "weft-pipeline-id-cell.h"

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
  return weft_pipeline_id_cell (self->snapshots[log]->trace, info.id);
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

static const guint32 *
get_pair (const WeftPipelineCompare *self, gint64 index)
{
  return g_array_index (self->pairs, WeftOpPair, index).ops;
}

/* b − a, which is how much more B has. */
static gint64
change (const guint64 *values)
{
  return (gint64) (values[WEFT_LOG_B] - values[WEFT_LOG_A]);
}

/* --- differences ------------------------------------------------------------------------------ */

static WeftCell
as_kind (gconstpointer data G_GNUC_UNUSED, gint64 kind)
{
  return weft_cell_word ((guint) kind, weft_difference_kind_to_string ((WeftDifferenceKind) kind));
}

static WeftCell
pair_id_a (gconstpointer data, gint64 pair)
{
  return id_cell (data, WEFT_LOG_A, get_pair (data, pair)[WEFT_LOG_A]);
}

static WeftCell
pair_id_b (gconstpointer data, gint64 pair)
{
  return id_cell (data, WEFT_LOG_B, get_pair (data, pair)[WEFT_LOG_B]);
}

static WeftCell
pair_label (gconstpointer data, gint64 pair)
{
  return either_label_cell (data, get_pair (data, pair));
}

static gboolean
has_values (const WeftDifference *difference)
{
  return difference->kind >= WEFT_DIFFERENCE_TIMING;
}

static WeftCell
difference_a (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftDifference *difference = item;

  return has_values (item) ? weft_cell_count (difference->values[WEFT_LOG_A]) : weft_cell_none ();
}

static WeftCell
difference_b (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftDifference *difference = item;

  return has_values (item) ? weft_cell_count (difference->values[WEFT_LOG_B]) : weft_cell_none ();
}

static WeftCell
difference_delta (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftDifference *difference = item;

  return has_values (item) ? weft_cell_signed (change (difference->values)) : weft_cell_none ();
}

static WeftCell
difference_slip (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftDifference *difference = item;

  return difference->kind == WEFT_DIFFERENCE_TIMING ? weft_cell_signed (difference->slip)
                                                    : weft_cell_none ();
}

static WeftCell
difference_label_b (gconstpointer data, gconstpointer item)
{
  const WeftDifference *difference = item;

  if (difference->kind != WEFT_DIFFERENCE_LABEL)
    return weft_cell_none ();
  return label_cell (data, WEFT_LOG_B, get_pair (data, difference->pair)[WEFT_LOG_B]);
}

#define DIFFERENCE(name) .member = WEFT_MEMBER (WeftDifference, name)

static const WeftField difference_columns[] = {
  { "kind", N_ ("Difference"),
    .doc = N_ ("What differs: ops that one log alone has, the label, the timing, how many ops were "
               "flushed"),
    DIFFERENCE (kind), .as = as_kind },
  { "cycle", N_ ("Cycle"), .doc = N_ ("In which the op retired, in A’s time"), DIFFERENCE (cycle) },
  { "id_a", N_ ("Op in A"), .doc = N_ ("The id of the op in A; of a run, of its first"),
    DIFFERENCE (pair), .as = pair_id_a },
  { "id_b", N_ ("Op in B"), .doc = N_ ("The id of the op in B; of a run, of its first"),
    DIFFERENCE (pair), .as = pair_id_b },
  { "ops", N_ ("Ops"), .doc = N_ ("How many ops the difference is about"), DIFFERENCE (n_ops) },
  { "a", N_ ("In A"), .doc = N_ ("Timing: cycles from fetch to end. Flushes: ops flushed"),
    .of = difference_a },
  { "b", N_ ("In B"), .doc = N_ ("Timing: cycles from fetch to end. Flushes: ops flushed"),
    .of = difference_b },
  { "delta", N_ ("B − A"), .doc = N_ ("By how much more it is in B"), .of = difference_delta },
  { "slip", N_ ("Slip"),
    .doc = N_ (
      "Cycles that B fell behind at this op: it retired so much later after the pair before than "
      "in A"),
    .of = difference_slip },
  { "drift", N_ ("Drift"), .doc = N_ ("Cycles that B is late here, counted from the first pair"),
    DIFFERENCE (drift) },
  { "label", N_ ("Label"), .flags = WEFT_FIELD_LAST, DIFFERENCE (pair), .as = pair_label },
  { "label_b", NULL, .of = difference_label_b },
};

/* --- PCs -------------------------------------------------------------------------------------- */

static WeftCell
pc_address (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPcComparison *pc = item;

  return pc->has_pc ? weft_cell_address (pc->pc) : weft_cell_text (g_strdup ("—"));
}

static WeftCell
pc_label (gconstpointer data, gconstpointer item)
{
  return either_label_cell (data, ((const WeftPcComparison *) item)->ops);
}

static WeftCell
mean_cell (const WeftPcComparison *pc, double total)
{
  return weft_cell_real (pc->n_pairs > 0 ? total / pc->n_pairs : (double) NAN);
}

static WeftCell
pc_latency_a (gconstpointer data G_GNUC_UNUSED, gconstpointer pc)
{
  return mean_cell (pc, (double) ((const WeftPcComparison *) pc)->latency[WEFT_LOG_A]);
}

static WeftCell
pc_latency_b (gconstpointer data G_GNUC_UNUSED, gconstpointer pc)
{
  return mean_cell (pc, (double) ((const WeftPcComparison *) pc)->latency[WEFT_LOG_B]);
}

static WeftCell
pc_delta (gconstpointer data G_GNUC_UNUSED, gconstpointer pc)
{
  return weft_cell_signed (change (((const WeftPcComparison *) pc)->latency));
}

static WeftCell
pc_delta_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer pc)
{
  return mean_cell (pc, (double) change (((const WeftPcComparison *) pc)->latency));
}

static WeftCell
worst_id (const WeftPipelineCompare *self, const WeftPcComparison *pc, int log)
{
  return pc->n_pairs > 0 ? id_cell (self, log, get_pair (self, pc->worst)[log]) : weft_cell_none ();
}

static WeftCell
pc_worst_a (gconstpointer data, gconstpointer pc)
{
  return worst_id (data, pc, WEFT_LOG_A);
}

static WeftCell
pc_worst_b (gconstpointer data, gconstpointer pc)
{
  return worst_id (data, pc, WEFT_LOG_B);
}

#define PC(name) .member = WEFT_MEMBER (WeftPcComparison, name)

static const WeftField pc_columns[] = {
  { "pc", N_ ("PC"), .of = pc_address },
  { "label", N_ ("First label"), .flags = WEFT_FIELD_LAST, .of = pc_label },
  { "pairs", N_ ("Pairs"), .doc = N_ ("How often it retired in both logs"), PC (n_pairs) },
  { "latency_a", N_ ("Mean in A"), .doc = N_ ("Cycles from fetch to end of those, on average"),
    .of = pc_latency_a },
  { "latency_b", N_ ("Mean in B"), .doc = N_ ("Cycles from fetch to end of those, on average"),
    .of = pc_latency_b },
  { "delta", N_ ("B − A"), .doc = N_ ("Cycles that all of them together took more in B"),
    .of = pc_delta },
  { "delta_mean", N_ ("Per op"), .doc = N_ ("The same for each of them, on average"),
    .of = pc_delta_mean },
  { "worst_a", N_ ("Worst in A"), .doc = N_ ("The id in A of the op whose latency differs most"),
    .of = pc_worst_a },
  { "worst_b", N_ ("Worst in B"), .doc = N_ ("The id in B of the op whose latency differs most"),
    .of = pc_worst_b },
  { "only_a", N_ ("Only in A"), .doc = N_ ("How often it retired in A alone"),
    PC (n_only[WEFT_LOG_A]) },
  { "only_b", N_ ("Only in B"), .doc = N_ ("How often it retired in B alone"),
    PC (n_only[WEFT_LOG_B]) },
  { "flushed_a", N_ ("Flushed in A"), .doc = N_ ("How often it was flushed in A"),
    PC (n_flushed[WEFT_LOG_A]) },
  { "flushed_b", N_ ("Flushed in B"), .doc = N_ ("How often it was flushed in B"),
    PC (n_flushed[WEFT_LOG_B]) },
};

/* --- all -------------------------------------------------------------------------------------- */

WeftFacts
weft_pipeline_compare_get_facts (const WeftPipelineCompare *compare, WeftCompareFactsKey key)
{
  if (key == WEFT_COMPARE_FACTS_PCS)
    return weft_facts_of_array (pc_columns, G_N_ELEMENTS (pc_columns), compare, compare->pcs);
  return weft_facts_of_array (difference_columns, G_N_ELEMENTS (difference_columns), compare,
                              compare->differences);
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

      from = pc->n_pairs > 0 ? get_pair (compare, pc->worst) : pc->ops;
    }
  else
    from = get_pair (compare, g_array_index (compare->differences, WeftDifference, row).pair);
  ops[WEFT_LOG_A] = from[WEFT_LOG_A];
  ops[WEFT_LOG_B] = from[WEFT_LOG_B];
  complete_places (compare, ops);
}
