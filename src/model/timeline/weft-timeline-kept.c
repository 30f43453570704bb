/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-kept.h"

#include "weft-index-items.h"
#include "weft-index-table.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-trace-private.h"
#include "weft-timeline-writer.h"

#include <math.h>

static const WeftIndexMember flow_members[] = {
  WEFT_INDEX_MEMBER (WeftTimelineFlow, from),
  WEFT_INDEX_MEMBER (WeftTimelineFlow, to),
  WEFT_INDEX_MEMBER (WeftTimelineFlow, name),
};
static const WeftIndexLayout flows_layout = WEFT_INDEX_LAYOUT (WeftTimelineFlow, flow_members);

/* --- writing ---------------------------------------------------------------------------------------------- */

gboolean
weft_timeline_trace_can_put (WeftTrace *trace)
{
  WeftTimelineTrace *self = WEFT_TIMELINE_TRACE (trace);
  g_autoptr (WeftTimelineSnapshot) snapshot = weft_timeline_trace_ref_snapshot (self);

  return snapshot->flows != NULL && snapshot->n_files > 0;
}

GPtrArray *
weft_timeline_trace_list_texts (WeftTrace *trace)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  GPtrArray *texts = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_text_store_unref);

  for (guint i = 0; i < snapshot->n_files; i++)
    {
      const WeftTimelineFile *file = weft_timeline_snapshot_get_file (snapshot, i);

      if (file->text != NULL)
        g_ptr_array_add (texts, weft_text_store_ref (file->text));
    }
  return texts;
}

static void
put_file (WeftIndexWriter *writer, const WeftTimelineFile *file)
{
  weft_index_writer_put_text (writer, file->text != NULL ? file->title : NULL);
  weft_index_writer_put_text (writer, file->metadata);
  weft_index_writer_put_number (writer, (guint64) file->base);
  weft_index_writer_put_number (writer, (guint64) file->shift);
}

static void
put_flows (WeftIndexWriter *writer, const WeftTimelineFlows *flows)
{
  g_autoptr (GArray) array = g_array_sized_new (FALSE, FALSE, sizeof (WeftTimelineFlow), flows->n);

  for (guint32 i = 0; i < flows->n; i++)
    {
      const WeftTimelineFlow flow = { flows->from[i], flows->to[i], flows->name[i] };

      g_array_append_val (array, flow);
    }
  weft_index_writer_put_number (writer, flows->n_unbound);
  weft_index_put_array (writer, array, &flows_layout);
}

void
weft_timeline_trace_put (WeftTrace *trace, WeftIndexWriter *writer)
{
  WeftTimelineTrace *self = WEFT_TIMELINE_TRACE (trace);
  g_autoptr (WeftTimelineSnapshot) snapshot = weft_timeline_trace_ref_snapshot (self);

  weft_index_writer_put_number (writer, snapshot->n_files);
  for (guint i = 0; i < snapshot->n_files; i++)
    put_file (writer, weft_timeline_snapshot_get_file (snapshot, i));
  weft_index_writer_put_number (writer, snapshot->n_skipped);
  weft_index_writer_put_number (writer, snapshot->n_metadata);
  weft_index_writer_put_number (writer, snapshot->n_stacks);
  weft_index_put_table (writer, &self->compact.wide);
  weft_index_put_names (writer, &self->names);
  weft_index_put_table (writer, &self->words);
  weft_index_put_table (writer, &self->processes);
  weft_index_put_table (writer, &self->tracks);
  weft_index_put_table (writer, &self->counters);
  weft_index_put_table (writer, &self->points);
  weft_index_put_table (writer, &self->events);
  weft_index_put_table (writer, &self->ends);
  put_flows (writer, snapshot->flows);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* The title of the only file is the trace's; metadata are any bytes. */
static void
take_file (WeftTimelineTrace *self, WeftIndexReader *reader, WeftTextStore *text)
{
  const char *title = weft_index_reader_take_text (reader);
  WeftTimelineFile *file = g_new0 (WeftTimelineFile, 1);

  if ((title != NULL) != (text != NULL) || (title != NULL && !g_utf8_validate (title, -1, NULL)))
    weft_index_reader_set_bad (reader);
  file->title =
    g_strdup (text != NULL && title != NULL ? title : weft_trace_get_title (WEFT_TRACE (self)));
  file->text = text != NULL ? weft_text_store_ref (text) : NULL;
  file->metadata = g_strdup (weft_index_reader_take_text (reader));
  file->base = (gint64) weft_index_reader_take_number (reader);
  file->shift = (gint64) weft_index_reader_take_number (reader);
  g_ptr_array_add (self->files, file);
}

/* A directory has as many as texts, and else there is one. */
static void
take_files (WeftTimelineTrace *self, WeftIndexReader *reader, const GPtrArray *texts)
{
  const guint n = texts != NULL ? texts->len : 1;

  if (n == 0 || weft_index_reader_take_number (reader) != n)
    weft_index_reader_set_bad (reader);
  for (guint i = 0; i < n && weft_index_reader_is_good (reader); i++)
    take_file (self, reader, texts != NULL ? g_ptr_array_index (texts, i) : NULL);
}

/* The few, whose cells are in memory. */
static gboolean
take_small (WeftTimelineTrace *self, WeftIndexReader *reader)
{
  const WeftCellRule any[] = { WEFT_CELL_ANY };

  weft_index_take_table (reader, &self->compact.wide, any);
  weft_index_take_names (reader, &self->names);

  const guint32 n_names = self->names.names.n_rows;
  const WeftCellRule words[] = { WEFT_CELL_LINK (MAX (n_names, 1)) };
  const WeftCellRule processes[N_TIMELINE_PROCESS_COLUMNS] = {
    [TIMELINE_PROCESS_TITLE] = WEFT_CELL_EXISTING (n_names),
    [TIMELINE_PROCESS_NAME] = WEFT_CELL_LINK (n_names),
    [TIMELINE_PROCESS_LABELS] = WEFT_CELL_LINK (n_names),
    [TIMELINE_PROCESS_RANK] = WEFT_CELL_ANY,
    [TIMELINE_PROCESS_PID] = WEFT_CELL_EXISTING (n_names),
    [TIMELINE_PROCESS_FILE] = WEFT_CELL_EXISTING (self->files->len),
  };

  weft_index_take_table (reader, &self->words, words);
  weft_index_take_table (reader, &self->processes, processes);

  const WeftCellRule tracks[N_TIMELINE_TRACK_COLUMNS] = {
    [TIMELINE_TRACK_TITLE] = WEFT_CELL_EXISTING (n_names),
    [TIMELINE_TRACK_ORDER] = WEFT_CELL_ANY,
    [TIMELINE_TRACK_TID] = WEFT_CELL_EXISTING (n_names),
    [TIMELINE_TRACK_PROCESS] = WEFT_CELL_EXISTING (self->processes.n_rows),
    [TIMELINE_TRACK_KIND] = WEFT_CELL_EXISTING (WEFT_TIMELINE_ASYNC + 1),
  };
  const WeftCellRule counters[N_TIMELINE_COUNTER_COLUMNS] = {
    [TIMELINE_COUNTER_NAME] = WEFT_CELL_EXISTING (n_names),
    [TIMELINE_COUNTER_PROCESS] = WEFT_CELL_EXISTING (self->processes.n_rows),
  };

  weft_index_take_table (reader, &self->tracks, tracks);
  weft_index_take_table (reader, &self->counters, counters);
  /* The first word is none, and refers to the first name, whether there is one or not. */
  return weft_index_reader_is_good (reader) && self->words.n_rows > 0
         && (n_names > 0 || self->words.n_rows == 1)
         && self->tracks.n_rows <= WEFT_TIMELINE_MAX_TRACKS
         && self->counters.n_rows <= WEFT_TIMELINE_MAX_COUNTERS;
}

/* The rules live until the cells are checked, which is here. */
static gboolean
take_large (WeftTimelineTrace *self, WeftIndexReader *reader)
{
  const guint32 n_names = self->names.names.n_rows, n_wide = self->compact.wide.n_rows;
  const WeftCellRule points[N_TIMELINE_POINT_COLUMNS] = {
    [TIMELINE_POINT_TIME] = WEFT_CELL_ANY,
    [TIMELINE_POINT_VALUE] = WEFT_CELL_ANY,
    [TIMELINE_POINT_COUNTER] = WEFT_CELL_EXISTING (self->counters.n_rows),
  };
  const WeftCellRule events[N_TIMELINE_COLUMNS] = {
    [TIMELINE_START] = WEFT_CELL_ANY,
    [TIMELINE_PLACE] = WEFT_CELL_ANY,
    [TIMELINE_SPAN] = WEFT_CELL_COMPACT (n_wide),
    [TIMELINE_LENGTH] = WEFT_CELL_ANY,
    [TIMELINE_LINE] = WEFT_CELL_COMPACT (n_wide),
    [TIMELINE_NAME] = WEFT_CELL_LINK (n_names),
    [TIMELINE_CATEGORY] = WEFT_CELL_LINK (n_names),
    [TIMELINE_CORRELATION] = WEFT_CELL_COMPACT (n_wide),
    [TIMELINE_BYTES] = WEFT_CELL_COMPACT (n_wide),
    [TIMELINE_TRACK] = WEFT_CELL_ANY,
    [TIMELINE_COLOR] = WEFT_CELL_EXISTING (self->words.n_rows),
    [TIMELINE_FILE] = WEFT_CELL_EXISTING (self->files->len),
    [TIMELINE_KIND] = WEFT_CELL_EXISTING (WEFT_TIMELINE_INSTANT + 1),
    [TIMELINE_FLAGS] = WEFT_CELL_EXISTING (2 * WEFT_TIMELINE_OPEN),
  };

  weft_index_take_table (reader, &self->points, points);
  weft_index_take_table (reader, &self->events, events);

  const WeftCellRule ends[N_TIMELINE_END_COLUMNS] = {
    [TIMELINE_END_PLACE] = WEFT_CELL_ANY,
    [TIMELINE_END_ROW] = WEFT_CELL_EXISTING (self->events.n_rows),
    [TIMELINE_END_LENGTH] = WEFT_CELL_ANY,
  };

  weft_index_take_table (reader, &self->ends, ends);
  return weft_index_reader_check (reader);
}

static void
cover (WeftTimelineSnapshot *fields, gboolean *any, gint64 start, gint64 end)
{
  fields->first_time = *any ? MIN (fields->first_time, start) : start;
  fields->last_time = *any ? MAX (fields->last_time, end) : end;
  *any = TRUE;
}

/* Whether each event is on a track that is there, slices at least, and ends when it begins or later, and all are no
 * further apart than lengths may be. Finds the times on the way. */
static gboolean
find_times (const WeftTimelineTrace *self, WeftTimelineSnapshot *fields)
{
  gboolean any = FALSE;
  gint64 length;

  for (guint32 row = 0; row < self->events.n_rows; row++)
    {
      const gint64 start = weft_timeline_start (self, row), span = weft_timeline_span (self, row);
      const gboolean is_slice = weft_timeline_kind (self, row) == WEFT_TIMELINE_SLICE;
      const guint track = weft_timeline_track (self, row);

      if (span < 0 || start > G_MAXINT64 - span || (!is_slice && span != 0)
          || (track >= self->tracks.n_rows && (is_slice || track != WEFT_TIMELINE_NO_TRACK)))
        return FALSE;
      if ((weft_timeline_flags (self, row) & WEFT_TIMELINE_NO_TIME) == 0)
        cover (fields, &any, start, start + span);
    }
  for (guint32 row = 0; row < self->points.n_rows; row++)
    {
      const gint64 time = weft_table_get_i64 (&self->points, TIMELINE_POINT_TIME, row);
      const guint64 bits = weft_table_get_u64 (&self->points, TIMELINE_POINT_VALUE, row);
      double value;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        return FALSE;
      cover (fields, &any, time, time);
    }
  return !any || !__builtin_sub_overflow (fields->last_time, fields->first_time, &length);
}

/* The ends of what stands in the file after its begin are in the order of rows. */
static gboolean
ends_rise (const WeftTimelineTrace *self)
{
  for (guint32 i = 1; i < self->ends.n_rows; i++)
    if (weft_table_get_u32 (&self->ends, TIMELINE_END_ROW, i)
        <= weft_table_get_u32 (&self->ends, TIMELINE_END_ROW, i - 1))
      return FALSE;
  return TRUE;
}

/* Whether it is a slice in the picture. */
static gboolean
is_shown (const WeftTimelineTrace *self, guint32 row)
{
  return row < self->events.n_rows && weft_timeline_kind (self, row) == WEFT_TIMELINE_SLICE
         && (weft_timeline_flags (self, row) & WEFT_TIMELINE_NO_TIME) == 0;
}

/* (transfer full): NULL, with the reader bad, where a flow leads nowhere. */
static WeftTimelineFlows *
take_flows (WeftTimelineTrace *self, WeftIndexReader *reader)
{
  guint64 n_unbound = weft_index_reader_take_at_most (reader, G_MAXINT64);
  g_autoptr (GArray) flows = weft_index_take_array (reader, &flows_layout, G_MAXINT32);

  for (guint i = 0; i < flows->len && weft_index_reader_is_good (reader); i++)
    {
      const WeftTimelineFlow *flow = &g_array_index (flows, WeftTimelineFlow, i);

      if (!is_shown (self, flow->from) || !is_shown (self, flow->to)
          || (flow->name >= self->names.names.n_rows && flow->name != WEFT_NO_NAME))
        weft_index_reader_set_bad (reader);
    }
  if (!weft_index_reader_is_good (reader))
    return NULL;
  return weft_timeline_flows_new ((WeftTimelineFlow *) (gpointer) flows->data, flows->len,
                                  n_unbound);
}

static void
publish (WeftTimelineTrace *self, WeftTimelineSnapshot *fields)
{
  fields->trace = self;
  fields->n_events = self->events.n_rows;
  fields->n_points = self->points.n_rows;
  fields->n_counters = self->counters.n_rows;
  fields->n_tracks = self->tracks.n_rows;
  fields->n_processes = self->processes.n_rows;
  fields->index = weft_timeline_index_build (fields, NULL);
  weft_timeline_trace_publish (self, fields);
}

gboolean
weft_timeline_trace_take (WeftTimelineTrace *self, WeftIndexReader *reader, const GPtrArray *texts)
{
  WeftTimelineSnapshot fields = { .flows = NULL };

  self->kept = weft_index_reader_ref (reader);
  take_files (self, reader, texts);
  fields.n_skipped = weft_index_reader_take_at_most (reader, G_MAXINT64);
  fields.n_metadata = weft_index_reader_take_at_most (reader, G_MAXINT64);
  fields.n_stacks = weft_index_reader_take_at_most (reader, G_MAXINT64);
  if (!take_small (self, reader) || !take_large (self, reader) || !find_times (self, &fields)
      || !ends_rise (self) || (fields.flows = take_flows (self, reader)) == NULL)
    {
      weft_index_reader_set_bad (reader);
      return FALSE;
    }
  publish (self, &fields);
  return TRUE;
}
