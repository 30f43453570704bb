/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-hub-stream.h"

G_BEGIN_DECLS

/* The daemon but for its sockets: takes bytes from producers and viewers, and says which bytes each
 * of them is to get. It has no clock of its own and never waits, so that tests drive it by hand. All
 * times are nanoseconds of the host's monotonic clock. One thread. */

typedef struct _WeftHub WeftHub;
typedef struct _WeftHubPeer WeftHubPeer;

typedef struct
{
  guint8 session[16]; /* of this run */
  WeftLiveText name;  /* of the host, for people; lives as long as the hub */
  guint8 boot[16];
  guint64 realtime_ns; /* when the monotonic clock showed monotonic_ns */
  guint64 monotonic_ns;
  gsize history_bytes;     /* of all streams together */
  guint32 history_records; /* of each */
} WeftHubOptions;

/* 256 MiB of history, 2^20 records of each stream. */
#define WEFT_HUB_HISTORY_BYTES ((gsize) 256 << 20)
#define WEFT_HUB_HISTORY_RECORDS (1u << 20)

/* Read by others, written by the functions below alone. */
struct _WeftHubPeer
{
  WeftLiveRole role;
  GByteArray *in;   /* the beginning of a frame */
  GQueue control;   /* GBytes */
  gboolean greeted; /* HELLO came */
  gboolean over;    /* it has to be closed: it said something that is not allowed, said BYE, or
                     * nothing for 5 s */
  guint64 heard_ns, pinged_ns;
  WeftLiveFlaw flaw; /* of the frame that is looked at, where it does not show it by itself */
  char *complaint;   /* (nullable) why it was dismissed: what the ERROR says */

  /* viewers */
  guint32 max_frame; /* bytes that it accepts */
  gboolean subscribed;
  gboolean replaying;
  GPtrArray *cursors; /* WeftHubCursor */
  guint turn;         /* the cursor that is served next */

  /* producers */
  guint8 session[16];
  WeftMap64 streams; /* its own stream ids to the hub's */
  guint n_streams;
};

struct _WeftHub
{
  WeftHubOptions options;
  GPtrArray *streams; /* WeftHubStream */
  GPtrArray *peers;
  guint32 last_id;
  guint64 stats_ns;
  gsize history_size; /* bytes of all streams' history */
};

WeftHub *weft_hub_new (const WeftHubOptions *options);
void weft_hub_free (WeftHub *self);

/* --- peers ------------------------------------------------------------------------------------- */

/* Who connected: WEFT_LIVE_VIEWER or WEFT_LIVE_PRODUCER, which its HELLO must agree to. NULL where
 * there are too many. */
WeftHubPeer *weft_hub_add_peer (WeftHub *self, WeftLiveRole role, guint64 now_ns);

/* The ERROR that one gets for whom there is no room: (transfer full). */
GBytes *weft_hub_refuse (void);

/* The connection is gone. The streams of a producer wait for it to come back. */
void weft_hub_remove_peer (WeftHub *self, WeftHubPeer *peer, guint64 now_ns);

/* Takes what came from a peer, cut anywhere. FALSE where the peer must be closed, after what
 * weft_hub_next() still returns (an ERROR, or nothing) was sent. */
gboolean weft_hub_take (WeftHub *self, WeftHubPeer *peer, const guint8 *bytes, gsize length,
                        guint64 now_ns);

/* The next frame for a peer: (transfer full) (nullable). What it returns counts as delivered. */
GBytes *weft_hub_next (WeftHub *self, WeftHubPeer *peer);

/* Bytes of history and definitions. */
gsize weft_hub_get_size (WeftHub *self);

/* Time goes on: pings, acknowledgements, the ledger, streams whose producer never came back. To be
 * called every few milliseconds while there are peers. */
void weft_hub_tick (WeftHub *self, guint64 now_ns);

/* --- a producer within the daemon ------------------------------------------------------------- */

/* A new stream whose records come through the three below: never detached. */
WeftHubStream *weft_hub_add_stream (WeftHub *self, const WeftLiveStream *info, guint64 first_seq);

/* At most WEFT_LIVE_BATCH_RECORDS records, which go on where the last ended. */
void weft_hub_add_records (WeftHub *self, WeftHubStream *stream, const WeftLiveBatch *batch,
                           const WeftLiveRecord *records, guint n_records);

/* Nothing more will come. */
void weft_hub_end_stream (WeftHub *self, WeftHubStream *stream);

/* --- the ledger -------------------------------------------------------------------------------- */

/* The ledger as one JSON object: (transfer full). */
char *weft_hub_print_ledger (WeftHub *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHub, weft_hub_free)

G_END_DECLS
