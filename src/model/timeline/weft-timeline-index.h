/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-spans.h"

#include <glib.h>

G_BEGIN_DECLS

/* The events of a snapshot in the order of time, track by track, and how slices nest. Immutable; any
 * thread.
 *
 * On a thread, the parent of a slice is the innermost one that contains it. Slices that overlap
 * without one containing the other, which profilers do write, have no such relation and lie at depths
 * of their own. Asynchronous slices have no parents. A slice lies deeper than its parent, at the first
 * depth that is free. */

typedef struct _WeftTimelineIndex WeftTimelineIndex;

/* Slices deeper than this share the last depth. */
#define WEFT_TIMELINE_MAX_DEPTH 250

typedef struct
{
  guint32
    *rows; /* of slices: by depth, by start within each; of those that start together the longest
                  * first */
  guint32 *names; /* ids of what they are called, in the same order */
  guint32 n_rows;
  guint32 *depths;  /* n_depths + 1 places in `rows` */
  WeftSpans *spans; /* by depth: when its slices are, in that order */
  guint n_depths;
  WeftSpans busy;    /* what the slices cover: spans that neither overlap nor touch */
  guint32 *instants; /* rows, by time */
  guint32 n_instants;
} WeftTimelineTrackIndex;

struct _WeftTimelineIndex
{
  gatomicrefcount ref_count;
  guint n_tracks;
  WeftTimelineTrackIndex *tracks; /* by their numbers */
  guint *order;                   /* their numbers as they are shown: by process */
  guint32 *rows;                  /* what those of tracks are parts of, */
  guint32 *names;                 /* theirs likewise, */
  guint32 *instants;              /* and those of no track, by time */
  guint32 n_instants;

  /* By row: */
  guint32 n_events;
  guint32 *parents; /* WEFT_NO_ROW: none */
  gint64 *self;     /* ns of a slice in which none of its children was under way; 0 of an instant */
  gint64
    *fresh; /* from where on a slice is the latest of its parent's children that reaches so far:
                     * what it adds to the time that its siblings before it cover; NULL: from its start,
                     * in all */
  guint8 *depths;
};

/* Of no event; for weft_timeline_index_build() to fill. */
WeftTimelineIndex *weft_timeline_index_new_empty (guint n_tracks, guint32 n_events);
WeftTimelineIndex *weft_timeline_index_ref (WeftTimelineIndex *self);
void weft_timeline_index_unref (WeftTimelineIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineIndex, weft_timeline_index_unref)

/* The first place in `rows` of `depth` whose slice ends after `time`, or is a point at it; its end where
 * there is none. */
static inline guint32
weft_timeline_track_find (const WeftTimelineTrackIndex *track, guint depth, gint64 time)
{
  return track->depths[depth] + weft_spans_find (&track->spans[depth], time);
}

/* When the slice at a place of `depth` begins, and ends. */
static inline gint64
weft_timeline_track_start (const WeftTimelineTrackIndex *track, guint depth, guint32 place)
{
  return weft_spans_start (&track->spans[depth], place - track->depths[depth]);
}

static inline gint64
weft_timeline_track_end (const WeftTimelineTrackIndex *track, guint depth, guint32 place)
{
  return weft_spans_end (&track->spans[depth], place - track->depths[depth]);
}

G_END_DECLS
