/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "weft-feed.h"

#include "weft-feed-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MILLISECOND UINT64_C (1000000)
#define DEFAULT_RING 262144u
#define DEFAULT_RETENTION 1048576u
#define MAX_STREAMS 64
#define MAX_PROGRAMS 65535u
#define MAX_EPOCHS 65535u /* more would have the daemon refuse the stream, then and ever after */
#define FIRST_RETRY (50 * MILLISECOND)
#define LAST_RETRY (2000 * MILLISECOND)
#define STATS_INTERVAL (250 * MILLISECOND)
#define DEAD_AFTER (5000 * MILLISECOND)
#define MAX_OUT ((size_t) 1 << 20) /* bytes that wait for the socket */
#define IDLE_MS 200

struct weft_feed
{
  struct sockaddr_un address;
  char name[256];
  uint8_t session[16];
  uint32_t ring_records, retention_records;
  uint64_t batch_ns;
  pid_t pid;
  unsigned generation; /* of forks, when it was opened */

  pthread_mutex_t lock;
  weft_feed_stream *streams[MAX_STREAMS];
  _Atomic unsigned n_streams;
  _Atomic int closing;
  uint64_t drain_until_ns;
  _Atomic int connected;
  _Atomic int sleeping; /* the thread waits to be woken */
  int wake_fd;
  pthread_t thread;

  /* The thread's own: */
  int fd;
  int welcome;
  uint8_t *out;
  size_t out_length, out_sent, out_size;
  uint8_t *in;
  size_t in_length;
  uint64_t retry_ns, patience_ns, heard_ns, stats_ns;
  unsigned jitter;
};

/* --- forks ---------------------------------------------------------------------------------------- */

/* Counts the forks that led to this process: a feed of another generation is the parent's. */
static atomic_uint fork_generation;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void
note_fork (void)
{
  atomic_fetch_add (&fork_generation, 1);
}

static void
watch_forks (void)
{
  pthread_atfork (NULL, NULL, note_fork);
}

static int
is_parents (const weft_feed *feed)
{
  return atomic_load_explicit (&fork_generation, memory_order_relaxed) != feed->generation;
}

/* --- time ----------------------------------------------------------------------------------------- */

static uint64_t
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (uint64_t) time.tv_sec * 1000000000u + (uint64_t) time.tv_nsec;
}

static uint64_t
now (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

/* --- publishing ----------------------------------------------------------------------------------- */

static void
wake (weft_feed *feed)
{
  uint64_t one = 1;

  if (write (feed->wake_fd, &one, sizeof one) < 0)
    return; /* the counter is full, so that it is awake */
}

/* Wakes the thread where it sleeps, which it does only when there was nothing for a while. */
static void
wake_sleeper (weft_feed *feed)
{
  if (atomic_load (&feed->sleeping) && atomic_exchange (&feed->sleeping, 0))
    wake (feed);
}

size_t
weft_feed_publish (weft_feed_stream *stream, const weft_feed_record *records, size_t n)
{
  size_t taken;

  if (is_parents (stream->feed))
    return 0;
  taken = feed_stream_publish (stream, records, n);
  wake_sleeper (stream->feed);
  return taken;
}

void
weft_feed_report_loss (weft_feed_stream *stream, uint32_t count, uint64_t start_ticks,
                       uint64_t end_ticks)
{
  weft_feed_record record = {
    .start = start_ticks, .end = end_ticks, .kind = WEFT_FEED_DEVICE_LOSS, .aux = count
  };

  weft_feed_publish (stream, &record, 1);
}

/* --- definitions ---------------------------------------------------------------------------------- */

uint32_t
weft_feed_program (weft_feed_stream *stream, uint32_t runtime_id, const char *name,
                   const char *sources)
{
  weft_feed *feed = stream->feed;
  uint64_t from = atomic_load (&stream->offered);
  wire_frame frame;
  uint32_t key = 0;

  if (name == NULL || is_parents (feed))
    {
      errno = EINVAL;
      return 0;
    }
  pthread_mutex_lock (&feed->lock);
  if (stream->n_programs >= MAX_PROGRAMS)
    errno = ENOSPC;
  else
    {
      wire_begin (&frame, WIRE_PROGRAM, stream->id, 0, 0);
      wire_u32 (&frame, stream->n_programs + 1);
      wire_u32 (&frame, runtime_id);
      wire_u64 (&frame, from);
      wire_text (&frame, name);
      wire_text (&frame, sources != NULL ? sources : "");
      wire_seal (&frame);
      if (feed_stream_define (stream, &frame) == 0)
        key = ++stream->n_programs;
    }
  pthread_mutex_unlock (&feed->lock);
  return key;
}

/* Against the clock before; 0 where one of them was not measured. */
static double
get_drift_ppm (double ghz_before, const weft_feed_sync_info *info)
{
  return ghz_before > 0 && !info->nominal ? (info->ghz / ghz_before - 1) * 1e6 : 0;
}

int
weft_feed_sync (weft_feed_stream *stream, const weft_feed_sync_info *info)
{
  weft_feed *feed = stream->feed;
  wire_frame frame;
  int result;

  if (!(info->ghz >= 1e-6 && info->ghz <= 1e3) || is_parents (feed))
    {
      errno = EINVAL;
      return -1;
    }
  pthread_mutex_lock (&feed->lock);
  if (stream->epoch >= MAX_EPOCHS)
    {
      pthread_mutex_unlock (&feed->lock);
      errno = ENOSPC;
      return -1;
    }
  /* what was published before is by the clock before */
  feed_stream_collect (stream, now ());
  wire_begin (&frame, WIRE_SYNC, stream->id, 0, 0);
  wire_u32 (&frame, stream->epoch + 1);
  wire_u16 (&frame, info->nominal ? 0 : 1);
  wire_u16 (&frame, 0);
  wire_double (&frame, info->ghz);
  wire_u64 (&frame, info->offset_ns);
  wire_u64 (&frame, info->first_timestamp);
  wire_u64 (&frame, info->error_ns);
  wire_u32 (&frame, info->n_used);
  wire_u32 (&frame, info->n_offered);
  wire_double (&frame, info->residual_rms_ns);
  wire_double (&frame, info->residual_p95_ns);
  wire_double (&frame, get_drift_ppm (stream->ghz, info));
  wire_u64 (&frame, now ());
  wire_seal (&frame);
  result = feed_stream_define (stream, &frame);
  if (result == 0)
    {
      stream->epoch++;
      stream->ghz = info->nominal ? 0 : info->ghz;
    }
  pthread_mutex_unlock (&feed->lock);
  return result;
}

/* --- the thread: the connection --------------------------------------------------------------------- */

static int
append_out (weft_feed *feed, const void *bytes, size_t length)
{
  if (feed->out_length + length > feed->out_size)
    {
      size_t size = feed->out_length + length + 65536;
      uint8_t *out = realloc (feed->out, size);

      if (out == NULL)
        return 0;
      feed->out = out;
      feed->out_size = size;
    }
  memcpy (feed->out + feed->out_length, bytes, length);
  feed->out_length += length;
  return 1;
}

static void
say (weft_feed *feed, wire_frame *frame)
{
  wire_seal (frame);
  append_out (feed, frame->bytes, frame->length);
}

static void
say_hello (weft_feed *feed)
{
  static const uint8_t zeros[16];
  wire_frame frame;

  wire_begin (&frame, WIRE_HELLO, 0, 0, 0);
  wire_u16 (&frame, 1);
  wire_u16 (&frame, 0);
  wire_u16 (&frame, WIRE_PRODUCER);
  wire_u16 (&frame, 0);
  wire_u32 (&frame, 0);
  wire_u32 (&frame, WIRE_MAX_FRAME);
  wire_bytes (&frame, feed->session, 16);
  wire_bytes (&frame, zeros, 16);
  wire_u64 (&frame, now ());
  wire_u64 (&frame, read_clock (CLOCK_REALTIME));
  wire_u32 (&frame, feed->retention_records);
  wire_u32 (&frame, (uint32_t) feed->pid);
  wire_text (&frame, feed->name);
  say (feed, &frame);
}

/* Begins at the oldest that is kept. */
static void
announce (weft_feed *feed, weft_feed_stream *stream)
{
  wire_frame frame;

  wire_begin (&frame, WIRE_STREAM_ADD, stream->id,
              stream->first != NULL ? stream->first->seq : stream->next_seq, 0);
  wire_u32 (&frame, stream->info.chip);
  wire_u32 (&frame, (uint32_t) feed->pid);
  wire_u16 (&frame, stream->info.schema);
  wire_u8 (&frame, stream->info.device_loss);
  wire_u8 (&frame, 0);
  wire_u32 (&frame, stream->id);
  wire_bytes (&frame, feed->session, 16);
  wire_text (&frame, stream->arch);
  say (feed, &frame);
  stream->announced = 1;
}

static void
say_stats (weft_feed *feed, weft_feed_stream *stream)
{
  wire_frame frame;
  weft_feed_ledger ledger;

  feed_stream_get_ledger (stream, &ledger);
  wire_begin (&frame, WIRE_STATS, stream->id, 0, 0);
  for (int i = 0; i < 9; i++)
    wire_u64 (&frame, WIRE_NOT_KNOWN);
  wire_u64 (&frame, ledger.offered);
  wire_u64 (&frame, ledger.acked);
  wire_u64 (&frame, ledger.unacked);
  wire_u64 (&frame, ledger.dropped_ring);
  wire_u64 (&frame, ledger.dropped_retention);
  for (int i = 0; i < 7; i++)
    wire_u64 (&frame, WIRE_NOT_KNOWN);
  say (feed, &frame);
}

/* Puts what is due to the daemon into what goes out, as far as there is room. Definitions come before
 * the records that were published after them. */
static void
queue_stream (weft_feed *feed, weft_feed_stream *stream)
{
  const feed_definition *definition;
  const feed_batch *batch;

  if (!stream->announced)
    announce (feed, stream);
  while ((definition = feed_stream_next_definition (stream)) != NULL)
    append_out (feed, definition->bytes, definition->length);
  while (feed->out_length < MAX_OUT && (batch = feed_stream_next_batch (stream)) != NULL)
    append_out (feed, batch->bytes, batch->length);
}

static void
disconnect (weft_feed *feed)
{
  if (feed->fd >= 0)
    close (feed->fd);
  feed->fd = -1;
  feed->welcome = 0;
  feed->out_length = feed->out_sent = feed->in_length = 0;
  atomic_store (&feed->connected, 0);
  for (unsigned i = 0; i < atomic_load (&feed->n_streams); i++)
    feed_stream_rewind (feed->streams[i]);
  feed->jitter = feed->jitter * 1103515245u + 12345u;
  feed->retry_ns = now () + feed->patience_ns * (75 + feed->jitter / 65536u % 50) / 100;
  feed->patience_ns = feed->patience_ns * 2 > LAST_RETRY ? LAST_RETRY : feed->patience_ns * 2;
}

static void
try_to_connect (weft_feed *feed)
{
  feed->fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (feed->fd < 0
      || connect (feed->fd, (struct sockaddr *) &feed->address, sizeof feed->address) != 0)
    {
      disconnect (feed);
      return;
    }
  feed->heard_ns = now ();
  say_hello (feed);
}

static void
take_ack (weft_feed *feed, const uint8_t *bytes)
{
  uint32_t id = wire_get_u32 (bytes + WIRE_AT_STREAM);

  if (id >= 1 && id <= atomic_load (&feed->n_streams))
    feed_stream_acknowledge (feed->streams[id - 1], wire_get_u64 (bytes + WIRE_AT_SEQ));
}

static void
answer_ping (weft_feed *feed, const uint8_t *bytes, uint32_t length)
{
  wire_frame frame;

  if (length < WIRE_HEADER + 16)
    return;
  wire_begin (&frame, WIRE_PONG, 0, 0, 0);
  wire_u64 (&frame, wire_get_u64 (bytes + WIRE_HEADER));
  wire_u64 (&frame, now ());
  say (feed, &frame);
}

/* Takes the whole frames that came. 0 where the connection must end. */
static int
take_frames (weft_feed *feed)
{
  size_t at = 0;

  for (;;)
    {
      const uint8_t *bytes = feed->in + at;
      uint32_t length = wire_check (bytes, feed->in_length - at);

      if (length == 0)
        break;
      if (length == WIRE_WRONG)
        return 0;
      switch (wire_get_u16 (bytes + WIRE_AT_TYPE))
        {
        case WIRE_WELCOME:
          feed->welcome = 1;
          feed->patience_ns = FIRST_RETRY;
          atomic_store (&feed->connected, 1);
          break;
        case WIRE_ACK:
          take_ack (feed, bytes);
          break;
        case WIRE_PING:
          answer_ping (feed, bytes, length);
          break;
        case WIRE_ERROR:
        case WIRE_BYE:
          return 0;
        default:
          break;
        }
      at += length;
    }
  memmove (feed->in, feed->in + at, feed->in_length - at);
  feed->in_length -= at;
  return 1;
}

/* 0 where the connection is lost. */
static int
receive (weft_feed *feed)
{
  ssize_t n = recv (feed->fd, feed->in + feed->in_length, WIRE_MAX_FRAME - feed->in_length, 0);

  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
    return 0;
  if (n > 0)
    {
      feed->heard_ns = now ();
      feed->in_length += (size_t) n;
    }
  return take_frames (feed);
}

static int
send_out (weft_feed *feed)
{
  ssize_t n;

  if (feed->out_sent == feed->out_length)
    return 1;
  n = send (feed->fd, feed->out + feed->out_sent, feed->out_length - feed->out_sent,
            MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0)
    return errno == EAGAIN || errno == EINTR;
  feed->out_sent += (size_t) n;
  if (feed->out_sent == feed->out_length)
    feed->out_sent = feed->out_length = 0;
  return 1;
}

/* Under the lock. Returns whether records came. */
static int
serve (weft_feed *feed)
{
  unsigned n_streams = atomic_load (&feed->n_streams);
  int any = 0;

  for (unsigned i = 0; i < n_streams; i++)
    any |= feed_stream_collect (feed->streams[i], now ());
  if (feed->fd < 0 && now () >= feed->retry_ns)
    try_to_connect (feed);
  if (feed->fd < 0)
    return any;
  if (!receive (feed) || now () - feed->heard_ns > DEAD_AFTER)
    {
      disconnect (feed);
      return any;
    }
  /* not before what is on its way was sent, so that nothing is held twice for long */
  if (feed->welcome && feed->out_length < MAX_OUT)
    for (unsigned i = 0; i < n_streams; i++)
      queue_stream (feed, feed->streams[i]);
  if (feed->welcome && now () - feed->stats_ns >= STATS_INTERVAL)
    {
      feed->stats_ns = now ();
      for (unsigned i = 0; i < n_streams; i++)
        say_stats (feed, feed->streams[i]);
    }
  if (!send_out (feed))
    disconnect (feed);
  return any;
}

/* Waits for the next thing to do: for the batch to fill, or where there was nothing, to be woken. */
static void
rest (weft_feed *feed, int any, int idle)
{
  struct pollfd fds[2] = { { .fd = feed->wake_fd, .events = POLLIN },
                           { .fd = feed->fd, .events = POLLIN } };
  int n = 1, batch_ms = (int) (feed->batch_ns / MILLISECOND);
  uint64_t count;

  if (feed->fd >= 0)
    n = 2;
  if (feed->out_length > 0)
    fds[1].events |= POLLOUT;
  atomic_store (&feed->sleeping, idle);
  /* what was published between the last look and the flag */
  for (unsigned i = 0; idle && i < atomic_load (&feed->n_streams); i++)
    idle = !feed_stream_has_more (feed->streams[i]);
  poll (fds, (nfds_t) n, idle ? IDLE_MS : any || batch_ms > 0 ? batch_ms : 1);
  atomic_store (&feed->sleeping, 0);
  if ((fds[0].revents & POLLIN) != 0 && read (feed->wake_fd, &count, sizeof count) < 0)
    return; /* somebody else was faster: there is nobody else */
}

/* Whether all was acknowledged. */
static int
is_drained (weft_feed *feed)
{
  for (unsigned i = 0; i < atomic_load (&feed->n_streams); i++)
    if (!feed_stream_is_drained (feed->streams[i]))
      return 0;
  return 1;
}

/* Says that the streams have ended. */
static void
say_bye (weft_feed *feed)
{
  wire_frame frame;

  for (unsigned i = 0; feed->welcome && i < atomic_load (&feed->n_streams); i++)
    {
      say_stats (feed, feed->streams[i]);
      wire_begin (&frame, WIRE_STREAM_END, feed->streams[i]->id, feed->streams[i]->next_seq, 0);
      say (feed, &frame);
    }
  wire_begin (&frame, WIRE_BYE, 0, 0, 0);
  say (feed, &frame);
  for (int i = 0; i < 50 && feed->out_length > 0 && send_out (feed); i++)
    poll (&(struct pollfd){ .fd = feed->fd, .events = POLLOUT }, 1, 10);
}

static void *
run (void *data)
{
  weft_feed *feed = data;
  int any;

  do
    {
      int closing = atomic_load (&feed->closing);

      pthread_mutex_lock (&feed->lock);
      any = serve (feed);
      for (unsigned i = 0; closing && i < atomic_load (&feed->n_streams); i++)
        feed_stream_close (feed->streams[i], now ());
      closing = closing && (is_drained (feed) || now () >= feed->drain_until_ns);
      pthread_mutex_unlock (&feed->lock);
      if (closing)
        break;
      rest (feed, any, !any && feed->out_length == 0 && !atomic_load (&feed->closing));
    }
  while (1);
  pthread_mutex_lock (&feed->lock);
  if (feed->fd >= 0)
    say_bye (feed);
  pthread_mutex_unlock (&feed->lock);
  return NULL;
}

/* --- the feed --------------------------------------------------------------------------------------- */

static int
set_address (weft_feed *feed, const char *path)
{
  const char *directory = getenv ("XDG_RUNTIME_DIR");
  int length;

  feed->address.sun_family = AF_UNIX;
  if (path != NULL)
    length = snprintf (feed->address.sun_path, sizeof feed->address.sun_path, "%s", path);
  else
    length = snprintf (feed->address.sun_path, sizeof feed->address.sun_path, "%s/app/%s/feed.sock",
                       directory != NULL ? directory : "/run", WEFT_FEED_APPLICATION_ID);
  if (length > 0 && (size_t) length < sizeof feed->address.sun_path)
    return 1;
  errno = ENAMETOOLONG;
  return 0;
}

/* Of this run of this process; random as far as the clock and the process are. */
static void
set_session (weft_feed *feed)
{
  uint64_t seed =
    read_clock (CLOCK_REALTIME) ^ (uint64_t) getpid () << 40 ^ (uint64_t) (uintptr_t) feed;

  for (int i = 0; i < 16; i++)
    {
      seed = seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
      feed->session[i] = (uint8_t) (seed >> 56);
    }
  feed->jitter = (unsigned) seed;
}

static void
free_feed (weft_feed *feed)
{
  for (unsigned i = 0; i < atomic_load (&feed->n_streams); i++)
    feed_stream_free (feed->streams[i]);
  if (feed->fd >= 0)
    close (feed->fd);
  if (feed->wake_fd >= 0)
    close (feed->wake_fd);
  pthread_mutex_destroy (&feed->lock);
  free (feed->in);
  free (feed->out);
  free (feed);
}

static uint32_t
round_up (uint32_t n)
{
  uint32_t power = 16;

  while (power < n && power < (1u << 30))
    power *= 2;
  return power;
}

weft_feed *
weft_feed_open (const weft_feed_options *options)
{
  static const weft_feed_options usual = WEFT_FEED_OPTIONS_INIT;
  weft_feed *feed = calloc (1, sizeof *feed);
  int error;

  if (feed == NULL)
    return NULL;
  if (options == NULL)
    options = &usual;
  pthread_once (&fork_once, watch_forks);
  pthread_mutex_init (&feed->lock, NULL);
  feed->fd = -1;
  feed->generation = atomic_load (&fork_generation);
  feed->pid = getpid ();
  feed->ring_records = round_up (options->ring_records > 0 ? options->ring_records : DEFAULT_RING);
  feed->retention_records =
    options->retention_records > 0 ? options->retention_records : DEFAULT_RETENTION;
  feed->batch_ns = (uint64_t) options->batch_us * 1000;
  feed->patience_ns = FIRST_RETRY;
  snprintf (feed->name, sizeof feed->name, "%s", options->name != NULL ? options->name : "");
  set_session (feed);
  feed->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  feed->in = malloc (WIRE_MAX_FRAME);
  error = feed->wake_fd < 0 || feed->in == NULL ? errno
          : !set_address (feed, options->socket_path)
            ? errno
            : pthread_create (&feed->thread, NULL, run, feed);
  if (error == 0)
    return feed;
  free_feed (feed);
  errno = error;
  return NULL;
}

weft_feed_stream *
weft_feed_add_stream (weft_feed *feed, const weft_feed_stream_info *info)
{
  weft_feed_stream *stream = NULL;
  unsigned n = atomic_load (&feed->n_streams);

  if (n == MAX_STREAMS || is_parents (feed))
    {
      errno = n == MAX_STREAMS ? ENOSPC : EINVAL;
      return NULL;
    }
  stream = feed_stream_new (info, feed->ring_records, feed->retention_records);
  if (stream == NULL)
    return NULL;
  stream->feed = feed;
  pthread_mutex_lock (&feed->lock);
  stream->id = n + 1;
  feed->streams[n] = stream;
  atomic_store (&feed->n_streams, n + 1);
  pthread_mutex_unlock (&feed->lock);
  return stream;
}

void
weft_feed_get_ledger (weft_feed_stream *stream, weft_feed_ledger *ledger)
{
  pthread_mutex_lock (&stream->feed->lock);
  feed_stream_get_ledger (stream, ledger);
  pthread_mutex_unlock (&stream->feed->lock);
}

int
weft_feed_is_connected (weft_feed *feed)
{
  return atomic_load (&feed->connected);
}

int
weft_feed_close (weft_feed *feed, unsigned drain_ms, weft_feed_ledger *ledgers)
{
  int left = 0;

  if (is_parents (feed))
    return -1; /* its thread, its socket and its memory are the parent's */
  feed->drain_until_ns = now () + drain_ms * MILLISECOND;
  atomic_store (&feed->closing, 1);
  wake (feed);
  pthread_join (feed->thread, NULL);
  for (unsigned i = 0; i < atomic_load (&feed->n_streams); i++)
    {
      weft_feed_ledger ledger;

      feed_stream_get_ledger (feed->streams[i], &ledger);
      left |= ledger.unacked > 0;
      if (ledgers != NULL)
        ledgers[i] = ledger;
    }
  free_feed (feed);
  return left ? -1 : 0;
}
