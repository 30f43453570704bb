/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-count.h"

#include "weft-pipeline-in-flight.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stats-index.h"

#include <math.h>

static void
add_thread (WeftPipelineStats *self, WeftThreadIndex *index, gint64 tid, guint32 op,
            WeftOpState state)
{
  guint thread = weft_thread_index_intern (index, tid);
  WeftPipelineThreadStats *stats;

  if (thread == self->threads->len)
    g_array_set_size (self->threads, thread + 1);
  stats = &g_array_index (self->threads, WeftPipelineThreadStats, thread);
  stats->tid = tid;
  if (stats->n_ops++ == 0)
    stats->first_op = op;
  stats->n_retired += state == WEFT_OP_RETIRED;
  stats->n_flushed += state == WEFT_OP_FLUSHED;
  stats->n_open += state == WEFT_OP_OPEN;
}

static void
add_pc (WeftPipelineStats *self, guint32 pc_index, guint32 op, WeftOpState state, guint64 latency,
        guint64 stall_cycles)
{
  WeftPipelinePcStats *pc = weft_pipeline_pc_stats_lookup (self->pcs, pc_index);

  if (pc->n_ops++ == 0)
    pc->first_op = op;
  pc->n_retired += state == WEFT_OP_RETIRED;
  pc->n_flushed += state == WEFT_OP_FLUSHED;
  pc->latency_total += latency;
  if (pc->n_ops == 1 || latency > pc->latency_max)
    pc->slowest_op = op;
  pc->latency_max = MAX (pc->latency_max, latency);
  pc->stall_cycles += stall_cycles;
}

static guint64
count_dependencies (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 dep = weft_table_get_u32 (&trace->ops, OP_LAST_DEP, op);
  guint64 n_dependencies = 0;

  for (; dep != WEFT_NO_ROW; dep = weft_table_get_u32 (&trace->deps, DEP_PREVIOUS, dep))
    n_dependencies++;
  return n_dependencies;
}

static guint32
count_inferred (const WeftPipelineExplainer *explainer, guint32 op)
{
  const WeftPipelineProducers *producers = weft_pipeline_explainer_get_producers (explainer);
  guint32 n_producers = 0;

  if (producers != NULL)
    weft_pipeline_producers_get (producers, op, &n_producers);
  return n_producers;
}

/* Of an op that has ended: its life in parts. */
typedef struct
{
  const WeftLatencyPart *parts;
  guint n_parts;
} Life;

/* The cycles of the range in which the op was held up. */
static guint64
count_stall_within (const Life *life, gint64 from, gint64 to)
{
  guint64 cycles = 0;

  for (guint i = 0; i < life->n_parts; i++)
    {
      const WeftLatencyPart *part = &life->parts[i];
      gint64 first = MAX (part->first, from), end = MIN (part->last + 1, to);

      if (weft_latency_part_is_stall (part) && first < end)
        cycles += weft_cycles_between (first, end);
    }
  return cycles;
}

/* Adds what only an op that has ended tells. */
static void
add_ended (WeftPipelineStats *self, const WeftPipelineSnapshot *snapshot, guint32 op, gint64 end,
           const Life *life, WeftStallIndex *causes)
{
  guint64 latency = weft_cycles_between (weft_op_fetch (snapshot, op), end);
  guint64 stall_cycles = weft_stall_index_add (causes, op, life->parts, life->n_parts);

  self->stall_cycles += stall_cycles;
  if (self->slowest_op == WEFT_NO_ROW || latency > self->slowest_latency)
    {
      self->slowest_op = op;
      self->slowest_latency = latency;
    }
  weft_histogram_add (&self->latency, latency);
  add_pc (self, weft_op_pc_index (snapshot, op), op, weft_op_state (snapshot, op), latency,
          stall_cycles);
}

static void
add_op (WeftPipelineStats *self, const WeftPipelineSnapshot *snapshot, guint32 op,
        const WeftPipelineExplainer *explainer, WeftThreadIndex *index)
{
  WeftOpState state = weft_op_state (snapshot, op);

  self->n_ops++;
  self->n_retired += state == WEFT_OP_RETIRED;
  self->n_flushed += state == WEFT_OP_FLUSHED;
  self->n_open += state == WEFT_OP_OPEN;
  self->n_dependencies += count_dependencies (snapshot, op);
  self->n_inferred += count_inferred (explainer, op);
  weft_pipeline_stage_stats_add_op (self->stages, snapshot, op);
  add_thread (self, index, weft_op_thread (snapshot, op), op, state);
}

static gboolean
add_ops (WeftPipelineStats *self, WeftPipelineExplainer *explainer, const WeftCycleRange *range,
         const WeftBitset *ops, GCancellable *cancellable, GError **error)
{
  const WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  g_auto (WeftThreadIndex) threads = { WEFT_MAP64_INIT, 0, 0, 0 };
  g_auto (WeftStallIndex) causes = { NULL, WEFT_MAP64_INIT, 0, 0 };
  g_auto (WeftReasonIndex) reasons = { NULL, NULL };

  self->dependency_source = weft_pipeline_producers_get_source (
    weft_pipeline_explainer_get_producers (explainer), snapshot);
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      gint64 end = weft_op_end (snapshot, op), fetch = weft_op_fetch (snapshot, op);
      gboolean ends = weft_cycle_range_contains (range, end);
      Life life = { NULL, 0 };

      if (weft_ops_cancelled (op, cancellable, error))
        return FALSE;
      if (!weft_bitset_includes (ops, op))
        continue;
      self->n_fetched += weft_cycle_range_contains (range, fetch);
      if (ends)
        add_op (self, snapshot, op, explainer, &threads);
      if (weft_op_state (snapshot, op) == WEFT_OP_OPEN
          || (!ends && (fetch >= self->end || end <= self->first)))
        continue;
      life.parts = weft_explain_op (explainer, op, &life.n_parts);
      self->stall_cycles_within += count_stall_within (&life, self->first, self->end);
      if (!ends)
        continue;
      add_ended (self, snapshot, op, end, &life, &causes);
      weft_reason_index_add (&reasons, snapshot->trace, op);
    }
  self->stalls = weft_stall_index_finish (&causes);
  self->reasons = weft_reason_index_finish (&reasons);
  return TRUE;
}

/* Nobody can say which slots a few ops alone took. */
static void
add_slots (WeftPipelineStats *self, const WeftPipelineSlots *slots, const WeftBitset *ops)
{
  self->cpi = ops == NULL ? weft_pipeline_cpi_stack_new (slots, self->first, self->end)
                          : g_array_new (FALSE, FALSE, sizeof (WeftCpiPart));
  self->width = weft_pipeline_slots_get_width (slots);
  self->width_is_inferred = weft_pipeline_slots_width_is_inferred (slots);
}

static gboolean
add_squashes (WeftPipelineStats *self, const WeftPipelineSnapshot *snapshot,
              const WeftCycleRange *range, const WeftBitset *ops, GCancellable *cancellable,
              GError **error)
{
  self->squashes = weft_pipeline_squashes_find (snapshot, range, ops, cancellable, error);
  if (self->squashes == NULL)
    return FALSE;
  for (guint i = 0; i < self->squashes->len; i++)
    {
      const WeftSquash *squash = &g_array_index (self->squashes, WeftSquash, i);
      WeftPipelinePcStats *pc;

      self->n_squashed += squash->n_ops;
      if (squash->cause == WEFT_NO_ROW)
        continue;
      pc = weft_pipeline_pc_stats_lookup (self->pcs, weft_op_pc_index (snapshot, squash->cause));
      if (pc->n_ops == 0 && pc->n_squashes == 0)
        pc->first_op = squash->cause;
      pc->n_squashes++;
      pc->n_squashed += squash->n_ops;
    }
  return TRUE;
}

/* The whole log shows its first to its last cycle; a range ends before its end. */
static gboolean
add_in_flight (WeftPipelineStats *self, const WeftPipelineSnapshot *snapshot,
               const WeftCycleRange *range, const WeftBitset *ops, GCancellable *cancellable,
               GError **error)
{
  gint64 last = range->to == G_MAXINT64 ? self->last : self->last - 1;
  WeftPipelineInFlight in_flight;

  if (snapshot->n_ops == 0)
    last = G_MININT64;
  if (!weft_pipeline_in_flight_measure (snapshot, self->first, last, ops, &in_flight, cancellable,
                                        error))
    return FALSE;
  self->in_flight_max = in_flight.max;
  self->in_flight_mean =
    last < self->first
      ? (double) NAN
      : in_flight.op_cycles / ((double) weft_cycles_between (self->first, last) + 1);
  return TRUE;
}

WeftPipelineStats *
weft_pipeline_stats_new (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                         GCancellable *cancellable, GError **error)
{
  return weft_pipeline_stats_new_filtered (snapshot, range, NULL, cancellable, error);
}

/* Whether all of the log is asked for. */
static gboolean
is_whole (const WeftCycleRange *range, const WeftBitset *ops)
{
  return ops == NULL && (range == NULL || (range->from == G_MININT64 && range->to == G_MAXINT64));
}

WeftPipelineStats *
weft_pipeline_stats_new_filtered (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                                  const WeftBitset *ops, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_trace_ref_assumptions (snapshot->trace);
  g_autoptr (WeftPipelineExplainer) explainer = NULL;
  g_autoptr (WeftPipelineSlots) slots = NULL;
  WeftPipelineStats *kept =
    is_whole (range, ops) ? weft_pipeline_stats_restore (snapshot, assumptions) : NULL;

  if (kept != NULL)
    return kept;
  explainer = weft_pipeline_explainer_new (snapshot, cancellable, error);
  slots = explainer != NULL ? weft_pipeline_slots_new (explainer, cancellable, error) : NULL;
  return slots != NULL
           ? weft_pipeline_stats_new_explained (explainer, slots, range, ops, cancellable, error)
           : NULL;
}

static WeftPipelineStats *
count (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots,
       const WeftCycleRange *range, const WeftBitset *ops, GCancellable *cancellable,
       GError **error)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  g_autoptr (WeftPipelineStats) self = weft_pipeline_stats_new_empty (snapshot, range);

  self->threads = g_array_new (FALSE, TRUE, sizeof (WeftPipelineThreadStats));
  self->pcs = weft_pipeline_pc_stats_new ();
  if (!add_ops (self, explainer, range, ops, cancellable, error)
      || !add_squashes (self, snapshot, range, ops, cancellable, error)
      || !add_in_flight (self, snapshot, range, ops, cancellable, error))
    return NULL;
  add_slots (self, slots, ops);
  weft_histogram_seal (&self->latency);
  weft_pipeline_thread_stats_sort (self->threads);
  weft_pipeline_stage_stats_seal (self->stages);
  weft_pipeline_pc_stats_seal (self->pcs, snapshot->trace);
  weft_pipeline_stats_find_storms (self);
  return g_steal_pointer (&self);
}

WeftPipelineStats *
weft_pipeline_stats_new_explained (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots,
                                   const WeftCycleRange *range, const WeftBitset *ops,
                                   GCancellable *cancellable, GError **error)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  const WeftPipelineAssumptions *assumptions = weft_pipeline_explainer_get_assumptions (explainer);
  const WeftCycleRange all = WEFT_CYCLE_RANGE_ALL;
  WeftPipelineStats *self =
    is_whole (range, ops) ? weft_pipeline_stats_restore (snapshot, assumptions) : NULL;

  if (self != NULL)
    return self;
  self = count (explainer, slots, range != NULL ? range : &all, ops, cancellable, error);
  if (self != NULL && is_whole (range, ops))
    weft_pipeline_stats_keep (self, snapshot, assumptions);
  return self;
}
