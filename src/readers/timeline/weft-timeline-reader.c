/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-reader.h"

#include "weft-json-reading.h"
#include "weft-load-error.h"
#include "weft-timeline-clock.h"
#include "weft-timeline-files.h"
#include "weft-timeline-flow-ends.h"
#include "weft-timeline-header.h"
#include "weft-timeline-open.h"
#include "weft-timeline-time.h"
#include "weft-timeline-tracks.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  WeftJsonReading in;

  WeftTimelineTrace *trace; /* the base's */
  WeftTimelineWriter *writer;
  const WeftJsonRecord *record; /* the element that is read, */
  WeftTimelineEvent event;      /* and what comes of it */

  WeftTimelineTracks *tracks;
  WeftTimelineOpen open;
  WeftTimelineFlowEnds *flows;
  gint64 last_time;      /* that any event of the file reached */
  guint64 n_lost_points; /* of counters beyond the limit */

  /* Of the file: */
  guint file;
  gboolean has_events;
  gboolean has_clock; /* its shift is settled, as an event had a time */
  gint64 shift;
  WeftTimelineHeader header;

  WeftTimelineClock clock; /* of all files */
} WeftTimelineReader;

#define KEYS(M) \
  M (KEY_PHASE, "ph") \
  M (KEY_NAME, "name") \
  M (KEY_CATEGORY, "cat") \
  M (KEY_TIME, "ts") \
  M (KEY_DURATION, "dur") \
  M (KEY_THREAD_DURATION, "tdur") \
  M (KEY_PROCESS, "pid") \
  M (KEY_THREAD, "tid") \
  M (KEY_ID, "id") \
  M (KEY_ID2, "id2") \
  M (KEY_LOCAL_ID, "id2.local") \
  M (KEY_GLOBAL_ID, "id2.global") \
  M (KEY_ID_SCOPE, "scope") \
  M (KEY_SCOPE, "s") \
  M (KEY_BINDING, "bp") \
  M (KEY_COLOR, "cname") \
  M (KEY_FRAME, "sf") \
  M (KEY_STACK, "stack") \
  M (KEY_ARGS, "args") \
  M (KEY_ARG_NAME, "args.name") \
  M (KEY_ARG_LABELS, "args.labels") \
  M (KEY_ARG_ORDER, "args.sort_index") \
  M (KEY_ARG_CORRELATION, "args.correlation") \
  M (KEY_ARG_BYTES, "args.bytes")

enum
{
  KEYS (WEFT_JSON_SLOT)
};

static const char *const keys[] = { KEYS (WEFT_JSON_PATH) NULL };

static const WeftJsonMember members[] = { WEFT_TIMELINE_MEMBERS (keys) };

static inline const WeftJsonValue *
get (WeftTimelineReader *self, guint slot)
{
  return weft_json_record_get (self->record, slot);
}

/* A number or a string as it is written; "" where there is none: (transfer full). */
static char *
get_word (WeftTimelineReader *self, guint slot)
{
  return weft_json_reading_word (get (self, slot));
}

/* The member in the slot as the id of a name; WEFT_NO_NAME where there is no string. What is not UTF-8 is
 * warned of, and kept. */
static guint32
intern (WeftTimelineReader *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);
  const char *bytes;
  gsize length;

  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return WEFT_NO_NAME;
  bytes = weft_json_get_string (value, self->in.scratch, &length);
  if (!g_utf8_validate_len (bytes, length, NULL))
    WEFT_JSON_SAY (&self->in, WEFT_SEVERITY_WARNING, weft_json_record_offset (self->record, value),
                   _ ("The text is not UTF-8; what can't be read of it shows as “�”"));
  return weft_timeline_writer_intern (self->writer, bytes, length);
}

/* --- what is open ------------------------------------------------------------------------------------- */

static guint
get_thread (WeftTimelineReader *self)
{
  return weft_timeline_tracks_get_thread (self->tracks, get (self, KEY_PROCESS),
                                          get (self, KEY_THREAD));
}

/* Asynchronous slices, flows and counters of one name are told apart by the id, which may be known in its
 * process alone, or in a scope. */
static char *
get_id (WeftTimelineReader *self)
{
  g_autofree char *scope = get_word (self, KEY_ID_SCOPE);
  g_autofree char *id = get_word (self, get (self, KEY_GLOBAL_ID) != NULL ? KEY_GLOBAL_ID : KEY_ID);
  g_autofree char *local = get_word (self, KEY_LOCAL_ID), *process = get_word (self, KEY_PROCESS);

  return get (self, KEY_LOCAL_ID) != NULL ? g_strdup_printf ("%s %s %s", scope, process, local)
                                          : g_strdup_printf ("%s %s", scope, id);
}

/* The stack of the event's thread, or of its asynchronous id, whose track is called after the category, or
 * else the name. */
static WeftTimelineStack *
find_stack (WeftTimelineReader *self, gboolean is_async)
{
  g_autofree char *key = NULL, *category = NULL, *id = NULL, *name = NULL;
  WeftTimelineStack *stack;
  guint track;

  if (is_async)
    {
      category = get_word (self, KEY_CATEGORY);
      name = get_word (self, KEY_NAME);
      id = get_id (self);
      key = g_strdup_printf ("async %s %s", *category != 0 ? category : name, id);
      track = weft_timeline_tracks_get_async (self->tracks, get (self, KEY_PROCESS),
                                              *category != 0 ? category : name);
    }
  else
    {
      track = get_thread (self);
      key = g_strdup_printf ("thread %u", track);
    }
  stack = weft_timeline_open_find (&self->open, key);
  return stack != NULL ? stack : weft_timeline_open_add (&self->open, key, track);
}

/* --- times -------------------------------------------------------------------------------------------- */

static void
settle_clock (WeftTimelineReader *self, gint64 time)
{
  const char *doubt =
    weft_timeline_clock_settle (&self->clock, self->header.base, time, &self->shift);

  self->has_clock = TRUE;
  self->header.is_new = TRUE;
  if (doubt != NULL)
    weft_json_reading_say (&self->in, WEFT_SEVERITY_WARNING, 0, 0, "%s", doubt);
}

/* FALSE where there is no time, which is said. */
static gboolean
read_start (WeftTimelineReader *self)
{
  const WeftJsonValue *value = get (self, KEY_TIME);
  WeftTimelineEvent *event = &self->event;
  gboolean is_far = FALSE;

  if (value != NULL && weft_timeline_read_time (value, &event->start))
    {
      if (!self->has_clock)
        settle_clock (self, event->start);
      if (!__builtin_add_overflow (event->start, self->shift, &event->start)
          && weft_timeline_writer_reach (self->writer, event->start))
        {
          event->end = event->start;
          return TRUE;
        }
      is_far = TRUE;
    }
  event->start = event->end = 0;
  WEFT_JSON_SAY (
    &self->in, WEFT_SEVERITY_WARNING, self->record->offset, "%s",
    is_far
      ? _ ("This time is more than 2⁶³ − 1 ns from those of other events; the event is kept, but "
           "no view shows it")
      : _ ("Expected “ts” here, microseconds; the event is kept, but no view shows it"));
  event->flags |= WEFT_TIMELINE_NO_TIME | WEFT_TIMELINE_FLAGGED;
  return FALSE;
}

/* The duration of the slice; one that is missing or wrong is 0, which is said. */
static gint64
read_duration (WeftTimelineReader *self)
{
  const WeftJsonValue *value = get (self, KEY_DURATION);
  gint64 duration = 0;
  const char *message = NULL;

  if (value == NULL)
    value = get (self, KEY_THREAD_DURATION);
  if (value != NULL && value->kind != WEFT_JSON_NULL && !weft_timeline_read_time (value, &duration))
    message = _ ("Expected microseconds here; the slice is shown where it begins");
  else if (duration < 0)
    message = _ ("The duration is negative; the slice is shown where it begins");
  else if (self->event.start > G_MAXINT64 - duration
           || !weft_timeline_writer_reach (self->writer, self->event.start + duration))
    message = _ ("The slice would end more than 2⁶³ − 1 ns from other events; it is shown where it "
                 "begins");
  if (message == NULL)
    return duration;
  WEFT_JSON_SAY (&self->in, WEFT_SEVERITY_WARNING, weft_json_record_offset (self->record, value),
                 "%s", message);
  self->event.flags |= WEFT_TIMELINE_FLAGGED;
  return 0;
}

/* --- events ------------------------------------------------------------------------------------------- */

static void
add (WeftTimelineReader *self, const WeftTimelineEvent *event)
{
  if ((event->flags & WEFT_TIMELINE_NO_TIME) == 0)
    self->last_time = MAX (self->last_time, event->end);
  weft_timeline_writer_add_event (self->writer, event);
}

static void
skip (WeftTimelineReader *self, const char *message)
{
  weft_timeline_writer_get_next (self->writer)->n_skipped++;
  WEFT_JSON_SAY (&self->in, WEFT_SEVERITY_WARNING, self->record->offset, "%s", message);
}

static void
read_complete (WeftTimelineReader *self)
{
  self->event.track = get_thread (self);
  self->event.end = self->event.start + read_duration (self);
  add (self, &self->event);
}

static void
read_begin (WeftTimelineReader *self, gboolean is_async)
{
  WeftTimelineStack *stack = find_stack (self, is_async);

  self->event.track = stack->track;
  /* One that never ends lasts to the end of the trace, which may be where another one begins. */
  if ((self->event.flags & WEFT_TIMELINE_NO_TIME) == 0)
    self->last_time = MAX (self->last_time, self->event.start);
  if (weft_timeline_stack_push (stack, &self->event))
    return;
  WEFT_JSON_SAY (&self->in, WEFT_SEVERITY_WARNING, self->record->offset,
                 _ ("More than %d slices are under way here; this one is shown where it begins"),
                 WEFT_TIMELINE_MAX_OPEN);
  self->event.flags |= WEFT_TIMELINE_FLAGGED;
  add (self, &self->event);
}

/* An end belongs to the last beginning of its thread, or of its id. */
static void
read_end (WeftTimelineReader *self, gboolean is_async)
{
  WeftTimelineStack *stack = find_stack (self, is_async);
  WeftTimelineEvent begun;

  if (!weft_timeline_stack_pop (stack, &begun))
    {
      skip (self, _ ("This event ends what did not begin; it is counted and left out"));
      return;
    }
  begun.end = MAX (self->event.start, begun.start);
  if (get (self, KEY_ARGS) != NULL)
    {
      begun.end_place = self->event.place;
      begun.end_length = self->event.length;
      begun.flags |= WEFT_TIMELINE_HAS_ARGS;
    }
  add (self, &begun);
}

/* Instants, of a thread or (scope "g") of all processes; and what the format may have besides. */
static void
read_instant (WeftTimelineReader *self)
{
  const WeftJsonValue *scope = get (self, KEY_SCOPE);

  self->event.kind = WEFT_TIMELINE_INSTANT;
  if (scope == NULL || !weft_json_is_string (scope, "g", 1))
    self->event.track = get_thread (self);
  add (self, &self->event);
}

static void
read_async_instant (WeftTimelineReader *self)
{
  self->event.kind = WEFT_TIMELINE_INSTANT;
  self->event.track = find_stack (self, TRUE)->track;
  add (self, &self->event);
}

/* A value for each of its numbers: the counter is called by its name, its id where it has one, and the
 * number's key, unless that says nothing. */
static void
read_counter (WeftTimelineReader *self)
{
  const WeftJsonValue *args = get (self, KEY_ARGS);
  guint process = weft_timeline_tracks_get_process (self->tracks, get (self, KEY_PROCESS));
  g_autofree char *plain = get_word (self, KEY_NAME), *id = get_word (self, KEY_ID);
  g_autofree char *name = *id != 0 ? g_strdup_printf ("%s [%s]", plain, id) : g_strdup (plain);
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;
  guint n_numbers = 0;

  while (args != NULL && args->kind == WEFT_JSON_OBJECT
         && weft_json_next_member (args, &place, &key, NULL, &member))
    {
      g_autofree char *word = weft_json_reading_word (&key), *title = NULL;

      if (!weft_json_is_number (&member.self))
        continue;
      n_numbers++;
      title = *word == 0 || strcmp (word, "value") == 0 || strcmp (word, plain) == 0
                ? g_strdup (name)
                : g_strdup_printf ("%s · %s", name, word);
      if (!weft_timeline_writer_add_point (
            self->writer, process,
            weft_timeline_writer_intern (self->writer, title, strlen (title)), self->event.start,
            weft_json_get_real (&member.self)))
        self->n_lost_points++;
    }
  self->last_time = MAX (self->last_time, self->event.start);
  if (n_numbers == 0)
    skip (self, _ ("The counter has no number in “args”; it is skipped"));
}

/* One end of an arrow. It is no event of its own. */
static void
read_flow (WeftTimelineReader *self, WeftTimelineFlowPlace place)
{
  const WeftJsonValue *binding = get (self, KEY_BINDING);
  g_autofree char *category = get_word (self, KEY_CATEGORY), *id = get_id (self);
  g_autofree char *key = g_strdup_printf ("%u %s %s", self->file, category, id);
  gboolean is_next =
    place == WEFT_TIMELINE_FLOW_END && (binding == NULL || !weft_json_is_string (binding, "e", 1));
  guint32 name = intern (self, get (self, KEY_CATEGORY) != NULL ? KEY_CATEGORY : KEY_NAME);

  weft_timeline_flow_ends_add (self->flows, key, name, place, is_next, get_thread (self),
                               self->event.start);
}

/* --- metadata ----------------------------------------------------------------------------------------- */

/* The string in the slot; NULL where there is none. */
static const char *
get_string (WeftTimelineReader *self, guint slot, gsize *length)
{
  const WeftJsonValue *value = get (self, slot);

  return value != NULL && value->kind == WEFT_JSON_STRING
           ? weft_json_get_string (value, self->in.scratch, length)
           : NULL;
}

static void
read_metadata (WeftTimelineReader *self)
{
  const WeftJsonValue *what = get (self, KEY_NAME), *pid = get (self, KEY_PROCESS);
  const WeftJsonValue *tid = get (self, KEY_THREAD), *order = get (self, KEY_ARG_ORDER);
  gsize length = 0;
  const char *name = get_string (self, KEY_ARG_NAME, &length);
  gboolean has_order = order != NULL && order->kind == WEFT_JSON_INTEGER;

  weft_timeline_writer_get_next (self->writer)->n_metadata++;
  if (what == NULL)
    return;
  if (name != NULL && weft_json_is_string (what, "process_name", 12))
    weft_timeline_tracks_name_process (self->tracks, pid, name, length);
  else if (name != NULL && weft_json_is_string (what, "thread_name", 11))
    weft_timeline_tracks_name_thread (self->tracks, pid, tid, name, length);
  else if (has_order && weft_json_is_string (what, "process_sort_index", 18))
    weft_timeline_tracks_sort_process (self->tracks, pid, order->integer);
  else if (has_order && weft_json_is_string (what, "thread_sort_index", 17))
    weft_timeline_tracks_sort_thread (self->tracks, pid, tid, order->integer);
  else if (weft_json_is_string (what, "process_labels", 14))
    {
      const char *labels = get_string (self, KEY_ARG_LABELS, &length);

      if (labels != NULL)
        weft_timeline_tracks_label_process (self->tracks, pid, labels, length);
    }
}

/* --- elements ----------------------------------------------------------------------------------------- */

static void
read_phase (WeftTimelineReader *self, char phase)
{
  switch (phase)
    {
    case 'X':
      read_complete (self);
      break;
    case 'B':
      read_begin (self, FALSE);
      break;
    case 'E':
      read_end (self, FALSE);
      break;
    case 'b':
    case 'S':
      read_begin (self, TRUE);
      break;
    case 'e':
    case 'F':
      read_end (self, TRUE);
      break;
    case 'n':
    case 'T':
      read_async_instant (self);
      break;
    case 'C':
      read_counter (self);
      break;
    case 's':
      read_flow (self, WEFT_TIMELINE_FLOW_START);
      break;
    case 't':
      read_flow (self, WEFT_TIMELINE_FLOW_STEP);
      break;
    case 'f':
      read_flow (self, WEFT_TIMELINE_FLOW_END);
      break;
    default:
      /* Instants, samples, objects, and what may come. */
      read_instant (self);
      break;
    }
}

/* The colour that the event asks for: those words of Chrome's that are no colours of X11 as what they look
 * like there. */
static guint32
get_color (WeftTimelineReader *self)
{
  static const char *const words[][2] = {
    { "good", "#007d00" },
    { "bad", "#b47d00" },
    { "terrible", "#b40000" },
    { "thread_state_running", "#7ec894" },
    { "thread_state_runnable", "#85a0d2" },
    { "thread_state_sleeping", "#f0f0f0" },
    { "thread_state_iowait", "#ff8c00" },
    { "thread_state_uninterruptible", "#b67d8f" },
  };
  const WeftJsonValue *color = get (self, KEY_COLOR);

  for (guint i = 0; color != NULL && i < G_N_ELEMENTS (words); i++)
    if (weft_json_is_string (color, words[i][0], strlen (words[i][0])))
      return weft_timeline_writer_intern (self->writer, words[i][1], strlen (words[i][1]));
  return intern (self, KEY_COLOR);
}

/* A number of the arguments; WEFT_TIMELINE_NONE where there is none of 63 bits. */
static gint64
get_number (WeftTimelineReader *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);

  return value != NULL && value->kind == WEFT_JSON_INTEGER && value->integer >= 0
           ? value->integer
           : WEFT_TIMELINE_NONE;
}

static void
begin_event (WeftTimelineReader *self)
{
  gint64 line, column;

  weft_json_scanner_locate (self->in.scanner, self->record->offset, &line, &column);
  self->event = (WeftTimelineEvent){
    .kind = WEFT_TIMELINE_SLICE,
    .flags = get (self, KEY_ARGS) != NULL ? WEFT_TIMELINE_HAS_ARGS : 0,
    .track = WEFT_TIMELINE_NO_TRACK,
    .name = intern (self, KEY_NAME),
    .category = intern (self, KEY_CATEGORY),
    .color = get_color (self),
    .correlation = get_number (self, KEY_ARG_CORRELATION),
    .bytes = get_number (self, KEY_ARG_BYTES),
    .line = line,
    .place = weft_text_store_keep (self->in.texts, self->record->self.text,
                                   self->record->self.length, self->record->offset),
    .length = self->record->self.length,
  };
}

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  WeftTimelineReader *self = data;
  const WeftJsonValue *phase = weft_json_record_get (record, KEY_PHASE);

  self->record = record;
  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      skip (self, _ ("Expected an object here, an event; it is skipped"));
      return;
    }
  if (phase == NULL || phase->kind != WEFT_JSON_STRING || phase->length != 1)
    {
      skip (self, _ ("The event has no “ph”, one letter; it is skipped"));
      return;
    }
  if (phase->text[0] == 'M')
    {
      read_metadata (self);
      return;
    }
  if (record->repeated != 0)
    WEFT_JSON_SAY (&self->in, WEFT_SEVERITY_WARNING, record->offset,
                   _ ("A member stands twice in this record; the last one counts."));
  begin_event (self);
  if (get (self, KEY_FRAME) != NULL || get (self, KEY_STACK) != NULL)
    weft_timeline_writer_get_next (self->writer)->n_stacks++;
  if (read_start (self))
    read_phase (self, phase->text[0]);
  else
    {
      self->event.track = get_thread (self);
      add (self, &self->event);
    }
}

/* --- what stands around the events ---------------------------------------------------------------- */

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftTimelineReader *self = data;
  WeftTimelineHeader *header = &self->header;
  gint64 base = header->base;

  if (slot == 0)
    {
      weft_json_reading_fail (
        &self->in, record->offset,
        _ ("“traceEvents” should be an array of events. Check what wrote the trace"));
      return;
    }
  weft_timeline_header_take (header, slot, &record->self);
  if (header->rank != WEFT_TIMELINE_NONE)
    weft_timeline_tracks_set_rank (self->tracks, header->rank);
  if (header->base != base && self->has_clock && self->in.file != NULL)
    WEFT_JSON_SAY (
      &self->in, WEFT_SEVERITY_WARNING, record->offset,
      _ ("This stands behind the events, too late to lay them on the clock of the other "
         "files"));
}

static void
on_array (guint slot G_GNUC_UNUSED, guint64 offset G_GNUC_UNUSED, gboolean repeated G_GNUC_UNUSED,
          gpointer data)
{
  ((WeftTimelineReader *) data)->has_events = TRUE;
}

static void
describe_file (WeftTimelineReader *self)
{
  if (self->header.is_new)
    weft_timeline_writer_describe_file (self->writer, self->file,
                                        weft_timeline_header_write (&self->header, members),
                                        self->header.base, self->shift);
}

/* --- files -------------------------------------------------------------------------------------------- */

static void
begin_file (WeftTimelineReader *self, const char *title)
{
  gint64 rank = weft_timeline_files_guess_rank (title);

  self->file = weft_timeline_writer_begin_file (self->writer, title);
  weft_timeline_tracks_begin_file (self->tracks, title);
  if (rank >= 0)
    weft_timeline_tracks_set_rank (self->tracks, rank);
  self->has_events = self->has_clock = FALSE;
  self->shift = 0;
  self->last_time = G_MININT64;
  weft_timeline_header_reset (&self->header);
}

/* Slices that have not ended last to the end of the file. */
static void
close_open (WeftTimelineReader *self)
{
  guint n = weft_timeline_open_close (&self->open, self->writer, self->last_time);

  if (n > 0)
    weft_json_reading_say (
      &self->in, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE, "%u slice has begun and not ended; it lasts to the end",
                   "%u slices have begun and not ended; they last to the end", n),
      n);
}

static void
end_file (WeftTimelineReader *self)
{
  if (self->in.scanner == NULL)
    return;
  if (weft_json_reading_end (&self->in) && !self->has_events)
    weft_json_reading_lack (&self->in, _ ("The trace has no “traceEvents”"));
  close_open (self);
  describe_file (self);
}

static void
weft_timeline_reader_begin_part (WeftReader *reader, const char *path)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;
  g_autofree char *title = g_filename_display_basename (path);

  end_file (self);
  weft_json_reading_begin_file (&self->in, path);
  begin_file (self, title);
}

/* --- the reader --------------------------------------------------------------------------------------- */

static gboolean
weft_timeline_reader_is_whole (WeftReader *reader, GError **error)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;

  if (!self->in.broken)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of “%s” could be read as Chrome trace events; its diagnostics say why."),
               weft_trace_get_title (reader->trace));
  return FALSE;
}

static gboolean
weft_timeline_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                           GError **error)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;

  if (reader->part_text != NULL)
    weft_timeline_writer_keep_text (self->writer, reader->part_text);
  if (!weft_json_reading_feed (&self->in, bytes, length, offset))
    return weft_timeline_reader_is_whole (reader, error);
  if (!weft_timeline_writer_is_full (self->writer))
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

static void
weft_timeline_reader_publish (WeftReader *reader)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;

  weft_timeline_tracks_publish (self->tracks);
  if (self->in.scanner != NULL)
    describe_file (self);
  weft_timeline_writer_publish (self->writer);
}

/* Events that are counted rather than kept. */
static void
say_counts (WeftTimelineReader *self)
{
  WeftDiagnostics *diagnostics = self->in.base.diagnostics;
  guint64 n_stacks = weft_timeline_writer_get_next (self->writer)->n_stacks;

  if (self->n_lost_points > 0)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("The trace has more than %d counters; the others are left out"),
                          WEFT_TIMELINE_MAX_COUNTERS);
  if (n_stacks > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (
        GETTEXT_PACKAGE, "%u event says by which calls it was reached, which is not shown",
        "%u events say by which calls they were reached, which is not shown", (gulong) n_stacks),
      (guint) n_stacks);
}

/* Slices are known now, and which of them flows connect. */
static void
bind_flows (WeftTimelineReader *self)
{
  g_autoptr (WeftTimelineSnapshot) snapshot = weft_timeline_trace_ref_snapshot (self->trace);
  WeftTimelineFlows *flows = weft_timeline_flow_ends_bind (self->flows, snapshot);
  guint n = (guint) flows->n_unbound;

  weft_timeline_writer_publish_flows (self->writer, flows);
  if (n > 0)
    weft_diagnostics_add (
      self->in.base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (
        GETTEXT_PACKAGE,
        "%u end of a flow belongs to no slice, or to no flow that began; it is left out",
        "%u ends of flows belong to no slice, or to no flow that began; they are left out", n),
      n);
}

static void
weft_timeline_reader_finish (WeftReader *reader)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;

  end_file (self);
  say_counts (self);
  weft_timeline_reader_publish (reader);
  bind_flows (self);
}

static void
weft_timeline_reader_clear (WeftReader *reader)
{
  WeftTimelineReader *self = (WeftTimelineReader *) reader;

  weft_timeline_tracks_free (self->tracks);
  weft_timeline_open_clear (&self->open);
  weft_timeline_flow_ends_free (self->flows);
  weft_timeline_writer_free (self->writer);
  weft_timeline_header_reset (&self->header);
  weft_json_reading_clear (&self->in);
}

static const WeftReaderClass reader_class = {
  .feed = weft_timeline_reader_feed,
  .scan = weft_json_reading_scan,
  .begin_part = weft_timeline_reader_begin_part,
  .publish = weft_timeline_reader_publish,
  .finish = weft_timeline_reader_finish,
  .is_whole = weft_timeline_reader_is_whole,
  .clear = weft_timeline_reader_clear,
};

WeftReader *
weft_timeline_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .member = on_member,
                                           .array = on_array,
                                           .element = on_element,
                                           .no_number = weft_json_reading_no_number,
                                           .loose = weft_json_reading_loose };
  static const WeftJsonShape shape = {
    .members = members, .elements = keys, .open_array = TRUE, .single = TRUE, .loose = TRUE
  };
  g_autoptr (WeftTimelineTrace) trace =
    weft_timeline_trace_new (setup->title, setup->context, setup->storage);
  WeftTimelineReader *self = weft_reader_new (&reader_class, sizeof *self, trace);
  gboolean is_file = setup->path == NULL || !g_file_test (setup->path, G_FILE_TEST_IS_DIR);

  self->trace = trace;
  self->writer = weft_timeline_writer_new (trace);
  self->tracks = weft_timeline_tracks_new (self->writer);
  self->flows = weft_timeline_flow_ends_new ();
  weft_timeline_open_init (&self->open);
  weft_json_reading_init (&self->in, &shape, &handler, is_file);
  if (is_file)
    begin_file (self, setup->title);
  weft_trace_set_format (self->in.base.trace, _ ("Chrome trace events"));
  return &self->in.base;
}
