/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"
#include "weft-live-shares.h"
#include "weft-table.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Programs on live devices: a lane for each stream, with the records that came, in the
 * order of their sequence numbers. Times are nanoseconds of the host, by the clock fit that was
 * valid when the record came; the device's own ticks are kept beside.
 *
 * A live session grows without end, so a trace may have a budget: the oldest records then leave
 * memory (weft_live_trace_hold() keeps them while somebody reads), and what stays of them are the
 * buckets of the whole session, the totals of programs, and the ledger. */

#define WEFT_TYPE_LIVE_TRACE (weft_live_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveTrace, weft_live_trace, WEFT, LIVE_TRACE, WeftTrace)

/* Lanes of one trace; streams beyond are not taken. */
#define WEFT_LIVE_MAX_LANES 256

/* 256 MiB of records, by default of the live pane. */
#define WEFT_LIVE_DEFAULT_BUDGET ((gsize) 256 << 20)

/* A row of a lane beside those that came: records that were lost on the way (aux: how many, as far
 * as 32 bits say it). */
#define WEFT_LIVE_KIND_MISSING 3

/* One row, as it lies in the columns. */
typedef struct
{
  gint64 start, end;              /* ns of the host; end ≥ start, whatever the device said */
  guint64 start_ticks, end_ticks; /* as the device said */
  guint32 program;                /* index, or WEFT_NO_ROW */
  guint32 runtime_id;
  guint32 aux;
  guint32 epoch;
  guint16 subdevice;
  guint8 kind;  /* WeftLiveKind, or WEFT_LIVE_KIND_MISSING */
  guint8 flags; /* WeftLiveRecordFlags */
} WeftLiveRow;

/* Rows are summed up in blocks of so many, which stay as long as their rows. */
#define WEFT_LIVE_BLOCK_ROWS 256

typedef struct
{
  gint64 start;    /* the smallest */
  gint64 end;      /* the largest so far in the lane, so that it never falls */
  guint64 busy_ns; /* union of programs, counted once */
  guint64 stall_ns;
  guint64 lost_ns;  /* covered by rows of either loss */
  gint64 gap_start; /* the longest time within it in which there is nothing; */
  gint64 gap_end;   /* equal where there is none */
  guint32 n_programs;
  WeftLiveShares shares; /* ns of each program, overlaps counted for each */
} WeftLiveBlock;

/* A bucket of the whole session. */
typedef struct
{
  float busy_ns, stall_ns, lost_ns;
  guint32 n_programs;
} WeftLiveBucket;

#define WEFT_LIVE_N_BUCKETS 32768u

/* Which programs it was is known of so many buckets together. */
#define WEFT_LIVE_BUCKETS_PER_SHARES 8u
#define WEFT_LIVE_N_BUCKET_SHARES (WEFT_LIVE_N_BUCKETS / WEFT_LIVE_BUCKETS_PER_SHARES)

typedef enum
{
  WEFT_LIVE_LINK_NONE,      /* nobody has answered yet, or it is a recording */
  WEFT_LIVE_LINK_CONNECTED, /* its daemon answers */
  WEFT_LIVE_LINK_LOST,      /* it did */
} WeftLiveLink;

/* A host: the daemon that tells of lanes, as it was at one moment. Where there is more than one, times are by the
 * clock of whoever listens to all of them, to which each host's own is mapped. */
typedef struct
{
  char name[64];     /* as its daemon calls it, cut where longer; empty where nobody said */
  char address[112]; /* the socket that it is behind; empty in a recording */
  guint8 session[16];
  WeftLiveLink link;
  guint n_connections; /* that were made */
  gboolean has_since;  /* it is known since when the link is as it is: */
  gint64 since;        /* seconds since 1970 */
  WeftLiveHostClock clock;
} WeftLiveHost;

/* A lane: what never changes, and counters as they were at one moment. */
typedef struct
{
  guint host; /* that tells of it */
  guint32 chip;
  guint32 pid;
  guint32 stream; /* as its daemon calls it now */
  guint32 producer_stream;
  guint8 producer[16];
  char arch[64]; /* cut where longer */
  WeftLiveDeviceLoss device_loss;
  gboolean ended;          /* the stream has ended */
  gboolean is_lost;        /* else: no connection tells of it any more */
  gboolean has_lost_time;  /* and it is known since when: */
  gint64 lost_time;        /* seconds since 1970 */
  gboolean no_daemon;      /* of one that is lost: nobody serves the socket either */
  gboolean has_start_time; /* it is known when its first record was: */
  gint64 start_time;       /* likewise */

  guint64 first_seq, head; /* head − first_seq = delivered + Σ lost */
  guint64 delivered;
  guint64 lost[WEFT_LIVE_N_STAGES];
  guint64 unplaced;                   /* of those: no row stands for them yet, as none came after */
  guint64 device_lost;                /* Σ of what the device counted */
  guint64 n_duplicates;               /* came again after a reconnection, and were left out */
  guint64 n_disorders;                /* frames that did not begin at the next sequence number */
  guint64 n_reversed;                 /* records that end before they start */
  guint64 n_programs;                 /* records of programs */
  guint64 busy_ns, stall_ns, lost_ns; /* of the whole session */
  gint64 start, end;                  /* of what came: ns; start > end where nothing did */
  guint64 host_rx_ns;                 /* of the newest batch */

  gboolean has_sync;
  WeftLiveSync sync; /* the newest */
  guint n_syncs;
  gboolean has_stats;
  WeftLiveStats stats; /* the newest, as the daemon sent it */
} WeftLiveLane;

/* Sums of a program over the whole session, evicted rows and summaries of losses included. */
typedef struct
{
  guint64 n, sum_ns, min_ns, max_ns;
  guint64 n_summarized;                        /* of n: known from summaries alone */
  guint64 histogram[WEFT_LIVE_HISTOGRAM_BINS]; /* by weft_live_bin() of nanoseconds */
} WeftLiveTotal;

/* An empty trace. Above `budget` bytes of records (0: as many as there are) the oldest leave. */
WeftLiveTrace *weft_live_trace_new (const char *title, GMainContext *context, WeftStorage storage,
                                    gsize budget);

/* Before anything is written, or on the thread that writes. */
void weft_live_trace_set_budget (WeftLiveTrace *self, gsize budget);

/* --- lanes and programs: any thread ---------------------------------------------------------- */

guint weft_live_trace_get_n_lanes (WeftLiveTrace *self);
void weft_live_trace_get_lane (WeftLiveTrace *self, guint lane, WeftLiveLane *info);
/* A number that rises when a lane ends, is lost, or comes back. */
guint weft_live_trace_get_n_ends (WeftLiveTrace *self);
/* A copy of the fits of a lane, oldest first: (transfer full), an array of WeftLiveSync. */
GArray *weft_live_trace_get_syncs (WeftLiveTrace *self, guint lane);

/* Hosts are numbered from 0; there is one at least. */
guint weft_live_trace_get_n_hosts (WeftLiveTrace *self);
void weft_live_trace_get_host (WeftLiveTrace *self, guint host, WeftLiveHost *info);

guint weft_live_trace_get_n_programs (WeftLiveTrace *self);
/* Its name, UTF-8; lives as long as the trace. */
const char *weft_live_trace_get_program (WeftLiveTrace *self, guint program);
/* The files that its kernels come from, as the producer said: (transfer full), may be empty. */
char *weft_live_trace_get_sources (WeftLiveTrace *self, guint program);
void weft_live_trace_get_total (WeftLiveTrace *self, guint program, WeftLiveTotal *total);

/* The UUID of the first host's session, as 36 characters: (transfer full). All zeros before a WELCOME. */
char *weft_live_trace_get_session (WeftLiveTrace *self);

/* Σ of what the lanes lost, by any stage. */
guint64 weft_live_lane_get_lost (const WeftLiveLane *lane);

/* From the earliest start to the latest end of all lanes; FALSE while there is none. */
gboolean weft_live_trace_get_range (WeftLiveTrace *self, gint64 *start, gint64 *end);

/* --- rows: any thread, between hold and release ----------------------------------------------- */

/* Keeps the rows of all lanes that are there now; hold briefly. Returns what the release is to be told. */
guint weft_live_trace_hold (WeftLiveTrace *self);
void weft_live_trace_release (WeftLiveTrace *self, guint held);

/* The rows of a lane that may be read: `first` to below `end`. Earlier ones were evicted. */
void weft_live_trace_get_rows (WeftLiveTrace *self, guint lane, guint32 *first, guint32 *end);
void weft_live_trace_get_row (WeftLiveTrace *self, guint lane, guint32 row, WeftLiveRow *value);
/* The same of a row that may have been evicted, without a hold of all lanes: FALSE where it was. */
gboolean weft_live_trace_read_row (WeftLiveTrace *self, guint lane, guint32 row,
                                   WeftLiveRow *value);
gint64 weft_live_trace_get_row_start (WeftLiveTrace *self, guint lane, guint32 row);

/* Blocks that are whole and whose rows are all readable: `first` to below `end`. Block b sums up
 * the rows from b × WEFT_LIVE_BLOCK_ROWS on. */
void weft_live_trace_get_blocks (WeftLiveTrace *self, guint lane, guint32 *first, guint32 *end);
void weft_live_trace_get_block (WeftLiveTrace *self, guint lane, guint32 block,
                                WeftLiveBlock *value);

/* The first readable row that may touch times from `time` on; rows before it end earlier. */
guint32 weft_live_trace_find_row (WeftLiveTrace *self, guint lane, gint64 time);

/* The first readable row that begins at `time` or later. */
guint32 weft_live_trace_find_after (WeftLiveTrace *self, guint lane, gint64 time);

/* Where the readable rows of a lane begin: before that, only buckets tell. G_MININT64 while
 * nothing was evicted. */
gint64 weft_live_trace_get_evicted (WeftLiveTrace *self, guint lane);

/* The change of the trace at which rows of [first, last) were published or evicted last; 0 where
 * there are none. What changes later, in whatever lane, has a greater one. */
guint32 weft_live_trace_get_revision (WeftLiveTrace *self, guint lane, gint64 first, gint64 last);

/* --- the whole session: any thread ------------------------------------------------------------ */

/* Copies the buckets of a lane into `buckets` (WEFT_LIVE_N_BUCKETS of them), and what programs they
 * are about into `shares` (WEFT_LIVE_N_BUCKET_SHARES; in ns; nullable). Bucket i begins at `origin` +
 * i × 2^`shift` ns. Returns how many are in use. */
guint weft_live_trace_get_buckets (WeftLiveTrace *self, guint lane, WeftLiveBucket *buckets,
                                   WeftLiveShares *shares, gint64 *origin, guint *shift);

G_END_DECLS
