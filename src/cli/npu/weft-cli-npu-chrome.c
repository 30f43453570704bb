/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-index.h"
#include "weft-npu-trace-private.h"

/* A process for each kind of engine, and one for what is about the whole run. */
#define RUN_PROCESS 1
#define FIRST_KIND_PROCESS 2

typedef struct
{
  WeftJsonWriter *writer;
  WeftNpuSnapshot *snapshot;
  const WeftBitset *rows;
  const WeftCycleRange *range;
  const WeftClock *clock;
  guint n_threads;  /* numbers that were given out, over all processes */
  guint32 *threads; /* by event that is a slice: its thread; only where there are flows */
} Export;

/* Nanoseconds where times are known, else cycles. */
static gint64
to_ticks (const Export *self, gint64 time)
{
  return self->clock->hertz > 0 ? weft_clock_to_nanoseconds (self->clock, time) : time;
}

static void
write_ticks (Export *self, const char *key, gint64 ticks)
{
  weft_chrome_time (self->writer, key, ticks, self->clock->hertz > 0);
}

static void
write_time (Export *self, const char *key, gint64 time)
{
  write_ticks (self, key, to_ticks (self, time));
}

/* --- names ------------------------------------------------------------------------------------------ */

static void
name_process (Export *self, guint process, const char *name)
{
  weft_chrome_name (self->writer, process, 0, "process_name", name);
  weft_chrome_order (self->writer, process, 0, "process_sort_index", process);
}

static void
name_thread (Export *self, guint process, guint thread, const char *name)
{
  weft_chrome_name (self->writer, process, thread, "thread_name", name);
  weft_chrome_order (self->writer, process, thread, "thread_sort_index", thread);
}

/* --- events ----------------------------------------------------------------------------------------- */

static const char *
get_name (Export *self, const WeftNpuEvent *event)
{
  const char *name = weft_npu_trace_get_name (self->snapshot->trace, event->name);

  return name != NULL ? name : weft_npu_type_to_string (event->type);
}

static gboolean
is_wanted (Export *self, guint32 row, const WeftNpuEvent *event)
{
  return weft_bitset_includes (self->rows, row)
         && weft_cycle_range_intersects (self->range, event->start, event->end);
}

static void
write_event (Export *self, guint process, guint thread, gboolean is_point, guint32 row)
{
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (self->snapshot, row, &event);
  if (!is_wanted (self, row, &event))
    return;
  weft_chrome_begin_event (self->writer, is_point ? "i" : "X", process, thread);
  write_time (self, "ts", event.start);
  if (is_point)
    weft_json_writer_string_member (self->writer, "s", process == RUN_PROCESS ? "g" : "t");
  else
    write_ticks (self, "dur", to_ticks (self, event.end) - to_ticks (self, event.start));
  weft_json_writer_string_member (self->writer, "name", get_name (self, &event));
  weft_json_writer_string_member (self->writer, "cat", weft_npu_type_to_string (event.type));
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_cli_records_write_fields (&weft_npu_event_schema, WEFT_FIELD_ARGUMENT, self->snapshot, row,
                                 self->writer);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
  if (!is_point && self->threads != NULL)
    self->threads[row] = thread;
}

/* Events of a sub-lane follow one another, so that slices of a thread never overlap: each has its
 * thread. Points share one. */
static void
write_track (Export *self, const WeftNpuTrack *track, guint process, gboolean is_point,
             const char *name)
{
  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      g_autofree char *numbered =
        sub > 0 ? g_strdup_printf ("%s (+%u)", name, sub) : g_strdup (name);

      if (sub == 0 || !is_point)
        name_thread (self, process, ++self->n_threads, numbered);
      for (guint32 i = track->subs[sub]; i < track->subs[sub + 1]; i++)
        write_event (self, process, self->n_threads, is_point, track->rows[i]);
    }
}

static void
write_lanes (Export *self)
{
  const WeftNpuIndex *index = self->snapshot->index;
  gboolean named[WEFT_NPU_N_LANE_KINDS] = { FALSE };

  for (guint i = 0; i < index->n_lanes; i++)
    {
      const WeftNpuLaneIndex *tracks = &index->lanes[index->order[i]];
      g_autofree char *name = NULL, *stalls = NULL, *points = NULL;
      WeftNpuLane lane;
      guint process;

      weft_npu_snapshot_get_lane (self->snapshot, index->order[i], &lane);
      name = weft_npu_lane_to_string (&lane);
      stalls = g_strdup_printf ("%s stalls", name);
      points = g_strdup_printf ("%s accesses and commands", name);
      process = FIRST_KIND_PROCESS + lane.kind;
      if (!named[lane.kind])
        name_process (self, process,
                      lane.kind == WEFT_NPU_GENERIC ? "EVENTS"
                                                    : weft_npu_kind_to_string (lane.kind));
      named[lane.kind] = TRUE;
      write_track (self, &tracks->work, process, FALSE, name);
      write_track (self, &tracks->stalls, process, FALSE, stalls);
      write_track (self, &tracks->points, process, TRUE, points);
    }
}

/* --- flows ------------------------------------------------------------------------------------------ */

/* One end of a flow: within its slice, whose first or last tick it is. */
static void
write_flow_end (Export *self, const char *phase, guint32 id, guint32 row, gint64 time)
{
  WeftNpuLane lane;

  weft_npu_snapshot_get_lane (self->snapshot, weft_npu_lane (self->snapshot->trace, row), &lane);
  weft_chrome_begin_flow (self->writer, phase, FIRST_KIND_PROCESS + lane.kind, self->threads[row],
                          id);
  write_time (self, "ts", time);
  weft_json_writer_end_object (self->writer);
}

/* An arrow for each dependency whose events are written. Where an event goes on after one that waits for
 * it began, the arrow leaves when that began: a flow never goes back in time. */
static void
write_flows (Export *self)
{
  const WeftNpuDependencies *dependencies = self->snapshot->dependencies;
  const WeftNpuTrace *trace = self->snapshot->trace;

  for (guint32 row = 0; dependencies != NULL && row < dependencies->n_events; row++)
    for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
      {
        guint32 producer = dependencies->producers[i];
        gint64 start = weft_npu_start (trace, row), from = weft_npu_start (trace, producer);

        if (self->threads[row] == 0 || self->threads[producer] == 0 || from > start)
          continue;
        if (weft_npu_span (trace, producer) > 0)
          from = MIN (weft_npu_end (trace, producer) - 1, start);
        write_flow_end (self, "s", i, producer, from);
        write_flow_end (self, "f", i, row, start);
      }
}

static void
write_counters (Export *self)
{
  for (guint32 i = 0; i < self->snapshot->index->n_samples; i++)
    {
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (self->snapshot, self->snapshot->index->samples[i], &sample);
      if (!weft_cycle_range_intersects (self->range, sample.start, sample.start + sample.length))
        continue;
      weft_chrome_begin_event (self->writer, "C", RUN_PROCESS, 0);
      write_time (self, "ts", sample.start);
      weft_json_writer_string_member (self->writer, "name", "DRAM bytes per cycle");
      weft_json_writer_key (self->writer, "args");
      weft_json_writer_begin_object (self->writer);
      weft_json_writer_real_member (self->writer, "read",
                                    (double) MAX (sample.read, 0) / (double) sample.length);
      weft_json_writer_real_member (self->writer, "write",
                                    (double) MAX (sample.write, 0) / (double) sample.length);
      weft_json_writer_end_object (self->writer);
      weft_json_writer_end_object (self->writer);
    }
}

void
weft_cli_npu_write_chrome (WeftJsonWriter *writer, WeftNpuSnapshot *snapshot,
                           const WeftBitset *rows, const WeftCycleRange *range,
                           const WeftClock *clock)
{
  g_autofree guint32 *threads =
    snapshot->dependencies != NULL ? g_new0 (guint32, snapshot->n_events) : NULL;
  Export self = { writer, snapshot, rows, range, clock, 0, threads };

  weft_chrome_begin (writer);
  name_process (&self, RUN_PROCESS, "Run");
  write_track (&self, &snapshot->index->tokens, RUN_PROCESS, FALSE, "Tokens");
  write_track (&self, &snapshot->index->markers, RUN_PROCESS, TRUE, "Markers");
  write_lanes (&self);
  write_flows (&self);
  write_counters (&self);
  weft_chrome_end_events (writer, weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                          clock->hertz > 0 ? "microseconds"
                                           : "one cycle is written as one microsecond");
  if (clock->hertz > 0)
    weft_json_writer_signed_member (writer, "hertz", clock->hertz);
  weft_json_writer_string_member (writer, "run_id", snapshot->run->run_id);
  weft_json_writer_string_member (writer, "model_name", snapshot->run->model);
  weft_chrome_end (writer);
}
