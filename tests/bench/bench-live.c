/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "weft-feed.h"
#include "weft-live-client.h"
#include "weft-live-session.h"

#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* One producer, the daemon ($WEFT_PROFILERD) and viewers, each with its ledger: how many records
 * come through, how late, and what that costs. Processor time is what counts; other programs on the
 * machine make everything late but that. $WEFT_BENCH_RATE sets the records per second; with
 * $WEFT_BENCH_SECONDS one viewer as the window has it runs for so long, and says what memory it
 * takes. */

#define RATE 1000000
#define SECONDS 5
#define STOPPED_SECONDS 3
#define STEP_NS 1000000 /* the producer publishes this often */
#define LAG_STEP 16     /* one record in so many says how late it is */

typedef struct
{
  char *directory, *view, *feed;
  pid_t daemon;
} Bench;

static guint64
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (guint64) time.tv_sec * 1000000000u + (guint64) time.tv_nsec;
}

static void
bench_open (Bench *bench)
{
  bench->directory = g_dir_make_tmp ("weft-bench-XXXXXX", NULL);
  bench->view = g_build_filename (bench->directory, "view.sock", NULL);
  bench->feed = g_build_filename (bench->directory, "feed.sock", NULL);
  bench->daemon = fork ();
  if (bench->daemon == 0)
    {
      execl (g_getenv ("WEFT_PROFILERD"), "weft-profilerd", "--socket-dir", bench->directory, NULL);
      _exit (127);
    }
}

/* Ends the daemon. Returns the seconds of processor time that it took. */
static double
bench_close (Bench *bench)
{
  g_autofree char *lock = g_build_filename (bench->directory, "lock", NULL);
  struct rusage usage;

  kill (bench->daemon, SIGTERM);
  wait4 (bench->daemon, NULL, 0, &usage);
  g_unlink (lock);
  g_rmdir (bench->directory);
  g_free (bench->directory);
  g_free (bench->view);
  g_free (bench->feed);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  guint64 left = *(const guint64 *) a, right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

typedef struct
{
  weft_feed *feed;
  weft_feed_stream *stream;
  guint64 rate;
  guint64 *publish_ns; /* of each call */
  guint n_calls;
  double cpu;
} Producer;

static void
producer_open (Producer *producer, const Bench *bench, guint32 batch_us)
{
  weft_feed_options options = WEFT_FEED_OPTIONS_INIT;
  weft_feed_stream_info info = { .schema = 1, .arch = "bench" };
  weft_feed_sync_info sync = { .ghz = 1, .n_used = 1, .n_offered = 1 };

  options.socket_path = bench->feed;
  options.batch_us = batch_us;
  producer->feed = weft_feed_open (&options);
  producer->stream = weft_feed_add_stream (producer->feed, &info);
  weft_feed_program (producer->stream, 1, "bench", NULL);
  weft_feed_sync (producer->stream, &sync);
}

/* Publishes at the rate; each record's ticks are the host's time at which it was published. */
static void
producer_run (Producer *producer, guint64 rate, double seconds)
{
  guint64 n_total = (guint64) ((double) rate * seconds), n = 0;
  guint64 start = now (CLOCK_MONOTONIC), cpu = now (CLOCK_PROCESS_CPUTIME_ID);
  weft_feed_record records[4096] = { 0 };

  producer->publish_ns = g_new0 (guint64, (gsize) (seconds * 1e9 / STEP_NS) * 2 + 1000);
  producer->n_calls = 0;
  while (n < n_total)
    {
      guint64 time = now (CLOCK_MONOTONIC);
      guint64 due = MIN ((guint64) ((double) (time - start) / 1e9 * (double) rate), n_total);
      guint some = (guint) MIN (due - n, G_N_ELEMENTS (records));

      for (guint i = 0; i < some; i++)
        records[i] =
          (weft_feed_record){ .start = time, .end = time + 100, .program_key = 1, .runtime_id = 1 };
      weft_feed_publish (producer->stream, records, some);
      producer->publish_ns[producer->n_calls++] = now (CLOCK_MONOTONIC) - time;
      n += some;
      if (due - n == 0)
        nanosleep (&(struct timespec){ 0, STEP_NS }, NULL);
    }
  producer->cpu = (double) (now (CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9;
  qsort (producer->publish_ns, producer->n_calls, sizeof (guint64), compare);
}

static void
producer_close (Producer *producer, guint64 *acked)
{
  weft_feed_ledger ledger;

  weft_feed_close (producer->feed, 10000, &ledger);
  printf ("  producer: offered %" G_GUINT64_FORMAT " = acked %" G_GUINT64_FORMAT
          " + unacked %" G_GUINT64_FORMAT " + dropped %" G_GUINT64_FORMAT " + %" G_GUINT64_FORMAT
          "; publish p50 %" G_GUINT64_FORMAT " ns, p99 %" G_GUINT64_FORMAT " ns\n",
          ledger.offered, ledger.acked, ledger.unacked, ledger.dropped_ring,
          ledger.dropped_retention, producer->publish_ns[producer->n_calls / 2],
          producer->publish_ns[producer->n_calls * 99 / 100]);
  *acked = ledger.acked;
  g_free (producer->publish_ns);
}

/* Says the ledger of a lane. Whether its books balance. */
static gboolean
print_lane (const WeftLiveLane *lane, GString *text)
{
  g_string_append_printf (text,
                          "head %" G_GUINT64_FORMAT " − first %" G_GUINT64_FORMAT
                          " = delivered %" G_GUINT64_FORMAT " + lost %" G_GUINT64_FORMAT,
                          lane->head, lane->first_seq, lane->delivered,
                          weft_live_lane_get_lost (lane));
  return lane->head - lane->first_seq == lane->delivered + weft_live_lane_get_lost (lane)
         && lane->n_disorders == 0;
}

typedef struct
{
  int fd;
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  WeftLiveClient *client;
  guint64 head;
} Crowd;

static void
join_crowd (Crowd *viewer, const Bench *bench)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  strcpy (address.sun_path, bench->view);
  viewer->fd = socket (AF_UNIX, SOCK_STREAM, 0);
  while (connect (viewer->fd, (struct sockaddr *) &address, sizeof address) != 0)
    nanosleep (&(struct timespec){ 0, 10000000 }, NULL);
  viewer->trace = weft_live_trace_new ("crowd", NULL, WEFT_STORAGE_MEMORY, 1);
  viewer->writer = weft_live_writer_new (viewer->trace);
  viewer->client = weft_live_client_new (viewer->writer, WEFT_LIVE_FROM_HISTORY);
  weft_live_client_connected (viewer->client, now (CLOCK_MONOTONIC));
}

static void
serve_crowd (Crowd *viewer, guint8 *buffer, gsize size)
{
  GByteArray *out = viewer->client->out;
  ssize_t n = recv (viewer->fd, buffer, size, MSG_DONTWAIT);
  g_autofree char *message = NULL;
  WeftLiveLane lane;

  if (n > 0
      && !weft_live_client_take (viewer->client, buffer, (gsize) n, now (CLOCK_MONOTONIC),
                                 &message))
    g_error ("%s", message);
  weft_live_client_tick (viewer->client, now (CLOCK_MONOTONIC));
  if (out->len > 0)
    {
      g_assert_cmpint (send (viewer->fd, out->data, out->len, 0), ==, out->len);
      g_byte_array_set_size (out, 0);
    }
  weft_live_writer_publish (viewer->writer);
  if (weft_live_trace_get_n_lanes (viewer->trace) == 0)
    return;
  weft_live_trace_get_lane (viewer->trace, 0, &lane);
  viewer->head = lane.head;
}

/* How late each of the records of a frame is. Their ticks are the host's time when they were
 * published. */
static void
take_lags (const WeftLiveFrame *frame, gpointer lags)
{
  guint64 time = now (CLOCK_MONOTONIC);

  for (guint i = 0; frame->type == WEFT_LIVE_RECORDS && i < frame->count; i += LAG_STEP)
    {
      WeftLiveRecord record;
      guint64 lag;

      weft_live_get_record (frame, i, &record);
      lag = time - record.start;
      g_array_append_val (lags, lag);
    }
}

/* ms, of lags in order. */
static double
get_lag (GArray *lags, guint per_mille)
{
  guint rank = lags->len > 0 ? (lags->len - 1) * per_mille / 1000 : 0;

  return lags->len > 0 ? (double) g_array_index (lags, guint64, rank) / 1e6 : 0;
}

/* Viewers on one thread; a hundred can't keep up, and each has its own exact account. Writes a byte
 * when all are there, and what came of it at the end. */
static gboolean
watch (const Bench *bench, guint64 wanted, guint n_viewers, int out)
{
  g_autofree Crowd *viewers = g_new0 (Crowd, n_viewers);
  g_autofree guint8 *buffer = g_malloc (1 << 18);
  g_autofree struct pollfd *fds = g_new0 (struct pollfd, n_viewers);
  g_autoptr (GArray) lags = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean balanced = TRUE, done = FALSE, ready = FALSE;
  guint64 n_lost = 0;

  for (guint i = 0; i < n_viewers; i++)
    {
      join_crowd (&viewers[i], bench);
      fds[i] = (struct pollfd){ .fd = viewers[i].fd, .events = POLLIN };
    }
  viewers[0].client->tap = take_lags;
  viewers[0].client->tap_data = lags;
  while (!done)
    {
      gboolean all = TRUE;

      poll (fds, n_viewers, 100);
      done = TRUE;
      for (guint i = 0; i < n_viewers; i++)
        {
          serve_crowd (&viewers[i], buffer, 1 << 18);
          done = done && viewers[i].head >= wanted;
          all = all && viewers[i].client->is_welcome;
        }
      if (all && !ready)
        ready = write (out, "r", 1) == 1;
    }
  for (guint i = 0; i < n_viewers; i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (viewers[i].trace, 0, &lane);
      n_lost += weft_live_lane_get_lost (&lane);
      g_string_truncate (text, 0);
      balanced = print_lane (&lane, text) && balanced;
    }
  qsort (lags->data, lags->len, sizeof (guint64), compare);
  g_string_append_printf (text, "; all lost %" G_GUINT64_FORMAT, n_lost);
  g_string_append_printf (text, "; from publish to the first p50 %.2f ms, p99 %.2f ms\n",
                          get_lag (lags, 500), get_lag (lags, 990));
  return write (out, text->str, text->len) == (ssize_t) text->len && balanced;
}

/* A viewer as the window has it, whose memory stays as it is when its budget is full. */
static gboolean
watch_long (const Bench *bench, guint64 wanted, int out)
{
  g_autoptr (WeftLiveSession) session =
    weft_live_session_new (bench->view, NULL, WEFT_LIVE_DEFAULT_BUDGET);
  g_autoptr (GString) text = g_string_new (NULL);
  WeftLiveTrace *trace = weft_live_session_get_trace (session);
  WeftLiveLane lane = { 0 };
  guint64 next = wanted / 10;
  gboolean balanced;
  guint seen = 0;

  weft_live_session_start (session);
  while (lane.head < wanted)
    {
      g_auto (WeftLiveStatus) status = { 0 };

      weft_live_session_get_status (session, &status);
      if (text->len == 0 && status.n_connections > 0)
        g_string_append_printf (text, "r%zd", write (out, "r", 1));
      seen = weft_trace_wait (WEFT_TRACE (trace), seen);
      if (weft_live_trace_get_n_lanes (trace) > 0)
        weft_live_trace_get_lane (trace, 0, &lane);
      if (lane.head >= next)
        {
          printf ("  after %" G_GUINT64_FORMAT " records: RssAnon %.0f MiB\n", lane.head,
                  (double) read_own_memory () / 1024);
          fflush (stdout);
          next += wanted / 10;
        }
    }
  weft_live_session_stop (session);
  g_string_truncate (text, 0);
  balanced = print_lane (&lane, text);
  g_string_append_c (text, '\n');
  return write (out, text->str, text->len) == (ssize_t) text->len && balanced;
}

/* Viewers (0: one as the window has it) in a process of their own; what they say comes out of `fd`.
 * They are there when this returns. */
static pid_t
start_viewers (const Bench *bench, guint64 wanted, guint n_viewers, int *fd)
{
  int pipes[2];
  pid_t child;
  char byte;

  g_assert_cmpint (pipe (pipes), ==, 0);
  child = fork ();
  if (child == 0)
    _exit ((n_viewers == 0 ? watch_long (bench, wanted, pipes[1])
                           : watch (bench, wanted, n_viewers, pipes[1]))
             ? 0
             : 1);
  close (pipes[1]);
  g_assert_cmpint (read (pipes[0], &byte, 1), ==, 1);
  *fd = pipes[0];
  return child;
}

/* Waits for viewers and prints what they say. */
static void
end_viewers (pid_t child, int fd)
{
  char text[500] = "";
  struct rusage usage;
  int status;

  wait4 (child, &status, 0, &usage);
  if (read (fd, text, sizeof text - 1) > 0)
    printf ("  viewer: %s", text);
  printf ("  viewer's processor time %.2f s\n",
          (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
  close (fd);
  g_assert_cmpint (status, ==, 0); /* the books balance */
}

/* Stops the viewers for a part of the time. */
static gpointer
stop_and_go (gpointer viewers)
{
  kill (GPOINTER_TO_INT (viewers), SIGSTOP);
  nanosleep (&(struct timespec){ STOPPED_SECONDS, 0 }, NULL);
  kill (GPOINTER_TO_INT (viewers), SIGCONT);
  return NULL;
}

static void
run (guint64 rate, guint seconds, guint n_viewers, guint32 batch_us, gboolean stopped)
{
  GThread *stopper = NULL;
  Bench bench;
  Producer producer;
  pid_t viewers;
  int fd;
  guint64 total = rate * seconds, acked;
  double daemon_cpu, daemon_memory;

  printf ("%" G_GUINT64_FORMAT " records/s for %u s to %u viewers, batches of %u µs%s\n", rate,
          seconds, MAX (n_viewers, 1), batch_us, stopped ? ", stopped for 3 s" : "");
  fflush (stdout);
  bench_open (&bench);
  viewers = start_viewers (&bench, total, n_viewers, &fd);
  producer_open (&producer, &bench, batch_us);
  while (!weft_feed_is_connected (producer.feed))
    nanosleep (&(struct timespec){ 0, 1000000 }, NULL);
  if (stopped)
    stopper = g_thread_new ("stopper", stop_and_go, GINT_TO_POINTER (viewers));
  producer_run (&producer, rate, seconds);
  g_clear_pointer (&stopper, g_thread_join);
  producer_close (&producer, &acked);
  end_viewers (viewers, fd);
  daemon_memory = (double) read_memory (bench.daemon, "VmHWM:") / 1024;
  daemon_cpu = bench_close (&bench);
  printf ("  processor: daemon %.2f s, producer %.2f s: together %.0f %% of a core; "
          "the daemon's memory at most %.0f MiB\n\n",
          daemon_cpu, producer.cpu, 100 * (daemon_cpu + producer.cpu) / seconds, daemon_memory);
  fflush (stdout);
}

/* A number of the environment, or `usual`. */
static guint64
get_number (const char *name, guint64 usual)
{
  const char *text = g_getenv (name);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : usual;
}

int
main (void)
{
  guint64 rate = get_number ("WEFT_BENCH_RATE", RATE);
  guint seconds = (guint) get_number ("WEFT_BENCH_SECONDS", 0);

  if (seconds > 0)
    {
      run (rate, seconds, 0, 4000, FALSE);
      return 0;
    }
  run (rate, SECONDS, 1, 4000, FALSE);
  run (rate / 100, SECONDS, 1, 0, FALSE);
  run (rate, SECONDS, 1, 4000, TRUE);
  run (rate, SECONDS, 100, 4000, FALSE);
  return 0;
}
