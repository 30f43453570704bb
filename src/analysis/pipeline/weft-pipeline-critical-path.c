/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-critical-path.h"

#include "weft-bulk.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-phases.h"
#include "weft-pipeline-thread-stats.h"
#include "weft-room.h"

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineCriticalPath *path;
  guint32 *before;   /* by op: the one before it in its thread that was not flushed */
  guint32 *retired;  /* the same that retired */
  guint32 *squashed; /* the first that was flushed since `before`; WEFT_NO_ROW: none */
  guint32 last;      /* the op that retired last */
  guint pipeline;    /* lane */
  WeftStageBuffer buffer;
  GArray *stages;                  /* WeftStage of the op, those of the pipeline that take time */
  GArray *producers;               /* WeftDependency */
  WeftPipelineProducers *inferred; /* NULL: the log states them, or nothing is known */
  guint n_kinds;
  WeftPathCost *costs; /* of each type and kind */
} Walk;

static void
walk_clear (Walk *self)
{
  weft_bulk_free (self->before);
  weft_bulk_free (self->retired);
  weft_bulk_free (self->squashed);
  weft_stage_buffer_clear (&self->buffer);
  g_clear_pointer (&self->stages, g_array_unref);
  g_clear_pointer (&self->producers, g_array_unref);
  g_clear_pointer (&self->inferred, weft_pipeline_producers_free);
  g_free (self->costs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

/* --- which op stands before which ------------------------------------------------------------------ */

/* Where a thread stands while its ops go by in id order. */
typedef struct
{
  guint32 before;
  guint32 retired;
  guint32 squashed;
} Thread;

static Thread *
find_thread (WeftThreadIndex *index, GArray *threads, gint64 tid)
{
  const Thread fresh = { WEFT_NO_ROW, WEFT_NO_ROW, WEFT_NO_ROW };
  guint thread = weft_thread_index_intern (index, tid);

  if (thread == threads->len)
    g_array_append_val (threads, fresh);
  return &g_array_index (threads, Thread, thread);
}

static void
link_op (Walk *self, Thread *thread, guint32 op)
{
  WeftOpState state = weft_op_state (self->snapshot, op);

  self->before[op] = thread->before;
  self->retired[op] = thread->retired;
  self->squashed[op] = thread->squashed;
  if (state == WEFT_OP_FLUSHED)
    {
      if (thread->squashed == WEFT_NO_ROW)
        thread->squashed = op;
      return;
    }
  thread->before = op;
  thread->squashed = WEFT_NO_ROW;
  if (state != WEFT_OP_RETIRED)
    return;
  thread->retired = op;
  if (self->last == WEFT_NO_ROW
      || weft_op_end (self->snapshot, op) >= weft_op_end (self->snapshot, self->last))
    self->last = op;
}

static gboolean
link_ops (Walk *self, const WeftCycleRange *range, const WeftBitset *ops, GCancellable *cancellable,
          GError **error)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);
  g_auto (WeftThreadIndex) index = { WEFT_MAP64_INIT, 0, 0, 0 };
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (Thread));

  self->last = WEFT_NO_ROW;
  self->before = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  self->retired = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  self->squashed = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  if (!weft_room_found (self->before, error) || !weft_room_found (self->retired, error)
      || !weft_room_found (self->squashed, error))
    return FALSE;
  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      if (weft_bitset_includes (ops, op)
          && (range == NULL || weft_cycle_range_contains (range, weft_op_end (snapshot, op))))
        link_op (self, find_thread (&index, threads, weft_op_thread (snapshot, op)), op);
      else
        self->before[op] = op; /* left out: before itself */
    }
  return TRUE;
}

/* --- steps, from the last to the first ------------------------------------------------------------- */

/* Counts what a step, or a part of it, cost. */
static void
add_cost (Walk *self, WeftStepType type, guint kind, gint64 from, gint64 to)
{
  WeftPathCost *cost = &self->costs[type * (self->n_kinds + 1) + kind];

  cost->type = type;
  cost->kind = (WeftKind) kind;
  cost->has_kind = kind < self->n_kinds;
  cost->n_ops++;
  cost->cycles += weft_cycles_between (from, to);
}

/* Fetches that follow one another are one step, and so are ends. */
static void
add_step (Walk *self, WeftStepType type, WeftKind kind, guint32 op, guint32 other, gint64 from,
          gint64 to)
{
  GArray *steps = self->path->steps;
  WeftPathStep step = { type, kind, op, other, 1, from, to };
  WeftPathStep *later =
    steps->len > 0 ? &g_array_index (steps, WeftPathStep, steps->len - 1) : NULL;

  if (later != NULL && later->type == type && later->other == op
      && (type == WEFT_STEP_FETCH || type == WEFT_STEP_RETIRE))
    {
      later->from = from;
      later->other = other;
      later->n_ops++;
    }
  else
    g_array_append_val (steps, step);
}

static void
read_stages (Walk *self, guint32 op)
{
  g_array_set_size (self->stages, 0);
  weft_pipeline_snapshot_get_stages (self->snapshot, op, &self->buffer);
  for (guint i = 0; i < self->buffer.n_stages; i++)
    {
      const WeftStage *stage = &self->buffer.stages[i];
      WeftKindInfo info;

      if (stage->kind >= self->n_kinds)
        continue;
      weft_pipeline_trace_get_kind (self->snapshot->trace, stage->kind, &info);
      if (info.lane_index == self->pipeline && stage->start < stage->end)
        g_array_append_vals (self->stages, stage, 1);
    }
}

/* When the op began the last stage that it began before `cycle`; its fetch where it began none. */
static gint64
find_begin (Walk *self, const WeftOp *op, gint64 cycle)
{
  gint64 begin = op->fetch;

  for (guint i = 0; i < self->stages->len; i++)
    {
      gint64 start = g_array_index (self->stages, WeftStage, i).start;

      if (start < cycle)
        begin = MAX (begin, start);
    }
  return begin;
}

/* The stage that the op was in just before `cycle`, the latest that it had begun: NULL, where it was
 * in none. `since` is where that began, at `low` at the earliest. */
static const WeftStage *
find_stage (Walk *self, gint64 cycle, gint64 low, gint64 *since)
{
  const WeftStage *found = NULL;

  for (guint i = 0; i < self->stages->len; i++)
    {
      const WeftStage *stage = &g_array_index (self->stages, WeftStage, i);

      if (stage->start < cycle && stage->end >= cycle
          && (found == NULL || stage->start >= found->start))
        found = stage;
    }
  *since = found != NULL ? MAX (low, found->start) : low;
  /* One that had begun later, but was over by then. */
  for (guint i = 0; i < self->stages->len; i++)
    {
      const WeftStage *stage = &g_array_index (self->stages, WeftStage, i);

      if (stage->end < cycle && stage->end > *since
          && (found == NULL || stage->start > found->start
              || (stage->start == found->start && stage > found)))
        *since = stage->end;
    }
  return found;
}

static void
add_stages (Walk *self, guint32 op, gint64 low, gint64 cycle)
{
  while (cycle > low)
    {
      gint64 since;
      const WeftStage *stage = find_stage (self, cycle, low, &since);

      add_step (self, stage != NULL ? WEFT_STEP_STAGE : WEFT_STEP_GAP,
                stage != NULL ? stage->kind : 0, op, WEFT_NO_ROW, since, cycle);
      add_cost (self, stage != NULL ? WEFT_STEP_STAGE : WEFT_STEP_GAP,
                stage != NULL ? stage->kind : self->n_kinds, since, cycle);
      cycle = since;
    }
}

/* The stages that the op before was in until the next was fetched: they held the fetch up. */
static void
add_fetch_costs (Walk *self, guint32 before, gint64 fetch, gint64 cycle)
{
  read_stages (self, before);
  if (cycle == fetch)
    add_cost (self, WEFT_STEP_FETCH, self->n_kinds, fetch, cycle);
  while (cycle > fetch)
    {
      gint64 since;
      const WeftStage *stage = find_stage (self, cycle, fetch, &since);

      add_cost (self, WEFT_STEP_FETCH, stage != NULL ? stage->kind : self->n_kinds, since, cycle);
      cycle = since;
    }
}

/* The producers of an op, stated or inferred. */
static void
read_producers (Walk *self, guint32 op)
{
  const guint32 *inferred = NULL;
  guint32 n_inferred = 0;

  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->snapshot, op, self->producers);
  if (self->inferred != NULL)
    inferred = weft_pipeline_producers_get (self->inferred, op, &n_inferred);
  for (guint32 i = 0; i < n_inferred; i++)
    {
      const WeftDependency dependency = { .producer = inferred[i] };

      g_array_append_val (self->producers, dependency);
    }
}

/* The producer whose result came last, of those that stand before the op and are not left out.
 * `cycle` is then when it was there. WEFT_NO_ROW: there is none. */
static guint32
find_producer (Walk *self, const WeftOp *op, gint64 *cycle)
{
  guint32 found = WEFT_NO_ROW;

  read_producers (self, op->op);
  for (guint i = 0; i < self->producers->len; i++)
    {
      guint32 producer = g_array_index (self->producers, WeftDependency, i).producer;
      WeftOp other;

      if (producer == WEFT_NO_ROW || self->before[producer] == producer)
        continue;
      weft_pipeline_snapshot_get_op (self->snapshot, producer, &other);
      if (other.produces == WEFT_NO_CYCLE || other.produces == G_MAXINT64 || other.id >= op->id
          || (found != WEFT_NO_ROW && other.produces + 1 <= *cycle))
        continue;
      found = producer;
      *cycle = other.produces + 1;
    }
  return found;
}

/* Walks from `cycle` to where the op had to wait for a result, and on to the producer: TRUE, and
 * `op` and `cycle` are the producer's. FALSE where it never waited: it has come to its fetch. */
static gboolean
walk_op (Walk *self, guint32 *at, gint64 *cycle)
{
  guint32 producer;
  gint64 arrival = 0;
  WeftOp op;

  weft_pipeline_snapshot_get_op (self->snapshot, *at, &op);
  read_stages (self, *at);
  if (op.consumes != WEFT_NO_CYCLE && op.consumes <= *cycle && op.consumes > op.fetch
      && (producer = find_producer (self, &op, &arrival)) != WEFT_NO_ROW)
    {
      arrival = MIN (arrival, op.consumes);
      if (arrival > find_begin (self, &op, op.consumes)
          && arrival > weft_op_fetch (self->snapshot, producer))
        {
          add_stages (self, *at, arrival, *cycle);
          add_step (self, WEFT_STEP_RESULT, 0, *at, producer, arrival, arrival);
          add_cost (self, WEFT_STEP_RESULT, self->n_kinds, arrival, arrival);
          *at = producer;
          *cycle = arrival;
          return TRUE;
        }
    }
  add_stages (self, *at, op.fetch, *cycle);
  *cycle = op.fetch;
  return FALSE;
}

/* From the fetch of an op to what came before it: TRUE, and the walk goes on there inside of an op,
 * or (`at_fetch`) at its fetch. FALSE: this was the first. */
static gboolean
walk_fetch (Walk *self, guint32 *at, gint64 *cycle, gboolean *at_fetch)
{
  guint32 before = self->before[*at], squashed = self->squashed[*at];
  gint64 fetch, flush, end;

  if (before == WEFT_NO_ROW || (fetch = weft_op_fetch (self->snapshot, before)) > *cycle)
    return FALSE;
  *at_fetch = TRUE;
  if (squashed != WEFT_NO_ROW)
    {
      flush = weft_op_end (self->snapshot, squashed);
      end = weft_op_end (self->snapshot, before);
      *at_fetch = flush < fetch || flush > *cycle;
      if (!*at_fetch)
        fetch = MIN (flush, end);
    }
  add_step (self, *at_fetch ? WEFT_STEP_FETCH : WEFT_STEP_SQUASH, 0, *at, before, fetch, *cycle);
  if (*at_fetch)
    add_fetch_costs (self, before, fetch, *cycle);
  else
    add_cost (self, WEFT_STEP_SQUASH, self->n_kinds, fetch, *cycle);
  *at = before;
  *cycle = fetch;
  return TRUE;
}

/* From the end of an op to the end of the one that it had to let retire before it. */
static gboolean
walk_end (Walk *self, guint32 *at, gint64 *cycle)
{
  guint32 retired = self->retired[*at];
  gint64 end;
  WeftOp op;

  if (retired == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_snapshot_get_op (self->snapshot, *at, &op);
  read_stages (self, *at);
  end = weft_op_end (self->snapshot, retired);
  if (end > *cycle || end <= find_begin (self, &op, op.end))
    return FALSE;
  add_step (self, WEFT_STEP_RETIRE, 0, *at, retired, end, *cycle);
  add_cost (self, WEFT_STEP_RETIRE, self->n_kinds, end, *cycle);
  *at = retired;
  *cycle = end;
  return TRUE;
}

static gboolean
walk (Walk *self, GCancellable *cancellable, GError **error)
{
  guint32 at = self->last, n_moves = 0;
  gint64 cycle = weft_op_end (self->snapshot, at);
  gboolean at_fetch = FALSE;

  while (walk_end (self, &at, &cycle))
    if (weft_ops_cancelled (n_moves++, cancellable, error))
      return FALSE;
  do
    {
      if (weft_ops_cancelled (n_moves++, cancellable, error))
        return FALSE;
      while (!at_fetch && walk_op (self, &at, &cycle))
        ;
    }
  while (walk_fetch (self, &at, &cycle, &at_fetch));
  return TRUE;
}

/* --- the path ---------------------------------------------------------------------------------------- */

static void
reverse_steps (GArray *steps)
{
  WeftPathStep *items = (WeftPathStep *) (gpointer) steps->data;

  for (guint i = 0; i < steps->len / 2; i++)
    {
      WeftPathStep step = items[i];

      items[i] = items[steps->len - 1 - i];
      items[steps->len - 1 - i] = step;
    }
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const WeftPathCost *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  if (x->type != y->type)
    return x->type > y->type ? 1 : -1;
  if (x->has_kind != y->has_kind)
    return x->has_kind ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

static void
finish (Walk *self)
{
  WeftPipelineCriticalPath *path = self->path;

  reverse_steps (path->steps);
  if (path->steps->len > 0)
    {
      path->from = g_array_index (path->steps, WeftPathStep, 0).from;
      path->to = g_array_index (path->steps, WeftPathStep, path->steps->len - 1).to;
    }
  for (guint i = 0; i < WEFT_N_STEP_TYPES * (self->n_kinds + 1); i++)
    if (self->costs[i].n_ops > 0)
      g_array_append_val (path->costs, self->costs[i]);
  g_array_sort (path->costs, compare_costs);
}

WeftPipelineCriticalPath *
weft_pipeline_critical_path_new (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                                 const WeftBitset *ops, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineCriticalPath) path = g_new0 (WeftPipelineCriticalPath, 1);
  g_auto (Walk) self = { .snapshot = snapshot, .path = path };
  GError *stopped = NULL;

  path->steps = g_array_new (FALSE, FALSE, sizeof (WeftPathStep));
  path->costs = g_array_new (FALSE, FALSE, sizeof (WeftPathCost));
  self.pipeline = weft_pipeline_find_lane (snapshot->trace);
  self.n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self.costs = g_new0 (WeftPathCost, WEFT_N_STEP_TYPES * (self.n_kinds + 1));
  self.stages = g_array_new (FALSE, FALSE, sizeof (WeftStage));
  self.producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  self.inferred = weft_pipeline_producers_infer (snapshot, cancellable, &stopped);
  if (stopped != NULL)
    {
      g_propagate_error (error, stopped);
      return NULL;
    }
  path->dependency_source = weft_pipeline_producers_get_source (self.inferred, snapshot);
  if (!link_ops (&self, range, ops, cancellable, error)
      || (self.last != WEFT_NO_ROW && !walk (&self, cancellable, error)))
    return NULL;
  finish (&self);
  return g_steal_pointer (&path);
}

void
weft_pipeline_critical_path_free (WeftPipelineCriticalPath *self)
{
  g_array_unref (self->steps);
  g_array_unref (self->costs);
  g_free (self);
}

const char *
weft_step_type_to_string (WeftStepType type)
{
  static const char *const words[] = { "stage", "gap", "result", "fetch", "squash", "retire" };

  g_return_val_if_fail (type < G_N_ELEMENTS (words), NULL);
  return words[type];
}
