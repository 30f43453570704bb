/* SPDX-License-Identifier: MIT */
#ifndef WEFT_FEED_H
#define WEFT_FEED_H

#include "weft-feed-types.h"

#include <stddef.h>

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
 * call records wait. 0, or -1 with errno set: ENOSPC after 65,535 of a stream. Where another thread
 * publishes at the same time, what it publishes meanwhile may be by either. */
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
