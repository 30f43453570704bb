/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-socket.h"

#include "weft-live-boot.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

guint64
weft_live_socket_now (void)
{
  return (guint64) g_get_monotonic_time () * 1000;
}

/* --- what others see ---------------------------------------------------------------------------- */

/* `message` is (transfer full) (nullable). */
static void
set_state (WeftLiveSocket *self, WeftLiveConnection state, char *message)
{
  gboolean changed;

  weft_lock (&self->lock);
  changed = self->status.state != state || message != NULL;
  self->status.state = state;
  g_free (self->status.message);
  self->status.message = message;
  weft_unlock (&self->lock);
  if (changed)
    weft_trace_changed (WEFT_TRACE (self->trace));
}

void
weft_live_socket_get_status (WeftLiveSocket *self, WeftLiveStatus *status)
{
  weft_lock (&self->lock);
  weft_live_status_copy (&self->status, status);
  weft_unlock (&self->lock);
}

static void
set_lag (WeftLiveSocket *self, guint64 received_ns)
{
  guint64 now_ns = weft_live_socket_now ();

  weft_lock (&self->lock);
  self->status.lag_ns = now_ns > received_ns ? now_ns - received_ns : 0;
  weft_unlock (&self->lock);
}

/* --- frames ------------------------------------------------------------------------------------- */

static gboolean
is_this_boot (const guint8 boot[16])
{
  guint8 own[16];

  return weft_live_get_boot_id (own) && memcmp (own, boot, sizeof own) == 0;
}

/* When a host got records, on our clock; FALSE where nobody knows how its own runs. */
static gboolean
is_ours (const WeftLiveSocket *self, guint64 *received_ns)
{
  if (self->client->bounds == NULL)
    return self->same_boot;
  *received_ns += (guint64) self->bounds.shift_ns;
  return self->bounds.is_known;
}

static void
take_tap (const WeftLiveFrame *frame, gpointer user_data)
{
  WeftLiveSocket *self = user_data;
  WeftLiveHello hello;
  WeftLiveBatch batch;

  self->tap (frame, self->tap_data);
  if (frame->type == WEFT_LIVE_WELCOME && weft_live_get_hello (frame, &hello))
    self->same_boot = is_this_boot (hello.boot);
  if (frame->type != WEFT_LIVE_RECORDS)
    return;
  if (!self->has_records)
    set_state (self, WEFT_LIVE_RUNNING, NULL);
  self->has_records = TRUE;
  if ((frame->flags & WEFT_LIVE_REPLAY) == 0 && weft_live_get_batch (frame, &batch)
      && is_ours (self, &batch.host_rx_ns))
    set_lag (self, batch.host_rx_ns);
}

/* --- the connection ----------------------------------------------------------------------------- */

/* −1 with errno set. The daemon is on the same machine, or behind a forwarding that is: connecting
 * takes no time that matters. */
static int
connect_to (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd, number;

  if (strlen (path) >= sizeof address.sun_path)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  strcpy (address.sun_path, path);
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (connect (fd, (struct sockaddr *) &address, sizeof address) == 0)
    {
      fcntl (fd, F_SETFL, O_NONBLOCK);
      return fd;
    }
  number = errno;
  close (fd);
  errno = number;
  return -1;
}

/* `message` is (transfer full) (nullable). */
static void
disconnect (WeftLiveSocket *self, char *message)
{
  gboolean was_connected;

  weft_lock (&self->lock);
  was_connected = self->status.n_connections > 0;
  weft_unlock (&self->lock);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  weft_live_client_disconnected (self->client, weft_live_socket_now ());
  set_state (self, was_connected ? WEFT_LIVE_LOST : WEFT_LIVE_CONNECTING, message);
  self->has_records = FALSE;
}

static void
try_to_connect (WeftLiveSocket *self)
{
  self->fd = connect_to (self->path);
  if (self->fd < 0)
    {
      int number = errno;
      gboolean no_daemon = number == ENOENT || number == ECONNREFUSED;

      weft_live_writer_set_host (self->writer, self->host);
      if (no_daemon)
        weft_live_writer_miss (self->writer);
      disconnect (self, no_daemon ? g_strdup (_ ("No profiler daemon answers there."))
                                  : g_strdup_printf (_ ("The socket can't be used: %s."),
                                                     g_strerror (number)));
      return;
    }
  weft_live_client_connected (self->client, weft_live_socket_now ());
}

/* Takes up to `size` bytes; `n` is how many those were. FALSE where the connection is lost. */
static gboolean
receive_some (WeftLiveSocket *self, guint8 *buffer, gsize size, gsize *n, char **message)
{
  ssize_t received = recv (self->fd, buffer, size, 0);

  *n = received > 0 ? (gsize) received : 0;
  if (received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR))
    {
      *message = g_strdup (_ ("The daemon closed the connection."));
      return FALSE;
    }
  return *n == 0
         || weft_live_client_take (self->client, buffer, *n, weft_live_socket_now (), message);
}

/* FALSE where the connection is lost. */
static gboolean
receive (WeftLiveSocket *self, guint8 *buffer, gsize size, char **message)
{
  gsize n = size;

  for (guint i = 0; i < 4 && n == size; i++)
    if (!receive_some (self, buffer, size, &n, message))
      return FALSE;
  return TRUE;
}

void
weft_live_socket_take_rest (WeftLiveSocket *self, guint8 *buffer, gsize size)
{
  char *message = NULL;
  int waiting = 0;
  gsize n = 1;

  if (self->fd < 0 || ioctl (self->fd, FIONREAD, &waiting) != 0)
    return;
  for (gsize rest = (gsize) MAX (waiting, 0); rest > 0 && n > 0; rest -= n)
    if (!receive_some (self, buffer, MIN (rest, size), &n, &message))
      {
        disconnect (self, message);
        return;
      }
}

/* Where the other end is gone, what it said before that is still to be read, and then its end: nothing more
 * is said meanwhile. */
static void
send_out (WeftLiveSocket *self)
{
  GByteArray *out = self->client->out;
  ssize_t n;

  if (out->len == 0)
    return;
  n = send (self->fd, out->data, out->len, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0)
    g_byte_array_remove_range (out, 0, (guint) n);
  else if (n < 0 && errno != EAGAIN && errno != EINTR)
    g_byte_array_set_size (out, 0);
}

static void
talk (WeftLiveSocket *self, gboolean readable, guint8 *buffer, gsize size)
{
  gboolean was_welcome = self->client->is_welcome;
  char *message = NULL;

  if (readable && !receive (self, buffer, size, &message))
    {
      disconnect (self, message);
      return;
    }
  send_out (self);
  if (!weft_live_client_tick (self->client, weft_live_socket_now ()))
    {
      disconnect (self, g_strdup (_ ("Nothing was heard of the daemon for 5 s.")));
      return;
    }
  if (!was_welcome && self->client->is_welcome)
    {
      weft_lock (&self->lock);
      self->status.n_connections++;
      weft_unlock (&self->lock);
      if (!self->has_records)
        set_state (self, WEFT_LIVE_WAITING, NULL);
    }
}

gboolean
weft_live_socket_is_due (const WeftLiveSocket *self, guint64 now_ns)
{
  return self->fd < 0 && now_ns >= self->client->retry_ns;
}

gboolean
weft_live_socket_serve (WeftLiveSocket *self, gboolean readable, guint8 *buffer, gsize size)
{
  if (self->fd >= 0)
    talk (self, readable, buffer, size);
  else if (weft_live_socket_is_due (self, weft_live_socket_now ()))
    try_to_connect (self);
  return self->fd >= 0;
}

gboolean
weft_live_socket_has_failed (const WeftLiveSocket *self)
{
  return self->status.state == WEFT_LIVE_CONNECTING && self->client->retry_ns > 0;
}

/* --- its life ----------------------------------------------------------------------------------- */

void
weft_live_socket_begin (WeftLiveSocket *self, WeftLiveWriter *writer, gboolean shares_clock,
                        WeftLiveTap tap, gpointer tap_data)
{
  self->writer = writer;
  self->client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  self->client->host = self->host;
  self->client->bounds = shares_clock ? &self->bounds : NULL;
  self->client->tap = take_tap;
  self->client->tap_data = self;
  self->tap = tap;
  self->tap_data = tap_data;
  self->fd = -1;
  weft_live_writer_set_host (writer, self->host);
  weft_live_writer_set_address (writer, self->path);
}

void
weft_live_socket_end (WeftLiveSocket *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->client, weft_live_client_free);
  set_state (self, WEFT_LIVE_STOPPED, NULL);
}

WeftLiveSocket *
weft_live_socket_new (const char *path, guint host, WeftLiveTrace *trace)
{
  WeftLiveSocket *self = g_new0 (WeftLiveSocket, 1);

  self->path = g_strdup (path);
  self->host = host;
  self->trace = trace;
  self->status.path = self->path;
  self->fd = -1;
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
weft_live_socket_free (WeftLiveSocket *self)
{
  g_clear_pointer (&self->client, weft_live_client_free);
  weft_live_status_clear (&self->status);
  pthread_mutex_destroy (&self->lock);
  g_free (self->path);
  g_free (self);
}
