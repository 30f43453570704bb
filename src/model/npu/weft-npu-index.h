/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-column.h"
#include "weft-spans.h"

#include <glib.h>

G_BEGIN_DECLS

/* The events of a snapshot in the order of time, lane by lane: what a Gantt chart and all figures of
 * utilization are made from. Events that overlap lie in sub-lanes, of which each holds events that
 * follow one another. Immutable; any thread. */

typedef struct _WeftNpuIndex WeftNpuIndex;

/* Rows of events, grouped by sub-lane, by start within each; of events that start together the
 * longest comes first. */
typedef struct
{
  WeftSealedColumn *rows; /* n_rows of 32 bits; NULL: there are none */
  guint32 n_rows;
  guint32 *subs;    /* n_subs + 1 places in `rows` */
  WeftSpans *spans; /* by sub-lane: when its events are, in that order */
  guint n_subs;
} WeftNpuTrack;

typedef struct
{
  WeftNpuTrack work;   /* events of the engine, or of an unknown type */
  WeftNpuTrack points; /* memory accesses and commands */
  WeftNpuTrack stalls;
  WeftSpans busy;    /* what the events of `work` cover: spans that neither overlap nor touch */
  WeftSpans stalled; /* likewise: those of `stalls`, whether busy or not */
  WeftSpans either;  /* likewise: busy or stalled; that of `busy` where nothing stalled */
  WeftSpans failed;  /* likewise: events of `work` and `points` that failed; a point is a cycle */
} WeftNpuLaneIndex;

struct _WeftNpuIndex
{
  gatomicrefcount ref_count;
  guint n_lanes;
  WeftNpuLaneIndex *lanes; /* by their numbers */
  guint *order;            /* their numbers as they are shown: DMA, TE, VE, HOST, others, generic */
  WeftNpuTrack tokens;
  WeftNpuTrack markers;
  guint32 *samples; /* by start */
  guint32 n_samples;
};

/* Of no event; for weft_npu_index_build() to fill. */
WeftNpuIndex *weft_npu_index_new_empty (guint n_lanes);
WeftNpuIndex *weft_npu_index_ref (WeftNpuIndex *self);
void weft_npu_index_unref (WeftNpuIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuIndex, weft_npu_index_unref)

/* The row of the event at a place. */
static inline guint32
weft_npu_track_row (const WeftNpuTrack *track, guint32 place)
{
  return (guint32) weft_sealed_column_get (track->rows, place);
}

/* The first place of `sub` whose event ends after `cycle`, or is a point at it; its end where there is
 * none. */
static inline guint32
weft_npu_track_find (const WeftNpuTrack *track, guint sub, gint64 cycle)
{
  return track->subs[sub] + weft_spans_find (&track->spans[sub], cycle);
}

/* The cycle in which the event at a place of `sub` begins, and its end. */
static inline gint64
weft_npu_track_start (const WeftNpuTrack *track, guint sub, guint32 place)
{
  return weft_spans_start (&track->spans[sub], place - track->subs[sub]);
}

static inline gint64
weft_npu_track_end (const WeftNpuTrack *track, guint sub, guint32 place)
{
  return weft_spans_end (&track->spans[sub], place - track->subs[sub]);
}

G_END_DECLS
