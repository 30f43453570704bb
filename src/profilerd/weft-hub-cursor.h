/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-hub-stream.h"

G_BEGIN_DECLS

/* Where a viewer is in a stream: which frame of the ring it gets next, what it has got, and what
 * was gone before it took it. */
typedef struct
{
  WeftHubStream *stream;
  guint32 max_frame; /* bytes that the viewer accepts */
  guint64 index;     /* of the next frame in the ring */
  guint64 next_seq;
  guint n_definitions; /* that it has got */
  guint64 replay_end;  /* frames before this index are history */
  guint64 delivered, lost;
  WeftHubSummary *missed; /* (nullable) of what expired before it took it */
  gboolean end_sent;
} WeftHubCursor;

/* A cursor at `seq` of a stream, which must outlive it. No frame of it is longer than `max_frame`. */
WeftHubCursor *weft_hub_cursor_new (WeftHubStream *stream, guint64 seq, guint32 max_frame);
void weft_hub_cursor_free (WeftHubCursor *self);

/* The next frame for the viewer, which counts as delivered: (transfer full) (nullable), NULL where it
 * has all. What has to follow it at once is appended to `more` (of GBytes). */
GBytes *weft_hub_cursor_next (WeftHubCursor *self, GQueue *more);

/* Goes on at `seq`: (transfer full), the LOSS of what lies before. What is known of that is appended
 * to `more`. */
GBytes *weft_hub_cursor_skip_to (WeftHubCursor *self, guint64 seq, GQueue *more);

/* A frame with records left the stream's ring, where it had `index`: what the viewer has not taken of
 * it is kept in short, in `max_entries`, or one for each program. */
void weft_hub_cursor_miss (WeftHubCursor *self, guint64 index, WeftHubFrame *frame,
                           guint max_entries);

/* Whether the viewer has got what was history when it came. */
gboolean weft_hub_cursor_has_replayed (const WeftHubCursor *self);

/* Appends a STATS frame with the stream's ledger and the viewer's. */
void weft_hub_cursor_put_stats (const WeftHubCursor *self, GByteArray *bytes);

G_END_DECLS
