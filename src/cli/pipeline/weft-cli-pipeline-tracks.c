/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-lanes.h"
#include "weft-pipeline-dependencies.h"
#include "weft-pipeline-part-fields.h"

/* Ops that are in flight together lie in slots, so that slices of a track never overlap. A slot has a
 * track for its ops, in which the stages of the first lane nest; and others, as many as it takes, for
 * the stages of other lanes and those that do not nest. */

/* A track for stages of a slot. */
typedef struct
{
  guint lane;
  guint32 track;
  gint64 end; /* of its last slice */
} Side;

typedef struct
{
  guint number; /* in its process, from 0 */
  guint32 track;
  gint64 stages; /* of the last stage that nests in its last op */
  GArray *sides; /* Side */
} Slot;

/* The ops of a hardware thread. */
typedef struct
{
  gint64 tid;
  guint32 number;
  WeftLanes *lanes;
  GPtrArray *slots; /* Slot, by lane */
} Process;

typedef struct
{
  WeftTrackWriter *writer;
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTrace *trace;
  WeftPipelineOpSource source;
  const WeftCycleRange *range;
  const WeftBitset *ops;
  GPtrArray *processes;
  WeftStageBuffer stages;
  WeftPipelineDependencies *dependencies; /* NULL: there are none */
  GArray *producers;                      /* WeftDependency */
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

  weft_lanes_free (process->lanes);
  g_ptr_array_unref (process->slots);
  g_free (process);
}

static Process *
get_process (Export *self, gint64 tid)
{
  g_autofree char *id = NULL, *name = NULL;
  Process *process;

  for (guint i = 0; i < self->processes->len; i++)
    if (((Process *) self->processes->pdata[i])->tid == tid)
      return self->processes->pdata[i];
  id = weft_pipeline_trace_format_id (self->snapshot->trace, tid);
  name = g_strdup_printf ("Hardware thread %s", id);
  process = g_new0 (Process, 1);
  process->tid = tid;
  process->lanes = weft_lanes_new ();
  process->slots = g_ptr_array_new_with_free_func (slot_free);
  process->number = weft_track_writer_add_process (
    self->writer, &(WeftTrackProcess){ .name = name, .order = self->processes->len });
  g_ptr_array_add (self->processes, process);
  return process;
}

/* Tracks stand by their slots, and those by the lanes of their stages. */
static guint32
add_track (Export *self, const Process *process, guint slot, guint lane, const char *name)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (self->trace);

  return weft_track_writer_add_track (
    self->writer, &(WeftTrackPlace){ .process = process->number,
                                     .name = name,
                                     .order = (guint64) slot * (n_lanes + 1) + lane });
}

/* The slot that has been free for longest, or a new one where none is. */
static Slot *
take_slot (Export *self, Process *process, const WeftOp *op)
{
  guint number = weft_lanes_take (process->lanes, op->fetch, MAX (op->end, op->fetch + 1));
  Slot *slot;

  if (number >= process->slots->len)
    {
      g_autofree char *name = g_strdup_printf ("Slot %u", number);

      slot = g_new0 (Slot, 1);
      slot->number = number;
      slot->track = add_track (self, process, number, 0, name);
      slot->sides = g_array_new (FALSE, FALSE, sizeof (Side));
      g_ptr_array_add (process->slots, slot);
    }
  slot = process->slots->pdata[number];
  slot->stages = op->fetch;
  return slot;
}

/* A track of the slot for a stage that does not nest in its op. */
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
      return known->track;
    }
  name = g_strdup_printf ("Slot %u, lane %s", slot->number,
                          weft_pipeline_trace_get_lane_name (self->trace, lane));
  side.track = add_track (self, process, slot->number, lane + 1, name);
  g_array_append_val (slot->sides, side);
  return side.track;
}

/* --- flows ------------------------------------------------------------------------------------ */

static gboolean
is_wanted (const Export *self, const WeftOp *op)
{
  return weft_cycle_range_intersects (self->range, op->fetch, op->end)
         && weft_bitset_includes (self->ops, op->op);
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
write_flow (Export *self, gboolean arrives, const WeftOp *producer, const WeftOp *consumer)
{
  gint64 to = clamp_to_op (consumer, consumer->consumes != WEFT_NO_CYCLE ? consumer->consumes
                                                                         : consumer->fetch);
  gint64 from = clamp_to_op (producer, producer->produces != WEFT_NO_CYCLE ? producer->produces
                                                                           : producer->end);
  gboolean rises = weft_pipeline_snapshot_row_of_op (self->snapshot, producer->op)
                   < weft_pipeline_snapshot_row_of_op (self->snapshot, consumer->op);

  if (!is_wanted (self, producer) || !is_wanted (self, consumer) || producer->fetch > to
      || (weft_track_writer_ties_starts (self->writer) && !rises))
    return;
  weft_track_writer_flow (
    self->writer, arrives, "dependency",
    weft_pipeline_dependencies_find (self->dependencies, producer->op, consumer->op),
    arrives ? to : MIN (from, to));
}

static int
compare_producers (gconstpointer a, gconstpointer b)
{
  const WeftDependency *x = a, *y = b;

  return (x->producer > y->producer) - (x->producer < y->producer);
}

/* One that the log states twice is one arrow. */
static void
write_flows_to (Export *self, const WeftOp *op)
{
  guint32 last = WEFT_NO_ROW;

  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->snapshot, op->op, self->producers);
  g_array_sort (self->producers, compare_producers);
  for (guint i = 0; i < self->producers->len; i++)
    {
      guint32 producer = g_array_index (self->producers, WeftDependency, i).producer;
      WeftOp before;

      if (producer == WEFT_NO_ROW || producer == last)
        continue;
      last = producer;
      weft_pipeline_snapshot_get_op (self->snapshot, producer, &before);
      write_flow (self, TRUE, &before, op);
    }
}

static void
write_flows_from (Export *self, const WeftOp *op)
{
  guint32 n_consumers;
  const guint32 *consumers =
    weft_pipeline_dependencies_get_consumers (self->dependencies, op->op, &n_consumers);

  for (guint32 i = 0; i < n_consumers; i++)
    {
      WeftOp after;

      if (i > 0 && consumers[i] == consumers[i - 1])
        continue;
      weft_pipeline_snapshot_get_op (self->snapshot, consumers[i], &after);
      write_flow (self, FALSE, op, &after);
    }
}

/* --- slices ----------------------------------------------------------------------------------- */

static void
write_stage (Export *self, const Process *process, Slot *slot, const WeftOp *op,
             const WeftStage *stage)
{
  WeftTrackEvent event = { .start = stage->start, .end = stage->end, .category = "stage" };
  WeftKindInfo kind;

  weft_pipeline_trace_get_kind (self->trace, stage->kind, &kind);
  event.name = kind.name;
  event.track = slot->track;
  if (kind.lane_index == 0 && stage->start >= slot->stages && stage->end <= op->end)
    slot->stages = stage->end;
  else
    event.track = take_side (self, process, slot, kind.lane_index, stage);
  weft_track_writer_begin_event (self->writer, &event);
  weft_track_writer_fields (self->writer, &weft_pipeline_stage_schema, WEFT_FIELD_ARGUMENT,
                            &self->source, 0, &(WeftPipelineStageRow){ op->op, op->id, *stage });
  weft_track_writer_end_event (self->writer);
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
  WeftTrackEvent event = { .track = slot->track,
                           .start = op->fetch,
                           .end = op->end,
                           .name = name,
                           .category = weft_op_state_to_string (op->state) };

  weft_track_writer_begin_event (self->writer, &event);
  weft_track_writer_fields (self->writer, &weft_pipeline_op_schema, WEFT_FIELD_ARGUMENT,
                            &self->source, op->op, NULL);
  if (self->dependencies != NULL)
    {
      write_flows_to (self, op);
      write_flows_from (self, op);
    }
  weft_track_writer_end_event (self->writer);
  weft_pipeline_snapshot_get_stages (self->snapshot, op->op, &self->stages);
  for (guint i = 0; i < self->stages.n_stages; i++)
    write_stage (self, process, slot, op, &self->stages.stages[i]);
}

static void
write_ops (Export *self)
{
  guint32 n_ops = self->snapshot->n_ops;

  for (guint32 row = 0; row < n_ops; row++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (self->snapshot,
                                     weft_pipeline_snapshot_op_at_row (self->snapshot, row), &op);
      if (is_wanted (self, &op))
        write_op (self, &op);
    }
}

/* --- the file --------------------------------------------------------------------------------- */

/* The earliest start of an op or a stage, or 0 where none begins before that. Stages may begin before their op does, but
 * not by more than is known. */
static gint64
find_first (WeftPipelineSnapshot *snapshot)
{
  g_auto (WeftStageBuffer) buffer = { 0 };
  gint64 first = 0, least, greatest;

  weft_pipeline_snapshot_get_lags (snapshot, &least, &greatest);
  for (guint32 row = 0; row < snapshot->n_ops; row++)
    {
      guint32 op = weft_pipeline_snapshot_op_at_row (snapshot, row);
      gint64 fetch = weft_pipeline_snapshot_get_fetch (snapshot, op), earliest;

      if (!__builtin_add_overflow (fetch, MIN (least, 0), &earliest) && earliest >= first)
        break;
      first = MIN (first, fetch);
      weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
      for (guint i = 0; i < buffer.n_stages; i++)
        first = MIN (first, buffer.stages[i].start);
    }
  return first;
}

void
weft_cli_pipeline_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                                const WeftBitset *ops)
{
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  g_autoptr (WeftPipelineDependencies) dependencies =
    snapshot->n_dependencies > 0 ? weft_pipeline_dependencies_new (snapshot, NULL, NULL) : NULL;
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                                   .first = find_first (snapshot) };
  Export self = { .writer = new_writer (stream, &source),
                  .snapshot = snapshot,
                  .trace = snapshot->trace,
                  .source = { .snapshot = snapshot, .texts = texts },
                  .range = range,
                  .ops = ops,
                  .processes = g_ptr_array_new_with_free_func (process_free),
                  .dependencies = dependencies,
                  .producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency)) };

  weft_track_writer_begin (self.writer);
  write_ops (&self);
  weft_track_writer_finish (self.writer);
  weft_stage_buffer_clear (&self.stages);
  g_array_unref (self.producers);
  g_ptr_array_unref (self.processes);
}
