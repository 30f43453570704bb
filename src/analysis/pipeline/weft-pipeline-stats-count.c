/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-count.h"

#include "weft-handover.h"
#include "weft-pipeline-in-flight.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stats-index.h"
#include "weft-processors.h"

#include <math.h>

/* Valid until the next call. */
static WeftPipelineThreadStats *
find_thread (WeftPipelineStats *self, WeftThreadIndex *index, gint64 tid)
{
  guint thread = weft_thread_index_intern (index, tid);

  if (thread == self->threads->len)
    g_array_set_size (self->threads, thread + 1);
  g_array_index (self->threads, WeftPipelineThreadStats, thread).tid = tid;
  return &g_array_index (self->threads, WeftPipelineThreadStats, thread);
}

static void
add_thread (WeftPipelineStats *self, WeftThreadIndex *index, gint64 tid, guint32 op,
            WeftOpState state)
{
  WeftPipelineThreadStats *stats = find_thread (self, index, tid);

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

/* --- in parts ------------------------------------------------------------------------------------------ */

/* Fewer ops are not worth a thread, and more threads not their memory. */
#define MIN_PART 16384u
#define MAX_PARTS 8u

/* Ops for each PC, where each part may have all PCs. */
#define OPS_PER_PC 64u

/* Ops that follow one another in the file, counted by one thread. */
typedef struct
{
  WeftPipelineStats *stats;
  WeftPipelineExplainer *explainer; /* of this part alone */
  const WeftCycleRange *range;
  const WeftBitset *ops;
  GCancellable *cancellable;
  guint32 from, to;
  gboolean is_done; /* rather than cancelled */
  WeftThreadIndex threads;
  WeftStallIndex causes;
  WeftReasonIndex reasons;
} Part;

static void
part_init (Part *self, WeftPipelineExplainer *explainer, const WeftCycleRange *range,
           const WeftBitset *ops, GCancellable *cancellable)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);

  *self = (Part){ .stats = weft_pipeline_stats_new_empty (snapshot, range),
                  .explainer = explainer,
                  .range = range,
                  .ops = ops,
                  .cancellable = cancellable,
                  .threads = { WEFT_MAP64_INIT, 0, 0, 0 },
                  .causes = { NULL, WEFT_MAP64_INIT, 0, 0 } };
  self->stats->threads = g_array_new (FALSE, TRUE, sizeof (WeftPipelineThreadStats));
  self->stats->pcs = weft_pipeline_pc_stats_new ();
}

static void
part_clear (Part *self)
{
  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
  weft_thread_index_clear (&self->threads);
  weft_stall_index_clear (&self->causes);
  weft_reason_index_clear (&self->reasons);
}

static void
visit_op (Part *self, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  WeftPipelineStats *stats = self->stats;
  gint64 end = weft_op_end (snapshot, op), fetch = weft_op_fetch (snapshot, op);
  gboolean ends = weft_cycle_range_contains (self->range, end);
  Life life = { NULL, 0 };

  stats->n_fetched += weft_cycle_range_contains (self->range, fetch);
  if (ends)
    add_op (stats, snapshot, op, self->explainer, &self->threads);
  if (weft_op_state (snapshot, op) == WEFT_OP_OPEN
      || (!ends && (fetch >= stats->end || end <= stats->first)))
    return;
  life.parts = weft_explain_op (self->explainer, op, &life.n_parts);
  stats->stall_cycles_within += count_stall_within (&life, stats->first, stats->end);
  if (!ends)
    return;
  add_ended (stats, snapshot, op, end, &life, &self->causes);
  weft_reason_index_add (&self->reasons, snapshot->trace, op);
}

static void *
count_part (void *data)
{
  Part *self = data;
  const WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (self->explainer);

  for (guint32 op = self->from; op < self->to; op++)
    {
      if (weft_ops_cancelled (op, self->cancellable, NULL))
        return NULL;
      if (weft_bitset_includes (self->ops, op))
        visit_op (self, snapshot, op);
    }
  self->is_done = TRUE;
  return NULL;
}

static void
merge_threads (Part *self, const Part *other)
{
  for (guint i = 0; i < other->stats->threads->len; i++)
    {
      const WeftPipelineThreadStats *from =
        &g_array_index (other->stats->threads, WeftPipelineThreadStats, i);
      WeftPipelineThreadStats *to = find_thread (self->stats, &self->threads, from->tid);

      if (to->n_ops == 0)
        to->first_op = from->first_op;
      to->n_ops += from->n_ops;
      to->n_retired += from->n_retired;
      to->n_flushed += from->n_flushed;
      to->n_open += from->n_open;
    }
}

/* Adds a part that comes later in the file. */
static void
merge_part (Part *self, Part *other)
{
  WeftPipelineStats *to = self->stats, *from = other->stats;

  to->n_fetched += from->n_fetched;
  to->n_ops += from->n_ops;
  to->n_retired += from->n_retired;
  to->n_flushed += from->n_flushed;
  to->n_open += from->n_open;
  to->n_dependencies += from->n_dependencies;
  to->n_inferred += from->n_inferred;
  to->stall_cycles += from->stall_cycles;
  to->stall_cycles_within += from->stall_cycles_within;
  if (from->slowest_op != WEFT_NO_ROW
      && (to->slowest_op == WEFT_NO_ROW || from->slowest_latency > to->slowest_latency))
    {
      to->slowest_op = from->slowest_op;
      to->slowest_latency = from->slowest_latency;
    }
  weft_histogram_seal (&from->latency);
  weft_histogram_merge (&to->latency, &from->latency);
  weft_pipeline_stage_stats_merge (to->stages, from->stages);
  weft_pipeline_pc_stats_merge (to->pcs, from->pcs);
  merge_threads (self, other);
  weft_stall_index_merge (&self->causes, &other->causes);
  weft_reason_index_merge (&self->reasons, &other->reasons);
}

static guint
choose_n_parts (const WeftPipelineSnapshot *snapshot)
{
  const guint n_parts = weft_processors_for (snapshot->n_ops / MIN_PART, MAX_PARTS);
  guint64 n_pcs = weft_pipeline_trace_get_n_pcs (snapshot->trace);

  return n_pcs * OPS_PER_PC <= snapshot->n_ops ? MAX (n_parts, 1) : 1;
}

/* Counts the ops with as many threads as there are parts, which are filled in; the first has all in the end. FALSE where it
 * was cancelled. */
static gboolean
count_parts (Part *parts, guint n_parts)
{
  const guint32 n_ops = weft_pipeline_explainer_get_snapshot (parts[0].explainer)->n_ops;
  WeftThread *threads[MAX_PARTS];
  gboolean done;

  for (guint i = 0; i < n_parts; i++)
    {
      parts[i].from = (guint32) ((guint64) n_ops * i / n_parts);
      parts[i].to = (guint32) ((guint64) n_ops * (i + 1) / n_parts);
      if (i > 0)
        threads[i] = weft_thread_try_start ("weft-count", count_part, &parts[i]);
    }
  count_part (&parts[0]);
  done = parts[0].is_done;
  for (guint i = 1; i < n_parts; i++)
    {
      weft_thread_join_or_run (threads[i], count_part, &parts[i]);
      done = done && parts[i].is_done;
    }
  for (guint i = 1; i < n_parts && done; i++)
    merge_part (&parts[0], &parts[i]);
  return done;
}

/* All that is counted op by op: (transfer full). NULL with G_IO_ERROR_CANCELLED when cancelled. */
static WeftPipelineStats *
count_ops (WeftPipelineExplainer *explainer, const WeftCycleRange *range, const WeftBitset *ops,
           GCancellable *cancellable, GError **error)
{
  const WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  const guint n_parts = choose_n_parts (snapshot);
  WeftPipelineStats *stats = NULL;
  Part parts[MAX_PARTS];

  for (guint i = 0; i < n_parts; i++)
    part_init (&parts[i], i > 0 ? weft_pipeline_explainer_fork (explainer) : explainer, range, ops,
               cancellable);
  if (count_parts (parts, n_parts))
    {
      stats = g_steal_pointer (&parts[0].stats);
      stats->stalls = weft_stall_index_finish (&parts[0].causes);
      stats->reasons = weft_reason_index_finish (&parts[0].reasons);
      stats->dependency_source = weft_pipeline_producers_get_source (
        weft_pipeline_explainer_get_producers (explainer), snapshot);
    }
  else
    g_cancellable_set_error_if_cancelled (cancellable, error);
  for (guint i = 0; i < n_parts; i++)
    {
      if (i > 0)
        weft_pipeline_explainer_free (parts[i].explainer);
      part_clear (&parts[i]);
    }
  return stats;
}

/* --- the whole ------------------------------------------------------------------------------------------ */

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
  g_autoptr (WeftPipelineStats) self = count_ops (explainer, range, ops, cancellable, error);

  if (self == NULL || !add_squashes (self, snapshot, range, ops, cancellable, error)
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
