/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-hub-cursor.h"

/* Of a PROGRAM whose texts are empty, with what fills it up. */
#define PROGRAM_LENGTH 64u

WeftHubCursor *
weft_hub_cursor_new (WeftHubStream *stream, guint64 seq, guint32 max_frame)
{
  WeftHubCursor *self = g_new0 (WeftHubCursor, 1);

  self->stream = stream;
  self->max_frame = max_frame;
  self->next_seq = seq;
  self->index = weft_hub_stream_find (stream, seq);
  self->replay_end = weft_hub_stream_end (stream);
  return self;
}

void
weft_hub_cursor_free (WeftHubCursor *self)
{
  g_clear_pointer (&self->missed, weft_hub_summary_free);
  g_free (self);
}

void
weft_hub_cursor_put_stats (const WeftHubCursor *self, GByteArray *bytes)
{
  WeftLiveStats stats;

  weft_hub_stream_get_stats (self->stream, &stats);
  stats.delivered = self->delivered;
  stats.lost = self->lost;
  weft_live_put_stats (bytes, self->stream->id, &stats);
}

gboolean
weft_hub_cursor_has_replayed (const WeftHubCursor *self)
{
  return self->index >= self->replay_end;
}

/* --- what was missed ------------------------------------------------------------------------- */

void
weft_hub_cursor_miss (WeftHubCursor *self, guint64 index, WeftHubFrame *frame, guint max_entries)
{
  guint64 skip = self->next_seq > frame->seq ? self->next_seq - frame->seq : 0;
  WeftLiveFrame parsed;
  WeftLiveFault fault;
  double ghz;

  if (self->index > index || self->next_seq >= frame->end)
    return;
  ghz = weft_hub_stream_get_ghz (self->stream);
  if (self->missed == NULL)
    self->missed = weft_hub_summary_new (ghz);
  weft_live_frame_parse (g_bytes_get_data (frame->bytes, NULL), g_bytes_get_size (frame->bytes),
                         &parsed, &fault);
  if (skip > 0)
    {
      weft_hub_summary_add (self->missed, &parsed, (guint) skip);
      weft_hub_summary_limit (self->missed, max_entries);
      return;
    }
  if (frame->summary == NULL)
    {
      frame->summary = weft_hub_summary_new (ghz);
      weft_hub_summary_add (frame->summary, &parsed, 0);
    }
  weft_hub_summary_merge (self->missed, frame->summary);
  weft_hub_summary_limit (self->missed, max_entries);
}

GBytes *
weft_hub_cursor_skip_to (WeftHubCursor *self, guint64 seq, GQueue *more)
{
  WeftLiveLoss loss = { self->next_seq, seq, WEFT_LIVE_STAGE_DAEMON, 0, seq - self->next_seq };
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_loss (bytes, self->stream->id, &loss);
  self->lost += loss.count;
  self->next_seq = seq;
  if (self->missed != NULL)
    {
      /* summaries name programs, as records do */
      for (; self->n_definitions < self->stream->definitions->len; self->n_definitions++)
        g_queue_push_tail (more,
                           g_bytes_ref (self->stream->definitions->pdata[self->n_definitions]));
      weft_hub_summary_flush (self->missed, self->stream->id, loss.seq_lo, loss.seq_hi,
                              self->max_frame, more);
      g_clear_pointer (&self->missed, weft_hub_summary_free);
    }
  return g_byte_array_free_to_bytes (bytes);
}

/* --- frames ---------------------------------------------------------------------------------- */

/* The next definition, as long as the viewer accepts: of a PROGRAM that is longer, texts are cut,
 * sources first. */
static GBytes *
next_definition (WeftHubCursor *self)
{
  GBytes *bytes = self->stream->definitions->pdata[self->n_definitions++];
  gsize length, room = self->max_frame - PROGRAM_LENGTH;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  GByteArray *shorter;
  WeftLiveFrame frame;
  WeftLiveFault fault;
  WeftLiveProgram program;

  if (length <= self->max_frame)
    return g_bytes_ref (bytes);
  weft_live_frame_parse (data, length, &frame, &fault);
  weft_live_get_program (&frame, &program); /* others are never that long */
  weft_live_text_shorten (&program.name, room);
  weft_live_text_shorten (&program.sources, room - program.name.length);
  shorter = g_byte_array_new ();
  weft_live_put_program (shorter, self->stream->id, &program);
  return g_byte_array_free_to_bytes (shorter);
}

/* The frame as this viewer gets it: marked as history, without what it has, and no more records than
 * `n`. */
static GBytes *
pass_on (const WeftHubFrame *frame, guint64 from_seq, gboolean is_replay, guint n)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (frame->bytes, &length);
  GByteArray *bytes;
  WeftLiveFrame parsed;
  WeftLiveFault fault;

  if (!is_replay && frame->seq >= from_seq && frame->n_records <= n)
    return g_bytes_ref (frame->bytes);
  weft_live_frame_parse (data, length, &parsed, &fault);
  bytes = g_byte_array_sized_new ((guint) length);
  weft_live_put_passed_on (
    bytes, &parsed, parsed.stream, is_replay ? WEFT_LIVE_REPLAY : 0,
    frame->n_records > 0 && frame->seq < from_seq ? (guint) (from_seq - frame->seq) : 0, n);
  return g_byte_array_free_to_bytes (bytes);
}

/* The part of a LOSS that the viewer does not know of yet. */
static GBytes *
pass_on_loss (const WeftHubFrame *frame, guint32 stream, guint64 from_seq)
{
  WeftLiveFrame parsed;
  WeftLiveFault fault;
  WeftLiveLoss loss;
  GByteArray *bytes;

  weft_live_frame_parse (g_bytes_get_data (frame->bytes, NULL), g_bytes_get_size (frame->bytes),
                         &parsed, &fault);
  weft_live_get_loss (&parsed, &loss);
  loss.seq_lo = from_seq;
  loss.count = loss.seq_hi - from_seq;
  bytes = g_byte_array_new ();
  weft_live_put_loss (bytes, stream, &loss);
  return g_byte_array_free_to_bytes (bytes);
}

static GBytes *
take_frame (WeftHubCursor *self)
{
  const WeftHubFrame *frame = weft_hub_stream_frame (self->stream, self->index);
  gboolean is_replay = self->index < self->replay_end;
  guint n = (self->max_frame - WEFT_LIVE_RECORDS_START) / WEFT_LIVE_RECORD_SIZE;
  guint64 end = frame->end;
  GBytes *bytes;

  if (frame->n_records == 0 && frame->seq < self->next_seq)
    bytes = pass_on_loss (frame, self->stream->id, self->next_seq);
  else
    bytes = pass_on (frame, self->next_seq, is_replay, n);
  if (frame->n_records > 0)
    {
      end = MIN (end, self->next_seq + n);
      self->delivered += end - self->next_seq;
    }
  else
    self->lost += end - self->next_seq;
  self->next_seq = end;
  if (end == frame->end)
    self->index++;
  return bytes;
}

GBytes *
weft_hub_cursor_next (WeftHubCursor *self, GQueue *more)
{
  WeftHubStream *stream = self->stream;
  GByteArray *stats, *end;

  if (self->next_seq < weft_hub_stream_first_seq (stream))
    {
      self->index = stream->first_index;
      return weft_hub_cursor_skip_to (self, weft_hub_stream_first_seq (stream), more);
    }
  if (self->index < weft_hub_stream_end (stream))
    {
      if (self->n_definitions < weft_hub_stream_frame (stream, self->index)->n_definitions)
        return next_definition (self);
      return take_frame (self);
    }
  if (self->n_definitions < stream->definitions->len)
    return next_definition (self);
  if (!stream->ended || self->end_sent)
    return NULL;
  self->end_sent = TRUE;
  stats = g_byte_array_new ();
  end = g_byte_array_new ();
  weft_hub_cursor_put_stats (self, stats);
  weft_live_put_stream_end (end, stream->id, self->next_seq);
  g_queue_push_tail (more, g_byte_array_free_to_bytes (end));
  return g_byte_array_free_to_bytes (stats);
}
