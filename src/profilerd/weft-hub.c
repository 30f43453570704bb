/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-hub.h"

#include <string.h>

#include "weft-hub-cursor.h"
#include "weft-hub-fault.h"

#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define PING_INTERVAL (1000 * MILLISECOND)
#define DEAD_AFTER (5000 * MILLISECOND)
#define STATS_INTERVAL (250 * MILLISECOND)

/* Records are acknowledged when every viewer has taken them, but no later than this: a daemon that
 * is killed then has lost nothing that a viewer still waits for, and a viewer that is stopped does
 * not fill the producer's memory. */
#define ACK_PATIENCE (20 * MILLISECOND)

/* A producer that left without a BYE may come back within this time. */
#define RETURN_PATIENCE (30000 * MILLISECOND)

/* Streams that have ended stay for viewers that come later, but no more than these, */
#define MAX_ENDED_STREAMS 64

/* and only as long as what was said about all streams takes no more bytes than so many. */
#define MAX_DEFINITIONS ((gsize) 48 << 20)

/* The misses of all viewers are summed up in so many entries, or where programs are many some more. */
#define MAX_MISSED_ENTRIES 65536u
#define MIN_MISSED_ENTRIES 16u

/* Of a STREAM_ADD whose text is empty, with what fills it up. */
#define STREAM_LENGTH 80u

/* Frames beside records that wait for one peer. */
#define MAX_CONTROL 8192

WeftHub *
weft_hub_new (const WeftHubOptions *options)
{
  WeftHub *self = g_new0 (WeftHub, 1);

  self->options = *options;
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_hub_stream_free);
  self->peers = g_ptr_array_new ();
  return self;
}

static void
free_peer (WeftHubPeer *peer)
{
  g_byte_array_unref (peer->in);
  g_queue_clear_full (&peer->control, (GDestroyNotify) g_bytes_unref);
  g_ptr_array_unref (peer->cursors);
  weft_map64_clear (&peer->streams);
  g_free (peer->complaint);
  g_free (peer);
}

void
weft_hub_free (WeftHub *self)
{
  for (guint i = 0; i < self->peers->len; i++)
    free_peer (self->peers->pdata[i]);
  g_ptr_array_unref (self->peers);
  g_ptr_array_unref (self->streams);
  g_free (self);
}

/* --- control frames ---------------------------------------------------------------------------- */

static void
push_control (WeftHubPeer *peer, GByteArray *bytes)
{
  if (peer->control.length >= MAX_CONTROL)
    peer->over = TRUE;
  g_queue_push_tail (&peer->control, g_byte_array_free_to_bytes (bytes));
}

GBytes *
weft_hub_refuse (void)
{
  const WeftLiveFlaw flaw = { NULL, 0, NULL };
  g_autofree char *text = weft_hub_fault_describe (WEFT_LIVE_FAULT_LIMIT, NULL, &flaw);

  return g_byte_array_free_to_bytes (weft_hub_fault_to_error (WEFT_LIVE_FAULT_LIMIT, text));
}

/* Says why, and ends the connection. `frame` (nullable): that it is about. */
static void
dismiss (WeftHubPeer *peer, WeftLiveFault fault, const WeftLiveFrame *frame)
{
  if (fault == WEFT_LIVE_FAULT_PAYLOAD && peer->flaw.field == NULL)
    weft_live_frame_explain (frame, &peer->flaw);
  g_free (peer->complaint);
  peer->complaint = weft_hub_fault_describe (fault, frame, &peer->flaw);
  push_control (peer, weft_hub_fault_to_error (fault, peer->complaint));
  peer->over = TRUE;
}

/* A fault that the frame does not show by itself. */
static WeftLiveFault
find_flaw (WeftHubPeer *peer, const char *field, guint32 at, const char *reason)
{
  peer->flaw = (WeftLiveFlaw){ field, at, reason };
  return WEFT_LIVE_FAULT_PAYLOAD;
}

static void
push_welcome (WeftHub *self, WeftHubPeer *peer, guint64 now_ns)
{
  WeftLiveHello welcome = { .major = WEFT_LIVE_MAJOR,
                            .minor = WEFT_LIVE_MINOR,
                            .role = WEFT_LIVE_DAEMON,
                            .max_frame = WEFT_LIVE_MAX_FRAME,
                            .monotonic_ns = now_ns,
                            .name = self->options.name,
                            .ring_records = self->options.history_records };
  GByteArray *bytes = g_byte_array_new ();

  welcome.realtime_ns = self->options.realtime_ns + (now_ns - self->options.monotonic_ns);
  memcpy (welcome.session, self->options.session, sizeof welcome.session);
  memcpy (welcome.boot, self->options.boot, sizeof welcome.boot);
  weft_live_put_hello (bytes, WEFT_LIVE_WELCOME, &welcome);
  push_control (peer, bytes);
}

static void
push_stats (WeftHubPeer *peer, const WeftHubCursor *cursor)
{
  GByteArray *bytes = g_byte_array_new ();

  weft_hub_cursor_put_stats (cursor, bytes);
  push_control (peer, bytes);
}

/* --- viewers ------------------------------------------------------------------------------------ */

static void
add_cursor (WeftHubPeer *peer, WeftHubStream *stream, guint64 seq)
{
  GByteArray *bytes = g_byte_array_new ();
  WeftLiveStream info = stream->info;

  g_ptr_array_add (peer->cursors, weft_hub_cursor_new (stream, seq, peer->max_frame));
  weft_live_text_shorten (&info.arch, peer->max_frame - STREAM_LENGTH);
  weft_live_put_stream (bytes, stream->id, seq, &info);
  push_control (peer, bytes);
}

/* Where a viewer that resumes goes on in a stream; from the history's beginning where it does not
 * say. */
static guint64
find_resume (const WeftLiveFrame *frame, WeftHubStream *stream)
{
  for (guint i = 0; i < frame->count; i++)
    {
      WeftLiveResume resume;

      weft_live_get_resume (frame, i, &resume);
      if (resume.stream == stream->id && resume.seq >= stream->first_seq
          && resume.seq <= stream->next_seq)
        return resume.seq;
    }
  return weft_hub_stream_first_seq (stream);
}

static WeftLiveFault
subscribe (WeftHub *self, WeftHubPeer *peer, const WeftLiveFrame *frame)
{
  WeftLiveStart start;

  if (peer->role != WEFT_LIVE_VIEWER || peer->subscribed)
    return WEFT_LIVE_FAULT_ORDER;
  if (!weft_live_get_subscribe (frame, &start))
    return WEFT_LIVE_FAULT_PAYLOAD;
  peer->subscribed = TRUE;
  peer->replaying = TRUE;
  for (guint i = 0; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (start == WEFT_LIVE_FROM_NOW && stream->ended)
        continue;
      add_cursor (peer, stream,
                  start == WEFT_LIVE_FROM_NOW ? stream->next_seq : find_resume (frame, stream));
    }
  return WEFT_LIVE_FAULT_NONE;
}

static gboolean
has_replayed (const WeftHubPeer *peer)
{
  for (guint i = 0; i < peer->cursors->len; i++)
    if (!weft_hub_cursor_has_replayed (peer->cursors->pdata[i]))
      return FALSE;
  return TRUE;
}

GBytes *
weft_hub_next (WeftHub *self G_GNUC_UNUSED, WeftHubPeer *peer)
{
  GBytes *bytes = g_queue_pop_head (&peer->control);

  if (bytes != NULL || !peer->subscribed || peer->over)
    return bytes;
  if (peer->replaying && has_replayed (peer))
    {
      GByteArray *done = g_byte_array_new ();

      peer->replaying = FALSE;
      weft_live_put_replay_done (done);
      return g_byte_array_free_to_bytes (done);
    }
  for (guint i = 0; i < peer->cursors->len && bytes == NULL; i++)
    {
      peer->turn = (peer->turn + 1) % peer->cursors->len;
      bytes = weft_hub_cursor_next (peer->cursors->pdata[peer->turn], &peer->control);
    }
  return bytes;
}

/* --- streams ------------------------------------------------------------------------------------ */

static void
announce (WeftHub *self, WeftHubStream *stream)
{
  for (guint i = 0; i < self->peers->len; i++)
    {
      WeftHubPeer *peer = self->peers->pdata[i];

      if (peer->subscribed)
        add_cursor (peer, stream, stream->next_seq);
    }
}

/* The rest of a stream that goes away is lost for a viewer that has not taken it. */
static void
withdraw (WeftHubPeer *peer, WeftHubStream *stream)
{
  for (guint i = 0; i < peer->cursors->len; i++)
    {
      WeftHubCursor *cursor = peer->cursors->pdata[i];
      GByteArray *bytes;

      if (cursor->stream != stream)
        continue;
      bytes = g_byte_array_new ();
      g_clear_pointer (&cursor->missed, weft_hub_summary_free);
      if (cursor->next_seq < stream->next_seq)
        g_queue_push_tail (&peer->control,
                           weft_hub_cursor_skip_to (cursor, stream->next_seq, &peer->control));
      weft_live_put_stream_end (bytes, stream->id, stream->next_seq);
      if (cursor->end_sent)
        g_byte_array_unref (bytes);
      else
        push_control (peer, bytes);
      g_ptr_array_remove_index (peer->cursors, i);
      return;
    }
}

/* Lets the oldest of the streams go that have ended. FALSE where none has. */
static gboolean
forget_ended (WeftHub *self)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (!stream->ended)
        continue;
      for (guint k = 0; k < self->peers->len; k++)
        withdraw (self->peers->pdata[k], stream);
      self->history_size -= stream->ring_bytes;
      g_ptr_array_remove_index (self->streams, i);
      return TRUE;
    }
  return FALSE;
}

void
weft_hub_end_stream (WeftHub *self, WeftHubStream *stream)
{
  guint n_ended = 0;

  weft_hub_stream_close (stream);
  for (guint i = 0; i < self->streams->len; i++)
    n_ended += ((WeftHubStream *) self->streams->pdata[i])->ended;
  if (n_ended > MAX_ENDED_STREAMS)
    forget_ended (self);
}

static gsize
sum_definitions (WeftHub *self)
{
  gsize sum = 0;

  for (guint i = 0; i < self->streams->len; i++)
    sum += ((WeftHubStream *) self->streams->pdata[i])->definition_bytes;
  return sum;
}

gsize
weft_hub_get_size (WeftHub *self)
{
  return self->history_size + sum_definitions (self);
}

/* Streams that have ended make room for what is said about others. */
static WeftLiveFault
define (WeftHub *self, WeftHubStream *stream, const WeftLiveFrame *frame)
{
  while (sum_definitions (self) + frame->length > MAX_DEFINITIONS)
    if (!forget_ended (self))
      return WEFT_LIVE_FAULT_LIMIT;
  return weft_hub_stream_define (stream, frame);
}

WeftHubStream *
weft_hub_add_stream (WeftHub *self, const WeftLiveStream *info, guint64 first_seq)
{
  WeftHubStream *stream = weft_hub_stream_new (++self->last_id, info, first_seq);

  stream->attached = TRUE;
  g_ptr_array_add (self->streams, stream);
  announce (self, stream);
  return stream;
}

static WeftHubStream *
find_stream (WeftHub *self, guint32 id)
{
  for (guint i = 0; i < self->streams->len; i++)
    if (((WeftHubStream *) self->streams->pdata[i])->id == id)
      return self->streams->pdata[i];
  return NULL;
}

/* The stream that this producer called so, which may have ended. */
static WeftHubStream *
find_produced (WeftHub *self, const WeftLiveStream *info)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (stream->info.producer_stream == info->producer_stream
          && memcmp (stream->info.producer, info->producer, sizeof info->producer) == 0)
        return stream;
    }
  return NULL;
}

static WeftLiveFault
add_produced_stream (WeftHub *self, WeftHubPeer *peer, const WeftLiveFrame *frame)
{
  WeftLiveStream info;
  WeftHubStream *stream;

  if (!weft_live_get_stream (frame, &info))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (weft_map64_get (&peer->streams, frame->stream) != WEFT_MAP64_NONE)
    return WEFT_LIVE_FAULT_ORDER;
  if (peer->n_streams++ == WEFT_LIVE_MAX_STREAMS)
    return WEFT_LIVE_FAULT_LIMIT;
  info.producer_stream = frame->stream;
  memcpy (info.producer, peer->session, sizeof info.producer);
  stream = find_produced (self, &info);
  if (stream != NULL && stream->ended)
    return find_flaw (peer, "stream", 12, "it has ended; another needs another number");
  if (stream != NULL && stream->attached)
    return find_flaw (peer, "stream", 12, "the producer has it on another connection");
  if (stream != NULL)
    stream->attached = TRUE;
  else
    stream = weft_hub_add_stream (self, &info, frame->seq);
  weft_map64_set (&peer->streams, frame->stream, stream->id);
  return WEFT_LIVE_FAULT_NONE;
}

/* --- history ------------------------------------------------------------------------------------ */

/* How many entries may sum up what one viewer missed of one stream. */
static guint
get_missed_entries (WeftHub *self)
{
  guint n_cursors = 0;

  for (guint i = 0; i < self->peers->len; i++)
    n_cursors += ((WeftHubPeer *) self->peers->pdata[i])->cursors->len;
  return MAX (MAX_MISSED_ENTRIES / MAX (n_cursors, 1), MIN_MISSED_ENTRIES);
}

static void
expire_frame (WeftHub *self, WeftHubStream *stream)
{
  guint64 index = stream->first_index;
  gsize before = stream->ring_bytes;
  WeftHubFrame frame = weft_hub_stream_expire (stream);
  guint max_entries = get_missed_entries (self);

  self->history_size -= before - stream->ring_bytes;
  for (guint i = 0; i < self->peers->len && frame.n_records > 0; i++)
    {
      WeftHubPeer *peer = self->peers->pdata[i];

      for (guint k = 0; k < peer->cursors->len; k++)
        {
          WeftHubCursor *cursor = peer->cursors->pdata[k];

          if (cursor->stream == stream)
            weft_hub_cursor_miss (cursor, index, &frame, max_entries);
        }
    }
  weft_hub_frame_clear (&frame);
}

static WeftHubStream *
find_longest (WeftHub *self)
{
  WeftHubStream *longest = self->streams->pdata[0];

  for (guint i = 1; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (stream->ring_bytes > longest->ring_bytes)
        longest = stream;
    }
  return longest;
}

/* The history of all streams together keeps to its budget, whichever of them go on: the longest gives way. */
static WeftLiveFault
append (WeftHub *self, WeftHubStream *stream, const WeftLiveFrame *frame, WeftLiveFlaw *flaw)
{
  gsize before = stream->ring_bytes;
  WeftLiveFault fault = weft_hub_stream_append (stream, frame, flaw);

  self->history_size += stream->ring_bytes - before;
  while (stream->ring_records > self->options.history_records)
    expire_frame (self, stream);
  while (self->history_size > self->options.history_bytes)
    expire_frame (self, find_longest (self));
  return fault;
}

void
weft_hub_add_records (WeftHub *self, WeftHubStream *stream, const WeftLiveBatch *batch,
                      const WeftLiveRecord *records, guint n_records)
{
  g_autoptr (GByteArray) bytes =
    g_byte_array_sized_new (WEFT_LIVE_RECORDS_START + n_records * WEFT_LIVE_RECORD_SIZE);
  WeftLiveFrame frame;
  WeftLiveFault fault;
  WeftLiveFlaw flaw;

  weft_live_put_records (bytes, stream->id, stream->next_seq, batch, records, n_records);
  weft_live_frame_parse (bytes->data, bytes->len, &frame, &fault);
  fault = append (self, stream, &frame, &flaw);
  g_return_if_fail (fault == WEFT_LIVE_FAULT_NONE);
  stream->acked_seq = stream->next_seq;
  stream->reported.offered = stream->reported.acked = stream->ingested;
  stream->reported.unacked = 0; /* here nothing waits, and nothing is dropped */
  stream->reported.dropped_ring = stream->reported.dropped_retention = 0;
}

/* --- frames ------------------------------------------------------------------------------------- */

static WeftLiveFault
greet (WeftHub *self, WeftHubPeer *peer, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftLiveHello hello;

  if (frame->type != WEFT_LIVE_HELLO || peer->greeted)
    return WEFT_LIVE_FAULT_ORDER;
  if (!weft_live_get_hello (frame, &hello))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (hello.major != WEFT_LIVE_MAJOR)
    return WEFT_LIVE_FAULT_VERSION;
  if (hello.role != peer->role)
    return find_flaw (peer, "role", 36,
                      peer->role == WEFT_LIVE_VIEWER ? "this socket is for viewers, 0"
                                                     : "this socket is for producers, 1");
  if (hello.max_frame > 0 && hello.max_frame < WEFT_LIVE_MIN_FRAME)
    return find_flaw (peer, "largest frame", 44, "it is 256 or more");
  peer->greeted = TRUE;
  if (hello.max_frame > 0)
    peer->max_frame = MIN (hello.max_frame, WEFT_LIVE_MAX_FRAME);
  memcpy (peer->session, hello.session, sizeof peer->session);
  push_welcome (self, peer, now_ns);
  return WEFT_LIVE_FAULT_NONE;
}

/* Frames that only producers send, about one of their streams. */
static WeftLiveFault
take_produced (WeftHub *self, WeftHubPeer *peer, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftHubStream *stream;
  WeftLiveStats stats;

  if (peer->role != WEFT_LIVE_PRODUCER)
    return WEFT_LIVE_FAULT_ORDER;
  if (frame->type == WEFT_LIVE_STREAM_ADD)
    return add_produced_stream (self, peer, frame);
  stream = find_stream (self, weft_map64_get (&peer->streams, frame->stream));
  if (stream == NULL)
    return find_flaw (peer, "stream", 12, "no STREAM_ADD has declared it, or it has ended");
  switch (frame->type)
    {
    case WEFT_LIVE_PROGRAM:
    case WEFT_LIVE_SYNC:
      return define (self, stream, frame);
    case WEFT_LIVE_SYNC_SAMPLE:
      return weft_hub_stream_sample (stream, frame, now_ns, &peer->flaw);
    case WEFT_LIVE_STATS:
      if (!weft_live_get_stats (frame, &stats))
        return WEFT_LIVE_FAULT_PAYLOAD;
      stream->reported = stats;
      return WEFT_LIVE_FAULT_NONE;
    case WEFT_LIVE_STREAM_END:
      weft_map64_remove (&peer->streams, frame->stream);
      weft_hub_end_stream (self, stream);
      return WEFT_LIVE_FAULT_NONE;
    default:
      return append (self, stream, frame, &peer->flaw);
    }
}

static WeftLiveFault
pong (WeftHubPeer *peer, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftLivePing ping;
  GByteArray *bytes;

  if (!weft_live_get_ping (frame, &ping))
    return WEFT_LIVE_FAULT_PAYLOAD;
  bytes = g_byte_array_new ();
  ping.monotonic_ns = now_ns;
  weft_live_put_ping (bytes, WEFT_LIVE_PONG, &ping);
  push_control (peer, bytes);
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_frame_of (WeftHub *self, WeftHubPeer *peer, const WeftLiveFrame *frame, guint64 now_ns)
{
  if (!peer->greeted)
    return greet (self, peer, frame, now_ns);
  switch (frame->type)
    {
    case WEFT_LIVE_SUBSCRIBE:
      return subscribe (self, peer, frame);
    case WEFT_LIVE_STREAM_ADD:
    case WEFT_LIVE_STREAM_END:
    case WEFT_LIVE_PROGRAM:
    case WEFT_LIVE_SYNC:
    case WEFT_LIVE_SYNC_SAMPLE:
    case WEFT_LIVE_STATS:
    case WEFT_LIVE_RECORDS:
    case WEFT_LIVE_LOSS:
      return take_produced (self, peer, frame, now_ns);
    case WEFT_LIVE_PING:
      return pong (peer, frame, now_ns);
    case WEFT_LIVE_PONG:
      return WEFT_LIVE_FAULT_NONE;
    case WEFT_LIVE_BYE:
    case WEFT_LIVE_ERROR:
      peer->over = TRUE;
      return WEFT_LIVE_FAULT_NONE;
    default:
      if (weft_live_type_to_string (frame->type) != NULL)
        return WEFT_LIVE_FAULT_ORDER;
      return frame->flags & WEFT_LIVE_MUST_UNDERSTAND ? WEFT_LIVE_FAULT_UNKNOWN
                                                      : WEFT_LIVE_FAULT_NONE;
    }
}

/* Takes the whole frames at the beginning of `bytes`. Returns how many bytes those are. */
static gsize
take_frames (WeftHub *self, WeftHubPeer *peer, const guint8 *bytes, gsize length, guint64 now_ns)
{
  gsize taken = 0;

  while (!peer->over)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      WeftLiveResult result = weft_live_frame_parse (bytes + taken, length - taken, &frame, &fault);

      if (result == WEFT_LIVE_SHORT)
        break;
      if (result == WEFT_LIVE_WHOLE)
        fault = take_frame_of (self, peer, &frame, now_ns);
      if (fault != WEFT_LIVE_FAULT_NONE)
        dismiss (peer, fault, result == WEFT_LIVE_WHOLE ? &frame : NULL);
      else
        taken += frame.length;
    }
  return taken;
}

gboolean
weft_hub_take (WeftHub *self, WeftHubPeer *peer, const guint8 *bytes, gsize length, guint64 now_ns)
{
  gsize taken;

  peer->heard_ns = now_ns;
  if (peer->in->len == 0)
    {
      taken = take_frames (self, peer, bytes, length, now_ns);
      g_byte_array_append (peer->in, bytes + taken, (guint) (length - taken));
    }
  else
    {
      g_byte_array_append (peer->in, bytes, (guint) length);
      taken = take_frames (self, peer, peer->in->data, peer->in->len, now_ns);
      g_byte_array_remove_range (peer->in, 0, (guint) taken);
    }
  return !peer->over;
}

/* --- peers -------------------------------------------------------------------------------------- */

WeftHubPeer *
weft_hub_add_peer (WeftHub *self, WeftLiveRole role, guint64 now_ns)
{
  WeftHubPeer *peer;

  if (self->peers->len == WEFT_LIVE_MAX_PEERS)
    return NULL;
  peer = g_new0 (WeftHubPeer, 1);
  peer->role = role;
  peer->max_frame = WEFT_LIVE_MAX_FRAME;
  peer->in = g_byte_array_new ();
  peer->cursors = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_hub_cursor_free);
  peer->heard_ns = peer->pinged_ns = now_ns;
  g_queue_init (&peer->control);
  g_ptr_array_add (self->peers, peer);
  return peer;
}

void
weft_hub_remove_peer (WeftHub *self, WeftHubPeer *peer, guint64 now_ns)
{
  for (guint i = 0; i < self->streams->len && peer->role == WEFT_LIVE_PRODUCER; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (stream->attached
          && weft_map64_get (&peer->streams, stream->info.producer_stream) == stream->id)
        {
          stream->attached = FALSE;
          stream->detached_ns = now_ns;
        }
    }
  g_ptr_array_remove (self->peers, peer);
  free_peer (peer);
}

/* --- time --------------------------------------------------------------------------------------- */

/* The sequence number up to which all viewers have taken a stream. */
static guint64
find_taken (WeftHub *self, WeftHubStream *stream)
{
  guint64 seq = stream->next_seq;

  for (guint i = 0; i < self->peers->len; i++)
    {
      const WeftHubPeer *peer = self->peers->pdata[i];

      for (guint k = 0; k < peer->cursors->len; k++)
        {
          const WeftHubCursor *cursor = peer->cursors->pdata[k];

          if (cursor->stream == stream)
            seq = MIN (seq, cursor->next_seq);
        }
    }
  return seq;
}

/* How far the stream may be acknowledged now. */
static guint64
choose_ack (WeftHub *self, WeftHubStream *stream, guint64 now_ns)
{
  guint64 seq = MAX (stream->acked_seq, find_taken (self, stream));

  if (now_ns >= stream->ack_due_ns)
    {
      seq = MAX (seq, stream->ack_candidate);
      stream->ack_candidate = stream->next_seq;
      stream->ack_due_ns = now_ns + ACK_PATIENCE;
    }
  return seq;
}

static void
acknowledge (WeftHub *self, WeftHubPeer *peer, guint64 now_ns)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];
      guint64 seq;
      GByteArray *bytes;

      if (!stream->attached
          || weft_map64_get (&peer->streams, stream->info.producer_stream) != stream->id)
        continue;
      seq = choose_ack (self, stream, now_ns);
      if (seq == stream->acked_seq)
        continue;
      stream->acked_seq = seq;
      bytes = g_byte_array_new ();
      weft_live_put_ack (bytes, stream->info.producer_stream, seq);
      push_control (peer, bytes);
    }
}

static void
ping_peer (WeftHubPeer *peer, guint64 now_ns)
{
  WeftLivePing ping = { now_ns, now_ns };
  GByteArray *bytes;

  if (now_ns - peer->heard_ns >= DEAD_AFTER)
    {
      dismiss (peer, WEFT_LIVE_FAULT_TIMEOUT, NULL);
      return;
    }
  if (!peer->greeted || now_ns - peer->pinged_ns < PING_INTERVAL)
    return;
  peer->pinged_ns = now_ns;
  bytes = g_byte_array_new ();
  weft_live_put_ping (bytes, WEFT_LIVE_PING, &ping);
  push_control (peer, bytes);
}

static void
push_ledgers (WeftHub *self)
{
  for (guint i = 0; i < self->peers->len; i++)
    {
      WeftHubPeer *peer = self->peers->pdata[i];

      /* those that still have the last ones to take need no more */
      for (guint k = 0; k < peer->cursors->len && peer->control.length < MAX_CONTROL / 8; k++)
        if (!((WeftHubCursor *) peer->cursors->pdata[k])->end_sent)
          push_stats (peer, peer->cursors->pdata[k]);
    }
}

void
weft_hub_tick (WeftHub *self, guint64 now_ns)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      WeftHubStream *stream = self->streams->pdata[i];

      if (!stream->attached && !stream->ended && now_ns - stream->detached_ns >= RETURN_PATIENCE)
        {
          weft_hub_end_stream (self, stream);
          break; /* which may have let others go; the next is due in some milliseconds */
        }
    }
  for (guint i = 0; i < self->peers->len; i++)
    {
      WeftHubPeer *peer = self->peers->pdata[i];

      if (peer->over)
        continue;
      ping_peer (peer, now_ns);
      if (peer->role == WEFT_LIVE_PRODUCER)
        acknowledge (self, peer, now_ns);
    }
  if (now_ns - self->stats_ns >= STATS_INTERVAL)
    {
      self->stats_ns = now_ns;
      push_ledgers (self);
    }
}

/* --- the ledger --------------------------------------------------------------------------------- */

char *
weft_hub_print_ledger (WeftHub *self)
{
  GString *text = g_string_new ("{\"streams\":[");

  for (guint i = 0; i < self->streams->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      weft_hub_stream_print (self->streams->pdata[i], text);
    }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}
