/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-writer.h"

gboolean
weft_track_writer_begin_header (WeftTrackWriter *self)
{
  return self->format->begin_header != NULL && self->format->begin_header (self);
}

void
weft_track_writer_begin (WeftTrackWriter *self)
{
  if (self->format->begin != NULL)
    self->format->begin (self);
}

guint32
weft_track_writer_add_process (WeftTrackWriter *self, const WeftTrackProcess *process)
{
  return self->format->add_process (self, process);
}

guint32
weft_track_writer_add_track (WeftTrackWriter *self, const WeftTrackPlace *track)
{
  return self->format->add_track (self, track);
}

guint32
weft_track_writer_add_counter (WeftTrackWriter *self, const WeftTrackCounter *counter)
{
  return self->format->add_counter (self, counter);
}

void
weft_track_writer_begin_event (WeftTrackWriter *self, const WeftTrackEvent *event)
{
  self->format->begin_event (self, event);
}

void
weft_track_writer_end_event (WeftTrackWriter *self)
{
  self->format->end_event (self);
}

void
weft_track_writer_fields (WeftTrackWriter *self, const WeftSchema *schema, guint flag,
                          gconstpointer data, guint row, gconstpointer item)
{
  self->format->fields (self, schema, flag, data, row, item);
}

void
weft_track_writer_key (WeftTrackWriter *self, const char *key)
{
  self->format->key (self, key);
}

void
weft_track_writer_cell (WeftTrackWriter *self, const WeftCell *cell)
{
  self->format->cell (self, cell);
}

void
weft_track_writer_begin_value (WeftTrackWriter *self, gboolean is_list)
{
  self->format->begin_value (self, is_list);
}

void
weft_track_writer_end_value (WeftTrackWriter *self)
{
  self->format->end_value (self);
}

void
weft_track_writer_flow (WeftTrackWriter *self, gboolean arrives, const char *name, guint64 id,
                        gint64 time)
{
  self->format->flow (self, arrives, name, id, time);
}

gboolean
weft_track_writer_ties_starts (const WeftTrackWriter *self)
{
  return self->format->ties_starts;
}

gboolean
weft_track_writer_needs_order (const WeftTrackWriter *self)
{
  return self->format->needs_order;
}

void
weft_track_writer_count (WeftTrackWriter *self, guint32 counter, gint64 time,
                         const WeftCell *values)
{
  self->format->count (self, counter, time, values);
}

void
weft_track_writer_finish (WeftTrackWriter *self)
{
  self->format->finish (self);
}
