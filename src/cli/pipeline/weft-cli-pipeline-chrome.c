/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-pipeline-part-fields.h"

/* Ops that are in flight together lie in slots, so that slices of a thread never overlap. A slot has a
 * thread for its ops, in which the stages of the first lane nest; and others, as many as it takes, for
 * the stages of other lanes and those that do not nest. */

/* A thread for stages of a slot. */
typedef struct
{
  guint lane;
  guint32 id; /* of the thread */
  gint64 end; /* of its last slice */
} Side;

typedef struct
{
  guint number;  /* in its process, from 0 */
  guint32 id;    /* of the thread */
  gint64 end;    /* of its last op */
  gint64 stages; /* of the last stage that nests in that */
  GArray *sides; /* Side */
} Slot;

/* The ops of a hardware thread. */
typedef struct
{
  gint64 tid;
  guint id;        /* of the process */
  GPtrArray *heap; /* Slot: the one that is free first comes first */
} Process;

typedef struct
{
  WeftJsonWriter *writer;
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTrace *trace;
  WeftPipelineOpSource source;
  GPtrArray *processes;
  WeftStageBuffer stages;
  GArray *producers; /* WeftDependency */
  guint32 n_threads; /* numbers that were given out, over all processes */
  guint32 *threads;  /* by op: the thread of its slice, 0: it is not written; */
  guint32 *pids;     /* and its process. NULL both where there are no flows */
} Export;

/* --- slots ------------------------------------------------------------------------------------ */

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  g_array_unref (slot->sides);
  g_free (slot);
}

static void
process_free (gpointer data)
{
  Process *process = data;

  g_ptr_array_unref (process->heap);
  g_free (process);
}

static void
swap (GPtrArray *heap, guint a, guint b)
{
  gpointer held = heap->pdata[a];

  heap->pdata[a] = heap->pdata[b];
  heap->pdata[b] = held;
}

static gboolean
is_free_before (const GPtrArray *heap, guint a, guint b)
{
  const Slot *x = heap->pdata[a], *y = heap->pdata[b];

  return x->end != y->end ? x->end < y->end : x->number < y->number;
}

/* The first slot is free later than it was. */
static void
sink_first (GPtrArray *heap)
{
  guint at = 0;

  while (TRUE)
    {
      guint first = at;

      for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < heap->len; child++)
        if (is_free_before (heap, child, first))
          first = child;
      if (first == at)
        return;
      swap (heap, at, first);
      at = first;
    }
}

/* A slot that nothing was free before comes in front. */
static void
raise_last (GPtrArray *heap)
{
  guint at = heap->len - 1;

  for (; at > 0 && is_free_before (heap, at, (at - 1) / 2); at = (at - 1) / 2)
    swap (heap, at, (at - 1) / 2);
}

/* --- names ------------------------------------------------------------------------------------ */

static Process *
get_process (Export *self, gint64 tid)
{
  g_autofree char *id = weft_pipeline_trace_format_id (self->snapshot->trace, tid);
  g_autofree char *name = g_strdup_printf ("Hardware thread %s", id);
  Process *process;

  for (guint i = 0; i < self->processes->len; i++)
    if (((Process *) self->processes->pdata[i])->tid == tid)
      return self->processes->pdata[i];
  process = g_new0 (Process, 1);
  process->tid = tid;
  process->id = self->processes->len + 1;
  process->heap = g_ptr_array_new_with_free_func (slot_free);
  g_ptr_array_add (self->processes, process);
  weft_chrome_name (self->writer, process->id, 0, "process_name", name);
  return process;
}

/* Threads stand by their slots, and those by the lanes of their stages. */
static guint32
name_thread (Export *self, const Process *process, guint slot, guint lane, const char *name)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (self->trace);

  self->n_threads++;
  weft_chrome_name (self->writer, process->id, self->n_threads, "thread_name", name);
  weft_chrome_order (self->writer, process->id, self->n_threads, "thread_sort_index",
                     (guint64) slot * (n_lanes + 1) + lane);
  return self->n_threads;
}

/* The slot that has been free for longest, or a new one where none is. */
static Slot *
take_slot (Export *self, Process *process, const WeftOp *op)
{
  GPtrArray *heap = process->heap;
  g_autofree char *name = NULL;
  Slot *slot = heap->len > 0 ? heap->pdata[0] : NULL;

  if (slot != NULL && slot->end <= op->fetch)
    {
      slot->end = MAX (op->end, op->fetch + 1);
      slot->stages = op->fetch;
      sink_first (heap);
      return slot;
    }
  slot = g_new0 (Slot, 1);
  slot->number = heap->len;
  name = g_strdup_printf ("Slot %u", slot->number);
  slot->id = name_thread (self, process, slot->number, 0, name);
  slot->end = MAX (op->end, op->fetch + 1);
  slot->stages = op->fetch;
  slot->sides = g_array_new (FALSE, FALSE, sizeof (Side));
  g_ptr_array_add (heap, slot);
  raise_last (heap);
  return slot;
}

/* A thread of the slot for a stage that does not nest in its op. */
static guint32
take_side (Export *self, const Process *process, Slot *slot, guint lane, const WeftStage *stage)
{
  g_autofree char *name = NULL;
  Side side = { lane, 0, MAX (stage->end, stage->start + 1) };

  for (guint i = 0; i < slot->sides->len; i++)
    {
      Side *known = &g_array_index (slot->sides, Side, i);

      if (known->lane != lane || known->end > stage->start)
        continue;
      known->end = side.end;
      return known->id;
    }
  name = g_strdup_printf ("Slot %u, lane %s", slot->number,
                          weft_pipeline_trace_get_lane_name (self->trace, lane));
  side.id = name_thread (self, process, slot->number, lane + 1, name);
  g_array_append_val (slot->sides, side);
  return side.id;
}

/* --- slices ----------------------------------------------------------------------------------- */

static void
write_span (Export *self, gint64 from, gint64 to)
{
  weft_json_writer_signed_member (self->writer, "ts", from);
  weft_json_writer_unsigned_member (self->writer, "dur", weft_cycles_between (from, to));
}

/* Fields of the op, or of `item`, end the event. */
static void
end_event (Export *self, const WeftSchema *schema, guint32 op, gconstpointer item)
{
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_cli_records_write_item (schema, WEFT_FIELD_ARGUMENT, &self->source, op, item, self->writer);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
}

static void
write_stage (Export *self, const Process *process, Slot *slot, const WeftOp *op,
             const WeftStage *stage)
{
  WeftKindInfo kind;
  guint32 thread = slot->id;

  weft_pipeline_trace_get_kind (self->trace, stage->kind, &kind);
  if (kind.lane_index == 0 && stage->start >= slot->stages && stage->end <= op->end)
    slot->stages = stage->end;
  else
    thread = take_side (self, process, slot, kind.lane_index, stage);
  weft_chrome_begin_event (self->writer, "X", process->id, thread);
  write_span (self, stage->start, stage->end);
  weft_json_writer_string_member (self->writer, "name", kind.name);
  weft_json_writer_string_member (self->writer, "cat", "stage");
  end_event (self, &weft_pipeline_stage_schema, 0,
             &(WeftPipelineStageRow){ op->op, op->id, *stage });
}

static void
write_op (Export *self, const WeftOp *op)
{
  Process *process = get_process (self, op->tid);
  Slot *slot = take_slot (self, process, op);
  const char *label = weft_pipeline_texts_get_label (self->source.texts, op->op);
  g_autofree char *id = weft_pipeline_trace_format_id (self->snapshot->trace, op->id);
  g_autofree char *name =
    label != NULL && *label != '\0' ? g_strdup (label) : g_strconcat ("op ", id, NULL);

  weft_chrome_begin_event (self->writer, "X", process->id, slot->id);
  write_span (self, op->fetch, op->end);
  weft_json_writer_string_member (self->writer, "name", name);
  weft_json_writer_string_member (self->writer, "cat", weft_op_state_to_string (op->state));
  end_event (self, &weft_pipeline_op_schema, op->op, NULL);
  weft_pipeline_snapshot_get_stages (self->snapshot, op->op, &self->stages);
  for (guint i = 0; i < self->stages.n_stages; i++)
    write_stage (self, process, slot, op, &self->stages.stages[i]);
  if (self->threads == NULL)
    return;
  self->threads[op->op] = slot->id;
  self->pids[op->op] = process->id;
}

/* --- flows ------------------------------------------------------------------------------------ */

static void
write_flow_end (Export *self, const char *phase, guint64 id, guint32 op, gint64 time)
{
  weft_chrome_begin_flow (self->writer, phase, self->pids[op], self->threads[op], id);
  weft_json_writer_signed_member (self->writer, "ts", time);
  weft_json_writer_end_object (self->writer);
}

/* A cycle of the op's slice: that one, or the nearest. */
static gint64
clamp_to_op (const WeftOp *op, gint64 cycle)
{
  return CLAMP (cycle, op->fetch, MAX (op->end - 1, op->fetch));
}

/* An arrow for each dependency of ops that are written, from the cycle in which the result is there to
 * the one in which it is taken. A flow never goes back in time. */
static void
write_flows_to (Export *self, const WeftOp *op, guint64 *id)
{
  gint64 to = clamp_to_op (op, op->consumes != WEFT_NO_CYCLE ? op->consumes : op->fetch);

  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->snapshot, op->op, self->producers);
  for (guint i = 0; i < self->producers->len; i++)
    {
      guint32 producer = g_array_index (self->producers, WeftDependency, i).producer;
      WeftOp before;
      gint64 from;

      if (producer == WEFT_NO_ROW || self->threads[producer] == 0)
        continue;
      weft_pipeline_snapshot_get_op (self->snapshot, producer, &before);
      from = clamp_to_op (&before, before.produces != WEFT_NO_CYCLE ? before.produces : before.end);
      if (before.fetch > to)
        continue;
      write_flow_end (self, "s", ++*id, producer, MIN (from, to));
      write_flow_end (self, "f", *id, op->op, to);
    }
}

/* --- the document ----------------------------------------------------------------------------- */

static void
write_ops (Export *self, const WeftCycleRange *range, const WeftBitset *ops)
{
  guint32 n_ops = self->snapshot->n_ops;

  for (guint32 row = 0; row < n_ops; row++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (self->snapshot,
                                     weft_pipeline_snapshot_op_at_row (self->snapshot, row), &op);
      if (weft_cycle_range_intersects (range, op.fetch, op.end)
          && weft_bitset_includes (ops, op.op))
        write_op (self, &op);
    }
}

static void
write_flows (Export *self)
{
  guint32 n_ops = self->snapshot->n_ops;
  guint64 id = 0;

  for (guint32 i = 0; self->threads != NULL && i < n_ops; i++)
    {
      WeftOp op;

      if (self->threads[i] == 0)
        continue;
      weft_pipeline_snapshot_get_op (self->snapshot, i, &op);
      write_flows_to (self, &op, &id);
    }
}

static void
write_document (Export *self, const WeftCycleRange *range, const WeftBitset *ops)
{
  weft_chrome_begin (self->writer);
  write_ops (self, range, ops);
  write_flows (self);
  weft_chrome_end_events (self->writer, weft_trace_get_title (WEFT_TRACE (self->trace)),
                          "one cycle is written as one microsecond");
  weft_chrome_end (self->writer);
}

gboolean
weft_cli_pipeline_write_chrome (WeftJsonWriter *writer, WeftPipelineSnapshot *snapshot,
                                const WeftCycleRange *range, const WeftBitset *ops)
{
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  g_autofree guint32 *threads = NULL, *pids = NULL;
  Export self = { .writer = writer,
                  .snapshot = snapshot,
                  .trace = snapshot->trace,
                  .source = { .snapshot = snapshot, .texts = texts },
                  .processes = g_ptr_array_new_with_free_func (process_free),
                  .producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency)) };

  if (snapshot->n_dependencies > 0)
    {
      self.threads = threads = g_new0 (guint32, snapshot->n_ops);
      self.pids = pids = g_new0 (guint32, snapshot->n_ops);
    }
  write_document (&self, range, ops);
  weft_stage_buffer_clear (&self.stages);
  g_array_unref (self.producers);
  g_ptr_array_unref (self.processes);
  return weft_pipeline_texts_are_whole (texts);
}
