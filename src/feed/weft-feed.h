/* SPDX-License-Identifier: MIT */
#ifndef WEFT_FEED_H
#define WEFT_FEED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* libweft-feed: a host process that gets records of programs from its devices publishes them with
 * this library; weft-profilerd passes them on to whoever watches. See weft-feed(3) for an example.
 *
 * weft_feed_publish() never waits, allocates, or takes a lock, so that it may be called from the
 * callback in which the records arrive. A thread of the library does the rest. While no daemon runs,
 * what was published is kept as far as memory was granted, and sent when one comes; so it is when a
 * daemon ends and another one takes its place. What is lost is counted, and the viewers are told. */

#define WEFT_FEED_VERSION 1

typedef struct weft_feed weft_feed;
typedef struct weft_feed_stream weft_feed_stream;

typedef enum
{
  WEFT_FEED_PROGRAM = 0,     /* a program ran */
  WEFT_FEED_STALL = 1,       /* the dispatcher waited */
  WEFT_FEED_DEVICE_LOSS = 2, /* the device lost `aux` records here: see weft_feed_report_loss() */
} weft_feed_kind;

enum
{
  WEFT_FEED_REVERSED = 1,  /* flags: it ends before it starts */
  WEFT_FEED_NO_END = 2,    /* its end is not known */
  WEFT_FEED_BAD_CLOCK = 4, /* its times are not trusted */
};

/* 32 bytes, as they go over the wire. */
typedef struct
{
  uint64_t start, end;  /* ticks of the device */
  uint32_t program_key; /* from weft_feed_program() */
  uint32_t runtime_id;  /* the id that the device knows the program by */
  uint8_t kind;         /* weft_feed_kind */
  uint8_t flags;
  uint16_t subdevice;
  uint32_t aux;
} weft_feed_record;

typedef struct
{
  const char *socket_path; /* NULL: where the daemon of this user listens */
  const char *name;        /* of the host program, for people; NULL: none */
  uint32_t ring_records;   /* of each stream between publish and the thread; 0: 262144. Rounded up
                               * to a power of two. */
  uint32_t retention_records; /* of each stream, kept until the daemon has acknowledged them; 0:
                               * 1048576, which are 32 MiB where they are needed */
  uint32_t batch_us;          /* how long records may wait for others; 4000 is usual, 0 sends at
                               * once */
} weft_feed_options;

/* Options with what is usual. */
#define WEFT_FEED_OPTIONS_INIT \
  { \
    NULL, NULL, 0, 0, 4000 \
  }

typedef enum
{
  WEFT_FEED_LOSES_NOTHING = 0,
  WEFT_FEED_COUNTS_LOSS = 1,  /* the device says how many records it lost */
  WEFT_FEED_LOSS_UNKNOWN = 2, /* it may lose records, and does not say so */
} weft_feed_device_loss;

typedef struct
{
  uint32_t chip;
  uint16_t schema;     /* of the device's firmware; 1 */
  uint8_t device_loss; /* weft_feed_device_loss */
  const char *arch;    /* for people; NULL: none */
} weft_feed_stream_info;

/* How the device's clock runs: ticks t are host nanoseconds (of CLOCK_MONOTONIC)
 * offset_ns + (t - first_timestamp) / ghz. */
typedef struct
{
  double ghz;
  uint64_t offset_ns, first_timestamp;
  uint64_t error_ns;          /* how far that may be off */
  uint32_t n_used, n_offered; /* samples */
  double residual_rms_ns, residual_p95_ns;
  int nominal; /* nonzero: not measured */
} weft_feed_sync_info;

/* At rest offered = acked + unacked + dropped_ring + dropped_retention. */
typedef struct
{
  uint64_t offered;           /* records that were given to weft_feed_publish() */
  uint64_t acked;             /* the daemon has them */
  uint64_t unacked;           /* in the ring, or kept */
  uint64_t dropped_ring;      /* the ring was full */
  uint64_t dropped_retention; /* no daemon took them before memory was needed for newer ones */
} weft_feed_ledger;

/* Connects as soon as there is a daemon. NULL with errno set where there is no memory or thread, or
 * the path is too long. `options` NULL: what is usual. */
weft_feed *weft_feed_open (const weft_feed_options *options);

/* A new stream, one for each device. At most 64. NULL with errno set. It lives as long as `feed`. */
weft_feed_stream *weft_feed_add_stream (weft_feed *feed, const weft_feed_stream_info *info);

/* Names a program before the first record that refers to it; `sources` (may be NULL) are the files
 * of its kernels, one per line. Returns its key, from 1 on, or 0 with errno set. Where a runtime id
 * is given to another program, that is named anew and gets a key of its own. */
uint32_t weft_feed_program (weft_feed_stream *stream, uint32_t runtime_id, const char *name,
                            const char *sources);

/* The clock as it was measured now. Records that are published later are by it. Before the first
 * call records wait. 0, or -1 with errno set. */
int weft_feed_sync (weft_feed_stream *stream, const weft_feed_sync_info *info);

/* Publishes `n` records. Never waits, allocates or locks. One thread per stream at a time. Returns
 * how many there was room for; the others are counted as dropped, and the viewers are told. In a
 * child after fork() it does nothing and returns 0. */
size_t weft_feed_publish (weft_feed_stream *stream, const weft_feed_record *records, size_t n);

/* The device lost `count` records before what is published next. As weft_feed_publish(). */
void weft_feed_report_loss (weft_feed_stream *stream, uint32_t count, uint64_t start_ticks,
                            uint64_t end_ticks);

/* Any thread. */
void weft_feed_get_ledger (weft_feed_stream *stream, weft_feed_ledger *ledger);

/* Whether a daemon is connected now. Any thread. */
int weft_feed_is_connected (weft_feed *feed);

/* Ends the feed after waiting up to `drain_ms` for everything to be acknowledged; nobody may publish
 * any more. `ledgers` (may be NULL) gets the last ledger of each stream, in the order in which they
 * were added. Returns 0 where nothing was left, -1 otherwise. */
int weft_feed_close (weft_feed *feed, unsigned drain_ms, weft_feed_ledger *ledgers);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
