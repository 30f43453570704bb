/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "viewer.h"
#include "wait.h"
#include "weft-feed.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The hub behind one socket, served by the test itself. */
typedef struct
{
  char *directory;
  char *path;
  int listener;
  int fd;
  WeftHub *hub;
  WeftHubPeer *peer;
} Server;

static void
server_listen (Server *server)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  strcpy (address.sun_path, server->path);
  unlink (server->path);
  server->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  g_assert_cmpint (bind (server->listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (server->listener, 4), ==, 0);
  server->fd = -1;
  server->hub = hub_new (16 << 20, 1 << 20);
  server->peer = NULL;
}

static void
server_open (Server *server)
{
  server->directory = g_dir_make_tmp ("weft-feed-XXXXXX", NULL);
  server->path = g_build_filename (server->directory, "feed.sock", NULL);
  server_listen (server);
}

static void
server_disconnect (Server *server)
{
  if (server->fd >= 0)
    close (server->fd);
  if (server->peer != NULL)
    weft_hub_remove_peer (server->hub, server->peer, 0);
  server->fd = -1;
  server->peer = NULL;
}

/* As if the daemon were killed. */
static void
server_kill (Server *server)
{
  server_disconnect (server);
  close (server->listener);
  unlink (server->path);
  weft_hub_free (server->hub);
}

static void
server_close (Server *server)
{
  server_kill (server);
  g_rmdir (server->directory);
  g_free (server->directory);
  g_free (server->path);
}

static void
server_send (Server *server)
{
  GBytes *bytes;

  while (server->peer != NULL && (bytes = weft_hub_next (server->hub, server->peer)) != NULL)
    {
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      while (length > 0)
        {
          ssize_t n = send (server->fd, data, length, MSG_NOSIGNAL);

          if (n <= 0)
            break;
          data += n;
          length -= (gsize) n;
        }
      g_bytes_unref (bytes);
    }
}

/* Serves what comes until `done` says so. Time goes on as fast as things happen. */
static void
server_run (Server *server, gboolean (*done) (Server *server, gpointer data), gpointer data)
{
  static guint8 buffer[1 << 18];

  while (!done (server, data))
    {
      struct pollfd fds[2] = { { .fd = server->listener, .events = POLLIN },
                               { .fd = server->fd, .events = POLLIN } };
      ssize_t n;

      poll (fds, server->fd >= 0 ? 2 : 1, 5);
      if (server->fd < 0 && (fds[0].revents & POLLIN) != 0)
        {
          server->fd = accept (server->listener, NULL, NULL);
          server->peer = weft_hub_add_peer (server->hub, WEFT_LIVE_PRODUCER, 0);
          continue;
        }
      if (server->fd >= 0 && fds[1].revents != 0)
        {
          n = recv (server->fd, buffer, sizeof buffer, MSG_DONTWAIT);
          if (n > 0)
            weft_hub_take (server->hub, server->peer, buffer, (gsize) n, 0);
          if (n == 0 || server->peer->over)
            server_disconnect (server);
        }
      if (server->peer != NULL)
        weft_hub_tick (server->hub, 0);
      server_send (server);
    }
}

static guint64
get_ingested (Server *server)
{
  return server->hub->streams->len > 0
           ? ((WeftHubStream *) server->hub->streams->pdata[0])->ingested
           : 0;
}

static gboolean
has_ingested (Server *server, gpointer data)
{
  return get_ingested (server) >= *(guint64 *) data;
}

static gboolean
has_acked (Server *server G_GNUC_UNUSED, gpointer data)
{
  weft_feed_ledger ledger;

  weft_feed_get_ledger (data, &ledger);
  return ledger.unacked == 0;
}

/* A stream of two programs, with a clock of 1 GHz. */
static weft_feed_stream *
add_stream (weft_feed *feed, uint32_t chip)
{
  weft_feed_stream_info info = {
    .chip = chip, .schema = 1, .arch = "made", .device_loss = WEFT_FEED_COUNTS_LOSS
  };
  weft_feed_sync_info sync = { .ghz = 1, .n_used = 2, .n_offered = 2 };
  weft_feed_stream *stream = weft_feed_add_stream (feed, &info);

  g_assert_nonnull (stream);
  g_assert_cmpuint (weft_feed_program (stream, 100, "matmul", "a.cpp"), ==, 1);
  g_assert_cmpuint (weft_feed_program (stream, 101, "soft\xffmax", NULL), ==, 2);
  g_assert_cmpint (weft_feed_sync (stream, &sync), ==, 0);
  return stream;
}

static weft_feed *
open_feed (Server *server, uint32_t ring, uint32_t retention, weft_feed_stream **stream)
{
  weft_feed_options options = WEFT_FEED_OPTIONS_INIT;
  weft_feed *feed;

  options.socket_path = server->path;
  options.name = "test";
  options.ring_records = ring;
  options.retention_records = retention;
  options.batch_us = 1000;
  feed = weft_feed_open (&options);
  g_assert_nonnull (feed);
  *stream = add_stream (feed, 3);
  return feed;
}

/* Publishes `n` records in handfuls; record i of the feed runs from 1000 i on. */
static void
publish (weft_feed_stream *stream, guint64 first, guint64 n)
{
  weft_feed_record records[7];

  for (guint64 i = 0; i < n; i += G_N_ELEMENTS (records))
    {
      gsize some = MIN (G_N_ELEMENTS (records), n - i);

      for (gsize k = 0; k < some; k++)
        records[k] = (weft_feed_record){ .start = 1000 * (first + i + k),
                                         .end = 1000 * (first + i + k) + 600,
                                         .program_key = 1 + (uint32_t) (i & 1),
                                         .runtime_id = 100 };
      weft_feed_publish (stream, records, some);
    }
}

static void
assert_ledger (weft_feed_stream *stream)
{
  weft_feed_ledger ledger;

  weft_feed_get_ledger (stream, &ledger);
  g_assert_cmpuint (ledger.offered, ==,
                    ledger.acked + ledger.unacked + ledger.dropped_ring + ledger.dropped_retention);
}

static void
test_deliver (void)
{
  Server server;
  g_auto (Viewer) viewer;
  weft_feed_stream *stream;
  weft_feed *feed;
  weft_feed_ledger ledger;

  server_open (&server);
  viewer_open (&viewer, server.hub, WEFT_LIVE_FROM_HISTORY);
  feed = open_feed (&server, 0, 0, &stream);
  publish (stream, 0, 10000);
  weft_feed_report_loss (stream, 5, 9999600, 10000000);
  server_run (&server, has_ingested, &(guint64){ 10001 });
  viewer_drain (&viewer);
  server_run (&server, has_acked, stream);
  weft_feed_get_ledger (stream, &ledger);
  g_assert_cmpuint (ledger.acked, ==, 10001);
  g_assert_cmpuint (ledger.dropped_ring + ledger.dropped_retention, ==, 0);
  assert_ledger (stream);
  hub_assert_ledger (server.hub);
  g_assert_cmpuint (get_ingested (&server), ==, ledger.acked);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 10001);
  g_assert_cmpuint (viewer_lane (&viewer, 0).device_lost, ==, 5);
  g_assert_cmpuint (viewer_lane (&viewer, 0).chip, ==, 3);
  g_assert_cmpstr (weft_live_trace_get_program (viewer.trace, 1), ==, "soft?max");
  g_assert_cmpint (weft_feed_close (feed, 0, &ledger), ==, 0);
  g_assert_cmpuint (ledger.offered, ==, 10001);
  weft_hub_remove_peer (server.hub, viewer.peer, 0);
  viewer.peer = NULL;
  server_close (&server);
}

/* A record is by the clock of when it was published, also where it is sent later. */
static void
test_clocks (void)
{
  Server server;
  g_auto (Viewer) viewer;
  weft_feed_sync_info sync = { .ghz = 2, .offset_ns = 50 };
  weft_feed_stream *stream;
  weft_feed *feed;

  server_open (&server);
  viewer_open (&viewer, server.hub, WEFT_LIVE_FROM_HISTORY);
  feed = open_feed (&server, 0, 0, &stream);
  for (guint i = 0; i < 100; i++)
    {
      publish (stream, i, 1);
      g_assert_cmpint (weft_feed_sync (stream, &sync), ==, 0);
    }
  server_run (&server, has_ingested, &(guint64){ 100 });
  viewer_drain (&viewer);
  for (guint i = 0; i < 100; i++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (viewer.trace, 0, i, &row);
      g_assert_cmpuint (row.epoch, ==, i + 1);
      g_assert_cmpint (row.start, ==, i == 0 ? 0 : 50 + 1000 * i / 2);
    }
  /* not one more than the daemon takes */
  for (guint i = 101; i < 65535; i++)
    g_assert_cmpint (weft_feed_sync (stream, &sync), ==, 0);
  errno = 0;
  g_assert_cmpint (weft_feed_sync (stream, &sync), ==, -1);
  g_assert_cmpint (errno, ==, ENOSPC);
  publish (stream, 100, 1);
  server_run (&server, has_ingested, &(guint64){ 101 });
  g_assert_cmpint (weft_feed_close (feed, 0, NULL), ==, -1); /* nobody has acknowledged that */
  weft_hub_remove_peer (server.hub, viewer.peer, 0);
  viewer.peer = NULL;
  server_close (&server);
}

/* The daemon is killed at a moment when much is on its way; another takes over. */
static void
test_killed_daemon (void)
{
  Server server;
  g_auto (Viewer) viewer;
  weft_feed_stream *stream;
  weft_feed *feed;

  server_open (&server);
  viewer_open (&viewer, server.hub, WEFT_LIVE_FROM_HISTORY);
  feed = open_feed (&server, 0, 0, &stream);
  for (guint round = 0; round < 5; round++)
    {
      guint64 total = 20000 * (round + 1);

      publish (stream, 20000 * round, 20000);
      server_run (&server, has_ingested, &(guint64){ 5000 });
      viewer_drain (&viewer);
      weft_hub_remove_peer (server.hub, viewer.peer, 0);
      server_kill (&server);
      server_listen (&server);
      viewer.hub = server.hub;
      viewer_hello (&viewer, 0);
      viewer_subscribe (&viewer, WEFT_LIVE_FROM_HISTORY, 0);
      do
        {
          server_run (&server, has_ingested, &(guint64){ get_ingested (&server) + 1 });
          viewer_drain (&viewer);
        }
      while (viewer_lane (&viewer, 0).head < total);
      g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, total);
      server_run (&server, has_acked, stream);
    }
  assert_ledger (stream);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (viewer.trace), ==, 1);
  weft_feed_close (feed, 0, NULL);
  weft_hub_remove_peer (server.hub, viewer.peer, 0);
  viewer.peer = NULL;
  server_close (&server);
}

static gboolean
have_both_acked (Server *server, gpointer data)
{
  weft_feed_stream *const *streams = data;

  return has_acked (server, streams[0]) && has_acked (server, streams[1]);
}

/* Another daemon gets what the first one did not acknowledge of all streams, with all that is told of them. */
static void
test_two_streams (void)
{
  Server server;
  weft_feed_stream *streams[2];
  weft_feed *feed;
  weft_feed_ledger ledger;

  server_open (&server);
  feed = open_feed (&server, 0, 0, &streams[0]);
  streams[1] = add_stream (feed, 4);
  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < 2; i++)
        publish (streams[i], 100 * round, 100);
      server_run (&server, have_both_acked, streams);
      g_assert_cmpuint (server.hub->streams->len, ==, 2);
      for (guint i = 0; i < 2; i++)
        {
          weft_feed_get_ledger (streams[i], &ledger);
          g_assert_cmpuint (ledger.acked, ==, 100 * (round + 1));
          assert_ledger (streams[i]);
        }
      server_kill (&server);
      server_listen (&server);
    }
  weft_feed_close (feed, 0, NULL);
  server_close (&server);
}

/* While nobody listens, the newest are kept; what is lost is known to the record. */
static void
test_no_daemon (void)
{
  Server server;
  g_auto (Viewer) viewer;
  weft_feed_stream *stream;
  weft_feed *feed;
  weft_feed_ledger ledger;
  WeftLiveLane lane;

  server_open (&server);
  server_kill (&server);
  feed = open_feed (&server, 1024, 5000, &stream);
  for (guint i = 0; i < 200; i++)
    {
      publish (stream, 500 * i, 500);
      /* the ring is emptied by the library's thread, as fast as that gets to run */
      g_thread_yield ();
    }
  server_listen (&server);
  server_run (&server, has_acked, stream);
  /* one more, behind which what was dropped last is known */
  publish (stream, 100000, 1);
  server_run (&server, has_acked, stream);
  weft_feed_get_ledger (stream, &ledger);
  assert_ledger (stream);
  g_assert_cmpuint (ledger.offered, ==, 100001);
  g_assert_cmpuint (ledger.dropped_ring + ledger.dropped_retention, >, 0);
  g_assert_cmpuint (get_ingested (&server), ==, ledger.acked);
  viewer_open (&viewer, server.hub, WEFT_LIVE_FROM_HISTORY);
  viewer_drain (&viewer);
  lane = viewer_lane (&viewer, 0);
  g_assert_cmpuint (lane.head, ==, 100001);
  hub_assert_ledger (server.hub);
  weft_feed_close (feed, 0, NULL);
  weft_hub_remove_peer (server.hub, viewer.peer, 0);
  viewer.peer = NULL;
  server_close (&server);
}

static gboolean
has_dropped (gpointer stream)
{
  weft_feed_ledger ledger;

  weft_feed_get_ledger (stream, &ledger);
  return ledger.dropped_retention > 0;
}

/* A daemon that takes nothing for a while: what was on its way to it by then still arrives, and is
 * not called lost. */
static void
test_slow_daemon (void)
{
  Server server;
  weft_feed_stream *stream;
  weft_feed *feed;
  weft_feed_ledger ledger;
  guint64 n = 1;

  server_open (&server);
  feed = open_feed (&server, 65536, 500, &stream);
  publish (stream, 0, 1);
  server_run (&server, has_acked, stream);
  for (; !has_dropped (stream); n += 500)
    {
      publish (stream, n, 500);
      poll_until (others_rest, NULL); /* the library's thread fills the socket */
    }
  server_run (&server, has_acked, stream);
  weft_feed_get_ledger (stream, &ledger);
  assert_ledger (stream);
  g_assert_cmpuint (ledger.offered, ==, n);
  g_assert_cmpuint (get_ingested (&server), ==, ledger.acked);
  hub_assert_ledger (server.hub);
  weft_feed_close (feed, 0, NULL);
  server_close (&server);
}

/* Far more than anybody can take: publishing goes on, and the books balance. */
static void
test_flood (void)
{
  Server server;
  g_auto (Viewer) viewer;
  weft_feed_stream *stream;
  weft_feed *feed;
  weft_feed_ledger ledger;
  gint64 start, duration;

  server_open (&server);
  feed = open_feed (&server, 4096, 100000, &stream);
  start = g_get_monotonic_time ();
  publish (stream, 0, 1000000);
  duration = g_get_monotonic_time () - start;
  g_test_message ("%.1f ns for each of a million records", (double) duration / 1000);
  server_run (&server, has_acked, stream);
  publish (stream, 1000000, 1);
  server_run (&server, has_acked, stream);
  assert_ledger (stream);
  weft_feed_get_ledger (stream, &ledger);
  g_assert_cmpuint (get_ingested (&server), ==, ledger.acked);
  viewer_open (&viewer, server.hub, WEFT_LIVE_FROM_HISTORY);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer_lane (&viewer, 0).head, ==, 1000001);
  weft_feed_close (feed, 0, NULL);
  weft_hub_remove_peer (server.hub, viewer.peer, 0);
  viewer.peer = NULL;
  server_close (&server);
}

/* A child of the host process disturbs nothing. */
static void
test_fork (void)
{
  Server server;
  weft_feed_stream *stream;
  weft_feed *feed;
  int status;
  pid_t child;

  server_open (&server);
  feed = open_feed (&server, 0, 0, &stream);
  publish (stream, 0, 100);
  child = fork ();
  if (child == 0)
    {
      weft_feed_record record = { 0 };
      int ok = weft_feed_publish (stream, &record, 1) == 0
               && weft_feed_program (stream, 1, "x", NULL) == 0
               && weft_feed_close (feed, 1000, NULL) == -1;

      _exit (ok ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  server_run (&server, has_acked, stream);
  g_assert_cmpuint (get_ingested (&server), ==, 100);
  weft_feed_close (feed, 0, NULL);
  server_close (&server);
}

/* Closing says what was not delivered. */
static void
test_close (void)
{
  Server server;
  weft_feed_stream *stream;
  weft_feed *feed;
  weft_feed_ledger ledger;

  server_open (&server);
  server_kill (&server);
  feed = open_feed (&server, 0, 0, &stream);
  publish (stream, 0, 123);
  g_assert_cmpint (weft_feed_close (feed, 0, &ledger), ==, -1);
  g_assert_cmpuint (ledger.offered, ==, 123);
  g_assert_cmpuint (ledger.unacked, ==, 123);
  server_listen (&server);
  server_close (&server);
}

static void
test_errors (void)
{
  char path[200];
  weft_feed_options options = WEFT_FEED_OPTIONS_INIT;

  memset (path, 'x', sizeof path - 1);
  path[sizeof path - 1] = 0;
  options.socket_path = path;
  errno = 0;
  g_assert_null (weft_feed_open (&options));
  g_assert_cmpint (errno, ==, ENAMETOOLONG);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed/deliver", test_deliver);
  g_test_add_func ("/feed/clocks", test_clocks);
  g_test_add_func ("/feed/killed-daemon", test_killed_daemon);
  g_test_add_func ("/feed/two-streams", test_two_streams);
  g_test_add_func ("/feed/no-daemon", test_no_daemon);
  g_test_add_func ("/feed/slow-daemon", test_slow_daemon);
  g_test_add_func ("/feed/flood", test_flood);
  g_test_add_func ("/feed/fork", test_fork);
  g_test_add_func ("/feed/close", test_close);
  g_test_add_func ("/feed/errors", test_errors);
  return g_test_run ();
}
