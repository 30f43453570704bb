/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The ends of flows as a file has them: points in time on a thread. Which slices they belong to is only
 * known once all of them were read. */

typedef struct _WeftTimelineFlowEnds WeftTimelineFlowEnds;

typedef enum
{
  WEFT_TIMELINE_FLOW_START, /* s */
  WEFT_TIMELINE_FLOW_STEP,  /* t */
  WEFT_TIMELINE_FLOW_END,   /* f */
} WeftTimelineFlowPlace;

WeftTimelineFlowEnds *weft_timeline_flow_ends_new (void);
void weft_timeline_flow_ends_free (WeftTimelineFlowEnds *self);

/* An end of the flow that `key` (copied) tells from others, which is called `name`. `is_next`: it belongs
 * to the next slice that begins on the track, not to the one that is under way. */
void weft_timeline_flow_ends_add (WeftTimelineFlowEnds *self, const char *key, guint32 name,
                                  WeftTimelineFlowPlace place, gboolean is_next, guint track,
                                  gint64 time);

/* Which slices of the snapshot they connect: (transfer full). */
WeftTimelineFlows *weft_timeline_flow_ends_bind (WeftTimelineFlowEnds *self,
                                                 const WeftTimelineSnapshot *snapshot);

G_END_DECLS
