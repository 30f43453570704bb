/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"

#include "weft-pipeline-compare-place.h"
#include "weft-pipeline-compare-words.h"
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

/* --- groups ----------------------------------------------------------------------------------- */

static WeftCell
group_text (gconstpointer data, guint row)
{
  return weft_cell_text (weft_pipeline_compare_describe_group (data, row));
}

static WeftCell
group_cycle (gconstpointer data, gconstpointer item)
{
  const WeftDifferenceGroup *group = item;
  WeftComparePlace place = weft_pipeline_compare_find_place (data, group->kind, group->pair);

  return weft_cell_signed (weft_pipeline_compare_place_get_cycle (data, &place));
}

static WeftCell
group_cycle_b (gconstpointer data, gconstpointer item)
{
  const WeftDifferenceGroup *group = item;
  WeftComparePlace place = weft_pipeline_compare_find_place (data, group->kind, group->pair);

  return place.cycles[WEFT_LOG_B] != WEFT_NO_CYCLE ? weft_cell_signed (place.cycles[WEFT_LOG_B])
                                                   : weft_cell_none ();
}

static WeftCell
shift_cell (gconstpointer item, gint64 cycles)
{
  const WeftDifferenceGroup *group = item;

  return group->kind == WEFT_DIFFERENCE_TIMING ? weft_cell_signed (cycles) : weft_cell_none ();
}

static WeftCell
group_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return shift_cell (item, ((const WeftDifferenceGroup *) item)->cycles);
}

static WeftCell
group_left (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return shift_cell (item, ((const WeftDifferenceGroup *) item)->left);
}

static WeftCell
absorber_id (const WeftPipelineCompare *self, const WeftDifferenceGroup *group, int log)
{
  if (group->absorber == WEFT_NO_ROW)
    return weft_cell_none ();
  return id_cell (self, log, get_pair (self, group->absorber)[log]);
}

static WeftCell
group_absorbed_a (gconstpointer data, gconstpointer item)
{
  return absorber_id (data, item, WEFT_LOG_A);
}

static WeftCell
group_absorbed_b (gconstpointer data, gconstpointer item)
{
  return absorber_id (data, item, WEFT_LOG_B);
}

#define GROUP(name) .member = WEFT_MEMBER (WeftDifferenceGroup, name)

static const WeftField group_columns[] = {
  { "kind", NULL, GROUP (kind), .as = as_kind },
  { "text", N_ ("What differs"), .get = group_text, .type = WEFT_FIELD_TEXT,
    .flags = WEFT_FIELD_LAST | WEFT_FIELD_PROSE, .digits = 44 },
  { "cycle", N_ ("Cycle"), .doc = N_ ("In which the op begins to differ, in A’s time"),
    .of = group_cycle },
  { "cycle_b", NULL, .of = group_cycle_b },
  { "id_a", N_ ("Op in A"), .doc = N_ ("The id in A of the op with which it begins"), GROUP (pair),
    .as = pair_id_a },
  { "id_b", N_ ("Op in B"), .doc = N_ ("The id in B of the op with which it begins"), GROUP (pair),
    .as = pair_id_b },
  { "cycles", N_ ("Shift"),
    .doc = N_ ("Cycles by which B fell behind at most; below 0: by which it got ahead"),
    .of = group_cycles },
  { "left", N_ ("Left over"), .doc = N_ ("How much of that there is at the end of the thread"),
    .of = group_left },
  { "absorbed_a", NULL, .of = group_absorbed_a },
  { "absorbed_b", NULL, .of = group_absorbed_b },
  { "differences", N_ ("Differences"),
    .doc = N_ ("How many differences of single ops it is made of"), GROUP (n_differences) },
  { "first", NULL, GROUP (first) },
  { "label", N_ ("Label"), .flags = WEFT_FIELD_LAST, GROUP (pair), .as = pair_label },
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

/* --- CPI stacks ----------------------------------------------------------------------------------- */

static WeftCell
as_category (gconstpointer data G_GNUC_UNUSED, gint64 category)
{
  return weft_cell_word ((guint) category,
                         weft_cpi_category_to_string ((WeftCpiCategory) category));
}

static WeftCell
cpi_delta (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftCpiPart *parts = ((const WeftCpiChange *) item)->parts;

  return weft_cell_real (parts[WEFT_LOG_B].cpi - parts[WEFT_LOG_A].cpi);
}

static WeftCell
cpi_delta_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftCpiPart *parts = ((const WeftCpiChange *) item)->parts;

  return weft_cell_real (parts[WEFT_LOG_B].cycles - parts[WEFT_LOG_A].cycles);
}

#define CPI(name) .member = WEFT_MEMBER (WeftCpiChange, name)

static const WeftField cpi_columns[] = {
  { "category", N_ ("Spent on"),
    .doc =
      N_ ("What the retire slots of a cycle went to: used, or lost to what the op that was next "
          "to retire was in at that cycle"),
    CPI (category), .as = as_category },
  { "cpi_a", N_ ("≈ CPI in A"), .doc = N_ ("Its part of the cycles per retired op"),
    CPI (parts[WEFT_LOG_A].cpi) },
  { "cpi_b", N_ ("≈ CPI in B"), .doc = N_ ("Its part of the cycles per retired op"),
    CPI (parts[WEFT_LOG_B].cpi) },
  { "cpi_delta", N_ ("≈ B − A"), .doc = N_ ("Cycles per retired op that B spends more on it"),
    .of = cpi_delta },
  { "cycles_a", N_ ("≈ Cycles in A"), .doc = N_ ("Slots by the width of the core"),
    CPI (parts[WEFT_LOG_A].cycles) },
  { "cycles_b", N_ ("≈ Cycles in B"), .doc = N_ ("Slots by the width of the core"),
    CPI (parts[WEFT_LOG_B].cycles) },
  { "cycles_delta", N_ ("≈ B − A, cycles"), .doc = N_ ("Cycles that B spends more on it"),
    .of = cpi_delta_cycles },
  { "share_a", N_ ("≈ Share in A"), .unit = WEFT_UNIT_SHARE, .doc = N_ ("Of all slots"),
    CPI (parts[WEFT_LOG_A].share) },
  { "share_b", N_ ("≈ Share in B"), .unit = WEFT_UNIT_SHARE, .doc = N_ ("Of all slots"),
    CPI (parts[WEFT_LOG_B].share) },
};

/* --- all -------------------------------------------------------------------------------------- */

WeftFacts
weft_pipeline_compare_get_facts (const WeftPipelineCompare *compare, WeftCompareFactsKey key)
{
  if (key == WEFT_COMPARE_FACTS_PCS)
    return weft_facts_of_array (pc_columns, G_N_ELEMENTS (pc_columns), compare, compare->pcs);
  if (key == WEFT_COMPARE_FACTS_CPI)
    return compare->cpi != NULL
             ? weft_facts_of_array (cpi_columns, G_N_ELEMENTS (cpi_columns), compare,
                                    compare->cpi->changes)
             : (WeftFacts){ .fields = cpi_columns, .n_columns = G_N_ELEMENTS (cpi_columns) };
  if (key == WEFT_COMPARE_FACTS_GROUPS)
    return weft_facts_of_array (group_columns, G_N_ELEMENTS (group_columns), compare,
                                compare->groups);
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

/* The pair that a row is about, and in what it differs; NO_ROW: there is no pair of that PC. */
static guint32
find_pair (const WeftPipelineCompare *self, WeftCompareFactsKey key, guint row,
           WeftDifferenceKind *kind)
{
  const WeftPcComparison *pc;
  const WeftDifferenceGroup *group;
  const WeftDifference *difference;

  switch (key)
    {
    case WEFT_COMPARE_FACTS_PCS:
      pc = &g_array_index (self->pcs, WeftPcComparison, row);
      *kind = WEFT_DIFFERENCE_TIMING;
      return pc->n_pairs > 0 ? pc->worst : WEFT_NO_ROW;
    case WEFT_COMPARE_FACTS_GROUPS:
      group = &g_array_index (self->groups, WeftDifferenceGroup, row);
      *kind = group->kind;
      return group->pair;
    case WEFT_COMPARE_FACTS_DIFFERENCES:
    case WEFT_N_COMPARE_FACTS:
    default:
      difference = &g_array_index (self->differences, WeftDifference, row);
      *kind = difference->kind;
      return difference->pair;
    }
}

WeftComparePlace
weft_pipeline_compare_get_places (const WeftPipelineCompare *compare, WeftCompareFactsKey key,
                                  guint row, guint32 *ops)
{
  WeftDifferenceKind kind;
  guint32 pair = find_pair (compare, key, row, &kind);
  WeftComparePlace place = { { WEFT_NO_CYCLE, WEFT_NO_CYCLE }, { G_MAXUINT, G_MAXUINT } };
  const guint32 *from;

  if (pair != WEFT_NO_ROW)
    {
      from = get_pair (compare, pair);
      place = weft_pipeline_compare_find_place (compare, kind, pair);
    }
  else
    from = g_array_index (compare->pcs, WeftPcComparison, row).ops;
  ops[WEFT_LOG_A] = from[WEFT_LOG_A];
  ops[WEFT_LOG_B] = from[WEFT_LOG_B];
  complete_places (compare, ops);
  return place;
}
