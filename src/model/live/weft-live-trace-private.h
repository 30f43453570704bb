/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"
#include "weft-map64.h"
#include "weft-string-pool.h"

/* For the writer of a live trace and its own functions. */

enum
{
  ROW_START,       /* i64 */
  ROW_END,         /* i64 */
  ROW_START_TICKS, /* u64 */
  ROW_END_TICKS,   /* u64 */
  ROW_PROGRAM,     /* u32 */
  ROW_RUNTIME_ID,  /* u32 */
  ROW_AUX,         /* u32 */
  ROW_EPOCH,       /* u32 */
  ROW_SUBDEVICE,   /* u16 */
  ROW_KIND,        /* u8 */
  ROW_FLAGS,       /* u8 */
  N_ROW_COLUMNS
};

#define ROW_BYTES 52u

enum
{
  BLOCK_START,      /* i64 */
  BLOCK_END,        /* i64 */
  BLOCK_BUSY,       /* u64 */
  BLOCK_STALL,      /* u64 */
  BLOCK_LOST,       /* u64 */
  BLOCK_GAP_START,  /* i64 */
  BLOCK_GAP_END,    /* i64 */
  BLOCK_N_PROGRAMS, /* u32 */
  BLOCK_REVISION,   /* u32: at which its rows were published */
  BLOCK_SHARES,     /* u64 each: a program, and the bits of a float; 0 where there is none */
  N_BLOCK_COLUMNS = BLOCK_SHARES + WEFT_LIVE_SHARES
};

G_STATIC_ASSERT (N_BLOCK_COLUMNS <= WEFT_TABLE_MAX_COLUMNS);

/* Who reads rows, in two shifts: those who come take the one that is on, and the writer changes them as soon as
 * the other one is empty. What was evicted before a change is read by nobody after the next one, however many
 * readers there are at any time. */
typedef struct
{
  _Atomic guint32 n[2];
  _Atomic guint32 shift; /* that is on */
} Readers;

/* The rows that end before `until` left, and that was the change `revision`. Of many of them every other one is
 * forgotten: the one after it stands for both. */
#define MAX_EVICTIONS 1024u

typedef struct
{
  gint64 until;
  guint32 revision;
} Eviction;

typedef struct
{
  WeftTable rows;
  WeftTable blocks;
  _Atomic guint32
    first; /* row that may be read; those before it are in memory as long as somebody may */
  WeftPublished revision;     /* at which rows of no whole block were published last */
  WeftPublished end_revision; /* at which it ended, was lost or came back last */

  /* Under the trace's lock: */
  WeftLiveLane info;
  GArray *syncs; /* WeftLiveSync */
  gint64 origin; /* of its buckets; set with its first row */
  gboolean has_origin;
  WeftLiveBucket *buckets;
  WeftLiveShares *bucket_shares;
  guint max_buckets; /* that there is room for; fewer where there are many lanes */
  guint bucket_shift;
  guint n_buckets;   /* in use */
  GArray *evictions; /* Eviction, in the order of both */

  /* The writer's alone: */
  WeftMap64 keys; /* program key to program index */
  guint n_keys;
  guint64 next_seq;    /* that is not there yet */
  guint64 stream_seq;  /* that this connection is to send next; lower where it repeats */
  guint connection;    /* that declared it last; 0: none did */
  gboolean heard;      /* records or losses came since */
  gboolean unsettled;  /* it was declared at several places: its first frame says where it begins */
  WeftLiveBlock block; /* of the rows since the last whole one */
  gint64 covered;      /* programs were counted as busy up to here */
  gint64 last_end;     /* of the newest row */
  guint32 retired;     /* its first row when the readers' shifts changed last */
  guint32 n_stamped;   /* blocks that have their revision */
  gboolean has_missing;
} Lane;

struct _WeftLiveTrace
{
  WeftTrace parent_instance;

  WeftChunkStore *store;
  gsize budget;
  Readers readers;
  WeftLock lock; /* what is said above, and the totals, sources and hosts */
  WeftPublished n_lanes;
  WeftPublished n_ends; /* how often a lane ended, was lost or came back */
  Lane *lanes[WEFT_LIVE_MAX_LANES];
  WeftStringPool programs; /* by name */
  GArray *totals;          /* WeftLiveTotal, by program */
  GPtrArray *sources;      /* char *, by program */
  guint32 revision;        /* of the newest change; the writer's alone */
  WeftPublished n_hosts;
  WeftLiveHost hosts[WEFT_LIVE_MAX_HOSTS];
};

/* Under the lock: adds to the buckets what happens from `start` to `end`. */
typedef enum
{
  BUCKET_BUSY,
  BUCKET_STALL,
  BUCKET_LOST,
} BucketPart;

void weft_live_lane_add_to_buckets (Lane *lane, BucketPart part, gint64 start, gint64 end,
                                    guint32 program);

/* The writer: a new lane, not yet visible. NULL where there are too many. */
Lane *weft_live_trace_add_lane (WeftLiveTrace *trace);

/* Under the lock: the program of that name, new or not; WEFT_NO_ROW where memory is exhausted. */
guint32 weft_live_trace_add_program (WeftLiveTrace *trace, const WeftLiveProgram *program);

/* The writer: lets the oldest rows of the longest lane go until all that is kept of records, their sums
 * included, keeps to the budget. The newest rows of a lane always stay. */
void weft_live_trace_keep_to_budget (WeftLiveTrace *trace);
