/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-explainer.h"

#include "weft-bitset.h"
#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-op-timeline.h"
#include "weft-pipeline-stage-walk.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-thread-stats.h"
#include "weft-room.h"

#include <string.h>

/* Bytes of an op that explaining and counting take of memory, whatever the budget: bits of ops, and who is in flight. */
#define BYTES_OF_OP 4

struct _WeftPipelineExplainer
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineAssumptions *assumptions;
  WeftPipelinePhases *phases;
  WeftPipelineOpTimeline *timeline;
  WeftPipelineTexts *texts;
  WeftPipelineProducers *producers; /* inferred; NULL: there are none */
  guint n_kinds;
  guint64 *shortest;    /* by kind: 1 or more */
  guint32 *before;      /* by op: the one before it that was not flushed, in its reorder buffer */
  guint32 *blocker;     /* by op: of all those before it, the one whose result came last */
  WeftBitset *squashed; /* by op: whether the one before it was flushed */
  gboolean issues;      /* whether the log has an issue queue, */
  gboolean executes;    /* and stages that execute */
  gboolean is_fork;     /* what is known of the whole log is another's */
  WeftLatencyPart *parts;
  guint n_parts;
  guint max_parts;
};

/* --- what is known of the whole log ---------------------------------------------------------------- */

/* Where a thread stands while its ops go by in id order. */
typedef struct
{
  guint32 before;
  guint32 blocker;
  gint64 blocked_until; /* the blocker's result */
  gboolean is_squashed; /* what came last was flushed */
} Thread;

static Thread *
find_thread (WeftThreadIndex *index, GArray *threads, gint64 tid)
{
  const Thread fresh = { WEFT_NO_ROW, WEFT_NO_ROW, G_MININT64, FALSE };
  guint thread = weft_thread_index_intern (index, tid);

  if (thread == threads->len)
    g_array_append_val (threads, fresh);
  return &g_array_index (threads, Thread, thread);
}

/* Counts the op's stages among the shortest. Returns when it had its result: the start of the stages
 * in which it waits to retire. */
static gint64
measure_stages (WeftPipelineExplainer *self, guint32 op, guint64 *shortest)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch = weft_op_fetch_tick (snapshot, op), done = weft_op_end (snapshot, op);
  WeftStageWalk walk;
  gboolean is_done = TRUE;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;
      WeftPipelinePhase phase = weft_pipeline_phases_get (self->phases, kind);
      gint64 start, end;

      if (kind >= self->n_kinds)
        continue;
      if (weft_stage_walk_cycles (&walk, fetch, &start, &end))
        shortest[kind] = MIN (shortest[kind], weft_cycles_between (start, end));
      is_done = is_done && (phase == WEFT_PHASE_COMMIT || phase == WEFT_PHASE_UNKNOWN);
      if (is_done && phase == WEFT_PHASE_COMMIT)
        done = MIN (done, start);
    }
  return done;
}

/* Whether ops of all threads retire in id order, so that they wait for one another: one reorder buffer
 * for all. */
static gboolean
retire_in_one_order (const WeftPipelineSnapshot *snapshot, const guint32 *order)
{
  gint64 last = G_MININT64;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;

      if (weft_op_state (snapshot, op) != WEFT_OP_RETIRED)
        continue;
      if (weft_op_end (snapshot, op) < last)
        return FALSE;
      last = weft_op_end (snapshot, op);
    }
  return TRUE;
}

static void
link_op (WeftPipelineExplainer *self, Thread *thread, guint32 op, gint64 done)
{
  self->before[op] = thread->before;
  self->blocker[op] = thread->blocker;
  if (thread->is_squashed)
    self->squashed->words[op / 64] |= (guint64) 1 << op % 64;
  thread->is_squashed = weft_op_state (self->snapshot, op) == WEFT_OP_FLUSHED;
  if (thread->is_squashed)
    return;
  thread->before = op;
  if (done < thread->blocked_until || weft_op_state (self->snapshot, op) != WEFT_OP_RETIRED)
    return;
  thread->blocker = op;
  thread->blocked_until = done;
}

static gboolean
measure (WeftPipelineExplainer *self, GCancellable *cancellable, GError **error)
{
  const guint32 n_ops = self->snapshot->n_ops;
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (self->snapshot);
  g_autofree guint64 *cut_short = g_new (guint64, self->n_kinds + 1);
  g_auto (WeftThreadIndex) index = { WEFT_MAP64_INIT, 0, 0, 0 };
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (Thread));

  const gboolean one_order = retire_in_one_order (self->snapshot, order);

  for (guint kind = 0; kind < self->n_kinds; kind++)
    self->shortest[kind] = cut_short[kind] = G_MAXUINT64;
  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;
      gboolean retired = weft_op_state (self->snapshot, op) == WEFT_OP_RETIRED;
      gint64 thread = one_order ? 0 : weft_op_thread (self->snapshot, op), done;

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      done = measure_stages (self, op, retired ? self->shortest : cut_short);
      link_op (self, find_thread (&index, threads, thread), op, done);
    }
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      if (self->shortest[kind] == G_MAXUINT64)
        self->shortest[kind] = cut_short[kind];
      if (self->shortest[kind] == 0 || self->shortest[kind] == G_MAXUINT64)
        self->shortest[kind] = 1;
    }
  return TRUE;
}

/* Of which all that takes looking at ops is not known yet. */
static WeftPipelineExplainer *
new_empty (WeftPipelineSnapshot *snapshot)
{
  WeftPipelineExplainer *self = g_new0 (WeftPipelineExplainer, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->assumptions = weft_pipeline_trace_ref_assumptions (snapshot->trace);
  self->phases = weft_pipeline_phases_new (snapshot->trace, self->assumptions->phases);
  self->timeline = weft_pipeline_op_timeline_new (snapshot);
  self->texts = weft_pipeline_texts_new (snapshot);
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->shortest = g_new (guint64, self->n_kinds + 1);
  self->issues = weft_pipeline_phases_has (self->phases, WEFT_PHASE_ISSUE);
  self->executes = weft_pipeline_phases_has (self->phases, WEFT_PHASE_EXECUTE)
                   || weft_pipeline_phases_has (self->phases, WEFT_PHASE_MEMORY);
  return self;
}

/* --- in index files ---------------------------------------------------------------------------------------- */

void
weft_pipeline_explainer_put (const WeftPipelineExplainer *self, WeftIndexWriter *writer)
{
  const guint32 n_ops = self->snapshot->n_ops;

  weft_pipeline_producers_put (self->producers, self->snapshot, writer);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    weft_index_writer_put_number (writer, self->shortest[kind]);
  weft_index_put_cells (writer, self->before, sizeof *self->before, n_ops);
  weft_index_put_cells (writer, self->blocker, sizeof *self->blocker, n_ops);
  weft_index_put_cells (writer, self->squashed->words, sizeof *self->squashed->words,
                        weft_bitset_count_words (n_ops));
}

/* Of more rows than there are none is in it. */
static WeftBitset *
take_bits (WeftIndexReader *reader, guint32 n_bits)
{
  const WeftCellRule any = WEFT_CELL_ANY;
  const guint32 n_words = weft_bitset_count_words (n_bits);
  WeftBitset *bits = weft_bitset_new (n_bits);
  weft_auto_bulk guint64 *words =
    weft_index_take_cells (reader, sizeof *bits->words, n_words, &any);

  if (words != NULL && n_words > 0)
    memcpy (bits->words, words, n_words * sizeof *words);
  if (n_bits % 64 != 0)
    bits->words[n_words - 1] &= ((guint64) 1 << n_bits % 64) - 1;
  return bits;
}

WeftPipelineExplainer *
weft_pipeline_explainer_take (WeftPipelineSnapshot *snapshot, WeftIndexReader *reader)
{
  const WeftCellRule ops = WEFT_CELL_LINK (snapshot->n_ops);
  g_autoptr (WeftPipelineExplainer) self = new_empty (snapshot);

  self->producers = weft_pipeline_producers_take (snapshot, reader);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      self->shortest[kind] = weft_index_reader_take_number (reader);
      if (self->shortest[kind] == 0)
        weft_index_reader_set_bad (reader);
    }
  self->before = weft_index_take_cells (reader, sizeof *self->before, snapshot->n_ops, &ops);
  self->blocker = weft_index_take_cells (reader, sizeof *self->blocker, snapshot->n_ops, &ops);
  self->squashed = take_bits (reader, snapshot->n_ops);
  return weft_index_reader_is_good (reader) ? g_steal_pointer (&self) : NULL;
}

static WeftPipelineExplainer *
restore (WeftPipelineSnapshot *snapshot)
{
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_trace_ref_assumptions (snapshot->trace);
  g_autoptr (WeftIndexReader) reader =
    weft_pipeline_derived_open (snapshot, assumptions, WEFT_DERIVED_EXPLAINER);

  g_autoptr (WeftPipelineExplainer) self =
    reader != NULL ? weft_pipeline_explainer_take (snapshot, reader) : NULL;

  /* Somebody may have assumed something meanwhile. */
  return self != NULL && weft_pipeline_assumptions_equal (self->assumptions, assumptions)
           ? g_steal_pointer (&self)
           : NULL;
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_pipeline_explainer_put (self, writer);
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

WeftPipelineExplainer *
weft_pipeline_explainer_new (WeftPipelineSnapshot *snapshot, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (WeftPipelineExplainer) self = NULL;
  GError *stopped = NULL;

  if (!weft_room_check ((guint64) snapshot->n_ops * BYTES_OF_OP, error))
    return NULL;
  if ((self = restore (snapshot)) != NULL)
    return g_steal_pointer (&self);
  self = new_empty (snapshot);
  self->before = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  self->squashed = weft_bitset_new (snapshot->n_ops);
  self->blocker = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  if (!weft_room_found (self->before, error) || !weft_room_found (self->blocker, error)
      || !measure (self, cancellable, error))
    return NULL;
  self->producers = weft_pipeline_producers_infer (snapshot, cancellable, &stopped);
  if (stopped != NULL)
    {
      g_propagate_error (error, stopped);
      return NULL;
    }
  weft_pipeline_derived_keep (snapshot, self->assumptions, WEFT_DERIVED_EXPLAINER, put, self);
  return g_steal_pointer (&self);
}

WeftPipelineExplainer *
weft_pipeline_explainer_fork (const WeftPipelineExplainer *self)
{
  WeftPipelineExplainer *fork = g_memdup2 (self, sizeof *self);

  fork->is_fork = TRUE;
  fork->timeline = weft_pipeline_op_timeline_new (self->snapshot);
  fork->texts = weft_pipeline_texts_new (self->snapshot);
  fork->parts = NULL;
  fork->n_parts = fork->max_parts = 0;
  return fork;
}

static void
free_known (WeftPipelineExplainer *self)
{
  g_clear_pointer (&self->producers, weft_pipeline_producers_free);
  weft_pipeline_phases_free (self->phases);
  weft_pipeline_assumptions_unref (self->assumptions);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self->shortest);
  g_clear_pointer (&self->squashed, weft_bitset_unref);
  weft_bulk_free (self->before);
  weft_bulk_free (self->blocker);
}

void
weft_pipeline_explainer_free (WeftPipelineExplainer *self)
{
  weft_pipeline_op_timeline_free (self->timeline);
  weft_pipeline_texts_free (self->texts);
  if (!self->is_fork)
    free_known (self);
  g_free (self->parts);
  g_free (self);
}

const WeftPipelineAssumptions *
weft_pipeline_explainer_get_assumptions (const WeftPipelineExplainer *self)
{
  return self->assumptions;
}

WeftPipelinePhases *
weft_pipeline_explainer_get_phases (const WeftPipelineExplainer *self)
{
  return self->phases;
}

WeftPipelineSnapshot *
weft_pipeline_explainer_get_snapshot (const WeftPipelineExplainer *self)
{
  return self->snapshot;
}

gboolean
weft_pipeline_explainer_knows (const WeftPipelineExplainer *self, guint32 op)
{
  return op < self->snapshot->n_ops;
}

WeftPipelineProducers *
weft_pipeline_explainer_get_producers (const WeftPipelineExplainer *self)
{
  return self->producers;
}

/* --- one op ----------------------------------------------------------------------------------------- */

/* The facts that an op's life is divided by. */
typedef struct
{
  guint32 op;
  WeftOpState state;
  gint64 end;
  gint64 issued;         /* the first cycle in a stage that executes; G_MAXINT64: never */
  gint64 done;           /* the cycle behind the last such stage */
  guint32 producer;      /* whose result came last; WEFT_NO_ROW: none is known */
  gint64 inputs;         /* the cycle in which that was there */
  gboolean knows_inputs; /* whether the log tells of producers at all */
} Life;

/* A stage of the op while nothing later begins: segments that follow one another. */
typedef struct
{
  guint32 op;
  const WeftTimelineSegment *segments;
  guint n_segments;
  gint64 from;
  gint64 to;
  WeftPipelinePhase phase;
  gint64 free; /* the first cycle that the stage need not have lasted */
} Stay;

static void
add_part (WeftPipelineExplainer *self, const Stay *stay, WeftLatencyCause cause, gint64 from,
          gint64 to)
{
  const WeftTimelineSegment *segment = stay->segments;
  WeftLatencyPart *part;

  if (from >= to)
    return;
  if (self->n_parts == self->max_parts)
    {
      self->max_parts = MAX (16, 2 * self->max_parts);
      self->parts = g_renew (WeftLatencyPart, self->parts, self->max_parts);
    }
  part = &self->parts[self->n_parts++];
  *part = (WeftLatencyPart){
    .first = from,
    .last = to - 1,
    .cause = cause,
    .estimated = cause == WEFT_CAUSE_EXECUTE || cause == WEFT_CAUSE_FRONT_END
                 || cause == WEFT_CAUSE_STRUCTURAL,
    .has_stage = segment->has_stage,
    .stage = segment->kind,
    .stage_number = segment->stage,
    .producer = WEFT_NO_ROW,
    .lost = cause != WEFT_CAUSE_PROGRESS ? weft_cycles_between (from, to) : 0,
  };
}

static void
add_waiting (WeftPipelineExplainer *self, const Stay *stay, WeftLatencyCause cause, gint64 from,
             gint64 to, guint32 producer)
{
  guint n_parts = self->n_parts;

  add_part (self, stay, cause, from, to);
  if (self->n_parts == n_parts)
    return;
  self->parts[n_parts].producer = producer;
  self->parts[n_parts].inferred = cause == WEFT_CAUSE_RESULT && self->producers != NULL;
}

/* Whether the log says of a stage that fetches that it missed: then the front end is what holds the op
 * up. */
static gboolean
has_missed (WeftPipelineExplainer *self, const Stay *stay)
{
  const char *text;

  if (stay->phase != WEFT_PHASE_FETCH && stay->phase != WEFT_PHASE_DECODE)
    return FALSE;
  text = weft_pipeline_texts_get_stage_text (self->texts, stay->op, stay->segments->stage);
  return text != NULL && weft_latency_text_tells_miss (text);
}

/* The rest of a stay from `from` on: its usual length, and the surplus. Where another lane says
 * that the op is held up, that is the cause of those cycles. */
static void
add_rest (WeftPipelineExplainer *self, const Stay *stay, WeftLatencyCause cause, gint64 from)
{
  for (guint i = 0; i < stay->n_segments; i++)
    {
      const WeftTimelineSegment *segment = &stay->segments[i];
      gint64 low = MAX (segment->from, from), free = CLAMP (stay->free, low, segment->to);

      if (low >= segment->to)
        continue;
      if (!segment->has_reason)
        {
          add_part (self, stay, WEFT_CAUSE_PROGRESS, low, free);
          add_part (self, stay, cause, free, segment->to);
          continue;
        }
      add_part (self, stay, has_missed (self, stay) ? WEFT_CAUSE_FRONT_END : WEFT_CAUSE_STRUCTURAL,
                low, segment->to);
      self->parts[self->n_parts - 1].has_reason = TRUE;
      self->parts[self->n_parts - 1].reason = segment->reason;
      self->parts[self->n_parts - 1].estimated = FALSE;
    }
}

static gboolean
is_long (const Stay *stay)
{
  return stay->to > stay->free || stay->segments[0].has_reason || stay->n_segments > 1;
}

/* The cause where there is no rule for one. */
static WeftLatencyCause
choose_unexplained (const Life *life, const Stay *stay)
{
  return life->state == WEFT_OP_FLUSHED && stay->to == life->end ? WEFT_CAUSE_SQUASH
                                                                 : WEFT_CAUSE_UNKNOWN;
}

/* The cause of what goes beyond the shortest of a stage before the op executes. */
static WeftLatencyCause
choose_early (const Life *life, const Stay *stay)
{
  gboolean is_cut = life->state != WEFT_OP_RETIRED && stay->to == life->end;

  if (is_cut || stay->phase == WEFT_PHASE_UNKNOWN)
    return choose_unexplained (life, stay);
  if (stay->phase <= WEFT_PHASE_DECODE)
    return WEFT_CAUSE_FRONT_END;
  return stay->phase == WEFT_PHASE_DISPATCH || life->knows_inputs ? WEFT_CAUSE_STRUCTURAL
                                                                  : WEFT_CAUSE_UNKNOWN;
}

/* Whether an op waits there for its inputs: where it is in no stage it can do nothing else. */
static gboolean
may_wait (const WeftPipelineExplainer *self, const Stay *stay)
{
  return !stay->segments->has_stage || stay->phase == WEFT_PHASE_ISSUE
         || (!self->issues && stay->phase >= WEFT_PHASE_DECODE);
}

/* Before the op executes. */
static void
explain_early (WeftPipelineExplainer *self, const Life *life, Stay *stay)
{
  gint64 from = stay->from;

  if (may_wait (self, stay) && is_long (stay) && life->producer != WEFT_NO_ROW
      && life->inputs > from)
    {
      const gint64 takes = stay->free - stay->from;

      from = MIN (life->inputs, stay->to);
      add_waiting (self, stay, WEFT_CAUSE_RESULT, stay->from, from, life->producer);
      stay->free = stay->to - from > takes ? from + takes : stay->to;
    }
  add_rest (self, stay, choose_early (life, stay), from);
}

/* From the first stage that executes to the last. A flush or the log's end may cut it short. */
static void
explain_executing (WeftPipelineExplainer *self, const Life *life, const Stay *stay)
{
  if (life->state == WEFT_OP_OPEN && stay->to == life->end)
    {
      add_rest (self, stay, WEFT_CAUSE_UNKNOWN, stay->from);
      return;
    }
  add_part (self, stay, WEFT_CAUSE_EXECUTE, stay->from, stay->to);
  self->parts[self->n_parts - 1].lost =
    stay->free < stay->to ? weft_cycles_between (stay->free, stay->to) : 0;
}

/* Once its result is there. */
static void
explain_done (WeftPipelineExplainer *self, const Life *life, Stay *stay)
{
  guint32 before = self->before[life->op], blocker = self->blocker[life->op];
  gint64 from = stay->from;

  if (is_long (stay) && before != WEFT_NO_ROW && weft_op_end (self->snapshot, before) > from)
    {
      const gint64 takes = stay->free - stay->from;

      from = MIN (stay->to, weft_op_end (self->snapshot, before));
      if (blocker == WEFT_NO_ROW || weft_op_end (self->snapshot, blocker) <= stay->from)
        blocker = before;
      add_waiting (self, stay, WEFT_CAUSE_RETIRE, stay->from, from, blocker);
      stay->free = stay->to - from > takes ? from + takes : stay->to;
    }
  add_rest (self, stay,
            life->state == WEFT_OP_RETIRED ? WEFT_CAUSE_RETIRE : choose_unexplained (life, stay),
            from);
}

static void
explain_stay (WeftPipelineExplainer *self, const Life *life, Stay *stay)
{
  const WeftTimelineSegment *segment = stay->segments;
  guint64 takes = segment->has_stage ? self->shortest[segment->kind] : 0;

  stay->phase = segment->has_stage ? weft_pipeline_phases_get (self->phases, segment->kind)
                                   : WEFT_PHASE_UNKNOWN;
  stay->free =
    weft_cycles_between (stay->from, stay->to) > takes ? stay->from + (gint64) takes : stay->to;
  if (stay->from >= life->issued && stay->to <= life->done)
    explain_executing (self, life, stay);
  else if (!weft_phase_is_early (stay->phase)
           && (stay->from >= life->done
               || (stay->phase == WEFT_PHASE_COMMIT && life->done == G_MAXINT64)))
    explain_done (self, life, stay);
  else if ((weft_phase_is_early (stay->phase) || !segment->has_stage) && stay->from < life->issued)
    explain_early (self, life, stay);
  else
    add_rest (self, stay, choose_unexplained (life, stay), stay->from);
}

/* --- producers --------------------------------------------------------------------------------------- */

/* When the op had left the last stage in which it executes: from then on its result was there, and
 * forwarded a cycle before. G_MAXINT64: it is in none that has ended. */
static gint64
find_result (const WeftPipelineExplainer *self, guint32 op)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch = weft_op_fetch_tick (snapshot, op), start, end;
  WeftStageWalk walk;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    if (weft_phase_executes (weft_pipeline_phases_get (self->phases, walk.at.kind)))
      return weft_stage_walk_cycles (&walk, fetch, &start, &end) ? end : G_MAXINT64;
  return G_MAXINT64;
}

/* Of the producers that were done before the op executed, the last to be done is the one that it
 * waited for: what came later it took on the way, as a store its data. An op that never executed
 * waited for the last of all. */
static void
consider_producer (const WeftPipelineExplainer *self, Life *life, guint32 producer)
{
  gint64 cycle;

  if (producer == life->op)
    return;
  cycle = find_result (self, producer);
  if (cycle <= life->inputs || (life->issued < G_MAXINT64 && cycle > life->issued + 1))
    return;
  life->producer = producer;
  life->inputs = MIN (cycle, life->issued);
}

static void
find_inputs (const WeftPipelineExplainer *self, Life *life)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint32 dep = weft_table_get_u32 (&trace->ops, OP_LAST_DEP, life->op);
  guint32 n_producers = 0;
  const guint32 *producers = NULL;

  life->producer = WEFT_NO_ROW;
  life->inputs = G_MININT64;
  life->knows_inputs =
    self->executes && (self->snapshot->n_dependencies > 0 || self->producers != NULL);
  if (!life->knows_inputs)
    return;
  for (; dep != WEFT_NO_ROW; dep = weft_table_get_u32 (&trace->deps, DEP_PREVIOUS, dep))
    {
      gint64 producer =
        weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->deps, DEP_PRODUCER, dep));

      if (producer >= 0)
        consider_producer (self, life, (guint32) producer);
    }
  if (self->producers != NULL)
    producers = weft_pipeline_producers_get (self->producers, life->op, &n_producers);
  for (guint32 i = 0; i < n_producers; i++)
    consider_producer (self, life, producers[i]);
}

/* --- all of it ---------------------------------------------------------------------------------------- */

static void
find_life (const WeftPipelineExplainer *self, guint32 op, const WeftTimelineSegment *segments,
           guint n_segments, Life *life)
{
  life->op = op;
  life->state = weft_op_state (self->snapshot, op);
  life->end = weft_op_end (self->snapshot, op);
  life->issued = life->done = G_MAXINT64;
  for (guint i = 0; i < n_segments; i++)
    if (segments[i].has_stage
        && weft_phase_executes (weft_pipeline_phases_get (self->phases, segments[i].kind)))
      {
        if (life->issued == G_MAXINT64)
          life->issued = segments[i].from;
        life->done = segments[i].to;
      }
  find_inputs (self, life);
}

const WeftLatencyPart *
weft_explain_op (WeftPipelineExplainer *self, guint32 op, guint *n_parts)
{
  guint n_segments;
  const WeftTimelineSegment *segments =
    weft_pipeline_op_timeline_read (self->timeline, op, &n_segments);
  Life life;

  self->n_parts = 0;
  find_life (self, op, segments, n_segments, &life);
  for (guint i = 0; i < n_segments;)
    {
      Stay stay = { .op = op, .segments = &segments[i], .from = segments[i].from };

      do
        stay.to = segments[i++].to;
      while (i < n_segments && segments[i].has_stage == stay.segments->has_stage
             && segments[i].stage == stay.segments->stage);
      stay.n_segments = (guint) (&segments[i] - stay.segments);
      explain_stay (self, &life, &stay);
    }
  *n_parts = self->n_parts;
  return self->parts;
}

gboolean
weft_latency_part_is_stall (const WeftLatencyPart *part)
{
  return part->lost > 0 && part->cause != WEFT_CAUSE_RETIRE && part->cause != WEFT_CAUSE_SQUASH;
}

guint64
weft_pipeline_explainer_get_stall_cycles (WeftPipelineExplainer *self, guint32 op)
{
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (self, op, &n_parts);
  guint64 cycles = 0;

  if (weft_op_state (self->snapshot, op) == WEFT_OP_OPEN)
    return 0;
  for (guint i = 0; i < n_parts; i++)
    if (weft_latency_part_is_stall (&parts[i]))
      cycles += parts[i].lost;
  return cycles;
}

gboolean
weft_pipeline_explainer_follows_squash (const WeftPipelineExplainer *self, guint32 op)
{
  return weft_bitset_includes (self->squashed, op);
}

const WeftLatencyPart *
weft_latency_parts_find_worst (const WeftLatencyPart *parts, guint n_parts)
{
  const WeftLatencyPart *worst = NULL;

  for (guint i = 0; i < n_parts; i++)
    if (parts[i].lost > (worst != NULL ? worst->lost : 0))
      worst = &parts[i];
  return worst;
}

/* Letter by letter, as texts come in any case. */
gboolean
weft_latency_text_tells_miss (const char *text)
{
  for (; *text != '\0'; text++)
    if (g_ascii_strncasecmp (text, "miss", 4) == 0)
      return TRUE;
  return FALSE;
}

const char *
weft_latency_cause_to_string (WeftLatencyCause cause)
{
  static const char *const words[WEFT_N_CAUSES] = {
    "progress", "result", "execute", "retire", "front-end", "structural", "squash", "unknown"
  };

  g_return_val_if_fail (cause < WEFT_N_CAUSES, NULL);
  return words[cause];
}
