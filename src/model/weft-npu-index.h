/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The events of a snapshot in the order of time, lane by lane: what a Gantt chart and all figures of
 * utilization are made from. Events that overlap lie in sub-lanes, of which each holds events that
 * follow one another. Immutable; any thread. */

typedef struct _WeftNpuIndex WeftNpuIndex;

/* Rows of events, grouped by sub-lane, by start within each; of events that start together the
 * longest comes first. */
typedef struct
{
  guint32 *rows;
  guint32 n_rows;
  gint64 *before; /* of `work`, per place: cycles of the events before it in its sub-lane */
  guint32 *subs;  /* n_subs + 1 places in `rows` */
  guint n_subs;
} WeftNpuTrack;

/* Spans that neither overlap nor touch, in order. */
typedef struct
{
  gint64 start;
  gint64 end;    /* exclusive */
  gint64 before; /* cycles in the spans before this one */
} WeftNpuSpan;

typedef struct
{
  WeftNpuSpan *spans;
  guint32 n_spans;
  gint64 sum; /* cycles in all of them */
} WeftNpuUnion;

typedef struct
{
  WeftNpuTrack work;   /* events of the engine, or of an unknown type */
  WeftNpuTrack points; /* memory accesses and commands */
  WeftNpuTrack stalls;
  WeftNpuUnion busy;
  WeftNpuUnion stalled; /* whether busy or not */
  WeftNpuUnion either;  /* busy or stalled; shares the spans of `busy` where nothing stalled */
} WeftNpuLaneIndex;

struct _WeftNpuIndex
{
  gatomicrefcount ref_count;
  guint n_lanes;
  WeftNpuLaneIndex *lanes; /* by their numbers */
  guint *order;            /* their numbers as they are shown: DMA, TE, VE, HOST, others, generic */
  WeftNpuTrack tokens;
  WeftNpuTrack markers;
  guint32 *samples;        /* by start */
  guint32 n_samples;
};

/* Of the events in `rows` (nullable: of all). */
WeftNpuIndex *weft_npu_index_new   (const WeftNpuSnapshot *snapshot, const WeftBitset *rows);
WeftNpuIndex *weft_npu_index_ref   (WeftNpuIndex *self);
void          weft_npu_index_unref (WeftNpuIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuIndex, weft_npu_index_unref)

/* The first place of `sub` whose event ends after `cycle`, or is a point at it; its end where there is
 * none. */
guint32 weft_npu_track_find  (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                              gint64 cycle);

/* The same, but not before place `from`: soon found where it is near. */
guint32 weft_npu_track_find_from (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                                  gint64 cycle, guint32 from);

/* Cycles before `cycle` in which an event of the sub-lane of `work` was under way; `place` is what
 * weft_npu_track_find() said of that cycle. */
gint64  weft_npu_track_count (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                              gint64 cycle, guint32 place);

/* Cycles before `cycle` that lie in the spans. `hint` is where they were last looked for, 0 at first:
 * cycles should rise. */
gint64  weft_npu_union_count_before (const WeftNpuUnion *spans, gint64 cycle, guint32 *hint);

/* Cycles of [start, end) that lie in the spans. */
gint64  weft_npu_union_count (const WeftNpuUnion *spans, gint64 start, gint64 end);

G_END_DECLS
