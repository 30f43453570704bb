/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-session.h"

#include "weft-handover.h"
#include "weft-live-boot.h"
#include "weft-live-client.h"
#include "weft-live-paths.h"
#include "weft-live-recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define SECOND G_GUINT64_CONSTANT (1000000000)
#define READ_SIZE ((gsize) 256 << 10)

/* Shown this often, which is as often as a screen can. */
#define PUBLISH_INTERVAL (16 * MILLISECOND)

struct _WeftLiveSession
{
  GObject parent_instance;

  char *path;
  WeftLiveTrace *trace;
  WeftThread *thread;
  int wake_fd; /* of the thread: something below changed */

  WeftLock lock; /* of what follows, up to the thread's own */
  WeftLiveStatus status;
  gboolean stopping;
  char *record_path; /* a recording that is to begin */
  gboolean end_record;

  /* the thread's own */
  WeftLiveWriter *writer;
  WeftLiveClient *client;
  WeftLiveRecorder *recorder;
  int fd;
  guint8 *buffer;
  guint64 published_ns;
  gboolean same_boot;
  gboolean has_records;
};

G_DEFINE_FINAL_TYPE (WeftLiveSession, weft_live_session, G_TYPE_OBJECT)

static guint64
now (void)
{
  return (guint64) g_get_monotonic_time () * 1000;
}

/* --- what others see ---------------------------------------------------------------------------- */

/* `message` is (transfer full) (nullable). */
static void
set_state (WeftLiveSession *self, WeftLiveConnection state, char *message)
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
weft_live_session_get_status (WeftLiveSession *self, WeftLiveStatus *status)
{
  weft_lock (&self->lock);
  *status = self->status;
  status->message = g_strdup (status->message);
  status->recording_path = g_strdup (status->recording_path);
  status->recording_error = g_strdup (status->recording_error);
  weft_unlock (&self->lock);
}

void
weft_live_status_clear (WeftLiveStatus *status)
{
  g_clear_pointer (&status->message, g_free);
  g_clear_pointer (&status->recording_path, g_free);
  g_clear_pointer (&status->recording_error, g_free);
}

static void
wake (WeftLiveSession *self)
{
  guint64 one = 1;

  while (write (self->wake_fd, &one, sizeof one) < 0 && errno == EINTR)
    ;
}

void
weft_live_session_record (WeftLiveSession *self, const char *path)
{
  weft_lock (&self->lock);
  g_free (self->record_path);
  self->record_path = g_strdup (path);
  self->end_record = FALSE;
  weft_unlock (&self->lock);
  wake (self);
}

void
weft_live_session_stop_record (WeftLiveSession *self)
{
  weft_lock (&self->lock);
  self->end_record = TRUE;
  g_clear_pointer (&self->record_path, g_free);
  weft_unlock (&self->lock);
  wake (self);
}

/* --- recordings --------------------------------------------------------------------------------- */

/* `error` is (transfer full) (nullable): why the recording ends. */
static void
end_recording (WeftLiveSession *self, GError *error)
{
  guint64 size;

  if (self->recorder != NULL)
    {
      weft_live_recorder_flush (self->recorder, error == NULL ? &error : NULL);
      size = weft_live_recorder_get_size (self->recorder);
      weft_lock (&self->lock);
      self->status.recording_size = size;
      weft_unlock (&self->lock);
    }
  g_clear_pointer (&self->recorder, weft_live_recorder_free);
  weft_lock (&self->lock);
  self->status.is_recording = FALSE;
  g_free (self->status.recording_error);
  self->status.recording_error = error != NULL ? g_strdup (error->message) : NULL;
  weft_unlock (&self->lock);
  g_clear_error (&error);
  weft_trace_changed (WEFT_TRACE (self->trace));
}

static void
flush_recording (WeftLiveSession *self)
{
  GError *error = NULL;

  if (self->recorder == NULL)
    return;
  if (!weft_live_recorder_flush (self->recorder, &error))
    {
      end_recording (self, error);
      return;
    }
  weft_lock (&self->lock);
  self->status.recording_size = weft_live_recorder_get_size (self->recorder);
  weft_unlock (&self->lock);
}

static void
begin_recording (WeftLiveSession *self, char *path)
{
  g_autoptr (GByteArray) preamble = g_byte_array_new ();
  GError *error = NULL;

  g_clear_pointer (&self->recorder, weft_live_recorder_free);
  weft_live_client_put_preamble (self->client, preamble);
  self->recorder = weft_live_recorder_new (path, preamble, &error);
  weft_lock (&self->lock);
  g_free (self->status.recording_path);
  self->status.recording_path = path;
  self->status.is_recording = self->recorder != NULL;
  self->status.recording_size = 0;
  g_clear_pointer (&self->status.recording_error, g_free);
  weft_unlock (&self->lock);
  if (self->recorder == NULL)
    end_recording (self, error);
}

/* Does what others asked for. FALSE where the session is to end. */
static gboolean
obey (WeftLiveSession *self)
{
  gboolean end_record, stopping;
  char *path;

  weft_lock (&self->lock);
  path = g_steal_pointer (&self->record_path);
  end_record = self->end_record;
  self->end_record = FALSE;
  stopping = self->stopping;
  weft_unlock (&self->lock);
  if (end_record && self->recorder != NULL)
    end_recording (self, NULL);
  if (path != NULL)
    begin_recording (self, path);
  return !stopping;
}

/* --- frames ------------------------------------------------------------------------------------- */

static gboolean
is_this_boot (const guint8 boot[16])
{
  guint8 own[16];

  return weft_live_get_boot_id (own) && memcmp (own, boot, sizeof own) == 0;
}

static void
set_lag (WeftLiveSession *self, guint64 received_ns)
{
  guint64 now_ns = now ();

  weft_lock (&self->lock);
  self->status.lag_ns = now_ns > received_ns ? now_ns - received_ns : 0;
  weft_unlock (&self->lock);
}

static void
take_tap (const WeftLiveFrame *frame, gpointer user_data)
{
  WeftLiveSession *self = user_data;
  WeftLiveHello hello;
  WeftLiveBatch batch;

  if (self->recorder != NULL)
    weft_live_recorder_add (self->recorder, frame);
  if (frame->type == WEFT_LIVE_WELCOME && weft_live_get_hello (frame, &hello))
    self->same_boot = is_this_boot (hello.boot);
  if (frame->type != WEFT_LIVE_RECORDS)
    return;
  if (!self->has_records)
    set_state (self, WEFT_LIVE_RUNNING, NULL);
  self->has_records = TRUE;
  if (self->same_boot && (frame->flags & WEFT_LIVE_REPLAY) == 0
      && weft_live_get_batch (frame, &batch))
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

static void
publish (WeftLiveSession *self)
{
  weft_live_writer_publish (self->writer);
  flush_recording (self);
  self->published_ns = now ();
}

/* `message` is (transfer full) (nullable). */
static void
disconnect (WeftLiveSession *self, char *message)
{
  gboolean was_connected;

  weft_lock (&self->lock);
  was_connected = self->status.n_connections > 0;
  weft_unlock (&self->lock);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  weft_live_client_disconnected (self->client, now ());
  publish (self);
  set_state (self, was_connected ? WEFT_LIVE_LOST : WEFT_LIVE_CONNECTING, message);
  self->has_records = FALSE;
}

static void
try_to_connect (WeftLiveSession *self)
{
  self->fd = connect_to (self->path);
  if (self->fd < 0)
    {
      int number = errno;
      gboolean no_daemon = number == ENOENT || number == ECONNREFUSED;

      if (no_daemon)
        weft_live_writer_miss (self->writer);
      disconnect (self, no_daemon ? g_strdup (_ ("No profiler daemon answers there."))
                                  : g_strdup_printf (_ ("The socket can't be used: %s."),
                                                     g_strerror (number)));
      return;
    }
  weft_live_client_connected (self->client, now ());
}

/* FALSE where the connection is lost. */
static gboolean
receive (WeftLiveSession *self, char **message)
{
  for (guint i = 0; i < 4; i++)
    {
      ssize_t n = recv (self->fd, self->buffer, READ_SIZE, 0);

      if (n > 0 && !weft_live_client_take (self->client, self->buffer, (gsize) n, now (), message))
        return FALSE;
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        {
          *message = g_strdup (_ ("The daemon closed the connection."));
          return FALSE;
        }
      if (n < (ssize_t) READ_SIZE)
        return TRUE;
    }
  return TRUE;
}

/* Where the other end is gone, what it said before that is still to be read, and then its end: nothing more
 * is said meanwhile. */
static void
send_out (WeftLiveSession *self)
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
serve_connection (WeftLiveSession *self, gboolean readable)
{
  gboolean was_welcome = self->client->is_welcome;
  char *message = NULL;

  if (readable && !receive (self, &message))
    {
      disconnect (self, message);
      return;
    }
  send_out (self);
  if (!weft_live_client_tick (self->client, now ()))
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

/* Milliseconds until there is something to do without being woken. */
static int
get_patience (WeftLiveSession *self, guint64 now_ns)
{
  guint64 until = self->fd < 0 ? self->client->retry_ns : self->published_ns + PUBLISH_INTERVAL;

  return until <= now_ns ? 0 : (int) MIN ((until - now_ns) / MILLISECOND + 1, 100);
}

static void
run_once (WeftLiveSession *self)
{
  struct pollfd fds[2] = { { .fd = self->wake_fd, .events = POLLIN },
                           { .fd = self->fd, .events = POLLIN } };
  guint64 count;

  poll (fds, self->fd >= 0 ? 2 : 1, get_patience (self, now ()));
  if (fds[0].revents != 0 && read (self->wake_fd, &count, sizeof count) < 0 && errno != EAGAIN)
    g_warning ("eventfd: %s", g_strerror (errno));
  if (self->fd >= 0)
    serve_connection (self, fds[1].revents != 0);
  else if (now () >= self->client->retry_ns)
    try_to_connect (self);
  if (now () - self->published_ns >= PUBLISH_INTERVAL)
    publish (self);
}

static void
begin (WeftLiveSession *self)
{
  self->writer = weft_live_writer_new (self->trace);
  self->client = weft_live_client_new (self->writer, WEFT_LIVE_FROM_HISTORY);
  self->client->tap = take_tap;
  self->client->tap_data = self;
  self->buffer = g_malloc (READ_SIZE);
  self->fd = -1;
}

static void
end (WeftLiveSession *self)
{
  if (self->recorder != NULL)
    end_recording (self, NULL);
  if (self->fd >= 0)
    close (self->fd);
  weft_live_writer_finish (self->writer);
  g_clear_pointer (&self->client, weft_live_client_free);
  g_clear_pointer (&self->writer, weft_live_writer_free);
  g_clear_pointer (&self->buffer, g_free);
  set_state (self, WEFT_LIVE_STOPPED, NULL);
  weft_trace_set_state (WEFT_TRACE (self->trace), WEFT_TRACE_COMPLETE);
}

static void *
run_thread (void *data)
{
  WeftLiveSession *self = data;

  begin (self);
  while (obey (self))
    run_once (self);
  end (self);
  return NULL;
}

void
weft_live_session_start (WeftLiveSession *self)
{
  g_return_if_fail (self->thread == NULL);

  self->thread = weft_thread_start ("weft-live", run_thread, self);
}

void
weft_live_session_stop (WeftLiveSession *self)
{
  if (self->thread == NULL)
    return;
  weft_lock (&self->lock);
  self->stopping = TRUE;
  weft_unlock (&self->lock);
  wake (self);
  weft_thread_join (g_steal_pointer (&self->thread));
}

/* Whether a session of limited time has come to its end. */
static gboolean
is_over (WeftLiveSession *self, guint64 end_ns, GCancellable *cancellable, gboolean comes_back)
{
  WeftLiveConnection state;
  gboolean failed;

  weft_lock (&self->lock);
  state = self->status.state;
  failed = self->status.recording_error != NULL;
  weft_unlock (&self->lock);
  return now () >= end_ns || g_cancellable_is_cancelled (cancellable) || failed
         || (state == WEFT_LIVE_LOST && !comes_back)
         || (state == WEFT_LIVE_CONNECTING && self->client->retry_ns > 0);
}

/* Tells once of each loss and of each return. */
static void
tell (WeftLiveSession *self, gboolean *was_lost, WeftLiveNews news, gpointer user_data)
{
  g_auto (WeftLiveStatus) status = { 0 };
  gboolean is_lost;

  weft_live_session_get_status (self, &status);
  is_lost = status.state == WEFT_LIVE_LOST;
  if (is_lost != *was_lost)
    news (&status, user_data);
  *was_lost = is_lost;
}

gboolean
weft_live_session_run (WeftLiveSession *self, double seconds, GCancellable *cancellable,
                       WeftLiveNews news, gpointer user_data, GError **error)
{
  guint64 end_ns = seconds > 0 ? now () + (guint64) (seconds * (double) SECOND) : G_MAXUINT64;
  gboolean was_lost = FALSE;
  g_auto (WeftLiveStatus) status = { 0 };

  g_return_val_if_fail (self->thread == NULL, FALSE);

  begin (self);
  while (obey (self) && !is_over (self, end_ns, cancellable, news != NULL))
    {
      run_once (self);
      if (news != NULL)
        tell (self, &was_lost, news, user_data);
    }
  weft_live_session_get_status (self, &status);
  end (self);
  if (status.n_connections > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "%s: %s", self->path,
               status.message != NULL ? status.message : _ ("No profiler daemon answers there."));
  return FALSE;
}

/* --- the object --------------------------------------------------------------------------------- */

WeftLiveTrace *
weft_live_session_get_trace (WeftLiveSession *self)
{
  return self->trace;
}

const char *
weft_live_session_get_path (WeftLiveSession *self)
{
  return self->path;
}

/* A trace remembers its session by this. */
#define SESSION_KEY "weft-live-session"

WeftLiveSession *
weft_live_session_find (WeftLiveTrace *trace)
{
  return g_object_get_data (G_OBJECT (trace), SESSION_KEY);
}

gboolean
weft_live_is_address (const char *path)
{
  struct stat info;

  if (stat (path, &info) == 0)
    return S_ISSOCK (info.st_mode);
  return g_str_has_suffix (path, ".sock");
}

static void
weft_live_session_finalize (GObject *object)
{
  WeftLiveSession *self = WEFT_LIVE_SESSION (object);

  weft_live_session_stop (self);
  g_object_set_data (G_OBJECT (self->trace), SESSION_KEY, NULL);
  weft_live_status_clear (&self->status);
  g_free (self->record_path);
  g_free (self->path);
  g_object_unref (self->trace);
  close (self->wake_fd);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_live_session_parent_class)->finalize (object);
}

static void
weft_live_session_class_init (WeftLiveSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_live_session_finalize;
}

static void
weft_live_session_init (WeftLiveSession *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/* Sessions at other places than the usual one are told apart by the end of their path. */
static char *
make_title (const char *path)
{
  g_autofree char *usual = weft_live_get_view_path (NULL);
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *last = g_path_get_basename (directory);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *end = g_build_filename (last, name, NULL);
  g_autofree char *shown = g_filename_display_name (end);

  if (g_str_equal (path, usual))
    return g_strdup (_ ("Live session"));
  /* TRANSLATORS: the end of a path: "lab/view.sock" */
  return g_strdup_printf (_ ("Live: %s"), shown);
}

WeftLiveSession *
weft_live_session_new (const char *path, GMainContext *context, gsize budget)
{
  WeftLiveSession *self = g_object_new (WEFT_TYPE_LIVE_SESSION, NULL);
  g_autofree char *title = NULL;

  self->path = path != NULL ? g_strdup (path) : weft_live_get_view_path (NULL);
  title = make_title (self->path);
  self->trace = weft_live_trace_new (title, context, WEFT_STORAGE_MEMORY, budget);
  weft_trace_set_format (WEFT_TRACE (self->trace), _ ("Real-time profiler"));
  g_object_set_data (G_OBJECT (self->trace), SESSION_KEY, self);
  return self;
}
