/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chrome-writer.h"

#include "weft-cli-records.h"
#include "weft-cycle-range.h"

/* A process or a thread, under the number that events have. */
typedef struct
{
  guint32 process;
  char *id;        /* NULL: its number */
  gboolean hidden; /* its slices are asynchronous, and it is no thread; */
  guint32 thread;  /* they are of that */
} Place;

typedef struct
{
  guint32 process;
  char *name;
  char **series;
} Counter;

typedef struct
{
  gboolean arrives;
  const char *name;
  guint64 id;
  gint64 time;
} Flow;

typedef struct
{
  WeftTrackWriter parent;
  WeftJsonWriter *json;
  GArray *processes; /* Place */
  GArray *tracks;    /* Place */
  GArray *counters;  /* Counter */
  GArray *flows;     /* Flow, of the event that is written */
  GArray *values;    /* gboolean: whether what was begun is a list */
  WeftTrackEvent event;
  gboolean in_event;
  gboolean in_arguments;
} Writer;

/* --- the document ------------------------------------------------------------------------------- */

static gboolean
begin_header (WeftTrackWriter *writer G_GNUC_UNUSED)
{
  return TRUE;
}

static void
begin (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  weft_json_writer_key (self->json, "traceEvents");
  weft_json_writer_begin_array (self->json);
}

static void
write_facts (Writer *self)
{
  const WeftTrackSource *source = &self->parent.source;
  g_autofree char *clock =
    source->clock != NULL ? g_strconcat ("microseconds of ", source->clock, NULL) : NULL;

  weft_json_writer_begin_object (self->json);
  weft_json_writer_string_member (self->json, "source", source->title);
  weft_json_writer_string_member (self->json, "time",
                                  !source->nanoseconds ? "one cycle is written as one microsecond"
                                  : clock != NULL      ? clock
                                                       : "microseconds");
  for (guint i = 0; i < source->n_facts; i++)
    {
      weft_json_writer_key (self->json, source->facts[i].key);
      weft_cli_records_write_cell (&source->facts[i].value, self->json);
    }
  weft_json_writer_end_object (self->json);
}

static void
finish (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  weft_json_writer_end_array (self->json);
  weft_json_writer_string_member (self->json, "displayTimeUnit", "ns");
  weft_json_writer_key (self->json, "otherData");
  write_facts (self);
  weft_json_writer_end_object (self->json);
  weft_json_writer_newline (self->json);
  weft_json_writer_free (self->json);
  g_array_unref (self->processes);
  g_array_unref (self->tracks);
  g_array_unref (self->counters);
  g_array_unref (self->flows);
  g_array_unref (self->values);
  g_free (self);
}

/* --- places ------------------------------------------------------------------------------------- */

/* A number where it is written as one. */
static void
write_id (Writer *self, const char *key, const Place *place, guint32 number)
{
  g_autofree char *again = NULL;
  gint64 integer;

  if (place->id == NULL)
    {
      weft_json_writer_unsigned_member (self->json, key, number);
      return;
    }
  integer = g_ascii_strtoll (place->id, NULL, 10);
  again = g_strdup_printf ("%" G_GINT64_FORMAT, integer);
  if (g_str_equal (again, place->id))
    weft_json_writer_signed_member (self->json, key, integer);
  else
    weft_json_writer_string_member (self->json, key, place->id);
}

static void
write_process (Writer *self, guint32 process)
{
  write_id (self, "pid", &g_array_index (self->processes, Place, process - 1), process);
}

static void
write_track (Writer *self, guint32 track)
{
  const Place *place = &g_array_index (self->tracks, Place, track - 1);

  write_process (self, place->process);
  if (place->hidden)
    track = place->thread;
  if (track != 0)
    write_id (self, "tid", &g_array_index (self->tracks, Place, track - 1), track);
}

static void
begin_object (Writer *self, const char *phase)
{
  weft_json_writer_begin_object (self->json);
  weft_json_writer_string_member (self->json, "ph", phase);
}

/* A fact about a process or a thread is an event with an argument. */
static void
begin_metadata (Writer *self, guint32 process, guint32 track, const char *what)
{
  begin_object (self, "M");
  if (track != 0)
    write_track (self, track);
  else
    write_process (self, process);
  weft_json_writer_string_member (self->json, "name", what);
  weft_json_writer_key (self->json, "args");
  weft_json_writer_begin_object (self->json);
}

static void
write_metadata (Writer *self, guint32 process, guint32 track, const char *what, const char *key,
                const char *text)
{
  if (text == NULL)
    return;
  begin_metadata (self, process, track, what);
  weft_json_writer_string_member (self->json, key, text);
  weft_json_writer_end_object (self->json);
  weft_json_writer_end_object (self->json);
}

static void
write_order (Writer *self, guint32 process, guint32 track, const char *what, guint64 order)
{
  begin_metadata (self, process, track, what);
  weft_json_writer_unsigned_member (self->json, "sort_index", order);
  weft_json_writer_end_object (self->json);
  weft_json_writer_end_object (self->json);
}

static guint32
add_process (WeftTrackWriter *writer, const WeftTrackProcess *process)
{
  Writer *self = (Writer *) writer;
  Place place = { .id = g_strdup (process->id) };
  guint32 number;

  g_array_append_val (self->processes, place);
  number = self->processes->len;
  write_metadata (self, number, 0, "process_name", "name", process->name);
  write_metadata (self, number, 0, "process_labels", "labels", process->labels);
  write_order (self, number, 0, "process_sort_index", process->order);
  return number;
}

static guint32
add_track (WeftTrackWriter *writer, const WeftTrackPlace *track)
{
  Writer *self = (Writer *) writer;
  Place place = { track->process, g_strdup (track->id), track->overlaps, track->thread };
  guint32 number;

  g_array_append_val (self->tracks, place);
  number = self->tracks->len;
  if (track->overlaps)
    return number;
  write_metadata (self, track->process, number, "thread_name", "name", track->name);
  write_order (self, track->process, number, "thread_sort_index", track->order);
  return number;
}

static guint32
add_counter (WeftTrackWriter *writer, const WeftTrackCounter *counter)
{
  Writer *self = (Writer *) writer;
  Counter copy = { counter->process, g_strdup (counter->name),
                   g_strdupv ((char **) counter->series) };

  g_array_append_val (self->counters, copy);
  return self->counters->len;
}

/* --- events ------------------------------------------------------------------------------------- */

static void
write_time (Writer *self, const char *key, gint64 time)
{
  if (self->parent.source.nanoseconds)
    weft_json_writer_thousandths_member (self->json, key, time);
  else
    weft_json_writer_signed_member (self->json, key, time);
}

static void
write_duration (Writer *self, const WeftTrackEvent *event)
{
  if (self->parent.source.nanoseconds)
    weft_json_writer_thousandths_member (self->json, "dur", event->end - event->start);
  else
    weft_json_writer_unsigned_member (self->json, "dur",
                                      weft_cycles_between (event->start, event->end));
}

static gboolean
is_asynchronous (const Writer *self, const WeftTrackEvent *event)
{
  return event->track != 0 && g_array_index (self->tracks, Place, event->track - 1).hidden;
}

static void
write_text (Writer *self, const char *key, const char *text)
{
  if (text != NULL)
    weft_json_writer_string_member (self->json, key, text);
}

static void
write_event (Writer *self, const char *phase, gint64 time)
{
  const WeftTrackEvent *event = &self->event;

  begin_object (self, phase);
  if (event->track != 0)
    write_track (self, event->track);
  if (!event->has_no_time)
    write_time (self, "ts", time);
  if (*phase == 'X' && !event->has_no_time)
    write_duration (self, event);
  if (*phase == 'i')
    weft_json_writer_string_member (self->json, "s", event->is_global ? "g" : "t");
  write_text (self, "name", event->name);
  write_text (self, "cat", event->category);
  write_text (self, "cname", event->color);
  if (is_asynchronous (self, event))
    weft_json_writer_unsigned_member (self->json, "id", event->id);
}

static void
begin_event (WeftTrackWriter *writer, const WeftTrackEvent *event)
{
  static const char *const phases[][2] = {
    [WEFT_TRACK_SLICE] = { "X", "b" },
    [WEFT_TRACK_OPEN_SLICE] = { "B", "b" },
    [WEFT_TRACK_INSTANT] = { "i", "n" },
  };
  Writer *self = (Writer *) writer;

  self->event = *event;
  self->in_event = TRUE;
  write_event (self, phases[event->kind][is_asynchronous (self, event)], event->start);
}

static void
write_flow (Writer *self, const Flow *flow)
{
  begin_object (self, flow->arrives ? "f" : "s");
  write_track (self, self->event.track);
  weft_json_writer_string_member (self->json, "name", flow->name);
  weft_json_writer_string_member (self->json, "cat", flow->name);
  weft_json_writer_unsigned_member (self->json, "id", flow->id);
  if (flow->arrives)
    weft_json_writer_string_member (self->json, "bp", "e");
  write_time (self, "ts", flow->time);
  weft_json_writer_end_object (self->json);
}

static void
end_event (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  if (self->in_arguments)
    weft_json_writer_end_object (self->json);
  weft_json_writer_end_object (self->json);
  self->in_event = self->in_arguments = FALSE;
  if (self->event.kind == WEFT_TRACK_SLICE && is_asynchronous (self, &self->event))
    {
      write_event (self, "e", self->event.end);
      weft_json_writer_end_object (self->json);
    }
  for (guint i = 0; i < self->flows->len; i++)
    write_flow (self, &g_array_index (self->flows, Flow, i));
  g_array_set_size (self->flows, 0);
}

static void
add_flow (WeftTrackWriter *writer, gboolean arrives, const char *name, guint64 id, gint64 time)
{
  Flow fresh = { arrives, name, id, time };

  g_array_append_val (((Writer *) writer)->flows, fresh);
}

static void
count (WeftTrackWriter *writer, guint32 number, gint64 time, const WeftCell *values)
{
  Writer *self = (Writer *) writer;
  const Counter *counter = &g_array_index (self->counters, Counter, number - 1);

  begin_object (self, "C");
  write_process (self, counter->process);
  write_time (self, "ts", time);
  weft_json_writer_string_member (self->json, "name", counter->name);
  weft_json_writer_key (self->json, "args");
  weft_json_writer_begin_object (self->json);
  for (guint i = 0; counter->series[i] != NULL; i++)
    {
      weft_json_writer_key (self->json, counter->series[i]);
      weft_cli_records_write_cell (&values[i], self->json);
    }
  weft_json_writer_end_object (self->json);
  weft_json_writer_end_object (self->json);
}

/* --- details ------------------------------------------------------------------------------------ */

/* Before the first one of an event. */
static void
begin_arguments (Writer *self)
{
  if (!self->in_event || self->in_arguments)
    return;
  weft_json_writer_key (self->json, "args");
  weft_json_writer_begin_object (self->json);
  self->in_arguments = TRUE;
}

static void
add_fields (WeftTrackWriter *writer, const WeftSchema *schema, guint flag, gconstpointer data,
            guint row, gconstpointer item)
{
  Writer *self = (Writer *) writer;

  begin_arguments (self);
  weft_cli_records_write_item (schema, flag, data, row, item, self->json);
}

static void
add_key (WeftTrackWriter *writer, const char *key)
{
  Writer *self = (Writer *) writer;

  begin_arguments (self);
  weft_json_writer_any_key (self->json, key);
}

static void
add_cell (WeftTrackWriter *writer, const WeftCell *cell)
{
  weft_cli_records_write_cell (cell, ((Writer *) writer)->json);
}

static void
begin_value (WeftTrackWriter *writer, gboolean is_list)
{
  Writer *self = (Writer *) writer;

  g_array_append_val (self->values, is_list);
  if (is_list)
    weft_json_writer_begin_array (self->json);
  else
    weft_json_writer_begin_object (self->json);
}

static void
end_value (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  if (g_array_index (self->values, gboolean, self->values->len - 1))
    weft_json_writer_end_array (self->json);
  else
    weft_json_writer_end_object (self->json);
  g_array_set_size (self->values, self->values->len - 1);
}

/* --- the writer --------------------------------------------------------------------------------- */

static const WeftTrackFormat format = {
  .begin_header = begin_header,
  .begin = begin,
  .add_process = add_process,
  .add_track = add_track,
  .add_counter = add_counter,
  .begin_event = begin_event,
  .end_event = end_event,
  .fields = add_fields,
  .key = add_key,
  .cell = add_cell,
  .begin_value = begin_value,
  .end_value = end_value,
  .flow = add_flow,
  .count = count,
  .finish = finish,
};

static void
clear_place (gpointer data)
{
  g_free (((Place *) data)->id);
}

static void
clear_counter (gpointer data)
{
  Counter *counter = data;

  g_free (counter->name);
  g_strfreev (counter->series);
}

WeftTrackWriter *
weft_chrome_writer_new (FILE *stream, const WeftTrackSource *source)
{
  Writer *self = g_new0 (Writer, 1);

  self->parent = (WeftTrackWriter){ &format, *source };
  self->json = weft_json_writer_new (stream);
  self->processes = g_array_new (FALSE, FALSE, sizeof (Place));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (Place));
  self->counters = g_array_new (FALSE, FALSE, sizeof (Counter));
  self->flows = g_array_new (FALSE, FALSE, sizeof (Flow));
  self->values = g_array_new (FALSE, FALSE, sizeof (gboolean));
  g_array_set_clear_func (self->processes, clear_place);
  g_array_set_clear_func (self->tracks, clear_place);
  g_array_set_clear_func (self->counters, clear_counter);
  weft_json_writer_begin_object (self->json);
  return &self->parent;
}
