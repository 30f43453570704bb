/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-json-record.h"

#include <string.h>

typedef struct
{
  WeftTrackWriter *writer;
  WeftTimelineSnapshot *snapshot;
  const WeftBitset *rows;
  const WeftCycleRange *range;
  WeftJsonSchema *args; /* "args" of an event */
  GString *scratch;
  guint32 *processes; /* by process: its number in the file; 0: not yet */
  guint32 *tracks;    /* by track, likewise */
} Export;

/* --- values of the file ------------------------------------------------------------------------------- */

static void write_value (Export *self, const WeftJsonValue *value);

static char *
get_string (Export *self, const WeftJsonValue *value)
{
  gsize length;
  const char *bytes = weft_json_get_string (value, self->scratch, &length);

  return g_strndup (bytes, length);
}

static void
write_members (Export *self, const WeftJsonValue *object)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *name = get_string (self, &key);

      weft_track_writer_key (self->writer, name);
      write_value (self, &member.self);
    }
}

static void
write_elements (Export *self, const WeftJsonValue *array)
{
  const char *place = NULL;
  WeftJsonRecord element;

  while (weft_json_next_element (array, &place, NULL, &element))
    write_value (self, &element.self);
}

/* A value that has no parts; what is no number is nothing. */
static WeftCell
get_cell (Export *self, const WeftJsonValue *value)
{
  switch ((WeftJsonKind) value->kind)
    {
    case WEFT_JSON_BOOLEAN:
      return weft_cell_flag (value->integer != 0);
    case WEFT_JSON_INTEGER:
      return weft_cell_signed (value->integer);
    case WEFT_JSON_UNSIGNED:
      return weft_cell_count (value->number);
    case WEFT_JSON_REAL:
      return weft_cell_real (value->real);
    case WEFT_JSON_STRING:
      return weft_cell_text (get_string (self, value));
    case WEFT_JSON_NULL:
    case WEFT_JSON_OBJECT:
    case WEFT_JSON_ARRAY:
    default:
      return weft_cell_none ();
    }
}

static void
write_value (Export *self, const WeftJsonValue *value)
{
  gboolean is_list = value->kind == WEFT_JSON_ARRAY;
  g_auto (WeftCell) cell = get_cell (self, value);

  if (!is_list && value->kind != WEFT_JSON_OBJECT)
    {
      weft_track_writer_cell (self->writer, &cell);
      return;
    }
  weft_track_writer_begin_value (self->writer, is_list);
  if (is_list)
    write_elements (self, value);
  else
    write_members (self, value);
  weft_track_writer_end_value (self->writer);
}

/* The record of a text, which is an object. */
static gboolean
scan (const WeftJsonSchema *schema, const char *text, WeftJsonRecord *record)
{
  WeftJsonScan result;

  return text != NULL
         && weft_json_scan (schema, text, strlen (text), 0, WEFT_JSON_AT_END | WEFT_JSON_LOOSE,
                            record, &result)
              == WEFT_JSON_OK
         && record->self.kind == WEFT_JSON_OBJECT;
}

/* Members of "args" of an event's text, which is freed. */
static void
take_args (Export *self, char *text)
{
  WeftJsonRecord record;
  const WeftJsonValue *args =
    scan (self->args, text, &record) ? weft_json_record_get (&record, 0) : NULL;

  if (args != NULL && args->kind == WEFT_JSON_OBJECT)
    write_members (self, args);
  g_free (text);
}

static void
write_number (Export *self, const char *key, gint64 number)
{
  const WeftCell cell = weft_cell_signed (number);

  if (number == WEFT_TIMELINE_NONE)
    return;
  weft_track_writer_key (self->writer, key);
  weft_track_writer_cell (self->writer, &cell);
}

/* An event whose text is not known any more gets the arguments that are. */
static void
write_args (Export *self, guint32 row, const WeftTimelineEvent *event)
{
  char *text = (event->flags & WEFT_TIMELINE_HAS_ARGS) != 0
                 ? weft_timeline_snapshot_get_text (self->snapshot, row)
                 : NULL;

  if (text == NULL)
    {
      write_number (self, "correlation", event->correlation);
      write_number (self, "bytes", event->bytes);
    }
  take_args (self, text);
  take_args (self, weft_timeline_snapshot_get_end_text (self->snapshot, row));
}

/* --- processes and tracks ----------------------------------------------------------------------------- */

/* Processes of several files may have the same pids: those are numbered anew. */
static void
add_process (Export *self, guint number, guint order)
{
  gboolean numbered = self->snapshot->n_files > 1;
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_process (self->snapshot, number, &process);
  self->processes[number] = weft_track_writer_add_process (
    self->writer, &(WeftTrackProcess){ .id = numbered ? NULL : process.pid,
                                       .name = numbered ? process.title : process.name,
                                       .title = process.title,
                                       .labels = numbered ? NULL : process.labels,
                                       .order = order });
}

/* In the order in which they are shown. */
static void
add_tracks (Export *self)
{
  const WeftTimelineIndex *index = self->snapshot->index;

  for (guint i = 0; i < index->n_tracks; i++)
    {
      guint number = index->order[i];
      WeftTimelineTrack track;

      weft_timeline_snapshot_get_track (self->snapshot, number, &track);
      if (self->processes[track.process] == 0)
        add_process (self, track.process, i);
      self->tracks[number] = weft_track_writer_add_track (
        self->writer, &(WeftTrackPlace){ .process = self->processes[track.process],
                                         .id = track.tid,
                                         .name = track.title,
                                         .order = i,
                                         .overlaps = track.kind == WEFT_TIMELINE_ASYNC });
    }
  for (guint i = 0; i < self->snapshot->n_processes; i++)
    if (self->processes[i] == 0)
      add_process (self, i, index->n_tracks + i);
}

/* --- flows -------------------------------------------------------------------------------------------- */

static const char *
get_name (Export *self, guint32 name)
{
  return weft_timeline_trace_get_name (self->snapshot->trace, name);
}

static gboolean
is_wanted (Export *self, guint32 row, const WeftTimelineEvent *event)
{
  if (!weft_bitset_includes (self->rows, row))
    return FALSE;
  if ((event->flags & WEFT_TIMELINE_NO_TIME) != 0)
    return self->range->from == G_MININT64 && self->range->to == G_MAXINT64;
  return weft_cycle_range_intersects (self->range, event->start, event->end);
}

/* Both slices of an arrow are written, which leaves the first where that begins, and comes to the second
 * where that does, or where it goes on when the first begins. */
static void
write_flow (Export *self, gboolean arrives, guint32 flow)
{
  const WeftTimelineFlows *flows = self->snapshot->flows;
  const char *name = get_name (self, flows->name[flow]);
  WeftTimelineEvent from, to;

  weft_timeline_snapshot_get_event (self->snapshot, flows->from[flow], &from);
  weft_timeline_snapshot_get_event (self->snapshot, flows->to[flow], &to);
  if (!is_wanted (self, flows->from[flow], &from) || !is_wanted (self, flows->to[flow], &to)
      || (weft_track_writer_ties_starts (self->writer) && from.start >= to.start))
    return;
  weft_track_writer_flow (self->writer, arrives, name != NULL ? name : "", flow,
                          arrives ? MAX (to.start, MIN (from.start, to.end)) : from.start);
}

static void
write_flows (Export *self, guint32 row)
{
  const WeftTimelineFlows *flows = self->snapshot->flows;
  guint32 first, last;

  if (flows == NULL)
    return;
  weft_timeline_flows_find_from (flows, row, &first, &last);
  for (guint32 i = first; i < last; i++)
    write_flow (self, FALSE, i);
  weft_timeline_flows_find_to (flows, row, &first, &last);
  for (guint32 i = first; i < last; i++)
    write_flow (self, TRUE, flows->by_end[i]);
}

/* --- events ------------------------------------------------------------------------------------------- */

static void
write_event (Export *self, guint32 row)
{
  WeftTimelineEvent event;
  WeftTrackEvent written = { .id = row };

  weft_timeline_snapshot_get_event (self->snapshot, row, &event);
  if (!is_wanted (self, row, &event))
    return;
  written.kind = event.kind == WEFT_TIMELINE_INSTANT       ? WEFT_TRACK_INSTANT
                 : (event.flags & WEFT_TIMELINE_OPEN) != 0 ? WEFT_TRACK_OPEN_SLICE
                                                           : WEFT_TRACK_SLICE;
  written.track = event.track != WEFT_TIMELINE_NO_TRACK ? self->tracks[event.track] : 0;
  written.is_global = written.track == 0;
  written.has_no_time = (event.flags & WEFT_TIMELINE_NO_TIME) != 0;
  written.start = event.start;
  written.end = event.end;
  written.name = event.name != WEFT_NO_NAME ? get_name (self, event.name) : NULL;
  written.category = event.category != WEFT_NO_NAME ? get_name (self, event.category) : NULL;
  written.color = event.color != WEFT_NO_NAME ? get_name (self, event.color) : NULL;
  weft_track_writer_begin_event (self->writer, &written);
  write_args (self, row, &event);
  write_flows (self, row);
  weft_track_writer_end_event (self->writer);
}

/* The slices of a track by their starts, and those that begin together the outermost first. `places` has room for one
 * of each depth. */
static void
write_slices (Export *self, const WeftTimelineTrackIndex *track, guint32 *places)
{
  for (guint depth = 0; depth < track->n_depths; depth++)
    places[depth] = track->depths[depth];
  for (guint32 n = 0; n < track->n_rows; n++)
    {
      guint best = track->n_depths;
      gint64 start = 0;

      for (guint depth = 0; depth < track->n_depths; depth++)
        {
          gint64 next;

          if (places[depth] >= track->depths[depth + 1])
            continue;
          next = weft_timeline_track_start (track, depth, places[depth]);
          if (best < track->n_depths && next >= start)
            continue;
          best = depth;
          start = next;
        }
      write_event (self, track->rows[places[best]++]);
    }
}

static void
write_by_track (Export *self)
{
  const WeftTimelineIndex *index = self->snapshot->index;

  for (guint i = 0; i < index->n_tracks; i++)
    {
      const WeftTimelineTrackIndex *track = &index->tracks[index->order[i]];
      g_autofree guint32 *places = g_new (guint32, track->n_depths + 1);

      write_slices (self, track, places);
      for (guint32 j = 0; j < track->n_instants; j++)
        write_event (self, track->instants[j]);
    }
  for (guint32 i = 0; i < index->n_instants; i++)
    write_event (self, index->instants[i]);
}

static void
write_events (Export *self)
{
  if (weft_track_writer_needs_order (self->writer))
    {
      write_by_track (self);
      return;
    }
  for (guint32 row = 0; row < self->snapshot->n_events; row++)
    write_event (self, row);
}

static void
write_points (Export *self)
{
  static const char *const value_series[] = { "value", NULL };
  g_autofree guint32 *counters = g_new (guint32, self->snapshot->n_counters + 1);

  for (guint i = 0; i < self->snapshot->n_counters; i++)
    {
      WeftTimelineCounter counter;

      weft_timeline_snapshot_get_counter (self->snapshot, i, &counter);
      counters[i] = weft_track_writer_add_counter (
        self->writer,
        &(WeftTrackCounter){ self->processes[counter.process], counter.name, value_series, NULL });
    }
  for (guint32 i = 0; i < self->snapshot->n_points; i++)
    {
      WeftTimelinePoint point;
      WeftCell value;

      weft_timeline_snapshot_get_point (self->snapshot, i, &point);
      value = weft_cell_real (point.value);
      if (weft_cycle_range_contains (self->range, point.time))
        weft_track_writer_count (self->writer, counters[point.counter], point.time, &value);
    }
}

/* --- the file ----------------------------------------------------------------------------------------- */

/* Members around the events of a single file, but for those that the frame writes anew. */
static void
write_header (Export *self)
{
  const char *text = self->snapshot->n_files == 1
                       ? weft_timeline_snapshot_get_file (self->snapshot, 0)->metadata
                       : NULL;
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord document, member;

  if (!scan (NULL, text, &document))
    return;
  while (weft_json_next_member (&document.self, &place, &key, NULL, &member))
    {
      g_autofree char *name = get_string (self, &key);

      if (g_str_equal (name, "displayTimeUnit") || g_str_equal (name, "otherData"))
        continue;
      weft_track_writer_key (self->writer, name);
      write_value (self, &member.self);
    }
}

void
weft_cli_timeline_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                WeftTimelineSnapshot *snapshot, const WeftBitset *rows,
                                const WeftCycleRange *range)
{
  static const char *const args[] = { "args", NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (args);
  g_autoptr (GString) scratch = g_string_new (NULL);
  g_autofree guint32 *processes = g_new0 (guint32, snapshot->n_processes + 1);
  g_autofree guint32 *tracks = g_new0 (guint32, snapshot->n_tracks + 1);
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                                   .nanoseconds = TRUE,
                                   .first = snapshot->first_time };
  Export self = {
    new_writer (stream, &source), snapshot, rows, range, schema, scratch, processes, tracks
  };

  if (weft_track_writer_begin_header (self.writer))
    write_header (&self);
  weft_track_writer_begin (self.writer);
  add_tracks (&self);
  write_events (&self);
  /* A filter is about events. */
  if (rows == NULL)
    write_points (&self);
  weft_track_writer_finish (self.writer);
}
