/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-npu-facts.h"
#include "weft-npu-index.h"

/* A process for each kind of engine, and one for what is about the whole run. */
#define RUN_PROCESS 1
#define FIRST_KIND_PROCESS 2

/* Threads of the run's process. */
enum
{
  THREAD_TOKENS,
  THREAD_MARKERS,
};

/* Threads of one lane: its sub-lanes, then its stalls', then its points'. */
#define THREADS_PER_LANE 1000
#define FIRST_STALL_THREAD 400
#define POINT_THREAD 900

typedef struct
{
  WeftJsonWriter *writer;
  WeftNpuSnapshot *snapshot;
  const WeftBitset *rows;
  const WeftCycleRange *range;
} Export;

static void
begin (Export *self, const char *phase, guint process, guint thread)
{
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "ph", phase);
  weft_json_writer_unsigned_member (self->writer, "pid", process);
  weft_json_writer_unsigned_member (self->writer, "tid", thread);
}

static void
end (Export *self)
{
  weft_json_writer_end_object (self->writer);
}

/* Chrome counts microseconds; Chrome traces are nanoseconds here. */
static void
write_time (Export *self, const char *key, gint64 time)
{
  if (self->snapshot->is_chrome && time % 1000 != 0)
    weft_json_writer_real_member (self->writer, key, (double) time / 1000);
  else
    weft_json_writer_signed_member (self->writer, key,
                                    self->snapshot->is_chrome ? time / 1000 : time);
}

/* --- names ------------------------------------------------------------------------------------------ */

static void
name_process (Export *self, guint process, const char *name)
{
  begin (self, "M", process, 0);
  weft_json_writer_string_member (self->writer, "name", "process_name");
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "name", name);
  weft_json_writer_end_object (self->writer);
  end (self);
  begin (self, "M", process, 0);
  weft_json_writer_string_member (self->writer, "name", "process_sort_index");
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_unsigned_member (self->writer, "sort_index", process);
  weft_json_writer_end_object (self->writer);
  end (self);
}

static void
name_thread (Export *self, guint process, guint thread, const char *name)
{
  begin (self, "M", process, thread);
  weft_json_writer_string_member (self->writer, "name", "thread_name");
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "name", name);
  weft_json_writer_end_object (self->writer);
  end (self);
  begin (self, "M", process, thread);
  weft_json_writer_string_member (self->writer, "name", "thread_sort_index");
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_unsigned_member (self->writer, "sort_index", thread);
  weft_json_writer_end_object (self->writer);
  end (self);
}

static void
name_track (Export *self, guint process, guint first, const WeftNpuTrack *track,
            const char *name)
{
  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      g_autofree char *numbered =
        sub > 0 ? g_strdup_printf ("%s (+%u)", name, sub) : g_strdup (name);

      name_thread (self, process, first + sub, numbered);
    }
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
  return weft_bitset_lets (self->rows, row)
         && weft_cycle_range_intersects (self->range, event->start, event->end);
}

static void
write_event (Export *self, guint process, guint thread, gboolean is_point, guint32 row)
{
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (self->snapshot, row, &event);
  if (!is_wanted (self, row, &event))
    return;
  begin (self, is_point ? "i" : "X", process, thread);
  write_time (self, "ts", event.start);
  if (is_point)
    weft_json_writer_string_member (self->writer, "s", process == RUN_PROCESS ? "g" : "t");
  else
    write_time (self, "dur", event.end - event.start);
  weft_json_writer_string_member (self->writer, "name", get_name (self, &event));
  weft_json_writer_string_member (self->writer, "cat", weft_npu_type_to_string (event.type));
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_cli_npu_write_event (self->writer, self->snapshot, &event);
  weft_json_writer_end_object (self->writer);
  end (self);
}

/* Events of a sub-lane follow one another, so that slices of a thread never overlap. */
static void
write_track (Export *self, const WeftNpuTrack *track, guint process, guint first_thread,
             gboolean is_point)
{
  for (guint sub = 0; sub < track->n_subs; sub++)
    for (guint32 i = track->subs[sub]; i < track->subs[sub + 1]; i++)
      write_event (self, process, is_point ? first_thread : first_thread + sub, is_point,
                   track->rows[i]);
}

static void
write_lanes (Export *self)
{
  const WeftNpuIndex *index = self->snapshot->index;
  gboolean named[WEFT_NPU_N_LANE_KINDS] = { FALSE };

  for (guint i = 0; i < index->n_lanes; i++)
    {
      const WeftNpuLaneIndex *tracks = &index->lanes[index->order[i]];
      guint thread = (i + 1) * THREADS_PER_LANE, process;
      g_autofree char *name = NULL;
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (self->snapshot, index->order[i], &lane);
      name = weft_npu_lane_to_string (&lane);
      process = FIRST_KIND_PROCESS + lane.kind;
      if (!named[lane.kind])
        name_process (self, process,
                      lane.kind == WEFT_NPU_GENERIC ? "EVENTS"
                                                    : weft_npu_kind_to_string (lane.kind));
      named[lane.kind] = TRUE;
      name_track (self, process, thread, &tracks->work, name);
      write_track (self, &tracks->work, process, thread, FALSE);
      if (tracks->stalls.n_rows > 0)
        {
          g_autofree char *stalls = g_strdup_printf ("%s stalls", name);

          name_track (self, process, thread + FIRST_STALL_THREAD, &tracks->stalls, stalls);
          write_track (self, &tracks->stalls, process, thread + FIRST_STALL_THREAD, FALSE);
        }
      if (tracks->points.n_rows > 0)
        {
          g_autofree char *points = g_strdup_printf ("%s accesses and commands", name);

          name_thread (self, process, thread + POINT_THREAD, points);
          write_track (self, &tracks->points, process, thread + POINT_THREAD, TRUE);
        }
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
      begin (self, "C", RUN_PROCESS, 0);
      write_time (self, "ts", sample.start);
      weft_json_writer_string_member (self->writer, "name", "DRAM bytes per cycle");
      weft_json_writer_key (self->writer, "args");
      weft_json_writer_begin_object (self->writer);
      weft_json_writer_real_member (self->writer, "read",
                                    (double) MAX (sample.read, 0) / (double) sample.length);
      weft_json_writer_real_member (self->writer, "write",
                                    (double) MAX (sample.write, 0) / (double) sample.length);
      weft_json_writer_end_object (self->writer);
      end (self);
    }
}

void
weft_cli_npu_write_chrome (WeftJsonWriter *writer, WeftNpuSnapshot *snapshot,
                           const WeftBitset *rows, const WeftCycleRange *range)
{
  Export self = { writer, snapshot, rows, range };

  weft_json_writer_begin_object (writer);
  weft_json_writer_key (writer, "traceEvents");
  weft_json_writer_begin_array (writer);
  name_process (&self, RUN_PROCESS, "Run");
  name_track (&self, RUN_PROCESS, THREAD_TOKENS + THREADS_PER_LANE, &snapshot->index->tokens,
              "Tokens");
  write_track (&self, &snapshot->index->tokens, RUN_PROCESS, THREAD_TOKENS + THREADS_PER_LANE,
               FALSE);
  write_track (&self, &snapshot->index->markers, RUN_PROCESS, THREAD_MARKERS, TRUE);
  write_lanes (&self);
  write_counters (&self);
  weft_json_writer_end_array (writer);
  weft_json_writer_string_member (writer, "displayTimeUnit", "ns");
  weft_json_writer_key (writer, "otherData");
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "source",
                                  weft_trace_get_title (WEFT_TRACE (snapshot->trace)));
  weft_json_writer_string_member (writer, "time", snapshot->is_chrome
                                                    ? "microseconds"
                                                    : "one cycle is written as one microsecond");
  weft_json_writer_string_member (writer, "run_id", snapshot->run->run_id);
  weft_json_writer_string_member (writer, "model_name", snapshot->run->model);
  weft_json_writer_end_object (writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}
