/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-roles.h"

G_BEGIN_DECLS

/* Ties of a slice over threads and streams. */
typedef struct
{
  guint32 from; /* rows */
  guint32 to;
  guint32 name; /* of the flow; WEFT_NO_NAME: it launched the work, though no flow says so */
} WeftTimelineTie;

/* All that leads to the slice in `row` or on from it, also over others in between, and on from the slices
 * within it: (transfer full) (element-type WeftTimelineTie), each once, no more than `max` of them. Any
 * thread. */
GArray *weft_timeline_find_ties (const WeftTimelineSnapshot *snapshot,
                                 const WeftTimelineRoles *roles, guint32 row, guint max);

G_END_DECLS
