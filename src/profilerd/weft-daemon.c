/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-daemon.h"

#include "weft-live-boot.h"
#include "weft-live-paths.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SECOND G_GUINT64_CONSTANT (1000000000)
#define MODEL_STEP_MS 1
#define MODEL_STEP_MOST (5 * SECOND / 1000) /* at once: a model that is late keeps nobody waiting */
#define TICK_MS 4
#define READ_SIZE ((gsize) 256 << 10)
#define READS_PER_ROUND 4 /* of one peer, before others are looked at */
#define FRAMES_PER_WRITE 32
#define WRITES_PER_ROUND 2
#define ROUND_PATIENCE (3 * SECOND / 1000) /* for peers to be served, before producers are read */
#define SEND_BUFFER (1 << 20) /* a viewer may be late by so many bytes of the kernel's memory, */
#define MAX_OUT (256 << 10)   /* and about so many of ours */
#define CLOSE_PATIENCE SECOND /* for the last words to a peer */
#define DRAIN_PATIENCE (5 * SECOND) /* at the end, for viewers that go on taking */
#define DRAIN_STEP_US 1000
#define TRIM_INTERVAL SECOND
#define TRIM_FROM ((gsize) 8 << 20) /* bytes that were needed and are not any more */
#define FIRST_PASSED_FD 3           /* sd_listen_fds(3) */

typedef struct
{
  int fd;
  pid_t pid; /* of the other end */
  WeftHubPeer *peer;
  GBytes *out[FRAMES_PER_WRITE]; /* taken from the hub, and not sent whole */
  guint n_out;
  gsize sent;       /* of out[0] */
  gboolean blocked; /* waits until its socket takes more */
  gboolean gone;
  guint64 over_ns; /* when its end was decided; 0: it was not */
} Connection;

typedef struct
{
  const WeftDaemonOptions *options;
  char *directory;
  int lock_fd;
  int epoll_fd;
  int listeners[2]; /* by WeftLiveRole: viewers, producers */
  gboolean own_sockets;
  WeftHub *hub;
  WeftDeviceModel *model;
  GPtrArray *connections;
  guint turn;        /* the connection that is served next */
  gboolean has_more; /* not all were served */
  guint8 *buffer;
  guint64 n_sent; /* bytes */
  guint64 start_ns, idle_ns;
  guint64 model_ns; /* how far the model has come */
  guint64 trim_ns;
  gsize most;        /* bytes of the hub since */
  gboolean any_left; /* a peer went */
} Daemon;

G_DEFINE_QUARK (weft - daemon - error - quark, weft_daemon_error)

static volatile sig_atomic_t stopped;

static void
stop (int number G_GNUC_UNUSED)
{
  stopped = 1;
}

static guint64
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (guint64) time.tv_sec * SECOND + (guint64) time.tv_nsec;
}

static guint64
now (const Daemon *self)
{
  return self->options->clock != NULL ? self->options->clock (self->options->clock_data)
                                      : read_clock (CLOCK_MONOTONIC);
}

/* --- sockets ------------------------------------------------------------------------------------ */

static void
set_socket_error (GError **error, const char *what, const char *path)
{
  g_set_error (error, WEFT_DAEMON_ERROR, WEFT_DAEMON_ERROR_SOCKET, "%s: %s: %s", path, what,
               g_strerror (errno));
}

static void
close_fd (int fd)
{
  if (fd >= 0)
    close (fd);
}

static void
refuse (GError **error, const char *path, const char *what)
{
  g_set_error (error, WEFT_DAEMON_ERROR, WEFT_DAEMON_ERROR_SOCKET, "%s %s", path, what);
}

/* A directory that is ours and no other's: whoever may write there could put sockets in the place of ours.
 * −1 with an error. */
static int
open_directory (const char *path, GError **error)
{
  int fd = -1;
  struct stat info;

  if (g_mkdir_with_parents (path, 0700) != 0
      || (fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0 || fstat (fd, &info) != 0)
    set_socket_error (error, "cannot be made", path);
  else if (info.st_uid != getuid ())
    refuse (error, path, "is the directory of another user");
  else if (info.st_mode & S_ISVTX)
    refuse (error, path, "is a directory that users share");
  else if (fchmod (fd, 0700) != 0)
    set_socket_error (error, "cannot be made private", path);
  else
    return fd;
  close_fd (fd);
  return -1;
}

/* One daemon per directory, however many start at once. */
static gboolean
take_lock (Daemon *self, GError **error)
{
  g_autofree char *path = weft_live_get_lock_path (self->directory);
  int directory_fd = open_directory (self->directory, error);
  struct stat info;

  if (directory_fd < 0)
    return FALSE;
  self->lock_fd = openat (directory_fd, "lock",
                          O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
  close (directory_fd);
  if (self->lock_fd < 0 && errno == ELOOP)
    refuse (error, path, "is a link, which is not followed");
  else if (self->lock_fd < 0 || fstat (self->lock_fd, &info) != 0)
    set_socket_error (error, "cannot be made", path);
  else if (!S_ISREG (info.st_mode) || info.st_uid != getuid ())
    refuse (error, path, "is no file of this user");
  else if (flock (self->lock_fd, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  else
    g_set_error (error, WEFT_DAEMON_ERROR, WEFT_DAEMON_ERROR_RUNNING, "another daemon serves %s",
                 self->directory);
  return FALSE;
}

/* Under the lock: a socket that stands there belongs to nobody any more. Whatever else does is somebody's.
 * −1 with an error. */
static int
listen_at (const char *path, GError **error)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  struct stat info;
  int fd = -1;

  if (lstat (path, &info) == 0 && !S_ISSOCK (info.st_mode))
    {
      refuse (error, path, "is there, and is no socket");
      return -1;
    }
  if (strlen (path) >= sizeof address.sun_path)
    errno = ENAMETOOLONG;
  else
    {
      strcpy (address.sun_path, path);
      unlink (path);
      fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    }
  if (fd >= 0 && bind (fd, (struct sockaddr *) &address, sizeof address) == 0
      && chmod (path, 0600) == 0 && listen (fd, 64) == 0)
    return fd;
  set_socket_error (error, "cannot listen", path);
  close_fd (fd);
  return -1;
}

/* Sockets that systemd made, in the order of the unit: view, feed. */
static gboolean
take_passed_sockets (Daemon *self)
{
  const char *pid = g_getenv ("LISTEN_PID"), *n = g_getenv ("LISTEN_FDS");

  if (pid == NULL || n == NULL || strtol (pid, NULL, 10) != getpid () || strtol (n, NULL, 10) != 2)
    return FALSE;
  for (int i = 0; i < 2; i++)
    {
      self->listeners[i] = FIRST_PASSED_FD + i;
      fcntl (self->listeners[i], F_SETFD, FD_CLOEXEC);
      fcntl (self->listeners[i], F_SETFL, O_NONBLOCK);
    }
  return TRUE;
}

static gboolean
open_sockets (Daemon *self, GError **error)
{
  g_autofree char *view = weft_live_get_view_path (self->directory);
  g_autofree char *feed = weft_live_get_feed_path (self->directory);

  if (take_passed_sockets (self))
    return TRUE;
  self->own_sockets = TRUE; /* those that are there */
  self->listeners[WEFT_LIVE_VIEWER] = listen_at (view, error);
  if (self->listeners[WEFT_LIVE_VIEWER] < 0)
    return FALSE;
  self->listeners[WEFT_LIVE_PRODUCER] = listen_at (feed, error);
  return self->listeners[WEFT_LIVE_PRODUCER] >= 0;
}

static void
watch (Daemon *self, int operation, int fd, uint32_t events, void *data)
{
  struct epoll_event event = { .events = events, .data.ptr = data };

  epoll_ctl (self->epoll_fd, operation, fd, &event);
}

/* --- connections -------------------------------------------------------------------------------- */

/* Whether the other end is a process of the same user; `pid` is its number. */
static gboolean
is_ours (int fd, pid_t *pid)
{
  struct ucred credentials;
  socklen_t size = sizeof credentials;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
    return FALSE;
  *pid = credentials.pid;
  return credentials.uid == getuid ();
}

/* Says to whom watches the daemon's output why a peer was dismissed. */
static void
log_dismissal (WeftLiveRole role, pid_t pid, const char *why)
{
  fprintf (stderr, "weft-profilerd: %s, process %ld: %s\n",
           role == WEFT_LIVE_VIEWER ? "viewer" : "producer", (long) pid, why);
}

/* The peer for whom there is no room hears so. */
static void
turn_away (int fd, WeftLiveRole role, pid_t pid)
{
  g_autoptr (GBytes) error = weft_hub_refuse ();
  gsize length;
  gconstpointer data = g_bytes_get_data (error, &length);

  if (send (fd, data, length, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t) length)
    log_dismissal (role, pid, "turned away, there are too many peers");
  close (fd);
}

static void
accept_peers (Daemon *self, WeftLiveRole role)
{
  for (;;)
    {
      int fd = accept4 (self->listeners[role], NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
      int size = SEND_BUFFER;
      pid_t pid;
      WeftHubPeer *peer;
      Connection *connection;

      if (fd < 0)
        return;
      if (!is_ours (fd, &pid))
        {
          close (fd);
          continue;
        }
      peer = weft_hub_add_peer (self->hub, role, now (self));
      if (peer == NULL)
        {
          turn_away (fd, role, pid);
          continue;
        }
      setsockopt (fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
      connection = g_new0 (Connection, 1);
      connection->fd = fd;
      connection->pid = pid;
      connection->peer = peer;
      g_ptr_array_add (self->connections, connection);
      watch (self, EPOLL_CTL_ADD, fd, EPOLLIN, connection);
    }
}

static void
free_connection (Daemon *self, Connection *connection)
{
  for (guint i = 0; i < connection->n_out; i++)
    g_bytes_unref (connection->out[i]);
  weft_hub_remove_peer (self->hub, connection->peer, now (self));
  close (connection->fd);
  g_free (connection);
}

static void
receive (Daemon *self, Connection *connection)
{
  for (guint i = 0; i < READS_PER_ROUND && !connection->peer->over; i++)
    {
      ssize_t n = recv (connection->fd, self->buffer, READ_SIZE, 0);

      if (n > 0)
        weft_hub_take (self->hub, connection->peer, self->buffer, (gsize) n, now (self));
      else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        connection->gone = TRUE;
      if (n < (ssize_t) READ_SIZE)
        return;
    }
}

/* Forgets the first `n` bytes of what waits. */
static void
drop_sent (Connection *connection, gsize n)
{
  guint n_whole = 0;

  n += connection->sent;
  while (n_whole < connection->n_out && n >= g_bytes_get_size (connection->out[n_whole]))
    {
      n -= g_bytes_get_size (connection->out[n_whole]);
      g_bytes_unref (connection->out[n_whole++]);
    }
  connection->sent = n;
  connection->n_out -= n_whole;
  memmove (connection->out, connection->out + n_whole, connection->n_out * sizeof *connection->out);
}

/* Sends what waits. FALSE where the socket takes no more, or nothing waits. */
static gboolean
send_some (Daemon *self, Connection *connection)
{
  struct iovec vectors[FRAMES_PER_WRITE];
  struct msghdr message = { .msg_iov = vectors };
  gsize total = 0;
  ssize_t n;

  while (connection->n_out < FRAMES_PER_WRITE && total < MAX_OUT)
    {
      GBytes *bytes = weft_hub_next (self->hub, connection->peer);

      if (bytes == NULL)
        break;
      connection->out[connection->n_out++] = bytes;
      total += g_bytes_get_size (bytes);
    }
  for (guint i = 0; i < connection->n_out; i++)
    {
      gsize length, skip = i == 0 ? connection->sent : 0;
      const char *data = g_bytes_get_data (connection->out[i], &length);

      vectors[i] = (struct iovec){ (char *) data + skip, length - skip };
    }
  message.msg_iovlen = connection->n_out;
  if (connection->n_out == 0)
    return FALSE;
  n = sendmsg (connection->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0)
    {
      connection->blocked = errno == EAGAIN || errno == EINTR;
      connection->gone = !connection->blocked;
      return FALSE;
    }
  self->n_sent += (gsize) n;
  drop_sent (connection, (gsize) n);
  connection->blocked = connection->n_out > 0;
  return !connection->blocked;
}

static void
serve (Daemon *self, Connection *connection)
{
  gboolean was_blocked = connection->blocked;

  if (!was_blocked)
    for (guint i = 0; i < WRITES_PER_ROUND && send_some (self, connection); i++)
      ;
  if (connection->blocked != was_blocked)
    watch (self, EPOLL_CTL_MOD, connection->fd, connection->blocked ? EPOLLIN | EPOLLOUT : EPOLLIN,
           connection);
}

/* Whether the connection is to be closed now. */
static gboolean
is_done (Connection *connection, guint64 now_ns)
{
  if (!connection->peer->over)
    return connection->gone;
  if (connection->over_ns == 0)
    {
      connection->over_ns = now_ns;
      if (connection->peer->complaint != NULL)
        log_dismissal (connection->peer->role, connection->pid, connection->peer->complaint);
    }
  return connection->gone || connection->n_out == 0
         || now_ns - connection->over_ns >= CLOSE_PATIENCE;
}

static void
close_done (Daemon *self, guint64 now_ns)
{
  for (guint i = self->connections->len; i-- > 0;)
    {
      Connection *connection = self->connections->pdata[i];

      if (!is_done (connection, now_ns))
        continue;
      g_ptr_array_remove_index_fast (self->connections, i);
      free_connection (self, connection);
      self->any_left = TRUE;
    }
}

/* Gives memory back that is not needed any more: by itself the allocator keeps it. */
static void
trim (Daemon *self, guint64 now_ns)
{
  gsize size;

  if (now_ns - self->trim_ns < TRIM_INTERVAL)
    return;
  size = weft_hub_get_size (self->hub);
  self->trim_ns = now_ns;
  self->most = MAX (self->most, size);
  if (!self->any_left && self->most - size < TRIM_FROM)
    return;
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  self->most = size;
  self->any_left = FALSE;
}

/* Serves all, or as many as there is time for, in turn: however many viewers there are, producers are
 * read in time. */
static void
serve_all (Daemon *self)
{
  guint64 now_ns = now (self), start_ns = now_ns;
  guint n_served = 0;

  weft_hub_tick (self->hub, now_ns);
  for (; n_served < self->connections->len && now_ns - start_ns < ROUND_PATIENCE; n_served++)
    {
      Connection *connection;

      self->turn = (self->turn + 1) % self->connections->len;
      connection = self->connections->pdata[self->turn];
      if (!connection->gone)
        serve (self, connection);
      now_ns = now (self);
    }
  self->has_more = n_served < self->connections->len;
  close_done (self, now_ns);
  trim (self, now_ns);
  if (self->connections->len > 0)
    self->idle_ns = now_ns;
}

/* --- the loop ----------------------------------------------------------------------------------- */

static void
run_model (Daemon *self, guint64 now_ns)
{
  guint64 end_ns = self->start_ns + (guint64) (self->options->duration * (double) SECOND);

  if (self->model == NULL)
    return;
  if (self->options->duration > 0)
    now_ns = MIN (now_ns, end_ns);
  self->model_ns = MIN (now_ns, self->model_ns + MODEL_STEP_MOST);
  weft_device_model_advance (self->model, self->model_ns);
  if (self->options->duration <= 0 || self->model_ns < end_ns)
    return;
  weft_device_model_end (self->model);
  g_clear_pointer (&self->model, weft_device_model_free);
}

/* Whether there is nothing left to do. */
static gboolean
is_over (Daemon *self, guint64 now_ns)
{
  const WeftDaemonOptions *options = self->options;

  return stopped
         || (options->exit_after > 0 && now_ns - self->start_ns >= options->exit_after * SECOND)
         || (options->idle_exit > 0 && self->connections->len == 0
             && now_ns - self->idle_ns >= options->idle_exit * SECOND);
}

static int
get_patience (Daemon *self)
{
  if (self->has_more || self->options->clock != NULL)
    return 0;
  if (self->model != NULL)
    return now (self) - self->model_ns >= MODEL_STEP_MOST ? 0 : MODEL_STEP_MS;
  return self->connections->len > 0 ? TICK_MS : 250;
}

static void
run_once (Daemon *self)
{
  struct epoll_event events[64];
  int n = epoll_wait (self->epoll_fd, events, G_N_ELEMENTS (events), get_patience (self));

  for (int i = 0; i < n; i++)
    {
      Connection *connection = events[i].data.ptr;

      if (events[i].data.ptr == &self->listeners[WEFT_LIVE_VIEWER])
        accept_peers (self, WEFT_LIVE_VIEWER);
      else if (events[i].data.ptr == &self->listeners[WEFT_LIVE_PRODUCER])
        accept_peers (self, WEFT_LIVE_PRODUCER);
      else
        {
          if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            receive (self, connection);
          if (events[i].events & EPOLLOUT)
            {
              connection->blocked = FALSE;
              watch (self, EPOLL_CTL_MOD, connection->fd, EPOLLIN, connection);
            }
        }
    }
  run_model (self, now (self));
  serve_all (self);
}

/* Sends what waits, as far as sockets take it. Whether something still waits. */
static gboolean
flush_all (Daemon *self)
{
  gboolean waits = FALSE;

  for (guint i = 0; i < self->connections->len; i++)
    {
      Connection *connection = self->connections->pdata[i];

      while (!connection->gone && send_some (self, connection))
        ;
      waits |= !connection->gone && connection->n_out > 0;
    }
  return waits;
}

/* A viewer lacks what it did not take by the end, which no ledger can tell. */
static void
log_untaken (Daemon *self)
{
  for (guint i = 0; i < self->connections->len; i++)
    {
      const Connection *connection = self->connections->pdata[i];

      if (!connection->gone && connection->n_out > 0 && connection->peer->role == WEFT_LIVE_VIEWER)
        log_dismissal (WEFT_LIVE_VIEWER, connection->pid, "it did not take all by the end");
    }
}

/* The end: viewers get what they have not taken, as long as they take it, so that nothing that was counted is
 * missing; then producers hear what need not be kept for the next daemon. */
static void
drain (Daemon *self)
{
  guint64 end_ns = now (self) + DRAIN_PATIENCE, until_ns = 0, n_sent = G_MAXUINT64;

  if (self->model != NULL)
    weft_device_model_end (self->model);
  while (flush_all (self) && now (self) < end_ns)
    {
      if (self->n_sent != n_sent)
        until_ns = now (self) + CLOSE_PATIENCE;
      else if (now (self) >= until_ns)
        break;
      n_sent = self->n_sent;
      g_usleep (DRAIN_STEP_US);
    }
  log_untaken (self);
  weft_hub_tick (self->hub, now (self));
  flush_all (self);
}

static void
fill_uuid (guint8 uuid[16])
{
  for (guint i = 0; i < 4; i++)
    {
      guint32 word = g_random_int ();

      memcpy (uuid + 4 * i, &word, sizeof word);
    }
  uuid[6] = (guint8) ((uuid[6] & 0x0f) | 0x40); /* RFC 4122, version 4 */
  uuid[8] = (guint8) ((uuid[8] & 0x3f) | 0x80);
}

/* Of this computer: viewers of several tell them apart by it. */
static WeftLiveText
get_host_name (void)
{
  const char *name = g_get_host_name ();

  return (WeftLiveText){ name, g_utf8_validate (name, -1, NULL) ? (guint16) strlen (name) : 0 };
}

static void
set_up_hub (Daemon *self)
{
  WeftHubOptions hub = { .monotonic_ns = now (self),
                         .realtime_ns = read_clock (CLOCK_REALTIME),
                         .history_bytes = self->options->history_bytes,
                         .history_records = WEFT_HUB_HISTORY_RECORDS };
  WeftModelOptions model = self->options->model;

  hub.name = get_host_name ();
  fill_uuid (hub.session);
  weft_live_get_boot_id (hub.boot);
  fill_uuid (model.producer);
  model.pid = (guint32) getpid ();
  self->hub = weft_hub_new (&hub);
  self->start_ns = self->idle_ns = self->model_ns = model.start_ns = now (self);
  if (self->options->has_model)
    self->model = weft_device_model_new (&model, self->hub);
}

static gboolean
set_up (Daemon *self, GError **error)
{
  struct sigaction action = { .sa_handler = stop };

  if (!take_lock (self, error) || !open_sockets (self, error))
    return FALSE;
  stopped = 0;
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGINT, &action, NULL);
  self->epoll_fd = epoll_create1 (EPOLL_CLOEXEC);
  for (guint i = 0; i < 2; i++)
    watch (self, EPOLL_CTL_ADD, self->listeners[i], EPOLLIN, &self->listeners[i]);
  set_up_hub (self);
  return TRUE;
}

static void
tear_down (Daemon *self)
{
  g_autofree char *view = weft_live_get_view_path (self->directory);
  g_autofree char *feed = weft_live_get_feed_path (self->directory);

  for (guint i = 0; i < self->connections->len; i++)
    free_connection (self, self->connections->pdata[i]);
  g_ptr_array_unref (self->connections);
  g_clear_pointer (&self->model, weft_device_model_free);
  g_clear_pointer (&self->hub, weft_hub_free);
  if (self->own_sockets && self->listeners[WEFT_LIVE_VIEWER] >= 0)
    unlink (view);
  if (self->own_sockets && self->listeners[WEFT_LIVE_PRODUCER] >= 0)
    unlink (feed);
  for (guint i = 0; i < 2; i++)
    close_fd (self->listeners[i]);
  close_fd (self->epoll_fd);
  close_fd (self->lock_fd);
  g_free (self->buffer);
  g_free (self->directory);
}

char *
weft_daemon_run (const WeftDaemonOptions *options, GError **error)
{
  Daemon self = { .options = options, .lock_fd = -1, .epoll_fd = -1, .listeners = { -1, -1 } };
  char *ledger = NULL;

  self.directory =
    options->directory != NULL ? g_strdup (options->directory) : weft_live_get_directory ();
  self.connections = g_ptr_array_new ();
  self.buffer = g_malloc (READ_SIZE);
  if (set_up (&self, error))
    {
      while (!is_over (&self, now (&self)))
        run_once (&self);
      drain (&self);
      ledger = weft_hub_print_ledger (self.hub);
    }
  tear_down (&self);
  return ledger;
}
