/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live-frames.h"
#include "wait.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

/* A daemon of another computer, whose monotonic clock shows something else: speaks the protocol from a thread behind
 * a socket of its own, to one viewer. It tells of one stream, the one of its number. */

typedef struct
{
  const char *name;
  char *path;
  guint8 number;
  gint64 ahead_ns; /* its clock shows so much more than ours */
  GSocket *listener;
  GThread *thread;
  GMutex lock;
  GByteArray *out; /* to be said once the viewer has subscribed */
  gboolean subscribed;
  guint n_pings; /* that came before that */
  gint stopping;
} MadeDaemon;

static inline guint64
made_daemon_now (const MadeDaemon *self)
{
  return (guint64) (g_get_monotonic_time () * 1000 + self->ahead_ns);
}

static inline void
made_daemon_welcome (const MadeDaemon *self, GByteArray *out)
{
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_DAEMON,
                          .max_frame = WEFT_LIVE_MAX_FRAME,
                          .session = { self->number, 1 },
                          .boot = { self->number },
                          .monotonic_ns = made_daemon_now (self),
                          .realtime_ns = (guint64) g_get_real_time () * 1000,
                          .name = frames_text (self->name) };

  weft_live_put_hello (out, WEFT_LIVE_WELCOME, &hello);
}

/* Answers a frame. */
static inline void
made_daemon_hear (MadeDaemon *self, const WeftLiveFrame *frame, GByteArray *out)
{
  WeftLivePing ping;

  if (frame->type == WEFT_LIVE_HELLO)
    made_daemon_welcome (self, out);
  else if (frame->type == WEFT_LIVE_PING && weft_live_get_ping (frame, &ping))
    {
      ping.monotonic_ns = made_daemon_now (self);
      weft_live_put_ping (out, WEFT_LIVE_PONG, &ping);
      g_mutex_lock (&self->lock);
      self->n_pings += !self->subscribed;
      g_mutex_unlock (&self->lock);
    }
  else if (frame->type == WEFT_LIVE_SUBSCRIBE)
    {
      frames_stream (out, self->number, 0, self->number);
      frames_definitions (out, self->number, 0);
      g_mutex_lock (&self->lock);
      self->subscribed = TRUE;
      g_mutex_unlock (&self->lock);
    }
}

/* FALSE where the viewer is gone. */
static inline gboolean
made_daemon_talk (MadeDaemon *self, GSocket *viewer, GByteArray *in)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint8 bytes[4096];
  gssize n =
    g_socket_receive_with_blocking (viewer, (char *) bytes, sizeof bytes, FALSE, NULL, NULL);
  WeftLiveFrame frame;
  WeftLiveFault fault;

  if (n == 0)
    return FALSE;
  if (n > 0)
    g_byte_array_append (in, bytes, (guint) n);
  while (weft_live_frame_parse (in->data, in->len, &frame, &fault) == WEFT_LIVE_WHOLE)
    {
      guint length = frame.length;

      made_daemon_hear (self, &frame, out);
      g_byte_array_remove_range (in, 0, length);
    }
  g_mutex_lock (&self->lock);
  if (self->subscribed)
    {
      g_byte_array_append (out, self->out->data, self->out->len);
      g_byte_array_set_size (self->out, 0);
    }
  g_mutex_unlock (&self->lock);
  for (guint sent = 0; sent < out->len;)
    {
      n = g_socket_send (viewer, (const char *) out->data + sent, out->len - sent, NULL, NULL);
      if (n < 0)
        return FALSE;
      sent += (guint) n;
    }
  return TRUE;
}

static inline gpointer
made_daemon_run (gpointer data)
{
  MadeDaemon *self = data;

  while (!g_atomic_int_get (&self->stopping))
    {
      g_autoptr (GByteArray) in = g_byte_array_new ();
      g_autoptr (GSocket) viewer = NULL;

      if (!g_socket_condition_timed_wait (self->listener, G_IO_IN, 1000, NULL, NULL))
        continue;
      viewer = g_socket_accept (self->listener, NULL, NULL);
      while (viewer != NULL && !g_atomic_int_get (&self->stopping)
             && made_daemon_talk (self, viewer, in))
        g_socket_condition_timed_wait (viewer, G_IO_IN, 1000, NULL, NULL);
      g_mutex_lock (&self->lock);
      self->subscribed = FALSE;
      g_mutex_unlock (&self->lock);
    }
  return NULL;
}

/* Begins, or comes back with all forgotten. */
static inline void
made_daemon_start (MadeDaemon *self)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (self->path);
  g_autoptr (GError) error = NULL;

  self->listener =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);
  g_assert_no_error (error);
  g_socket_bind (self->listener, address, TRUE, &error);
  g_assert_no_error (error);
  g_socket_listen (self->listener, &error);
  g_assert_no_error (error);
  self->stopping = FALSE;
  self->thread = g_thread_new ("daemon", made_daemon_run, self);
}

/* It is gone at once, as one that is killed. */
static inline void
made_daemon_kill (MadeDaemon *self)
{
  if (self->thread == NULL)
    return;
  g_atomic_int_set (&self->stopping, TRUE);
  g_thread_join (g_steal_pointer (&self->thread));
  g_clear_object (&self->listener);
  g_unlink (self->path);
}

static inline void
made_daemon_open (MadeDaemon *self, const char *directory, const char *name, guint8 number,
                  gint64 ahead_ns)
{
  g_autofree char *file = g_strdup_printf ("%s.sock", name);

  *self = (MadeDaemon){ .name = name, .number = number, .ahead_ns = ahead_ns };
  self->path = g_build_filename (directory, file, NULL);
  self->out = g_byte_array_new ();
  g_mutex_init (&self->lock);
  made_daemon_start (self);
}

static inline void
made_daemon_close (MadeDaemon *self)
{
  made_daemon_kill (self);
  g_byte_array_unref (self->out);
  g_mutex_clear (&self->lock);
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MadeDaemon, made_daemon_close)

/* `n` programs run, the first of them `at_ns` of our clock; the records are numbered from `seq` on. */
static inline void
made_daemon_say (MadeDaemon *self, guint64 seq, guint n, gint64 at_ns)
{
  g_mutex_lock (&self->lock);
  frames_records_from (self->out, self->number, seq, n, (guint64) (at_ns + self->ahead_ns));
  g_mutex_unlock (&self->lock);
}
