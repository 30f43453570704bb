/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-live-client.h"

#include "weft-live-boot.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define FIRST_RETRY (50 * MILLISECOND)
#define LAST_RETRY (2000 * MILLISECOND)
#define PING_INTERVAL (1000 * MILLISECOND)
#define DEAD_AFTER (5000 * MILLISECOND)

/* A clock is asked so often before records are asked for. */
#define FIRST_ANSWERS 8

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
  self->asked_ns = 0;
  self->heard_ns = self->pinged_ns = now_ns;
  weft_live_put_hello (self->out, WEFT_LIVE_HELLO, &hello);
}

void
weft_live_client_disconnected (WeftLiveClient *self, guint64 now_ns)
{
  double jitter = g_rand_double_range (self->random, 0.75, 1.25);

  self->is_welcome = FALSE;
  weft_live_writer_set_host (self->writer, self->host);
  weft_live_writer_lose (self->writer);
  self->retry_ns = now_ns + (guint64) ((double) self->patience * jitter);
  self->patience = MIN (2 * self->patience, LAST_RETRY);
}

/* --- frames ------------------------------------------------------------------------------------- */

/* Goes on where it was, where this is the daemon that it was with; otherwise takes all the history
 * there is, of which the writer leaves out what it has. */
static void
subscribe (WeftLiveClient *self)
{
  g_autoptr (GArray) resumes = weft_live_writer_get_resumes (self->writer);

  if (self->same_daemon)
    weft_live_put_subscribe (self->out, WEFT_LIVE_RESUME, (const WeftLiveResume *) resumes->data,
                             resumes->len);
  else
    weft_live_put_subscribe (self->out, self->has_session ? WEFT_LIVE_FROM_HISTORY : self->start,
                             NULL, 0);
  self->has_session = TRUE;
}

/* --- the clock ---------------------------------------------------------------------------------- */

static void
ask_time (WeftLiveClient *self, guint64 now_ns)
{
  WeftLivePing ping = { now_ns, now_ns };

  self->pinged_ns = self->asked_ns = now_ns;
  weft_live_put_ping (self->out, WEFT_LIVE_PING, &ping);
}

/* On the same computer both clocks are one, unless it has several of them. */
static gboolean
is_same_clock (const WeftLiveClient *self)
{
  guint8 own[16];

  return weft_live_get_boot_id (own) && memcmp (own, self->boot, sizeof own) == 0
         && self->bounds->low <= 0 && self->bounds->high >= 0;
}

static void
set_clock (WeftLiveClient *self)
{
  WeftLiveHostClock clock = { WEFT_LIVE_CLOCK_SAME, 0, 0 };

  if (is_same_clock (self))
    self->bounds->shift_ns = 0;
  else
    clock = (WeftLiveHostClock){ WEFT_LIVE_CLOCK_MEASURED, self->bounds->shift_ns,
                                 weft_live_clock_bounds_get_error (self->bounds) };
  weft_live_writer_set_clock (self->writer, &clock);
}

static gboolean
take_pong (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftLivePing pong;

  if (!weft_live_get_ping (frame, &pong))
    return FALSE;
  if (self->bounds == NULL || self->asked_ns == 0 || pong.nonce != self->asked_ns)
    return TRUE;
  if (weft_live_clock_bounds_take (self->bounds, self->asked_ns, pong.monotonic_ns, now_ns))
    set_clock (self);
  self->asked_ns = 0;
  if (self->n_answers == FIRST_ANSWERS)
    return TRUE;
  self->n_answers = is_same_clock (self) ? FIRST_ANSWERS : self->n_answers + 1;
  if (self->n_answers == FIRST_ANSWERS)
    subscribe (self);
  else
    ask_time (self, now_ns);
  return TRUE;
}

static gboolean
take_welcome (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns)
{
  WeftLiveHello hello;

  if (!weft_live_get_hello (frame, &hello))
    return FALSE;
  self->same_daemon =
    self->has_session && memcmp (hello.session, self->session, sizeof hello.session) == 0;
  memcpy (self->session, hello.session, sizeof hello.session);
  memcpy (self->boot, hello.boot, sizeof hello.boot);
  self->is_welcome = TRUE;
  self->patience = FIRST_RETRY;
  self->n_answers = 0;
  if (self->bounds == NULL)
    subscribe (self);
  else
    ask_time (self, now_ns);
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
    case WEFT_LIVE_HOST:
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

/* A daemon is heard once, by whatever sockets it is reached. */
static gboolean
is_twin (WeftLiveClient *self, const WeftLiveFrame *frame)
{
  WeftLiveHello hello;

  return self->bounds != NULL && frame->type == WEFT_LIVE_WELCOME
         && weft_live_get_hello (frame, &hello)
         && weft_live_writer_has_twin (self->writer, hello.session);
}

/* Frames about the connection itself. FALSE where one can't be understood. */
static gboolean
take_own (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns)
{
  switch (frame->type)
    {
    case WEFT_LIVE_PING:
      return take_ping (self, frame, now_ns);
    case WEFT_LIVE_PONG:
      return self->is_welcome && take_pong (self, frame, now_ns);
    case WEFT_LIVE_WELCOME:
      return take_welcome (self, frame, now_ns);
    default:
      return self->is_welcome;
    }
}

static gboolean
take_frame (WeftLiveClient *self, const WeftLiveFrame *frame, guint64 now_ns, char **message)
{
  WeftLiveFault fault = WEFT_LIVE_FAULT_NONE;
  gboolean understood;

  if (frame->type == WEFT_LIVE_ERROR || frame->type == WEFT_LIVE_BYE)
    {
      *message = describe_error (frame);
      return FALSE;
    }
  if (is_twin (self, frame))
    {
      *message = g_strdup (_ ("The daemon there is one that another of the sockets leads to."));
      return FALSE;
    }
  understood = take_own (self, frame, now_ns);
  if (understood && is_about_session (frame->type))
    {
      fault = weft_live_writer_take (self->writer, frame);
      if (fault == WEFT_LIVE_FAULT_NONE)
        {
          if (frame->type == WEFT_LIVE_WELCOME)
            weft_live_writer_connect (self->writer);
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
  weft_live_writer_set_host (self->writer, self->host);
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
  if (now_ns - self->heard_ns >= DEAD_AFTER)
    return FALSE;
  if (self->is_welcome && now_ns - self->pinged_ns >= PING_INTERVAL)
    ask_time (self, now_ns);
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
  weft_live_writer_set_host (self->writer, self->host);
  g_byte_array_append (out, self->welcome->data, self->welcome->len);
  put_streams (self, out);
  put_said (self, out);
}
