/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Threads that scan blocks of text while the reader applies those before. One thread adds blocks, in the order of the
 * text, and another takes them in the same order; that one goes through a block itself which no thread has come to yet,
 * and scans those behind it while it waits for one that a thread is at. Threads are started once blocks wait. */

typedef struct _WeftScanPool WeftScanPool;

typedef enum
{
  WEFT_SCAN_NONE, /* not in a pool */
  WEFT_SCAN_WAITING,
  WEFT_SCAN_RUNNING,
  WEFT_SCAN_DONE,
} WeftScanState;

/* A block; what belongs to it stays where it is from when it is added until it is taken. */
typedef struct
{
  const char *bytes;
  gsize length;
  WeftScanBatch *batch; /* the pool's, until the job is cleared; NULL before it is needed */
  WeftScanState state;  /* the pool's */
} WeftScanJob;

void weft_scan_job_clear (WeftScanJob *job);

/* Makes `batch`, which is empty, of `length` bytes; any thread. */
typedef void (*WeftScanFunc) (const char *bytes, gsize length, WeftScanBatch *batch,
                              gconstpointer data);

WeftScanPool *weft_scan_pool_new (void);
void weft_scan_pool_free (WeftScanPool *self);

/* Blocks are scanned from now on. `data` must not change until the
 * pool has stopped. */
void weft_scan_pool_begin (WeftScanPool *self, WeftScanFunc scan, gconstpointer data);

/* Adds a block, if there are few enough (WEFT_SCAN_MAX_JOBS). */
void weft_scan_pool_add (WeftScanPool *self, WeftScanJob *job);
#define WEFT_SCAN_MAX_JOBS 16

/* Takes the block, waiting where it is being scanned. Its batch; NULL where it is not scanned. */
const WeftScanBatch *weft_scan_pool_take (WeftScanPool *self, WeftScanJob *job);

/* Ends the threads, and forgets the blocks that were not taken. More may be added then. */
void weft_scan_pool_stop (WeftScanPool *self);

/* A pool has one thread fewer than there are processors, but no more than these, as the thread that
 * applies has no use for more; or, where it says so, $WEFT_SCAN_THREADS (0: none). */
#define WEFT_SCAN_MAX_THREADS 3

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftScanPool, weft_scan_pool_free)

G_END_DECLS
