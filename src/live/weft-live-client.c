/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-live-client.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define FIRST_RETRY (50 * MILLISECOND)
#define LAST_RETRY (2000 * MILLISECOND)
#define PING_INTERVAL (1000 * MILLISECOND)
#define DEAD_AFTER (5000 * MILLISECOND)

WeftLiveClient *
weft_live_client_new (WeftLiveWriter *writer, WeftLiveStart start)
{
  WeftLiveClient *self = g_new0 (WeftLiveClient, 1);

  self->writer = writer;
  self->start = start;
  self->in = g_byte_array_new ();
  self->out = g_byte_array_new ();
  self->welcome = g_byte_array_new ();
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->said = g_byte_array_new ();
  self->patience = FIRST_RETRY;
  self->random = g_rand_new ();
  return self;
}

void
weft_live_client_free (WeftLiveClient *self)
{
  g_byte_array_unref (self->in);
  g_byte_array_unref (self->out);
  g_byte_array_unref (self->welcome);
  g_ptr_array_unref (self->streams);
  g_byte_array_unref (self->said);
  g_rand_free (self->random);
  g_free (self);
}

void
weft_live_client_connected (WeftLiveClient *self, guint64 now_ns)
{
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .minor = WEFT_LIVE_MINOR,
                          .role = WEFT_LIVE_VIEWER,
                          .max_frame = WEFT_LIVE_MAX_FRAME,
                          .monotonic_ns = now_ns,
                          .realtime_ns = (guint64) g_get_real_time () * 1000,
                          .pid = (guint32) getpid (),
                          .name = { "weft", 4 } };

  g_byte_array_set_size (self->in, 0);
  g_byte_array_set_size (self->out, 0);
  self->is_welcome = FALSE;
  self->heard_ns = self->pinged_ns = now_ns;
  weft_live_put_hello (self->out, WEFT_LIVE_HELLO, &hello);
}

void
weft_live_client_disconnected (WeftLiveClient *self, guint64 now_ns)
{
  double jitter = g_rand_double_range (self->random, 0.75, 1.25);

  self->is_welcome = FALSE;
  weft_live_writer_lose (self->writer);
  self->retry_ns = now_ns + (guint64) ((double) self->patience * jitter);
  self->patience = MIN (2 * self->patience, LAST_RETRY);
}

/* --- frames ------------------------------------------------------------------------------------- */

/* Goes on where it was, where this is the daemon that it was with; otherwise takes all the history
 * there is, of which the writer leaves out what it has. */
static void
subscribe (WeftLiveClient *self, GArray *resumes, gboolean same_daemon)
{
  if (same_daemon)
    weft_live_put_subscribe (self->out, WEFT_LIVE_RESUME, (const WeftLiveResume *) resumes->data,
                             resumes->len);
  else
    weft_live_put_subscribe (self->out, self->has_session ? WEFT_LIVE_FROM_HISTORY : self->start,
                             NULL, 0);
}

static gboolean
take_welcome (WeftLiveClient *self, const WeftLiveFrame *frame)
{
  g_autoptr (GArray) resumes = weft_live_writer_get_resumes (self->writer);
  WeftLiveHello hello;
  gboolean same;

  if (!weft_live_get_hello (frame, &hello))
    return FALSE;
  same = self->has_session && memcmp (hello.session, self->session, sizeof hello.session) == 0;
  subscribe (self, resumes, same);
  memcpy (self->session, hello.session, sizeof hello.session);
  self->has_session = self->is_welcome = TRUE;
  self->patience = FIRST_RETRY;
  g_byte_array_set_size (self->welcome, 0);
  g_byte_array_append (self->welcome, frame->bytes, frame->length);
  g_ptr_array_set_size (self->streams, 0);
  g_byte_array_set_size (self->said, 0);
  return TRUE;
}

static gboolean
take_ping (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftLivePing ping;

  if (!weft_live_get_ping (frame, &ping))
    return FALSE;
  ping.monotonic_ns = now_ns;
  weft_live_put_ping (self->out, WEFT_LIVE_PONG, &ping);
  return TRUE;
}

static char *
describe_error (const WeftLiveFrame *frame)
{
  WeftLiveError error;
  g_autofree char *text = NULL;

  if (!weft_live_get_error (frame, &error))
    return g_strdup (_ ("The daemon ended the connection."));
  text = g_strndup (error.text.bytes, error.text.length);
  if (error.code == WEFT_LIVE_FAULT_VERSION)
    return g_strdup_printf (_ ("The daemon speaks versions %u to %u of the protocol, this program "
                               "version %d. Update the older of the two."),
                            error.lowest, error.highest, WEFT_LIVE_MAJOR);
  return g_strdup_printf (_ ("The daemon ended the connection: %s."), text);
}

/* Frames that are passed on to the trace, and to a recording. */
static gboolean
is_about_session (guint type)
{
  switch (type)
    {
    case WEFT_LIVE_HELLO:
    case WEFT_LIVE_ERROR:
    case WEFT_LIVE_SUBSCRIBE:
    case WEFT_LIVE_PING:
    case WEFT_LIVE_PONG:
    case WEFT_LIVE_BYE:
    case WEFT_LIVE_ACK:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
remember (WeftLiveClient *self, const WeftLiveFrame *frame)
{
  if (frame->type == WEFT_LIVE_STREAM_ADD)
    g_ptr_array_add (self->streams, g_bytes_new (frame->bytes, frame->length));
  else if (frame->type == WEFT_LIVE_PROGRAM || frame->type == WEFT_LIVE_SYNC)
    g_byte_array_append (self->said, frame->bytes, frame->length);
}

static gboolean
take_frame (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns, char **message)
{
  WeftLiveFault fault = WEFT_LIVE_FAULT_NONE;
  gboolean understood = TRUE;

  if (frame->type == WEFT_LIVE_ERROR || frame->type == WEFT_LIVE_BYE)
    {
      *message = describe_error (frame);
      return FALSE;
    }
  if (frame->type == WEFT_LIVE_PING)
    understood = take_ping (self, frame, now_ns);
  else if (frame->type == WEFT_LIVE_WELCOME)
    understood = take_welcome (self, frame);
  else if (!self->is_welcome)
    understood = FALSE;
  if (understood && is_about_session (frame->type))
    {
      fault = weft_live_writer_take (self->writer, frame);
      if (fault == WEFT_LIVE_FAULT_NONE)
        {
          remember (self, frame);
          if (self->tap != NULL)
            self->tap (frame, self->tap_data);
        }
    }
  if (understood && fault == WEFT_LIVE_FAULT_NONE)
    return TRUE;
  *message = fault == WEFT_LIVE_FAULT_VERSION
               ? g_strdup (_ ("The daemon speaks another version of the protocol. Update the older "
                              "of the two."))
               : g_strdup (_ ("The daemon said what the protocol does not allow."));
  return FALSE;
}

/* Takes the whole frames at the beginning. Returns how many bytes those are. */
static gsize
take_frames (WeftLiveClient *self, const guint8 *bytes, gsize length, guint64 now_ns,
             char **message)
{
  gsize taken = 0;

  while (*message == NULL)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      WeftLiveResult result = weft_live_frame_parse (bytes + taken, length - taken, &frame, &fault);

      if (result == WEFT_LIVE_SHORT)
        break;
      if (result == WEFT_LIVE_WRONG)
        *message = g_strdup (_ ("What came from the socket is not the profiler's protocol."));
      else if (take_frame (self, &frame, now_ns, message))
        taken += frame.length;
    }
  return taken;
}

gboolean
weft_live_client_take (WeftLiveClient *self, const guint8 *bytes, gsize length, guint64 now_ns,
                       char **message)
{
  gsize taken;

  *message = NULL;
  self->heard_ns = now_ns;
  if (self->in->len == 0)
    {
      taken = take_frames (self, bytes, length, now_ns, message);
      g_byte_array_append (self->in, bytes + taken, (guint) (length - taken));
    }
  else
    {
      g_byte_array_append (self->in, bytes, (guint) length);
      taken = take_frames (self, self->in->data, self->in->len, now_ns, message);
      g_byte_array_remove_range (self->in, 0, (guint) taken);
    }
  return *message == NULL;
}

gboolean
weft_live_client_tick (WeftLiveClient *self, guint64 now_ns)
{
  WeftLivePing ping = { now_ns, now_ns };

  if (now_ns - self->heard_ns >= DEAD_AFTER)
    return FALSE;
  if (self->is_welcome && now_ns - self->pinged_ns >= PING_INTERVAL)
    {
      self->pinged_ns = now_ns;
      weft_live_put_ping (self->out, WEFT_LIVE_PING, &ping);
    }
  return TRUE;
}

/* --- recordings --------------------------------------------------------------------------------- */

/* Tells of the connection's streams as they go on from now. Those of a daemon that it was with before are
 * none of these, whatever their ids were. */
static void
put_streams (WeftLiveClient *self, GByteArray *out)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      GBytes *bytes = self->streams->pdata[i];
      WeftLiveFrame frame;
      WeftLiveFault fault;
      WeftLiveStream stream;
      guint64 seq;

      weft_live_frame_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &frame,
                             &fault);
      weft_live_get_stream (&frame, &stream);
      if (weft_live_writer_get_next (self->writer, frame.stream, &seq))
        weft_live_put_stream (out, frame.stream, seq, &stream);
    }
}

/* Says again what was said about streams that go on; those that ended are not told of. */
static void
put_said (WeftLiveClient *self, GByteArray *out)
{
  gsize at = 0;

  while (at < self->said->len)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      guint64 seq;

      weft_live_frame_parse (self->said->data + at, self->said->len - at, &frame, &fault);
      if (weft_live_writer_get_next (self->writer, frame.stream, &seq))
        g_byte_array_append (out, frame.bytes, frame.length);
      at += frame.length;
    }
}

void
weft_live_client_put_preamble (WeftLiveClient *self, GByteArray *out)
{
  if (!self->is_welcome)
    return;
  g_byte_array_append (out, self->welcome->data, self->welcome->len);
  put_streams (self, out);
  put_said (self, out);
}
