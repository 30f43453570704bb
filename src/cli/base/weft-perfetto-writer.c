/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-perfetto-writer.h"

#include "weft-cli-records.h"
#include "weft-lanes.h"
#include "weft-perfetto-names.h"
#include "weft-protobuf.h"

/* Of Perfetto's protos/perfetto/trace: numbers of fields, and values. */
enum
{
  TRACE_PACKET = 1,

  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_DESCRIPTOR = 60,

  FLAG_CLEARED = 1,
  FLAG_NEEDS_STATE = 2,

  DESCRIPTOR_UUID = 1,
  DESCRIPTOR_NAME = 2,
  DESCRIPTOR_PROCESS = 3,
  DESCRIPTOR_PARENT = 5,
  DESCRIPTOR_COUNTER = 8,
  DESCRIPTOR_ORDERING = 11,
  DESCRIPTOR_RANK = 12,
  DESCRIPTOR_DESCRIPTION = 14,

  ORDERING_EXPLICIT = 3,

  PROCESS_PID = 1,
  PROCESS_NAME = 6,

  COUNTER_UNIT_NAME = 6,

  EVENT_CATEGORY_IID = 3,
  EVENT_ANNOTATION = 4,
  EVENT_TYPE = 9,
  EVENT_NAME_IID = 10,
  EVENT_TRACK = 11,
  EVENT_CATEGORY = 22,
  EVENT_NAME = 23,
  EVENT_COUNTER = 30,
  EVENT_DOUBLE = 44,
  EVENT_FLOW = 47,
  EVENT_ENDING_FLOW = 48,

  TYPE_BEGIN = 1,
  TYPE_END = 2,
  TYPE_INSTANT = 3,
  TYPE_COUNTER = 4,

  ANNOTATION_NAME_IID = 1,
  ANNOTATION_BOOL = 2,
  ANNOTATION_UINT = 3,
  ANNOTATION_INT = 4,
  ANNOTATION_DOUBLE = 5,
  ANNOTATION_STRING = 6,
  ANNOTATION_NAME = 10,
  ANNOTATION_ENTRY = 11,
  ANNOTATION_ELEMENT = 12,
};

#define SEQUENCE 1 /* all packets are of one */

/* Viewers have a limit of their own, above this. */
#define MAX_DEPTH 200

#define BUFFER_SIZE 65536

/* A slice that is not ended yet. */
typedef struct
{
  gint64 end;
  gboolean is_open; /* it never will be */
} Open;

typedef struct
{
  guint64 uuid;
  char *name;
  gboolean overlaps;
  gint64 last;      /* time of what was written last */
  GArray *open;     /* Open: each contains the next; none where it overlaps */
  WeftLanes *lanes; /* of slices that do not nest; NULL: there is none yet */
  GArray *uuids;    /* of their tracks */
} Track;

/* A value that is being written. */
typedef struct
{
  gboolean is_list;
  gsize place; /* of its annotation */
} Value;

typedef struct
{
  WeftTrackWriter parent;
  FILE *stream;
  GString *out; /* what is not written yet */
  GString *packet, *message, *interned;
  WeftPerfettoNames *names;
  guint64 n_uuids;
  gboolean has_begun;
  char *description; /* of processes */
  GArray *processes; /* guint64: uuids */
  GArray *tracks;    /* Track */
  GArray *counters;  /* GArray of guint64: a uuid for each series */

  WeftTrackEvent event; /* that is written */
  guint64 event_uuid;
  gboolean ends_at_once; /* as nothing lies in it */
  GArray *values;        /* Value */
  char *key;             /* of the next value */
} Writer;

/* --- packets ------------------------------------------------------------------------------------ */

static void
flush_out (Writer *self)
{
  fwrite (self->out->str, 1, self->out->len, self->stream);
  g_string_truncate (self->out, 0);
}

/* A packet with the message as that field. */
static void
write_packet (Writer *self, guint field, const gint64 *time)
{
  GString *packet = self->packet;

  g_string_truncate (packet, 0);
  if (time != NULL)
    weft_protobuf_unsigned (packet, PACKET_TIMESTAMP,
                            (guint64) *time - (guint64) MIN (self->parent.source.first, 0));
  weft_protobuf_unsigned (packet, PACKET_SEQUENCE, SEQUENCE);
  weft_protobuf_unsigned (packet, PACKET_FLAGS, self->has_begun ? FLAG_NEEDS_STATE : FLAG_CLEARED);
  if (self->interned->len > 0)
    weft_protobuf_message (packet, PACKET_INTERNED, self->interned);
  weft_protobuf_message (packet, field, self->message);
  weft_protobuf_message (self->out, TRACE_PACKET, packet);
  g_string_truncate (self->interned, 0);
  g_string_truncate (self->message, 0);
  self->has_begun = TRUE;
  if (self->out->len >= BUFFER_SIZE)
    flush_out (self);
}

/* --- descriptors -------------------------------------------------------------------------------- */

/* The description of all processes: (transfer full). */
static char *
describe (const WeftTrackSource *source)
{
  GString *text = g_string_new (source->title);

  if (!source->nanoseconds)
    g_string_append (text, "\nOne cycle is written as 1 ns.");
  else if (source->clock != NULL)
    g_string_append_printf (text, "\nTimes are nanoseconds of %s.", source->clock);
  if (source->first < 0)
    g_string_append_printf (
      text, "\nTimes begin below 0: all are written later by %" G_GUINT64_FORMAT " %s.",
      0 - (guint64) source->first, source->nanoseconds ? "ns" : "cycles");
  for (guint i = 0; i < source->n_facts; i++)
    if (weft_cell_is_known (&source->facts[i].value))
      {
        g_autofree char *value = weft_cell_to_string (&source->facts[i].value);

        g_string_append_printf (text, "\n%s: %s", source->facts[i].key, value);
      }
  return g_string_free (text, FALSE);
}

/* Begins the descriptor of a new track. */
static guint64
begin_descriptor (Writer *self, guint64 parent, const char *name, guint64 order)
{
  guint64 uuid = ++self->n_uuids;

  weft_protobuf_unsigned (self->message, DESCRIPTOR_UUID, uuid);
  if (parent != 0)
    weft_protobuf_unsigned (self->message, DESCRIPTOR_PARENT, parent);
  if (name != NULL)
    weft_protobuf_string (self->message, DESCRIPTOR_NAME, name);
  weft_protobuf_unsigned (self->message, DESCRIPTOR_RANK, MIN (order, G_MAXINT32));
  return uuid;
}

static void
end_descriptor (Writer *self)
{
  write_packet (self, PACKET_DESCRIPTOR, NULL);
}

/* The number of the process, where it has one that the format has room for. */
static gboolean
get_pid (const WeftTrackProcess *process, guint number, gint64 *pid)
{
  *pid = number;
  return process->id == NULL
         || g_ascii_string_to_signed (process->id, 10, 0, G_MAXINT32, pid, NULL);
}

static guint32
add_process (WeftTrackWriter *writer, const WeftTrackProcess *process)
{
  Writer *self = (Writer *) writer;
  const char *name = process->name != NULL ? process->name : process->title;
  guint64 uuid = begin_descriptor (self, 0, name, process->order);
  gint64 pid;

  g_array_append_val (self->processes, uuid);
  if (get_pid (process, self->processes->len, &pid))
    {
      gsize place = weft_protobuf_begin (self->message, DESCRIPTOR_PROCESS);

      weft_protobuf_signed (self->message, PROCESS_PID, pid);
      if (name != NULL)
        weft_protobuf_string (self->message, PROCESS_NAME, name);
      weft_protobuf_end (self->message, place);
    }
  weft_protobuf_unsigned (self->message, DESCRIPTOR_ORDERING, ORDERING_EXPLICIT);
  weft_protobuf_string (self->message, DESCRIPTOR_DESCRIPTION, self->description);
  end_descriptor (self);
  return self->processes->len;
}

static guint64
get_process (const Writer *self, guint32 process)
{
  return g_array_index (self->processes, guint64, process - 1);
}

static guint32
add_track (WeftTrackWriter *writer, const WeftTrackPlace *track)
{
  Writer *self = (Writer *) writer;
  Track fresh = { .name = g_strdup (track->name),
                  .overlaps = track->overlaps,
                  .last = G_MININT64,
                  .open = g_array_new (FALSE, FALSE, sizeof (Open)),
                  .uuids = g_array_new (FALSE, FALSE, sizeof (guint64)) };

  fresh.uuid =
    begin_descriptor (self, get_process (self, track->process), track->name, track->order);
  end_descriptor (self);
  g_array_append_val (self->tracks, fresh);
  return self->tracks->len;
}

static guint32
add_counter (WeftTrackWriter *writer, const WeftTrackCounter *counter)
{
  Writer *self = (Writer *) writer;
  GArray *uuids = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean is_one = counter->series[0] != NULL && counter->series[1] == NULL;

  for (guint i = 0; counter->series[i] != NULL; i++)
    {
      g_autofree char *name = is_one
                                ? g_strdup (counter->name)
                                : g_strdup_printf ("%s: %s", counter->name, counter->series[i]);
      guint64 uuid = begin_descriptor (self, get_process (self, counter->process), name, 0);
      gsize place = weft_protobuf_begin (self->message, DESCRIPTOR_COUNTER);

      if (counter->unit != NULL)
        weft_protobuf_string (self->message, COUNTER_UNIT_NAME, counter->unit);
      weft_protobuf_end (self->message, place);
      end_descriptor (self);
      g_array_append_val (uuids, uuid);
    }
  g_array_append_val (self->counters, uuids);
  return self->counters->len;
}

/* --- slices ------------------------------------------------------------------------------------- */

static void
write_end (Writer *self, guint64 uuid, gint64 time)
{
  weft_protobuf_unsigned (self->message, EVENT_TYPE, TYPE_END);
  weft_protobuf_unsigned (self->message, EVENT_TRACK, uuid);
  write_packet (self, PACKET_EVENT, &time);
}

/* Ends the slices that have ended by then. An end comes before what begins at the same time, as importers keep the order
 * of those. */
static void
end_slices (Writer *self, Track *track, gint64 time)
{
  while (track->open->len > 0)
    {
      const Open *last = &g_array_index (track->open, Open, track->open->len - 1);

      if (last->is_open || last->end > time)
        return;
      track->last = MAX (track->last, last->end);
      write_end (self, track->uuid, last->end);
      g_array_set_size (track->open, track->open->len - 1);
    }
}

static gboolean
nests (const Track *track, const WeftTrackEvent *event)
{
  const Open *last =
    track->open->len > 0 ? &g_array_index (track->open, Open, track->open->len - 1) : NULL;

  if (event->start < track->last || track->open->len >= MAX_DEPTH)
    return FALSE;
  return last == NULL || last->is_open
         || (event->kind == WEFT_TRACK_SLICE && event->end <= last->end);
}

/* The track for a slice that does not nest. */
static guint64
take_lane (Writer *self, Track *track, const WeftTrackEvent *event)
{
  gint64 end = event->kind == WEFT_TRACK_SLICE ? MAX (event->end, event->start) : G_MAXINT64;
  guint lane;

  if (track->lanes == NULL)
    track->lanes = weft_lanes_new ();
  lane = weft_lanes_take (track->lanes, event->start, end);
  if (lane >= track->uuids->len)
    {
      guint64 uuid = begin_descriptor (self, track->uuid, track->name, lane + 1);

      weft_protobuf_string (self->message, DESCRIPTOR_DESCRIPTION, "Slices that overlap others");
      end_descriptor (self);
      g_array_append_val (track->uuids, uuid);
    }
  return g_array_index (track->uuids, guint64, lane);
}

/* Where the slice goes. Of those that do not nest each ends before the next begins. */
static void
place_slice (Writer *self, Track *track, const WeftTrackEvent *event)
{
  Open open = { MAX (event->end, event->start), event->kind == WEFT_TRACK_OPEN_SLICE };

  if (!track->overlaps)
    end_slices (self, track, event->start);
  if (track->overlaps || !nests (track, event))
    {
      self->event_uuid = take_lane (self, track, event);
      self->ends_at_once = !open.is_open;
      return;
    }
  g_array_append_val (track->open, open);
  track->last = event->start;
  self->event_uuid = track->uuid;
  self->ends_at_once = FALSE;
}

/* --- events ------------------------------------------------------------------------------------- */

static void
write_name (Writer *self, WeftPerfettoName which, guint numbered, guint full, const char *name)
{
  guint64 number = weft_perfetto_names_find (self->names, which, name, self->interned);

  if (number != 0)
    weft_protobuf_unsigned (self->message, numbered, number);
  else
    weft_protobuf_string (self->message, full, name);
}

/* Where instants of no track go. */
static guint64
get_any_place (Writer *self)
{
  if (self->processes->len == 0)
    add_process (&self->parent, &(WeftTrackProcess){ .name = self->parent.source.title });
  return get_process (self, 1);
}

static void
begin_event (WeftTrackWriter *writer, const WeftTrackEvent *event)
{
  Writer *self = (Writer *) writer;

  self->event = *event;
  self->ends_at_once = FALSE;
  if (event->has_no_time)
    return;
  if (event->track == 0)
    self->event_uuid = get_any_place (self);
  else if (event->kind == WEFT_TRACK_INSTANT)
    self->event_uuid = g_array_index (self->tracks, Track, event->track - 1).uuid;
  else
    place_slice (self, &g_array_index (self->tracks, Track, event->track - 1), event);
  weft_protobuf_unsigned (self->message, EVENT_TYPE,
                          event->kind == WEFT_TRACK_INSTANT ? TYPE_INSTANT : TYPE_BEGIN);
  weft_protobuf_unsigned (self->message, EVENT_TRACK, self->event_uuid);
  if (event->name != NULL)
    write_name (self, WEFT_PERFETTO_EVENTS, EVENT_NAME_IID, EVENT_NAME, event->name);
  if (event->category != NULL)
    write_name (self, WEFT_PERFETTO_CATEGORIES, EVENT_CATEGORY_IID, EVENT_CATEGORY,
                event->category);
}

static void
end_event (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  if (!self->event.has_no_time)
    write_packet (self, PACKET_EVENT, &self->event.start);
  if (self->ends_at_once)
    write_end (self, self->event_uuid, MAX (self->event.end, self->event.start));
}

/* Perfetto's numbers of flows are other than 0. */
static void
add_flow (WeftTrackWriter *writer, gboolean arrives, const char *name G_GNUC_UNUSED, guint64 id,
          gint64 time G_GNUC_UNUSED)
{
  Writer *self = (Writer *) writer;

  if (!self->event.has_no_time)
    weft_protobuf_fixed64 (self->message, arrives ? EVENT_ENDING_FLOW : EVENT_FLOW, id + 1);
}

static void
write_value (Writer *self, guint64 uuid, gint64 time, const WeftCell *value)
{
  weft_protobuf_unsigned (self->message, EVENT_TYPE, TYPE_COUNTER);
  weft_protobuf_unsigned (self->message, EVENT_TRACK, uuid);
  if (value->type == WEFT_CELL_SIGNED)
    weft_protobuf_signed (self->message, EVENT_COUNTER, value->integer);
  else if (value->type == WEFT_CELL_COUNT && value->count <= G_MAXINT64)
    weft_protobuf_unsigned (self->message, EVENT_COUNTER, value->count);
  else
    weft_protobuf_double (self->message, EVENT_DOUBLE, weft_cell_to_real (value));
  write_packet (self, PACKET_EVENT, &time);
}

static void
count (WeftTrackWriter *writer, guint32 counter, gint64 time, const WeftCell *values)
{
  Writer *self = (Writer *) writer;
  const GArray *uuids = g_array_index (self->counters, GArray *, counter - 1);

  for (guint i = 0; i < uuids->len; i++)
    if (weft_cell_is_known (&values[i]))
      write_value (self, g_array_index (uuids, guint64, i), time, &values[i]);
}

/* --- details ------------------------------------------------------------------------------------ */

/* Begins an annotation, with the key where it is no element of a list. */
static gsize
begin_annotation (Writer *self)
{
  const Value *around =
    self->values->len > 0 ? &g_array_index (self->values, Value, self->values->len - 1) : NULL;
  guint field = around == NULL    ? EVENT_ANNOTATION
                : around->is_list ? ANNOTATION_ELEMENT
                                  : ANNOTATION_ENTRY;
  gsize place = weft_protobuf_begin (self->message, field);

  if (self->key != NULL)
    write_name (self, WEFT_PERFETTO_ANNOTATIONS, ANNOTATION_NAME_IID, ANNOTATION_NAME, self->key);
  g_clear_pointer (&self->key, g_free);
  return place;
}

static void
write_cell (GString *message, const WeftCell *cell)
{
  char buffer[WEFT_CELL_SIZE];

  switch (cell->type)
    {
    case WEFT_CELL_COUNT:
      weft_protobuf_unsigned (message, ANNOTATION_UINT, cell->count);
      break;
    case WEFT_CELL_SIGNED:
      weft_protobuf_signed (message, ANNOTATION_INT, cell->integer);
      break;
    case WEFT_CELL_REAL:
      weft_protobuf_double (message, ANNOTATION_DOUBLE, cell->real);
      break;
    case WEFT_CELL_TEXT:
      weft_protobuf_string (message, ANNOTATION_STRING, cell->text);
      break;
    case WEFT_CELL_ADDRESS:
      weft_protobuf_string (message, ANNOTATION_STRING, weft_cell_print (cell, buffer));
      break;
    case WEFT_CELL_FLAG:
      weft_protobuf_unsigned (message, ANNOTATION_BOOL, cell->count != 0);
      break;
    case WEFT_CELL_NONE:
    default:
      weft_protobuf_string (message, ANNOTATION_STRING, "null");
      break;
    }
}

static void
add_cell (WeftTrackWriter *writer, const WeftCell *cell)
{
  Writer *self = (Writer *) writer;
  gsize place;

  if (self->event.has_no_time)
    return;
  place = begin_annotation (self);
  write_cell (self->message, cell);
  weft_protobuf_end (self->message, place);
}

static void
add_key (WeftTrackWriter *writer, const char *key)
{
  Writer *self = (Writer *) writer;

  g_free (self->key);
  self->key = g_strdup (key);
}

static void
write_field (Writer *self, const WeftField *field, const WeftCell *cell)
{
  gsize place = weft_protobuf_begin (self->message, EVENT_ANNOTATION);

  write_name (self, WEFT_PERFETTO_ANNOTATIONS, ANNOTATION_NAME_IID, ANNOTATION_NAME,
              weft_field_get_dump_key (field));
  write_cell (self->message, cell);
  weft_protobuf_end (self->message, place);
}

static void
add_fields (WeftTrackWriter *writer, const WeftSchema *schema, guint flag, gconstpointer data,
            guint row, gconstpointer item)
{
  Writer *self = (Writer *) writer;
  const WeftField *field;

  if (self->event.has_no_time)
    return;
  WEFT_FOR_EACH_FIELD (schema, flag, field)
    {
      g_auto (WeftCell) cell = weft_field_get_item (field, data, row, item);

      if (weft_cli_records_is_said (field, &cell))
        write_field (self, field, &cell);
    }
}

static void
begin_value (WeftTrackWriter *writer, gboolean is_list)
{
  Writer *self = (Writer *) writer;
  Value value = { is_list, self->event.has_no_time ? 0 : begin_annotation (self) };

  g_array_append_val (self->values, value);
}

static void
end_value (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;
  gsize place = g_array_index (self->values, Value, self->values->len - 1).place;

  g_array_set_size (self->values, self->values->len - 1);
  if (!self->event.has_no_time)
    weft_protobuf_end (self->message, place);
}

/* --- the writer --------------------------------------------------------------------------------- */

static void
clear_track (gpointer data)
{
  Track *track = data;

  g_free (track->name);
  g_array_unref (track->open);
  g_array_unref (track->uuids);
  g_clear_pointer (&track->lanes, weft_lanes_free);
}

static void
clear_counter (gpointer data)
{
  g_array_unref (*(GArray **) data);
}

static void
finish (WeftTrackWriter *writer)
{
  Writer *self = (Writer *) writer;

  for (guint i = 0; i < self->tracks->len; i++)
    end_slices (self, &g_array_index (self->tracks, Track, i), G_MAXINT64);
  flush_out (self);
  g_string_free (self->out, TRUE);
  g_string_free (self->packet, TRUE);
  g_string_free (self->message, TRUE);
  g_string_free (self->interned, TRUE);
  weft_perfetto_names_free (self->names);
  g_array_unref (self->processes);
  g_array_unref (self->tracks);
  g_array_unref (self->counters);
  g_array_unref (self->values);
  g_free (self->description);
  g_free (self->key);
  g_free (self);
}

static const WeftTrackFormat format = {
  .ties_starts = TRUE,
  .needs_order = TRUE,
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

WeftTrackWriter *
weft_perfetto_writer_new (FILE *stream, const WeftTrackSource *source)
{
  Writer *self = g_new0 (Writer, 1);

  self->parent = (WeftTrackWriter){ &format, *source };
  self->stream = stream;
  self->out = g_string_sized_new (2 * BUFFER_SIZE);
  self->packet = g_string_new (NULL);
  self->message = g_string_new (NULL);
  self->interned = g_string_new (NULL);
  self->names = weft_perfetto_names_new ();
  self->description = describe (source);
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (Track));
  self->counters = g_array_new (FALSE, FALSE, sizeof (GArray *));
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  g_array_set_clear_func (self->tracks, clear_track);
  g_array_set_clear_func (self->counters, clear_counter);
  return &self->parent;
}
