/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-described.h"

#include "weft-described-splitter.h"
#include "weft-timeline-open.h"
#include "weft-timeline-writer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Keys of every kind come first, and mean the same in all. */
enum
{
  PROCESS,
  TIME,
  TRACK,
  NAME,
  CATEGORY,
  BYTES,
  COLOR,
  END,
  VALUE = TRACK,
};

#define PROCESS_KEY \
  { \
    "Process", WEFT_DESCRIBED_TEXT, FALSE, \
      "What the track, or the counter, belongs to: a device, a program. The format's name unless " \
      "this says otherwise." \
  }
#define TRACK_KEY \
  { \
    "Track", WEFT_DESCRIBED_TEXT, FALSE, \
      "The track that it lies on: a channel, an engine, a thread. The process unless this says " \
      "otherwise." \
  }
#define NAME_KEYS \
  { "Name", WEFT_DESCRIBED_TEXT, TRUE, "What is written on it." }, \
    { "Category", WEFT_DESCRIBED_TEXT, FALSE, "A word for all of its kind." }, \
    { "Bytes", WEFT_DESCRIBED_NUMBER, FALSE, "That it moves." }, \
  { \
    "Color", WEFT_DESCRIBED_TEXT, FALSE, "Such as `#0072b2`." \
  }

static const WeftDescriptionKey slice_keys[] = {
  PROCESS_KEY,
  { "Start", WEFT_DESCRIBED_TIME, TRUE, "When it begins." },
  TRACK_KEY,
  NAME_KEYS,
  { "End", WEFT_DESCRIBED_TIME, TRUE, "When it ends, such as `{start}+{length}`." },
  { NULL },
};

static const WeftDescriptionKey begin_keys[] = {
  PROCESS_KEY, { "Start", WEFT_DESCRIBED_TIME, TRUE, "When it begins." }, TRACK_KEY, NAME_KEYS,
  { NULL },
};

static const WeftDescriptionKey end_keys[] = {
  PROCESS_KEY,
  { "Time", WEFT_DESCRIBED_TIME, TRUE, "When it ends." },
  TRACK_KEY,
  { NULL },
};

static const WeftDescriptionKey instant_keys[] = {
  PROCESS_KEY, { "Time", WEFT_DESCRIBED_TIME, TRUE, "When it is." }, TRACK_KEY, NAME_KEYS, { NULL },
};

static const WeftDescriptionKey counter_keys[] = {
  PROCESS_KEY,
  { "Time", WEFT_DESCRIBED_TIME, TRUE, "From when on it has the value, until it has another." },
  { "Value", WEFT_DESCRIBED_NUMBER, TRUE, "A number, perhaps with a fraction." },
  { "Name", WEFT_DESCRIBED_TEXT, TRUE, "What is counted, with its unit." },
  { NULL },
};

enum
{
  SLICE,
  BEGIN_SLICE,
  END_SLICE,
  INSTANT,
  COUNTER,
};

static const WeftDescriptionKind kinds[] = {
  { "Slice", "Something lasts from a start to an end.", slice_keys },
  { "Begin", "A slice begins, which an `[End …]` on its track ends. Slices of a track nest.",
    begin_keys },
  { "End", "The slice of a track that began last ends.", end_keys },
  { "Instant", "Something happens at a moment.", instant_keys },
  { "Counter", "A number of a process over time.", counter_keys },
  { NULL },
};

/* The track that a record named last, which the next often names again. */
typedef struct
{
  guint32 process; /* ids of names */
  guint32 track;
  guint number;
} Known;

/* Likewise a process, and its number. */
typedef struct
{
  guint32 name;
  guint number;
} KnownProcess;

typedef struct
{
  WeftTimelineTrace *trace; /* the reader's */
  WeftTimelineWriter *writer;
  WeftDescribedSplitter *splitter;
  GString *buffer;
  GHashTable *processes; /* id of a name → number + 1 */
  GHashTable *tracks;    /* process id << 32 | track id → number + 1 */
  Known recent[16];      /* by both ids */
  KnownProcess last_process;
  GArray *
    literals; /* by item: the name of its process where that is no field; WEFT_NO_NAME: not asked yet */
  WeftTimelineOpen open;
  gint64 last_time;
  gboolean has_file;
  gboolean has_lost_points; /* which was said at the end */
  WeftDiagnostics *diagnostics;
} Maker;

static char *
write_text (const char *text, gsize length, gpointer splitter)
{
  return weft_described_splitter_write (splitter, text, length);
}

/* Arguments are in the lines themselves; those of a database were written as JSON. */
static void
complete (WeftTrace *trace, WeftDescribedSplitter *splitter)
{
  if (splitter->description->input != WEFT_DESCRIPTION_SQLITE)
    weft_timeline_trace_set_text_form (WEFT_TIMELINE_TRACE (trace), write_text,
                                       weft_described_splitter_ref (splitter),
                                       (GDestroyNotify) weft_described_splitter_unref);
}

static gpointer
create (const WeftReaderSetup *setup, WeftDescribedSplitter *splitter, WeftTrace **trace)
{
  Maker *self = g_new0 (Maker, 1);
  WeftTimelineTrace *timeline =
    weft_timeline_trace_new (setup->title, setup->context, setup->storage);

  self->trace = timeline;
  self->writer = weft_timeline_writer_new (timeline);
  self->splitter = weft_described_splitter_ref (splitter);
  self->buffer = g_string_new (NULL);
  self->processes = g_hash_table_new (NULL, NULL);
  self->tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->literals = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->last_process.name = WEFT_NO_NAME;
  self->last_time = G_MININT64;
  weft_timeline_open_init (&self->open);
  for (guint i = 0; i < G_N_ELEMENTS (self->recent); i++)
    self->recent[i].process = WEFT_NO_NAME;
  weft_timeline_writer_begin_file (self->writer, setup->title);
  *trace = WEFT_TRACE (timeline);
  self->diagnostics = weft_trace_get_diagnostics (*trace);
  return self;
}

/* --- names ---------------------------------------------------------------------------------------- */

static guint32
intern (Maker *self, const WeftDescriptionItem *item, guint key, const WeftDescribedRecord *record)
{
  WeftDescribedField text;

  return weft_description_item_get_text (item, key, record, self->buffer, &text)
           ? weft_timeline_writer_intern (self->writer, text.text, text.length)
           : WEFT_NO_NAME;
}

static guint
add_process (Maker *self, guint32 name)
{
  gpointer key = GUINT_TO_POINTER (name);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->processes, key));

  if (number > 0)
    return number - 1;
  number = weft_timeline_writer_add_process (self->writer, name, WEFT_TIMELINE_NONE);
  weft_timeline_writer_name_process (self->writer, number, name, name, WEFT_NO_NAME,
                                     WEFT_TIMELINE_NONE);
  g_hash_table_insert (self->processes, key, GUINT_TO_POINTER (number + 1));
  return number;
}

static guint
get_process (Maker *self, guint32 name)
{
  if (self->last_process.name != name)
    self->last_process = (KnownProcess){ name, add_process (self, name) };
  return self->last_process.number;
}

static guint32
intern_process (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  const WeftDescribedValue *value = item->values[PROCESS];
  const char *name = item->description->name;
  guint32 process;

  if (item->index < self->literals->len
      && g_array_index (self->literals, guint32, item->index) != WEFT_NO_NAME)
    return g_array_index (self->literals, guint32, item->index);
  process = intern (self, item, PROCESS, record);
  if (process == WEFT_NO_NAME)
    process = weft_timeline_writer_intern (self->writer, name, strlen (name));
  if (value != NULL && !weft_described_value_is_literal (value))
    return process;
  while (self->literals->len <= item->index)
    {
      const guint32 none = WEFT_NO_NAME;

      g_array_append_val (self->literals, none);
    }
  g_array_index (self->literals, guint32, item->index) = process;
  return process;
}

static guint
add_track (Maker *self, const WeftDescriptionItem *item, guint32 process, guint32 track)
{
  gboolean nests = item->kind == BEGIN_SLICE || item->kind == END_SLICE;
  guint64 key = (guint64) process << 32 | track;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, &key));

  if (number > 0)
    return number - 1;
  number =
    weft_timeline_writer_add_track (self->writer, get_process (self, process),
                                    nests ? WEFT_TIMELINE_THREAD : WEFT_TIMELINE_ASYNC, track);
  if (number == WEFT_TIMELINE_NO_TRACK)
    return number;
  g_hash_table_insert (self->tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (number + 1));
  return number;
}

static guint
get_track (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  guint32 process = intern_process (self, item, record);
  guint32 track = intern (self, item, TRACK, record);
  Known *known;

  if (track == WEFT_NO_NAME)
    track = process;
  known = &self->recent[(process * 5 + track) % G_N_ELEMENTS (self->recent)];
  if (known->process != process || known->track != track)
    *known = (Known){ process, track, add_track (self, item, process, track) };
  return known->number;
}

/* --- rows ------------------------------------------------------------------------------------------- */

/* FALSE: there is no time, or none that could lie in one picture with those before. */
static gboolean
get_time (Maker *self, const WeftDescriptionItem *item, guint key,
          const WeftDescribedRecord *record, gint64 *time)
{
  return weft_description_item_get_time (item, key, record, time) == WEFT_DESCRIBED_VALID
         && weft_timeline_writer_reach (self->writer, *time);
}

/* Keys that all but ends and counters have. FALSE: it has no time, or no name. */
static gboolean
read_event (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record,
            WeftTimelineEvent *event)
{
  WeftDescribedPresence bytes =
    weft_description_item_get_number (item, BYTES, record, &event->bytes);

  event->name = intern (self, item, NAME, record);
  if (event->name == WEFT_NO_NAME || bytes == WEFT_DESCRIBED_INVALID
      || !get_time (self, item, TIME, record, &event->start))
    return FALSE;
  if (bytes == WEFT_DESCRIBED_NONE)
    event->bytes = WEFT_TIMELINE_NONE;
  event->flags = WEFT_TIMELINE_HAS_ARGS;
  event->end = event->start;
  event->category = intern (self, item, CATEGORY, record);
  event->color = intern (self, item, COLOR, record);
  event->correlation = WEFT_TIMELINE_NONE;
  event->line = record->line;
  event->place = weft_text_store_keep (record->texts, record->text, record->length, record->offset);
  event->length = (guint32) record->length;
  event->end_length = 0;
  event->track = get_track (self, item, record);
  self->last_time = MAX (self->last_time, event->start);
  return TRUE;
}

static WeftDescribedAnswer
add (Maker *self, const WeftTimelineEvent *event)
{
  self->last_time = MAX (self->last_time, event->end);
  weft_timeline_writer_add_event (self->writer, event);
  return weft_timeline_writer_is_full (self->writer) ? WEFT_DESCRIBED_FULL : WEFT_DESCRIBED_MADE;
}

static WeftDescribedAnswer
make_slice (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  WeftTimelineEvent event = { .kind = WEFT_TIMELINE_SLICE };
  gint64 end;

  if (!get_time (self, item, END, record, &end) || !read_event (self, item, record, &event))
    return WEFT_DESCRIBED_UNREADABLE;
  if (end < event.start)
    return WEFT_DESCRIBED_STRAY;
  event.end = end;
  return add (self, &event);
}

/* Tells the open slices of a track from those of others. */
static char *
write_key (guint track)
{
  return g_strdup_printf ("%u", track);
}

static WeftDescribedAnswer
begin_slice (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  WeftTimelineEvent event = { .kind = WEFT_TIMELINE_SLICE };
  g_autofree char *key = NULL;
  WeftTimelineStack *stack;

  if (!read_event (self, item, record, &event))
    return WEFT_DESCRIBED_UNREADABLE;
  key = write_key (event.track);
  stack = weft_timeline_open_find (&self->open, key);
  if (stack == NULL)
    stack = weft_timeline_open_add (&self->open, key, event.track);
  return weft_timeline_stack_push (stack, &event) ? WEFT_DESCRIBED_MADE : WEFT_DESCRIBED_STRAY;
}

static WeftDescribedAnswer
end_slice (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  g_autofree char *key = NULL;
  WeftTimelineStack *stack;
  WeftTimelineEvent event;
  gint64 time;

  if (!get_time (self, item, TIME, record, &time))
    return WEFT_DESCRIBED_UNREADABLE;
  key = write_key (get_track (self, item, record));
  stack = weft_timeline_open_find (&self->open, key);
  if (stack == NULL || !weft_timeline_stack_pop (stack, &event) || time < event.start)
    return WEFT_DESCRIBED_STRAY;
  event.end = time;
  return add (self, &event);
}

static WeftDescribedAnswer
make_instant (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  WeftTimelineEvent event = { .kind = WEFT_TIMELINE_INSTANT };

  return read_event (self, item, record, &event) ? add (self, &event) : WEFT_DESCRIBED_UNREADABLE;
}

static WeftDescribedAnswer
make_point (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  guint32 name = intern (self, item, NAME, record);
  double value;
  gint64 time;

  if (name == WEFT_NO_NAME || !get_time (self, item, TIME, record, &time)
      || weft_description_item_get_real (item, VALUE, record, &value) != WEFT_DESCRIBED_VALID)
    return WEFT_DESCRIBED_UNREADABLE;
  if (!weft_timeline_writer_add_point (
        self->writer, get_process (self, intern_process (self, item, record)), name, time, value))
    self->has_lost_points = TRUE;
  return weft_timeline_writer_is_full (self->writer) ? WEFT_DESCRIBED_FULL : WEFT_DESCRIBED_MADE;
}

static WeftDescribedAnswer
make (gpointer data, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  switch (item->kind)
    {
    case SLICE:
      return make_slice (data, item, record);
    case BEGIN_SLICE:
      return begin_slice (data, item, record);
    case END_SLICE:
      return end_slice (data, item, record);
    case INSTANT:
      return make_instant (data, item, record);
    case COUNTER:
    default:
      return make_point (data, item, record);
    }
}

static void
publish (gpointer data)
{
  Maker *self = data;

  weft_timeline_writer_publish (self->writer);
}

static void
finish (gpointer data)
{
  Maker *self = data;
  guint n = weft_timeline_open_close (&self->open, self->writer, self->last_time);

  if (n > 0)
    weft_diagnostics_add (
      self->diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE, "%u slice has begun and not ended; it lasts to the end",
                   "%u slices have begun and not ended; they last to the end", n),
      n);
  if (self->has_lost_points)
    weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("The trace has more than %d counters; the others are left out"),
                          WEFT_TIMELINE_MAX_COUNTERS);
  self->has_lost_points = FALSE;
  /* None that is told of here. */
  weft_timeline_writer_get_next (self->writer)->flows = weft_timeline_flows_new (NULL, 0, 0);
}

static void
maker_free (gpointer data)
{
  Maker *self = data;

  weft_timeline_open_clear (&self->open);
  g_array_unref (self->literals);
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->tracks);
  weft_timeline_writer_free (self->writer);
  weft_described_splitter_unref (self->splitter);
  g_string_free (self->buffer, TRUE);
  g_free (self);
}

const WeftDescriptionMaker weft_timeline_described = {
  .word = "timeline",
  .doc = "Slices on tracks, instants and counters, in nanoseconds.",
  .kinds = kinds,
  .shows_all = TRUE,
  .create = create,
  .complete = complete,
  .make = make,
  .publish = publish,
  .finish = finish,
  .free = maker_free,
};
