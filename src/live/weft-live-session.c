/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-session.h"

#include "weft-live-host.h"
#include "weft-live-paths.h"
#include "weft-live-recorder.h"
#include "weft-live-socket.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#define MILLISECOND G_GUINT64_CONSTANT (1000000)
#define SECOND G_GUINT64_CONSTANT (1000000000)
#define READ_SIZE ((gsize) 256 << 10)

/* Shown this often, which is as often as a screen can. */
#define PUBLISH_INTERVAL (16 * MILLISECOND)

struct _WeftLiveSession
{
  GObject parent_instance;

  GPtrArray *sockets; /* WeftLiveSocket *, by the number of their hosts */
  WeftLiveTrace *trace;
  WeftThread *thread;
  int wake_fd; /* of the thread: something below changed */

  WeftLock lock;            /* of what follows, up to the thread's own */
  WeftLiveStatus recording; /* what it says of recordings */
  gboolean stopping;
  char *record_path; /* a recording that is to begin */
  gboolean end_record;

  /* the thread's own */
  WeftLiveWriter *writer;
  WeftLiveRecorder *recorder;
  WeftLiveSocket *heard; /* that says something */
  guint8 *buffer;
  guint64 published_ns;
};

G_DEFINE_FINAL_TYPE (WeftLiveSession, weft_live_session, G_TYPE_OBJECT)

static WeftLiveSocket *
get_socket (WeftLiveSession *self, guint index)
{
  return self->sockets->pdata[index];
}

/* --- what others see ---------------------------------------------------------------------------- */

/* Of two hosts that one which says more of their session. */
static gboolean
says_more (WeftLiveConnection state, WeftLiveConnection than)
{
  static const guint ranks[] = { [WEFT_LIVE_STOPPED] = 0,
                                 [WEFT_LIVE_CONNECTING] = 1,
                                 [WEFT_LIVE_LOST] = 2,
                                 [WEFT_LIVE_WAITING] = 3,
                                 [WEFT_LIVE_RUNNING] = 4 };

  return ranks[state] > ranks[than];
}

static void
add_status (WeftLiveStatus *sum, const WeftLiveStatus *status)
{
  if (says_more (status->state, sum->state))
    sum->state = status->state;
  if (sum->message == NULL)
    sum->message = g_strdup (status->message);
  sum->n_connections += status->n_connections;
  sum->lag_ns = MAX (sum->lag_ns, status->lag_ns);
}

void
weft_live_session_get_host_status (WeftLiveSession *self, guint host, WeftLiveStatus *status)
{
  weft_live_socket_get_status (get_socket (self, host), status);
}

void
weft_live_session_get_status (WeftLiveSession *self, WeftLiveStatus *status)
{
  weft_live_socket_get_status (get_socket (self, 0), status);
  for (guint i = 1; i < self->sockets->len; i++)
    {
      g_auto (WeftLiveStatus) other = { 0 };

      weft_live_socket_get_status (get_socket (self, i), &other);
      add_status (status, &other);
    }
  weft_lock (&self->lock);
  status->is_recording = self->recording.is_recording;
  status->recording_size = self->recording.recording_size;
  status->recording_path = g_strdup (self->recording.recording_path);
  status->recording_error = g_strdup (self->recording.recording_error);
  weft_unlock (&self->lock);
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
      self->recording.recording_size = size;
      weft_unlock (&self->lock);
    }
  g_clear_pointer (&self->recorder, weft_live_recorder_free);
  weft_lock (&self->lock);
  self->recording.is_recording = FALSE;
  g_free (self->recording.recording_error);
  self->recording.recording_error = error != NULL ? g_strdup (error->message) : NULL;
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
  self->recording.recording_size = weft_live_recorder_get_size (self->recorder);
  weft_unlock (&self->lock);
}

/* Has the recording say of whom it goes on, where there are several. */
static void
name_host (WeftLiveSession *self, WeftLiveRecorder *recorder, const WeftLiveSocket *socket)
{
  WeftLiveHost told;

  if (self->sockets->len < 2)
    return;
  weft_live_trace_get_host (self->trace, socket->host, &told);
  weft_live_recorder_set_host (recorder, socket->host, &told);
}

/* Begins with the frames of all connections that came before; with the first WELCOME the recording
 * begins. */
static void
add_preambles (WeftLiveSession *self, WeftLiveRecorder *recorder)
{
  for (guint i = 0; i < self->sockets->len; i++)
    {
      WeftLiveSocket *socket = get_socket (self, i);
      g_autoptr (GByteArray) preamble = g_byte_array_new ();
      gboolean is_first = weft_live_recorder_is_empty (recorder);

      weft_live_client_put_preamble (socket->client, preamble);
      if (preamble->len > 0 && !is_first)
        name_host (self, recorder, socket);
      weft_live_recorder_add_bytes (recorder, preamble);
      if (preamble->len > 0 && is_first)
        name_host (self, recorder, socket);
    }
}

static void
begin_recording (WeftLiveSession *self, char *path)
{
  GError *error = NULL;

  g_clear_pointer (&self->recorder, weft_live_recorder_free);
  self->recorder = weft_live_recorder_new (path, &error);
  if (self->recorder != NULL)
    add_preambles (self, self->recorder);
  weft_lock (&self->lock);
  g_free (self->recording.recording_path);
  self->recording.recording_path = path;
  self->recording.is_recording = self->recorder != NULL;
  self->recording.recording_size = 0;
  g_clear_pointer (&self->recording.recording_error, g_free);
  weft_unlock (&self->lock);
  if (self->recorder == NULL)
    end_recording (self, error);
}

/* All that has come before the end belongs to the session, looked at or not. */
static void
take_rest (WeftLiveSession *self)
{
  for (guint i = 0; i < self->sockets->len; i++)
    {
      self->heard = get_socket (self, i);
      weft_live_socket_take_rest (self->heard, self->buffer, READ_SIZE);
    }
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
    {
      take_rest (self);
      end_recording (self, NULL);
    }
  if (path != NULL)
    begin_recording (self, path);
  return !stopping;
}

static void
take_tap (const WeftLiveFrame *frame, gpointer user_data)
{
  WeftLiveSession *self = user_data;
  gboolean is_first = self->recorder != NULL && weft_live_recorder_is_empty (self->recorder);

  if (self->recorder == NULL)
    return;
  if (!is_first)
    name_host (self, self->recorder, self->heard);
  weft_live_recorder_add (self->recorder, frame);
  if (is_first)
    name_host (self, self->recorder, self->heard);
}

/* --- the connections ---------------------------------------------------------------------------- */

static void
publish (WeftLiveSession *self)
{
  weft_live_writer_publish (self->writer);
  flush_recording (self);
  self->published_ns = weft_live_socket_now ();
}

/* Milliseconds until there is something to do without being woken. */
static int
get_patience (WeftLiveSession *self, guint64 now_ns)
{
  guint64 until = G_MAXUINT64;

  for (guint i = 0; i < self->sockets->len; i++)
    {
      const WeftLiveSocket *socket = get_socket (self, i);

      until = MIN (until, socket->fd < 0 ? socket->client->retry_ns
                                         : self->published_ns + PUBLISH_INTERVAL);
    }
  return until <= now_ns ? 0 : (int) MIN ((until - now_ns) / MILLISECOND + 1, 100);
}

static void
serve (WeftLiveSession *self, WeftLiveSocket *socket, gboolean readable)
{
  gboolean was_connected = socket->fd >= 0, had_to_do = was_connected;

  had_to_do |= weft_live_socket_is_due (socket, weft_live_socket_now ());
  self->heard = socket;
  if (!weft_live_socket_serve (socket, readable, self->buffer, READ_SIZE) && had_to_do)
    publish (self);
}

static void
run_once (WeftLiveSession *self)
{
  struct pollfd fds[1 + WEFT_LIVE_MAX_HOSTS] = { { .fd = self->wake_fd, .events = POLLIN } };
  guint64 count;

  /* a negative one is not looked at */
  for (guint i = 0; i < self->sockets->len; i++)
    fds[1 + i] = (struct pollfd){ .fd = get_socket (self, i)->fd, .events = POLLIN };
  poll (fds, 1 + self->sockets->len, get_patience (self, weft_live_socket_now ()));
  if (fds[0].revents != 0 && read (self->wake_fd, &count, sizeof count) < 0 && errno != EAGAIN)
    g_warning ("eventfd: %s", g_strerror (errno));
  for (guint i = 0; i < self->sockets->len; i++)
    serve (self, get_socket (self, i), fds[1 + i].revents != 0);
  if (weft_live_socket_now () - self->published_ns >= PUBLISH_INTERVAL)
    publish (self);
}

static void
begin (WeftLiveSession *self)
{
  self->writer = weft_live_writer_new (self->trace);
  self->buffer = g_malloc (READ_SIZE);
  for (guint i = 0; i < self->sockets->len; i++)
    weft_live_socket_begin (get_socket (self, i), self->writer, self->sockets->len > 1, take_tap,
                            self);
}

static void
end (WeftLiveSession *self)
{
  take_rest (self);
  if (self->recorder != NULL)
    end_recording (self, NULL);
  weft_live_writer_finish (self->writer);
  for (guint i = 0; i < self->sockets->len; i++)
    weft_live_socket_end (get_socket (self, i));
  g_clear_pointer (&self->writer, weft_live_writer_free);
  g_clear_pointer (&self->buffer, g_free);
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
  guint n_failed = 0, n_lost = 0;
  gboolean failed;

  for (guint i = 0; i < self->sockets->len; i++)
    {
      const WeftLiveSocket *socket = get_socket (self, i);

      n_failed += weft_live_socket_has_failed (socket);
      n_lost += socket->status.state == WEFT_LIVE_LOST;
    }
  weft_lock (&self->lock);
  failed = self->recording.recording_error != NULL;
  weft_unlock (&self->lock);
  return weft_live_socket_now () >= end_ns || g_cancellable_is_cancelled (cancellable) || failed
         || n_failed == self->sockets->len
         || (n_failed + n_lost == self->sockets->len && !comes_back);
}

/* Tells once of each loss and of each return; of several hosts as well of one that nobody answers for. */
static void
tell (WeftLiveSession *self, gboolean *was_lost, WeftLiveNews news, gpointer user_data)
{
  for (guint i = 0; i < self->sockets->len; i++)
    {
      g_auto (WeftLiveStatus) status = { 0 };
      gboolean is_lost;

      weft_live_session_get_host_status (self, i, &status);
      is_lost = status.state == WEFT_LIVE_LOST
                || (self->sockets->len > 1 && weft_live_socket_has_failed (get_socket (self, i)));
      if (is_lost != was_lost[i])
        news (&status, user_data);
      was_lost[i] = is_lost;
    }
}

gboolean
weft_live_session_run (WeftLiveSession *self, double seconds, GCancellable *cancellable,
                       WeftLiveNews news, gpointer user_data, GError **error)
{
  guint64 end_ns =
    seconds > 0 ? weft_live_socket_now () + (guint64) (seconds * (double) SECOND) : G_MAXUINT64;
  gboolean was_lost[WEFT_LIVE_MAX_HOSTS] = { FALSE };
  g_auto (WeftLiveStatus) status = { 0 };

  g_return_val_if_fail (self->thread == NULL, FALSE);

  begin (self);
  while (obey (self) && !is_over (self, end_ns, cancellable, news != NULL))
    {
      run_once (self);
      if (news != NULL)
        tell (self, was_lost, news, user_data);
    }
  weft_live_session_get_status (self, &status);
  end (self);
  if (status.n_connections > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "%s: %s", status.path,
               status.message != NULL ? status.message : _ ("No profiler daemon answers there."));
  return FALSE;
}

/* --- the object --------------------------------------------------------------------------------- */

WeftLiveTrace *
weft_live_session_get_trace (WeftLiveSession *self)
{
  return self->trace;
}

guint
weft_live_session_get_n_hosts (WeftLiveSession *self)
{
  return self->sockets->len;
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
  weft_live_status_clear (&self->recording);
  g_free (self->record_path);
  g_ptr_array_unref (self->sockets);
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
  self->sockets = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_live_socket_free);
  self->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/* Sessions at other places than the usual one are told apart by the end of their path. */
static char *
make_title (const char *const *paths)
{
  guint n = g_strv_length ((char **) paths);
  g_autofree char *usual = weft_live_get_view_path (NULL);
  g_autofree char *shown = weft_live_host_shorten (paths[0]);

  if (n > 1)
    /* TRANSLATORS: the ends of paths: "lab/view.sock", and how many there are besides */
    return g_strdup_printf (_ ("Live: %s + %u"), shown, n - 1);
  if (g_str_equal (paths[0], usual))
    return g_strdup (_ ("Live session"));
  /* TRANSLATORS: the end of a path: "lab/view.sock" */
  return g_strdup_printf (_ ("Live: %s"), shown);
}

WeftLiveSession *
weft_live_session_new_of_hosts (const char *const *paths, GMainContext *context, gsize budget)
{
  WeftLiveSession *self = g_object_new (WEFT_TYPE_LIVE_SESSION, NULL);
  g_autofree char *title = make_title (paths);

  self->trace = weft_live_trace_new (title, context, WEFT_STORAGE_MEMORY, budget);
  for (guint i = 0; paths[i] != NULL && i < WEFT_LIVE_MAX_HOSTS; i++)
    g_ptr_array_add (self->sockets, weft_live_socket_new (paths[i], i, self->trace));
  weft_trace_set_format (WEFT_TRACE (self->trace), _ ("Real-time profiler"));
  g_object_set_data (G_OBJECT (self->trace), SESSION_KEY, self);
  return self;
}

WeftLiveSession *
weft_live_session_new (const char *path, GMainContext *context, gsize budget)
{
  g_autofree char *usual = path == NULL ? weft_live_get_view_path (NULL) : NULL;

  return weft_live_session_new_of_hosts ((const char *const[]){ path != NULL ? path : usual, NULL },
                                         context, budget);
}
