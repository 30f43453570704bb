/* SPDX-License-Identifier: MIT */
#ifndef WEFT_FEED_STREAM_H
#define WEFT_FEED_STREAM_H

#include "weft-feed-types.h"
#include "weft-feed-wire.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* One stream of a feed: the ring that the publisher fills, and the frames that are made of it, kept
 * until the daemon has them. Knows nothing of sockets, threads and locks: but for publishing, calls are
 * made one at a time. Private to the library. */

/* A sealed RECORDS or LOSS frame that is kept until it is acknowledged. */
typedef struct feed_batch feed_batch;
struct feed_batch
{
  feed_batch *next;
  uint64_t seq, end;
  uint32_t n_records; /* 0: a LOSS */
  size_t length;
  uint8_t bytes[];
};

/* Kept as long as the stream, and said again to each daemon. */
typedef struct feed_definition feed_definition;
struct feed_definition
{
  feed_definition *next;
  size_t length;
  uint8_t bytes[];
};

struct weft_feed_stream
{
  weft_feed *feed;
  uint32_t id;
  weft_feed_stream_info info;
  char arch[64];

  /* The ring: the publisher writes at head, the thread reads at tail. Apart, so that they do not
   * share a cache line. */
  _Alignas(64) _Atomic uint64_t head;
  uint64_t tail_seen;       /* the publisher's */
  _Atomic uint64_t dropped; /* since the last marker; and the thread's at the very end */
  _Atomic uint64_t offered;
  _Atomic uint64_t dropped_ring;
  _Alignas(64) _Atomic uint64_t tail;
  weft_feed_record *ring;
  uint64_t mask;

  feed_definition *first_definition, *last_definition;
  const feed_definition *said; /* the last one that this connection has got */
  uint32_t n_programs;
  _Atomic uint32_t epoch; /* of the last sync; 0: none, and no record goes out */
  double ghz;             /* of the last sync where that was measured, or 0 */

  feed_batch *first;   /* kept */
  feed_batch **end;    /* the link behind the last, */
  feed_batch **unsent; /* and before the first that this connection has not got */
  int announced;       /* to this connection */
  uint64_t next_seq;
  uint32_t n_kept;          /* records in the batches */
  uint32_t retention;       /* and how many may be, but for those on their way */
  weft_feed_ledger counted; /* acked, dropped_retention */
};

/* A stream with a ring of `ring_records` (a power of two). NULL with errno set. */
weft_feed_stream *feed_stream_new (const weft_feed_stream_info *info, uint32_t ring_records,
                                   uint32_t retention);
void feed_stream_free (weft_feed_stream *self);

/* The publisher: puts records into the ring. Returns how many there was room for. */
size_t feed_stream_publish (weft_feed_stream *self, const weft_feed_record *records, size_t n);

/* Keeps a sealed PROGRAM or SYNC frame. 0, or −1 with errno set. */
int feed_stream_define (weft_feed_stream *self, const wire_frame *frame);

/* Whether there is something in the ring that can go out. */
int feed_stream_has_more (weft_feed_stream *self);

/* Makes frames of what is in the ring, which came by `now_ns`. Returns whether there was anything. */
int feed_stream_collect (weft_feed_stream *self, uint64_t now_ns);

/* Says what was dropped last, behind which there is no record. */
void feed_stream_close (weft_feed_stream *self, uint64_t now_ns);

/* A new connection has got nothing yet. */
void feed_stream_rewind (weft_feed_stream *self);

/* The next definition, or frame of records, for this connection; NULL: it has them all. */
const feed_definition *feed_stream_next_definition (weft_feed_stream *self);
const feed_batch *feed_stream_next_batch (weft_feed_stream *self);

/* The daemon has everything below `seq`. */
void feed_stream_acknowledge (weft_feed_stream *self, uint64_t seq);

/* Whether all was acknowledged, and nothing is in the ring. */
int feed_stream_is_drained (weft_feed_stream *self);

/* Any thread that keeps the others out: what became of the records that were offered. */
void feed_stream_get_ledger (weft_feed_stream *self, weft_feed_ledger *ledger);

#endif
