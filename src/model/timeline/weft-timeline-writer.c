/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-writer.h"

#include "weft-name-cache.h"
#include "weft-row-buffer.h"
#include "weft-tick-extent.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-trace-private.h"

/* A counter of a process, by its name. */
#define COUNTER_KEY(process, name) ((guint64) (process) << 32 | (name))

typedef struct
{
  guint64 key;
  guint number; /* + 1 */
} KnownCounter;

struct _WeftTimelineWriter
{
  WeftTimelineTrace *trace;
  WeftTimelineSnapshot fields;
  WeftShortNames words;
  GHashTable *counters;    /* COUNTER_KEY: itself → number of the counter + 1 */
  KnownCounter recent[64]; /* by their names: those that came last */
  guint file;              /* the current one */
  gboolean is_full;
  gboolean has_times;
  WeftTickExtent extent; /* of the times that were asked about */
  WeftNameCache names;
  WeftRowBuffer events; /* on their way into the trace's tables */
  WeftRowBuffer points;
};

WeftTimelineWriter *
weft_timeline_writer_new (WeftTimelineTrace *trace)
{
  WeftTimelineWriter *self = g_new0 (WeftTimelineWriter, 1);

  self->trace = g_object_ref (trace);
  self->fields = trace->newest;
  self->counters = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->is_full = !weft_short_names_init (&self->words, &trace->words);
  weft_name_cache_init (&self->names, &trace->names);
  weft_row_buffer_init (&self->events, &trace->events);
  weft_row_buffer_init (&self->points, &trace->points);
  return self;
}

static void
flush_rows (WeftTimelineWriter *self)
{
  weft_row_buffer_flush (&self->events);
  weft_row_buffer_flush (&self->points);
}

void
weft_timeline_writer_free (WeftTimelineWriter *self)
{
  if (self == NULL)
    return;
  flush_rows (self);
  weft_table_seal (&self->trace->events);
  weft_table_seal (&self->trace->points);
  weft_table_seal (&self->trace->ends);
  weft_short_names_clear (&self->words);
  g_hash_table_unref (self->counters);
  g_object_unref (self->trace);
  g_free (self);
}

/* --- names ---------------------------------------------------------------------------------------- */

guint32
weft_timeline_writer_intern (WeftTimelineWriter *self, const char *name, gsize length)
{
  return weft_name_cache_intern (&self->names, name, length);
}

/* --- files, processes, tracks --------------------------------------------------------------------- */

guint
weft_timeline_writer_begin_file (WeftTimelineWriter *self, const char *title)
{
  WeftTimelineFile *file = g_new0 (WeftTimelineFile, 1);

  file->title = g_strdup (title);
  file->base = WEFT_TIMELINE_NONE;
  weft_lock (&self->trace->lock);
  self->file = self->trace->files->len;
  g_ptr_array_add (self->trace->files, file);
  weft_unlock (&self->trace->lock);
  return self->file;
}

void
weft_timeline_writer_keep_text (WeftTimelineWriter *self, WeftTextStore *text)
{
  WeftTimelineFile *file;

  weft_lock (&self->trace->lock);
  file = g_ptr_array_index (self->trace->files, self->file);
  if (file->text == NULL)
    file->text = weft_text_store_ref (text);
  weft_unlock (&self->trace->lock);
}

void
weft_timeline_writer_describe_file (WeftTimelineWriter *self, guint number, char *metadata,
                                    gint64 base, gint64 shift)
{
  WeftTimelineFile *old, *file = g_new0 (WeftTimelineFile, 1);

  /* A description that somebody may be reading stays where it is. */
  weft_lock (&self->trace->lock);
  old = g_ptr_array_index (self->trace->files, number);
  file->title = g_strdup (old->title);
  file->text = old->text != NULL ? weft_text_store_ref (old->text) : NULL;
  file->metadata = metadata;
  file->base = base;
  file->shift = shift;
  self->trace->files->pdata[number] = file;
  g_ptr_array_add (self->trace->old_files, old);
  weft_unlock (&self->trace->lock);
}

guint
weft_timeline_writer_add_process (WeftTimelineWriter *self, guint32 pid, gint64 rank)
{
  WeftTable *table = &self->trace->processes;
  guint32 process;

  if (!weft_table_append (table, &process))
    {
      self->is_full = TRUE;
      return 0;
    }
  weft_table_set_u32 (table, TIMELINE_PROCESS_PID, process, pid);
  weft_table_set_u32 (table, TIMELINE_PROCESS_FILE, process, self->file);
  weft_timeline_writer_name_process (self, process, pid, WEFT_NO_NAME, WEFT_NO_NAME, rank);
  return process;
}

guint
weft_timeline_writer_add_track (WeftTimelineWriter *self, guint process, WeftTimelineTrackKind kind,
                                guint32 tid)
{
  WeftTable *table = &self->trace->tracks;
  guint32 track;

  if (table->n_rows == WEFT_TIMELINE_MAX_TRACKS)
    return WEFT_TIMELINE_MAX_TRACKS - 1;
  if (!weft_table_append (table, &track))
    {
      self->is_full = TRUE;
      return WEFT_TIMELINE_NO_TRACK;
    }
  weft_table_set_u32 (table, TIMELINE_TRACK_TITLE, track, tid);
  weft_table_set_u32 (table, TIMELINE_TRACK_ORDER, track, track);
  weft_table_set_u32 (table, TIMELINE_TRACK_TID, track, tid);
  weft_table_set_u32 (table, TIMELINE_TRACK_PROCESS, track, process);
  weft_table_set_u8 (table, TIMELINE_TRACK_KIND, track, (guint8) kind);
  return track;
}

void
weft_timeline_writer_name_process (WeftTimelineWriter *self, guint process, guint32 title,
                                   guint32 name, guint32 labels, gint64 rank)
{
  WeftTable *table = &self->trace->processes;
  gboolean has_rank = rank >= 0 && rank < G_MAXUINT32 - 1;

  if (process >= table->n_rows) /* there was no room for it */
    return;
  weft_table_set_u32 (table, TIMELINE_PROCESS_TITLE, process, title);
  weft_table_set_u32 (table, TIMELINE_PROCESS_NAME, process, name);
  weft_table_set_u32 (table, TIMELINE_PROCESS_LABELS, process, labels);
  weft_table_set_u32 (table, TIMELINE_PROCESS_RANK, process, has_rank ? (guint32) rank + 1 : 0);
}

void
weft_timeline_writer_name_track (WeftTimelineWriter *self, guint track, guint32 title,
                                 guint32 order)
{
  if (track >= self->trace->tracks.n_rows)
    return;
  weft_table_set_u32 (&self->trace->tracks, TIMELINE_TRACK_TITLE, track, title);
  weft_table_set_u32 (&self->trace->tracks, TIMELINE_TRACK_ORDER, track, order);
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void
cover (WeftTimelineWriter *self, gint64 start, gint64 end)
{
  WeftTimelineSnapshot *fields = &self->fields;

  fields->first_time = self->has_times ? MIN (fields->first_time, start) : start;
  fields->last_time = self->has_times ? MAX (fields->last_time, end) : end;
  self->has_times = TRUE;
}

static inline guint32
encode (WeftTimelineWriter *self, gint64 number)
{
  return number == WEFT_TIMELINE_NONE ? WEFT_COMPACT_NONE
                                      : weft_compact_encode (&self->trace->compact, number);
}

static void
add_end (WeftTimelineWriter *self, guint32 event_row, const WeftTimelineEvent *event)
{
  WeftTable *table = &self->trace->ends;
  guint32 row;

  if (!weft_table_append (table, &row))
    {
      self->is_full = TRUE;
      return;
    }
  weft_table_set_u64 (table, TIMELINE_END_PLACE, row, event->end_place);
  weft_table_set_u32 (table, TIMELINE_END_ROW, row, event_row);
  weft_table_set_u32 (table, TIMELINE_END_LENGTH, row, event->end_length);
}

gboolean
weft_timeline_writer_reach (WeftTimelineWriter *self, gint64 time)
{
  return weft_tick_extent_take (&self->extent, time);
}

void
weft_timeline_writer_add_event (WeftTimelineWriter *self, const WeftTimelineEvent *event)
{
  WeftRowBuffer *rows = &self->events;
  guint32 row;

  if (!weft_row_buffer_append (rows, &row))
    {
      self->is_full = TRUE;
      return;
    }
  weft_row_buffer_set (rows, TIMELINE_START, row, (guint64) event->start);
  weft_row_buffer_set (rows, TIMELINE_PLACE, row, event->place);
  weft_row_buffer_set (rows, TIMELINE_SPAN, row, encode (self, event->end - event->start));
  weft_row_buffer_set (rows, TIMELINE_LENGTH, row, event->length);
  weft_row_buffer_set (rows, TIMELINE_LINE, row, encode (self, event->line));
  weft_row_buffer_set (rows, TIMELINE_NAME, row, event->name);
  weft_row_buffer_set (rows, TIMELINE_CORRELATION, row, encode (self, event->correlation));
  weft_row_buffer_set (rows, TIMELINE_BYTES, row, encode (self, event->bytes));
  weft_row_buffer_set (rows, TIMELINE_TRACK, row, event->track);
  weft_row_buffer_set (rows, TIMELINE_CATEGORY, row, event->category);
  weft_row_buffer_set (rows, TIMELINE_COLOR, row,
                       weft_short_names_get_place (&self->words, event->color));
  weft_row_buffer_set (rows, TIMELINE_FILE, row, MIN (self->file, G_MAXUINT16));
  weft_row_buffer_set (rows, TIMELINE_KIND, row, event->kind);
  weft_row_buffer_set (rows, TIMELINE_FLAGS, row, event->flags);
  if (event->end_length > 0)
    add_end (self, row, event);
  if ((event->flags & WEFT_TIMELINE_NO_TIME) == 0)
    cover (self, event->start, event->end);
}

/* The number of a counter; WEFT_TIMELINE_MAX_COUNTERS where there is no more room. */
static guint
add_counter (WeftTimelineWriter *self, guint process, guint32 name, guint64 key)
{
  WeftTable *table = &self->trace->counters;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->counters, &key));
  guint32 row;

  if (number > 0)
    return number - 1;
  if (table->n_rows == WEFT_TIMELINE_MAX_COUNTERS || !weft_table_append (table, &row))
    return WEFT_TIMELINE_MAX_COUNTERS;
  weft_table_set_u32 (table, TIMELINE_COUNTER_NAME, row, name);
  weft_table_set_u32 (table, TIMELINE_COUNTER_PROCESS, row, process);
  g_hash_table_insert (self->counters, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
  return row;
}

static guint
get_counter (WeftTimelineWriter *self, guint process, guint32 name)
{
  guint64 key = COUNTER_KEY (process, name);
  KnownCounter *known = &self->recent[name % G_N_ELEMENTS (self->recent)];

  if (known->number == 0 || known->key != key)
    *known = (KnownCounter){ key, add_counter (self, process, name, key) + 1 };
  return known->number - 1;
}

gboolean
weft_timeline_writer_add_point (WeftTimelineWriter *self, guint process, guint32 name, gint64 time,
                                double value)
{
  guint counter = get_counter (self, process, name);
  guint64 bits;
  guint32 row;

  if (counter == WEFT_TIMELINE_MAX_COUNTERS)
    return FALSE;
  if (!weft_row_buffer_append (&self->points, &row))
    {
      self->is_full = TRUE;
      return TRUE;
    }
  memcpy (&bits, &value, sizeof bits);
  weft_row_buffer_set (&self->points, TIMELINE_POINT_TIME, row, (guint64) time);
  weft_row_buffer_set (&self->points, TIMELINE_POINT_VALUE, row, bits);
  weft_row_buffer_set (&self->points, TIMELINE_POINT_COUNTER, row, counter);
  cover (self, time, time);
  return TRUE;
}

/* --- publication ---------------------------------------------------------------------------------- */

WeftTimelineSnapshot *
weft_timeline_writer_get_next (WeftTimelineWriter *self)
{
  return &self->fields;
}

void
weft_timeline_writer_publish_flows (WeftTimelineWriter *self, WeftTimelineFlows *flows)
{
  WeftTimelineSnapshot newest;

  flush_rows (self);
  self->fields.flows = flows;
  newest = self->fields;
  newest.index = weft_timeline_index_ref (self->trace->newest.index);
  weft_timeline_trace_publish (self->trace, &newest);
}

void
weft_timeline_writer_publish (WeftTimelineWriter *self)
{
  WeftTimelineTrace *trace = self->trace;
  WeftTimelineSnapshot newest;

  flush_rows (self);
  self->fields.n_events = trace->events.n_rows;
  self->fields.n_points = trace->points.n_rows;
  self->fields.n_counters = trace->counters.n_rows;
  self->fields.n_tracks = trace->tracks.n_rows;
  self->fields.n_processes = trace->processes.n_rows;
  self->fields.trace = trace;
  newest = self->fields;
  newest.index = weft_timeline_index_build (&newest, NULL);
  weft_timeline_trace_publish (trace, &newest);
}

gboolean
weft_timeline_writer_is_full (WeftTimelineWriter *self)
{
  return self->is_full;
}
