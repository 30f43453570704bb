/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-hub-summary.h"
#include "weft-map64.h"

G_BEGIN_DECLS

/* One stream in the daemon: what was said about it, which is kept as long as it lives, and a ring of
 * its newest frames, whole and sealed, so that passing them on costs no more than sending bytes. */

typedef struct
{
  GBytes *bytes;
  guint64 seq, end;        /* half-open */
  guint32 n_records;       /* 0: a LOSS */
  guint n_definitions;     /* those that it may refer to */
  WeftHubSummary *summary; /* (nullable) made when it expires before somebody took it */
} WeftHubFrame;

typedef struct
{
  guint32 id;
  WeftLiveStream info;
  char *arch;
  GPtrArray *definitions; /* GBytes, PROGRAM and SYNC in the order in which they came */
  gsize definition_bytes; /* likewise */
  WeftMap64 keys;         /* programs that were named */
  guint n_keys;
  GArray *syncs;    /* WeftLiveSync */
  WeftMap64 epochs; /* that they have begun */
  GArray *samples;  /* WeftLiveSyncSample, of the fit that is under way */

  GArray *ring; /* WeftHubFrame, from ring_start on */
  guint ring_start;
  guint64 first_index; /* of the frame at ring_start, counted from the stream's beginning */
  gsize ring_bytes;    /* with what each frame takes beside its own */
  guint64 ring_records;

  guint64 first_seq, next_seq;
  guint64 ingested, expired, duplicates, lost_before, device_lost;
  WeftLiveStats reported; /* what the producer, or the modelled device, said of itself; not known
                           * before */

  gboolean attached; /* its producer is connected */
  gboolean ended;
  guint64 detached_ns;
  guint64 acked_seq;
  guint64 ack_candidate, ack_due_ns;
} WeftHubStream;

WeftHubStream *weft_hub_stream_new (guint32 id, const WeftLiveStream *info, guint64 first_seq);
void weft_hub_stream_free (WeftHubStream *self);

/* Nothing more will come. What only more would need is forgotten. */
void weft_hub_stream_close (WeftHubStream *self);

/* Of the frames in the ring: `index` from first_index to below weft_hub_stream_end(). */
WeftHubFrame *weft_hub_stream_frame (WeftHubStream *self, guint64 index);
guint64 weft_hub_stream_end (const WeftHubStream *self);

/* The sequence number that the ring begins with. */
guint64 weft_hub_stream_first_seq (WeftHubStream *self);

/* The first frame that holds something from `seq` on. */
guint64 weft_hub_stream_find (WeftHubStream *self, guint64 seq);

/* Takes what a producer says. Faults: what the document does not allow; where the frame does not show by
 * itself what that is, `flaw` says so. */
WeftLiveFault weft_hub_stream_define (WeftHubStream *self, const WeftLiveFrame *frame);
WeftLiveFault weft_hub_stream_sample (WeftHubStream *self, const WeftLiveFrame *frame,
                                      guint64 now_ns, WeftLiveFlaw *flaw);
/* RECORDS and LOSS. What came before is left out; what is missing becomes a LOSS. */
WeftLiveFault weft_hub_stream_append (WeftHubStream *self, const WeftLiveFrame *frame,
                                      WeftLiveFlaw *flaw);

/* The same, without bytes from outside. */
void weft_hub_stream_add_program (WeftHubStream *self, const WeftLiveProgram *program);
void weft_hub_stream_add_sync (WeftHubStream *self, const WeftLiveSync *sync);

/* Removes the oldest frame and gives it to the caller, who clears it. The ring must hold one. */
WeftHubFrame weft_hub_stream_expire (WeftHubStream *self);
void weft_hub_frame_clear (WeftHubFrame *frame);

/* The daemon's own figures, with what the producer reported. */
void weft_hub_stream_get_stats (const WeftHubStream *self, WeftLiveStats *stats);

/* The clock of the device as last fitted; 1 before. */
double weft_hub_stream_get_ghz (const WeftHubStream *self);

/* Appends its counts as a JSON object. */
void weft_hub_stream_print (const WeftHubStream *self, GString *text);

G_END_DECLS
