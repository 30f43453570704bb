/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-chrome-writer.h"
#include "weft-json-record.h"

#include <string.h>

typedef struct
{
  WeftJsonWriter *writer;
  WeftTimelineSnapshot *snapshot;
  const WeftBitset *rows;
  const WeftCycleRange *range;
  WeftJsonSchema *args; /* "args" of an event */
  GString *scratch;
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

      weft_json_writer_any_key (self->writer, name);
      write_value (self, &member.self);
    }
}

static void
write_elements (Export *self, const WeftJsonValue *array)
{
  const char *place = NULL;
  WeftJsonRecord element;

  weft_json_writer_begin_array (self->writer);
  while (weft_json_next_element (array, &place, NULL, &element))
    write_value (self, &element.self);
  weft_json_writer_end_array (self->writer);
}

/* As JSON allows it: what is no number is null. */
static void
write_value (Export *self, const WeftJsonValue *value)
{
  g_autofree char *text = NULL;

  switch ((WeftJsonKind) value->kind)
    {
    case WEFT_JSON_BOOLEAN:
      weft_json_writer_boolean (self->writer, value->integer != 0);
      break;
    case WEFT_JSON_INTEGER:
      weft_json_writer_signed (self->writer, value->integer);
      break;
    case WEFT_JSON_UNSIGNED:
      weft_json_writer_unsigned (self->writer, value->number);
      break;
    case WEFT_JSON_REAL:
      weft_json_writer_real (self->writer, value->real);
      break;
    case WEFT_JSON_STRING:
      text = get_string (self, value);
      weft_json_writer_string (self->writer, text);
      break;
    case WEFT_JSON_OBJECT:
      weft_json_writer_begin_object (self->writer);
      write_members (self, value);
      weft_json_writer_end_object (self->writer);
      break;
    case WEFT_JSON_ARRAY:
      write_elements (self, value);
      break;
    case WEFT_JSON_NULL:
    default:
      weft_json_writer_null (self->writer);
      break;
    }
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

/* An event whose text is not known any more gets the arguments that are. */
static void
write_args (Export *self, guint32 row, const WeftTimelineEvent *event)
{
  char *text = (event->flags & WEFT_TIMELINE_HAS_ARGS) != 0
                 ? weft_timeline_snapshot_get_text (self->snapshot, row)
                 : NULL;

  if ((event->flags & WEFT_TIMELINE_HAS_ARGS) == 0 && event->correlation == WEFT_TIMELINE_NONE
      && event->bytes == WEFT_TIMELINE_NONE)
    return;
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  if (text == NULL && event->correlation != WEFT_TIMELINE_NONE)
    weft_json_writer_signed_member (self->writer, "correlation", event->correlation);
  if (text == NULL && event->bytes != WEFT_TIMELINE_NONE)
    weft_json_writer_signed_member (self->writer, "bytes", event->bytes);
  take_args (self, text);
  take_args (self, weft_timeline_snapshot_get_end_text (self->snapshot, row));
  weft_json_writer_end_object (self->writer);
}

/* --- processes and threads ---------------------------------------------------------------------------- */

/* A number where it is written as one. */
static void
write_id (Export *self, const char *key, const char *id)
{
  gint64 number = g_ascii_strtoll (id, NULL, 10);
  g_autofree char *again = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  if (g_str_equal (again, id))
    weft_json_writer_signed_member (self->writer, key, number);
  else
    weft_json_writer_string_member (self->writer, key, id);
}

/* Processes of several files may have the same pids: those are numbered anew. */
static void
write_process_id (Export *self, guint number)
{
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_process (self->snapshot, number, &process);
  if (self->snapshot->n_files > 1)
    weft_json_writer_unsigned_member (self->writer, "pid", number + 1);
  else
    write_id (self, "pid", process.pid);
}

static void
write_track_id (Export *self, guint number)
{
  WeftTimelineTrack track;

  weft_timeline_snapshot_get_track (self->snapshot, number, &track);
  write_process_id (self, track.process);
  if (track.kind == WEFT_TIMELINE_THREAD)
    write_id (self, "tid", track.tid);
}

/* Begins the arguments of an event of metadata. */
static void
begin_metadata (Export *self, const char *name)
{
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "ph", "M");
  weft_json_writer_string_member (self->writer, "name", name);
}

/* Ends it with its one argument. */
static void
end_with_text (Export *self, const char *key, const char *text)
{
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, key, text);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
}

static void
end_with_order (Export *self, guint order)
{
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_unsigned_member (self->writer, "sort_index", order);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
}

static void
write_process (Export *self, guint number, guint order)
{
  gboolean numbered = self->snapshot->n_files > 1;
  WeftTimelineProcess process;
  const char *name;

  weft_timeline_snapshot_get_process (self->snapshot, number, &process);
  name = numbered ? process.title : process.name;
  if (name != NULL)
    {
      begin_metadata (self, "process_name");
      write_process_id (self, number);
      end_with_text (self, "name", name);
    }
  if (process.labels != NULL && !numbered)
    {
      begin_metadata (self, "process_labels");
      write_process_id (self, number);
      end_with_text (self, "labels", process.labels);
    }
  begin_metadata (self, "process_sort_index");
  write_process_id (self, number);
  end_with_order (self, order);
}

/* In the order in which they are shown. */
static void
write_tracks (Export *self)
{
  const WeftTimelineIndex *index = self->snapshot->index;
  g_autofree gboolean *named = g_new0 (gboolean, self->snapshot->n_processes);

  for (guint i = 0; i < index->n_tracks; i++)
    {
      guint number = index->order[i];
      WeftTimelineTrack track;

      weft_timeline_snapshot_get_track (self->snapshot, number, &track);
      if (!named[track.process])
        write_process (self, track.process, i);
      named[track.process] = TRUE;
      if (track.kind == WEFT_TIMELINE_ASYNC)
        continue;
      begin_metadata (self, "thread_name");
      write_track_id (self, number);
      end_with_text (self, "name", track.title);
      begin_metadata (self, "thread_sort_index");
      write_track_id (self, number);
      end_with_order (self, i);
    }
  for (guint i = 0; i < self->snapshot->n_processes; i++)
    if (!named[i])
      write_process (self, i, index->n_tracks + i);
}

/* --- events ------------------------------------------------------------------------------------------- */

static void
write_time (Export *self, const char *key, gint64 time)
{
  weft_chrome_time (self->writer, key, time, TRUE);
}

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

/* Begins an event with what all have. */
static void
begin_event (Export *self, const char *phase, const WeftTimelineEvent *event)
{
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "ph", phase);
  if (event->track != WEFT_TIMELINE_NO_TRACK)
    write_track_id (self, event->track);
  if (event->name != WEFT_NO_NAME)
    weft_json_writer_string_member (self->writer, "name", get_name (self, event->name));
  if (event->category != WEFT_NO_NAME)
    weft_json_writer_string_member (self->writer, "cat", get_name (self, event->category));
  if (event->color != WEFT_NO_NAME)
    weft_json_writer_string_member (self->writer, "cname", get_name (self, event->color));
  if ((event->flags & WEFT_TIMELINE_NO_TIME) == 0)
    write_time (self, "ts", event->start);
}

/* An asynchronous slice begins and ends with events of its own, which its row as id holds together. */
static void
write_async (Export *self, guint32 row, const WeftTimelineEvent *event)
{
  gboolean is_instant = event->kind == WEFT_TIMELINE_INSTANT;

  begin_event (self, is_instant ? "n" : "b", event);
  weft_json_writer_unsigned_member (self->writer, "id", row);
  write_args (self, row, event);
  weft_json_writer_end_object (self->writer);
  if (!is_instant && (event->flags & WEFT_TIMELINE_OPEN) == 0)
    {
      WeftTimelineEvent end = *event;

      end.start = event->end;
      begin_event (self, "e", &end);
      weft_json_writer_unsigned_member (self->writer, "id", row);
      weft_json_writer_end_object (self->writer);
    }
}

static void
write_event (Export *self, guint32 row)
{
  WeftTimelineEvent event;
  WeftTimelineTrack track = { .kind = WEFT_TIMELINE_THREAD };
  gboolean is_open;

  weft_timeline_snapshot_get_event (self->snapshot, row, &event);
  if (!is_wanted (self, row, &event))
    return;
  if (event.track != WEFT_TIMELINE_NO_TRACK)
    weft_timeline_snapshot_get_track (self->snapshot, event.track, &track);
  if (track.kind == WEFT_TIMELINE_ASYNC)
    {
      write_async (self, row, &event);
      return;
    }
  is_open = (event.flags & WEFT_TIMELINE_OPEN) != 0;
  begin_event (self, event.kind == WEFT_TIMELINE_INSTANT ? "i" : is_open ? "B" : "X", &event);
  if (event.kind == WEFT_TIMELINE_INSTANT)
    weft_json_writer_string_member (self->writer, "s",
                                    event.track == WEFT_TIMELINE_NO_TRACK ? "g" : "t");
  else if (!is_open && (event.flags & WEFT_TIMELINE_NO_TIME) == 0)
    write_time (self, "dur", event.end - event.start);
  write_args (self, row, &event);
  weft_json_writer_end_object (self->writer);
}

/* --- flows and counters ------------------------------------------------------------------------------- */

static void
write_flow_end (Export *self, const char *phase, guint32 flow, guint32 row, gint64 time)
{
  const char *name = get_name (self, self->snapshot->flows->name[flow]);
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (self->snapshot, row, &event);
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_string_member (self->writer, "ph", phase);
  write_track_id (self, event.track);
  weft_json_writer_string_member (self->writer, "name", name != NULL ? name : "");
  weft_json_writer_string_member (self->writer, "cat", name != NULL ? name : "");
  weft_json_writer_unsigned_member (self->writer, "id", flow);
  write_time (self, "ts", time);
  if (*phase == 'f')
    weft_json_writer_string_member (self->writer, "bp", "e");
  weft_json_writer_end_object (self->writer);
}

/* Both slices of an arrow are written, which leaves the first where that begins, and comes to the second
 * where that does, or where it goes on when the first begins. */
static void
write_flows (Export *self)
{
  const WeftTimelineFlows *flows = self->snapshot->flows;

  for (guint32 i = 0; flows != NULL && i < flows->n; i++)
    {
      WeftTimelineEvent from, to;

      weft_timeline_snapshot_get_event (self->snapshot, flows->from[i], &from);
      weft_timeline_snapshot_get_event (self->snapshot, flows->to[i], &to);
      if (!is_wanted (self, flows->from[i], &from) || !is_wanted (self, flows->to[i], &to))
        continue;
      write_flow_end (self, "s", i, flows->from[i], from.start);
      write_flow_end (self, "f", i, flows->to[i], MAX (to.start, MIN (from.start, to.end)));
    }
}

static void
write_points (Export *self)
{
  for (guint32 i = 0; i < self->snapshot->n_points; i++)
    {
      WeftTimelinePoint point;
      WeftTimelineCounter counter;

      weft_timeline_snapshot_get_point (self->snapshot, i, &point);
      if (!weft_cycle_range_contains (self->range, point.time))
        continue;
      weft_timeline_snapshot_get_counter (self->snapshot, point.counter, &counter);
      weft_json_writer_begin_object (self->writer);
      weft_json_writer_string_member (self->writer, "ph", "C");
      write_process_id (self, counter.process);
      weft_json_writer_string_member (self->writer, "name", counter.name);
      write_time (self, "ts", point.time);
      weft_json_writer_key (self->writer, "args");
      weft_json_writer_begin_object (self->writer);
      weft_json_writer_real_member (self->writer, "value", point.value);
      weft_json_writer_end_object (self->writer);
      weft_json_writer_end_object (self->writer);
    }
}

/* --- the document ------------------------------------------------------------------------------------- */

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
      weft_json_writer_any_key (self->writer, name);
      write_value (self, &member.self);
    }
}

void
weft_cli_timeline_write_chrome (WeftJsonWriter *writer, WeftTimelineSnapshot *snapshot,
                                const WeftBitset *rows, const WeftCycleRange *range)
{
  static const char *const args[] = { "args", NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (args);
  g_autoptr (GString) scratch = g_string_new (NULL);
  Export self = { writer, snapshot, rows, range, schema, scratch };

  weft_json_writer_begin_object (writer);
  write_header (&self);
  weft_json_writer_key (writer, "traceEvents");
  weft_json_writer_begin_array (writer);
  write_tracks (&self);
  for (guint32 row = 0; row < snapshot->n_events; row++)
    write_event (&self, row);
  write_flows (&self);
  /* A filter is about events. */
  if (rows == NULL)
    write_points (&self);
  weft_chrome_end_events (writer, weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                          "microseconds");
  weft_chrome_end (writer);
}
