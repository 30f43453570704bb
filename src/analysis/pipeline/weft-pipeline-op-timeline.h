/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The life of an op from its fetch to its end, cut wherever the stages that it is in change. */

typedef struct _WeftPipelineOpTimeline WeftPipelineOpTimeline;

/* Cycles in which an op is in the same stages. Where it is in several of a lane at once, the one
 * that began last counts, of those the one that stands last in the file. */
typedef struct
{
  gint64 from; /* half-open; never empty */
  gint64 to;
  gboolean has_stage; /* whether it is in a stage of the pipeline's lane, and which */
  WeftKind kind;
  guint32 stage;       /* number in the file */
  gboolean has_reason; /* whether it is in a stage of another lane, and which */
  WeftKind reason;
} WeftTimelineSegment;

/* Of the snapshot, which must outlive this. */
WeftPipelineOpTimeline *weft_pipeline_op_timeline_new (WeftPipelineSnapshot *snapshot);
void weft_pipeline_op_timeline_free (WeftPipelineOpTimeline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineOpTimeline, weft_pipeline_op_timeline_free)

/* The segments of the op, `n_segments` of them, in order of time, without a gap from its fetch to
 * its end; valid until the next call. One thread at a time. */
const WeftTimelineSegment *weft_pipeline_op_timeline_read (WeftPipelineOpTimeline *self, guint32 op,
                                                           guint *n_segments);

G_END_DECLS
