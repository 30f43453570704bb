/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-spans.h"
#include "weft-timeline-roles.h"

G_BEGIN_DECLS

/* When anything happens at all, for the minimap: when devices had work, or where none is known, when
 * threads were in a slice. A slice that lasts for most of the trace, such as one that the profiler has for
 * itself, says nothing: what is in it counts. Immutable; any thread. */

typedef struct
{
  gatomicrefcount ref_count;
  WeftSpans busy; /* some device, or else some thread; spans that neither overlap nor touch */
  gboolean is_device;
  WeftSpans open;     /* likewise: slices that never ended */
  gint64 start_first; /* what is worth looking at first: [start_first, start_last) */
  gint64 start_last;
} WeftTimelineOverview;

WeftTimelineOverview *weft_timeline_overview_new (const WeftTimelineSnapshot *snapshot,
                                                  const WeftTimelineRoles *roles);
WeftTimelineOverview *weft_timeline_overview_ref (WeftTimelineOverview *self);
void weft_timeline_overview_unref (WeftTimelineOverview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineOverview, weft_timeline_overview_unref)

G_END_DECLS
