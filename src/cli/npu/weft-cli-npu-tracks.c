/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-index.h"
#include "weft-npu-trace-private.h"

#include <string.h>

/* One that waits, and the number of its dependency: an arrow from what it waits for. */
typedef struct
{
  guint32 row;
  guint32 number;
} Arrow;

/* A process for each kind of engine, and one for what is about the whole run. */
typedef struct
{
  WeftTrackWriter *writer;
  WeftNpuSnapshot *snapshot;
  const WeftBitset *rows;
  const WeftCycleRange *range;
  const WeftClock *clock;
  guint32 run;                          /* the process of the whole */
  guint32 kinds[WEFT_NPU_N_LANE_KINDS]; /* 0: there is none yet */
  guint32 n_tracks;
  WeftBitset *slices; /* events that are slices; only where there are flows, as the next two: */
  guint32 *first;     /* by event: its first arrow, and behind the last event the last one's end */
  Arrow *arrows;
} Export;

/* Nanoseconds where times are known, else cycles. */
static gint64
to_ticks (const WeftClock *clock, gint64 time)
{
  return clock->hertz > 0 ? weft_clock_to_nanoseconds (clock, time) : time;
}

/* --- names ------------------------------------------------------------------------------------------ */

static guint32
add_track (Export *self, guint32 process, const char *name)
{
  return weft_track_writer_add_track (
    self->writer, &(WeftTrackPlace){ .process = process, .name = name, .order = ++self->n_tracks });
}

static guint32
get_process (Export *self, WeftNpuLaneKind kind)
{
  const char *name = kind == WEFT_NPU_GENERIC ? "EVENTS" : weft_npu_kind_to_string (kind);

  if (self->kinds[kind] == 0)
    self->kinds[kind] = weft_track_writer_add_process (
      self->writer, &(WeftTrackProcess){ .name = name, .order = 1 + kind });
  return self->kinds[kind];
}

/* --- flows ------------------------------------------------------------------------------------------ */

static gboolean
is_wanted (const Export *self, guint32 row, gint64 start, gint64 end)
{
  return weft_bitset_includes (self->rows, row)
         && weft_cycle_range_intersects (self->range, start, end);
}

static void
mark_slices (Export *self, const WeftNpuTrack *track)
{
  const WeftNpuTrace *trace = self->snapshot->trace;

  for (guint32 i = 0; i < track->n_rows; i++)
    {
      guint32 row = weft_npu_track_row (track, i);

      if (is_wanted (self, row, weft_npu_start (trace, row), weft_npu_end (trace, row)))
        self->slices->words[row / 64] |= G_GUINT64_CONSTANT (1) << row % 64;
    }
}

/* The dependencies by what is waited for. */
static void
turn_dependencies (Export *self, const WeftNpuDependencies *dependencies)
{
  guint32 n = dependencies->first[dependencies->n_events];
  g_autofree guint32 *next = NULL;

  self->first = g_new0 (guint32, (gsize) self->snapshot->n_events + 2);
  self->arrows = g_new (Arrow, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    self->first[dependencies->producers[i] + 1]++;
  for (guint32 row = 0; row < self->snapshot->n_events; row++)
    self->first[row + 1] += self->first[row];
  next = g_memdup2 (self->first, ((gsize) self->snapshot->n_events + 1) * sizeof *next);
  for (guint32 row = 0; row < dependencies->n_events; row++)
    for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
      self->arrows[next[dependencies->producers[i]]++] = (Arrow){ row, i };
}

static void
prepare_flows (Export *self)
{
  const WeftNpuIndex *index = self->snapshot->index;

  if (self->snapshot->dependencies == NULL)
    return;
  self->slices = weft_bitset_new (self->snapshot->n_events);
  mark_slices (self, &index->tokens);
  for (guint i = 0; i < index->n_lanes; i++)
    {
      mark_slices (self, &index->lanes[i].work);
      mark_slices (self, &index->lanes[i].stalls);
    }
  turn_dependencies (self, self->snapshot->dependencies);
}

/* An arrow for each dependency whose events are written, from the last tick of a slice to the first of the other one.
 * Where an event goes on after one that waits for it began, the arrow leaves when that began: a flow never goes back in
 * time. */
static void
write_flow (Export *self, gboolean arrives, guint32 number, guint32 producer, guint32 row)
{
  const WeftNpuTrace *trace = self->snapshot->trace;
  gint64 start = weft_npu_start (trace, row), from = weft_npu_start (trace, producer);

  if (!weft_bitset_has (self->slices, row) || !weft_bitset_has (self->slices, producer)
      || from > start || (weft_track_writer_ties_starts (self->writer) && from == start))
    return;
  if (weft_npu_span (trace, producer) > 0)
    from = MIN (weft_npu_end (trace, producer) - 1, start);
  weft_track_writer_flow (self->writer, arrives, "dependency", number,
                          to_ticks (self->clock, arrives ? start : from));
}

static void
write_flows (Export *self, guint32 row)
{
  const WeftNpuDependencies *dependencies = self->snapshot->dependencies;

  if (row < dependencies->n_events)
    for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
      write_flow (self, TRUE, i, dependencies->producers[i], row);
  for (guint32 i = self->first[row]; i < self->first[row + 1]; i++)
    write_flow (self, FALSE, self->arrows[i].number, row, self->arrows[i].row);
}

/* --- events ----------------------------------------------------------------------------------------- */

static const char *
get_name (Export *self, const WeftNpuEvent *event)
{
  const char *name = weft_npu_trace_get_name (self->snapshot->trace, event->name);

  return name != NULL ? name : weft_npu_type_to_string (event->type);
}

static void
write_event (Export *self, guint32 track, gboolean is_point, gboolean is_global, guint32 row)
{
  WeftTrackEvent written = { .kind = is_point ? WEFT_TRACK_INSTANT : WEFT_TRACK_SLICE,
                             .track = track,
                             .is_global = is_global };
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (self->snapshot, row, &event);
  if (!is_wanted (self, row, event.start, event.end))
    return;
  written.start = to_ticks (self->clock, event.start);
  written.end = to_ticks (self->clock, event.end);
  written.name = get_name (self, &event);
  written.category = weft_npu_type_to_string (event.type);
  weft_track_writer_begin_event (self->writer, &written);
  weft_track_writer_fields (self->writer, &weft_npu_event_schema, WEFT_FIELD_ARGUMENT,
                            self->snapshot, row, NULL);
  if (!is_point && self->slices != NULL)
    write_flows (self, row);
  weft_track_writer_end_event (self->writer);
}

/* Events of a sub-lane follow one another, so that slices of a track never overlap: each has its
 * own. Points share one. */
static void
write_track (Export *self, const WeftNpuTrack *track, guint32 process, gboolean is_point,
             const char *name)
{
  guint32 number = 0;

  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      g_autofree char *numbered =
        sub > 0 ? g_strdup_printf ("%s (+%u)", name, sub) : g_strdup (name);

      if (sub == 0 || !is_point)
        number = add_track (self, process, numbered);
      for (guint32 i = track->subs[sub]; i < track->subs[sub + 1]; i++)
        write_event (self, number, is_point, process == self->run, weft_npu_track_row (track, i));
    }
}

static void
write_lanes (Export *self)
{
  const WeftNpuIndex *index = self->snapshot->index;

  for (guint i = 0; i < index->n_lanes; i++)
    {
      const WeftNpuLaneIndex *tracks = &index->lanes[index->order[i]];
      g_autofree char *name = NULL, *stalls = NULL, *points = NULL;
      WeftNpuLane lane;
      guint32 process;

      weft_npu_snapshot_get_lane (self->snapshot, index->order[i], &lane);
      name = weft_npu_lane_to_string (&lane);
      stalls = g_strdup_printf ("%s stalls", name);
      points = g_strdup_printf ("%s accesses and commands", name);
      process = get_process (self, lane.kind);
      write_track (self, &tracks->work, process, FALSE, name);
      write_track (self, &tracks->stalls, process, FALSE, stalls);
      write_track (self, &tracks->points, process, TRUE, points);
    }
}

/* --- counters --------------------------------------------------------------------------------------- */

/* A number that the file does not say is not known, and no 0. */
static WeftCell
get_rate (gint64 bytes, gint64 length)
{
  return bytes != WEFT_NPU_NONE ? weft_cell_real ((double) bytes / (double) length)
                                : weft_cell_none ();
}

static void
write_samples (Export *self)
{
  static const char *const series[] = { "read", "write", NULL };
  const WeftNpuIndex *index = self->snapshot->index;
  guint32 counter;

  if (index->n_samples == 0)
    return;
  counter = weft_track_writer_add_counter (
    self->writer, &(WeftTrackCounter){ self->run, "DRAM bytes per cycle", series, "B/cycle" });
  for (guint32 i = 0; i < index->n_samples; i++)
    {
      WeftNpuSample sample;
      WeftCell values[2];

      weft_npu_snapshot_get_sample (self->snapshot, index->samples[i], &sample);
      if (!weft_cycle_range_intersects (self->range, sample.start, sample.start + sample.length))
        continue;
      values[0] = get_rate (sample.read, sample.length);
      values[1] = get_rate (sample.write, sample.length);
      weft_track_writer_count (self->writer, counter, to_ticks (self->clock, sample.start), values);
    }
}

/* Numbers over time that the file has names for. */
static void
write_points (Export *self)
{
  static const char *const value_series[] = { "value", NULL };
  const WeftNpuTrace *trace = self->snapshot->trace;
  g_autofree guint32 *counters = g_new (guint32, self->snapshot->n_series + 1);

  for (guint i = 0; i < self->snapshot->n_series; i++)
    counters[i] = weft_track_writer_add_counter (
      self->writer,
      &(WeftTrackCounter){
        self->run,
        weft_npu_trace_get_name (self->snapshot->trace, weft_table_get_u32 (&trace->series, 0, i)),
        value_series, NULL });
  for (guint32 i = 0; i < self->snapshot->n_points; i++)
    {
      gint64 time = weft_table_get_i64 (&trace->points, NPU_POINT_TIME, i);
      guint64 bits = weft_table_get_u64 (&trace->points, NPU_POINT_VALUE, i);
      WeftCell cell = weft_cell_real (0);

      if (!weft_cycle_range_contains (self->range, time))
        continue;
      memcpy (&cell.real, &bits, sizeof cell.real);
      weft_track_writer_count (self->writer,
                               counters[weft_table_get_u16 (&trace->points, NPU_POINT_SERIES, i)],
                               to_ticks (self->clock, time), &cell);
    }
}

/* --- the file --------------------------------------------------------------------------------------- */

static gint64
find_first (const WeftNpuSnapshot *snapshot)
{
  gint64 first = snapshot->first_cycle;

  for (guint32 i = 0; i < snapshot->n_points; i++)
    first = MIN (first, weft_table_get_i64 (&snapshot->trace->points, NPU_POINT_TIME, i));
  if (snapshot->index->n_samples > 0)
    {
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (snapshot, snapshot->index->samples[0], &sample);
      first = MIN (first, sample.start);
    }
  return first;
}

static void
write_all (Export *self)
{
  const WeftNpuIndex *index = self->snapshot->index;

  weft_track_writer_begin (self->writer);
  self->run = weft_track_writer_add_process (self->writer, &(WeftTrackProcess){ .name = "Run" });
  prepare_flows (self);
  write_track (self, &index->tokens, self->run, FALSE, "Tokens");
  write_track (self, &index->markers, self->run, TRUE, "Markers");
  write_lanes (self);
  write_samples (self);
  write_points (self);
  weft_track_writer_finish (self->writer);
  g_clear_pointer (&self->slices, weft_bitset_unref);
  g_free (self->first);
  g_free (self->arrows);
}

void
weft_cli_npu_write_tracks (WeftTrackWriterNew new_writer, FILE *stream, WeftNpuSnapshot *snapshot,
                           const WeftBitset *rows, const WeftCycleRange *range,
                           const WeftClock *clock)
{
  const WeftTrackFact facts[] = { { "run_id", weft_cell_lent (snapshot->run->run_id) },
                                  { "model_name", weft_cell_lent (snapshot->run->model) },
                                  { "hertz", weft_cell_signed (clock->hertz) } };
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                                   .nanoseconds = clock->hertz > 0,
                                   .first = to_ticks (clock, find_first (snapshot)),
                                   .facts = facts,
                                   .n_facts = clock->hertz > 0 ? 3 : 2 };
  Export self = { .writer = new_writer (stream, &source),
                  .snapshot = snapshot,
                  .rows = rows,
                  .range = range,
                  .clock = clock };

  write_all (&self);
}
