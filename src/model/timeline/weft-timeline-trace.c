/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-trace-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* Chunks of its tables beyond so many bytes, one of each column, fill up. */
#define EAGER_FROM ((gsize) 16 << 20)

/* Longer JSON of one event is not read back. */
#define MAX_TEXT ((guint32) 64 << 20)

G_DEFINE_FINAL_TYPE (WeftTimelineTrace, weft_timeline_trace, WEFT_TYPE_TRACE)

static const char *
weft_timeline_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("nanoseconds");
}

static void
free_file (gpointer data)
{
  WeftTimelineFile *file = data;

  g_free (file->title);
  g_free (file->metadata);
  if (file->text != NULL)
    weft_text_store_unref (file->text);
  g_free (file);
}

static void
weft_timeline_trace_finalize (GObject *object)
{
  WeftTimelineTrace *self = WEFT_TIMELINE_TRACE (object);

  weft_timeline_index_unref (self->newest.index);
  weft_sealer_free (self->sealer);
  weft_string_pool_clear (&self->names);
  weft_chunk_store_free (self->store);
  g_clear_pointer (&self->kept, weft_index_reader_unref);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->old_files);
  g_ptr_array_unref (self->flows);
  pthread_mutex_destroy (&self->lock);
  if (self->form_destroy != NULL)
    self->form_destroy (self->form_data);
  G_OBJECT_CLASS (weft_timeline_trace_parent_class)->finalize (object);
}

static void
weft_timeline_trace_class_init (WeftTimelineTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_timeline_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_timeline_trace_get_time_unit;
}

static void
weft_timeline_trace_init (WeftTimelineTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->files = g_ptr_array_new_with_free_func (free_file);
  self->old_files = g_ptr_array_new_with_free_func (free_file);
  self->flows = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_timeline_flows_free);
}

void
weft_timeline_trace_set_text_form (WeftTimelineTrace *self, WeftTimelineTextForm form,
                                   gpointer data, GDestroyNotify destroy)
{
  self->form = form;
  self->form_data = data;
  self->form_destroy = destroy;
}

WeftTimelineTrace *
weft_timeline_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  static const uint8_t widths[N_TIMELINE_COLUMNS] = { 8, 8, 4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 1, 1 };
  static const uint8_t point_widths[N_TIMELINE_POINT_COLUMNS] = { 8, 8, 2 };
  static const uint8_t counter_widths[N_TIMELINE_COUNTER_COLUMNS] = { 4, 4 };
  static const uint8_t track_widths[N_TIMELINE_TRACK_COLUMNS] = { 4, 4, 4, 4, 1 };
  static const uint8_t process_widths[N_TIMELINE_PROCESS_COLUMNS] = { 4, 4, 4, 4, 4, 4 };
  static const uint8_t end_widths[N_TIMELINE_END_COLUMNS] = { 8, 4, 4 };
  WeftTimelineTrace *self =
    g_object_new (WEFT_TYPE_TIMELINE_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->sealer = weft_sealer_new (weft_storage_open (storage));
  weft_chunk_store_set_eager (self->store, EAGER_FROM);
  weft_table_init (&self->events, self->store, widths, N_TIMELINE_COLUMNS);
  weft_table_set_sealer (&self->events, self->sealer);
  weft_table_init (&self->points, self->store, point_widths, N_TIMELINE_POINT_COLUMNS);
  weft_table_set_sealer (&self->points, self->sealer);
  weft_table_init (&self->counters, self->store, counter_widths, N_TIMELINE_COUNTER_COLUMNS);
  weft_table_init (&self->tracks, self->store, track_widths, N_TIMELINE_TRACK_COLUMNS);
  weft_table_init (&self->processes, self->store, process_widths, N_TIMELINE_PROCESS_COLUMNS);
  weft_table_init (&self->words, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->ends, self->store, end_widths, N_TIMELINE_END_COLUMNS);
  weft_table_set_sealer (&self->ends, self->sealer);
  weft_compact_init (&self->compact, self->store);
  weft_string_pool_init (&self->names, self->store);
  self->newest.index = weft_timeline_index_new_empty (0, 0);
  return self;
}

/* --- snapshots ------------------------------------------------------------------------------------ */

WeftTimelineSnapshot *
weft_timeline_trace_ref_snapshot (WeftTimelineTrace *self)
{
  WeftTimelineSnapshot *snapshot;

  weft_lock (&self->lock);
  snapshot = g_memdup2 (&self->newest, sizeof self->newest);
  weft_timeline_index_ref (snapshot->index);
  weft_unlock (&self->lock);
  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = g_object_ref (self);
  return snapshot;
}

WeftTraceOrigin *
weft_timeline_snapshot_ref_origin (const WeftTimelineSnapshot *snapshot)
{
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (snapshot->trace));
  g_autoptr (WeftTimelineSnapshot) newest = weft_timeline_trace_ref_snapshot (snapshot->trace);

  return newest->generation == snapshot->generation ? g_steal_pointer (&origin) : NULL;
}

WeftTimelineSnapshot *
weft_timeline_snapshot_ref (WeftTimelineSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->ref_count);
  return snapshot;
}

void
weft_timeline_snapshot_unref (WeftTimelineSnapshot *snapshot)
{
  if (!g_atomic_ref_count_dec (&snapshot->ref_count))
    return;
  weft_timeline_index_unref (snapshot->index);
  g_object_unref (snapshot->trace);
  g_free (snapshot);
}

void
weft_timeline_trace_publish (WeftTimelineTrace *self, const WeftTimelineSnapshot *fields)
{
  WeftTimelineSnapshot newest = *fields;
  WeftTimelineIndex *old;

  weft_table_publish (&self->events);
  weft_table_publish (&self->points);
  weft_table_publish (&self->counters);
  weft_table_publish (&self->tracks);
  weft_table_publish (&self->processes);
  weft_table_publish (&self->words);
  weft_table_publish (&self->ends);
  old = self->newest.index;
  newest.generation = weft_trace_get_generation (WEFT_TRACE (self)) + 1;
  weft_lock (&self->lock);
  if (fields->flows != NULL && !g_ptr_array_find (self->flows, fields->flows, NULL))
    g_ptr_array_add (self->flows, (gpointer) fields->flows);
  newest.n_files = self->files->len;
  self->newest = newest;
  weft_unlock (&self->lock);
  weft_timeline_index_unref (old);
  weft_trace_changed (WEFT_TRACE (self));
}

/* --- rows ----------------------------------------------------------------------------------------- */

void
weft_timeline_snapshot_get_event (const WeftTimelineSnapshot *snapshot, guint32 row,
                                  WeftTimelineEvent *event)
{
  const WeftTimelineTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->events;

  *event = (WeftTimelineEvent){
    .kind = weft_timeline_kind (trace, row),
    .flags = weft_timeline_flags (trace, row),
    .start = weft_timeline_start (trace, row),
    .end = weft_timeline_end (trace, row),
    .track = weft_timeline_track (trace, row),
    .name = weft_timeline_name (trace, row),
    .category = weft_timeline_category (trace, row),
    .color = weft_short_names_read (&trace->words, weft_table_get_u16 (table, TIMELINE_COLOR, row)),
    .correlation =
      weft_timeline_number (trace, weft_table_get_u32 (table, TIMELINE_CORRELATION, row)),
    .bytes = weft_timeline_number (trace, weft_table_get_u32 (table, TIMELINE_BYTES, row)),
    .line = weft_timeline_number (trace, weft_table_get_u32 (table, TIMELINE_LINE, row)),
    .place = weft_table_get_u64 (table, TIMELINE_PLACE, row),
    .length = weft_table_get_u32 (table, TIMELINE_LENGTH, row),
  };
}

/* A name whose id may change. */
static const char *
get_cell_name (const WeftTimelineTrace *trace, const WeftTable *table, guint column, guint32 row)
{
  guint32 id = weft_table_get_u32 (table, column, row);

  return id != WEFT_NO_NAME ? weft_string_pool_get (&trace->names, id, NULL) : NULL;
}

void
weft_timeline_snapshot_get_track (const WeftTimelineSnapshot *snapshot, guint track,
                                  WeftTimelineTrack *result)
{
  const WeftTimelineTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->tracks;

  result->kind = (WeftTimelineTrackKind) weft_table_get_u8 (table, TIMELINE_TRACK_KIND, track);
  result->process = weft_table_get_u32 (table, TIMELINE_TRACK_PROCESS, track);
  result->title = get_cell_name (trace, table, TIMELINE_TRACK_TITLE, track);
  result->tid = get_cell_name (trace, table, TIMELINE_TRACK_TID, track);
}

void
weft_timeline_snapshot_get_process (const WeftTimelineSnapshot *snapshot, guint process,
                                    WeftTimelineProcess *result)
{
  const WeftTimelineTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->processes;
  guint32 rank = weft_table_get_u32 (table, TIMELINE_PROCESS_RANK, process);

  result->title = get_cell_name (trace, table, TIMELINE_PROCESS_TITLE, process);
  result->name = get_cell_name (trace, table, TIMELINE_PROCESS_NAME, process);
  result->labels = get_cell_name (trace, table, TIMELINE_PROCESS_LABELS, process);
  result->pid = get_cell_name (trace, table, TIMELINE_PROCESS_PID, process);
  result->rank = rank > 0 ? (gint64) rank - 1 : WEFT_TIMELINE_NONE;
  result->file = weft_table_get_u32 (table, TIMELINE_PROCESS_FILE, process);
}

void
weft_timeline_snapshot_get_counter (const WeftTimelineSnapshot *snapshot, guint counter,
                                    WeftTimelineCounter *result)
{
  const WeftTimelineTrace *trace = snapshot->trace;

  result->name = get_cell_name (trace, &trace->counters, TIMELINE_COUNTER_NAME, counter);
  result->process = weft_table_get_u32 (&trace->counters, TIMELINE_COUNTER_PROCESS, counter);
}

void
weft_timeline_snapshot_get_point (const WeftTimelineSnapshot *snapshot, guint32 index,
                                  WeftTimelinePoint *point)
{
  const WeftTable *table = &snapshot->trace->points;

  guint64 value = weft_table_get_u64 (table, TIMELINE_POINT_VALUE, index);

  point->time = weft_table_get_i64 (table, TIMELINE_POINT_TIME, index);
  memcpy (&point->value, &value, sizeof point->value);
  point->counter = weft_table_get_u16 (table, TIMELINE_POINT_COUNTER, index);
}

const WeftTimelineFile *
weft_timeline_snapshot_get_file (const WeftTimelineSnapshot *snapshot, guint file)
{
  WeftTimelineTrace *trace = snapshot->trace;
  const WeftTimelineFile *result;

  weft_lock (&trace->lock);
  result = g_ptr_array_index (trace->files, file);
  weft_unlock (&trace->lock);
  return result;
}

guint
weft_timeline_snapshot_get_event_file (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  return weft_table_get_u16 (&snapshot->trace->events, TIMELINE_FILE, row);
}

/* --- names and texts ------------------------------------------------------------------------------ */

const char *
weft_timeline_trace_get_name (WeftTimelineTrace *self, guint32 id)
{
  return id != WEFT_NO_NAME ? weft_string_pool_get (&self->names, id, NULL) : NULL;
}

guint32
weft_timeline_trace_get_n_names (WeftTimelineTrace *self)
{
  return weft_string_pool_size (&self->names);
}

/* A file has its own store where it is one of several, and else that of the trace. */
static char *
read_text (const WeftTimelineSnapshot *snapshot, guint32 row, guint64 place, guint32 length)
{
  guint number = weft_timeline_snapshot_get_event_file (snapshot, row);
  const WeftTimelineFile *file =
    number < snapshot->n_files ? weft_timeline_snapshot_get_file (snapshot, number) : NULL;
  WeftTextStore *store = file != NULL && file->text != NULL
                           ? file->text
                           : weft_trace_get_text (WEFT_TRACE (snapshot->trace));
  g_autofree char *text = NULL;

  if (store == NULL || length > MAX_TEXT)
    return NULL;
  text = g_malloc ((gsize) length + 1);
  if (!weft_text_store_read (store, place, text, length))
    return NULL;
  text[length] = 0;
  if (snapshot->trace->form != NULL)
    return snapshot->trace->form (text, length, snapshot->trace->form_data);
  return g_steal_pointer (&text);
}

char *
weft_timeline_snapshot_get_text (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  const WeftTable *events = &snapshot->trace->events;

  return read_text (snapshot, row, weft_table_get_u64 (events, TIMELINE_PLACE, row),
                    weft_table_get_u32 (events, TIMELINE_LENGTH, row));
}

char *
weft_timeline_snapshot_get_end_text (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  const WeftTable *ends = &snapshot->trace->ends;
  guint32 n = weft_table_length (ends), low = 0, high = n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_table_get_u32 (ends, TIMELINE_END_ROW, middle) < row)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == n || weft_table_get_u32 (ends, TIMELINE_END_ROW, low) != row)
    return NULL;
  return read_text (snapshot, row, weft_table_get_u64 (ends, TIMELINE_END_PLACE, low),
                    weft_table_get_u32 (ends, TIMELINE_END_LENGTH, low));
}
