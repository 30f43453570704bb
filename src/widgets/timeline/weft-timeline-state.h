/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-timeline-result.h"
#include "weft-timeline-study.h"

G_BEGIN_DECLS

/* The state that the widgets around one timeline share: what every state of events has, a name whose slices
 * stand out, and how the timeline is shown. Main thread only.
 *
 * Properties:
 *   "scheme"    (WeftTimelineScheme) what events are coloured by
 *   "flows"     (boolean) arrows of all flows, not only of those of the selected slice
 *   "counters"  (boolean) their graphs
 *   "tall"      (boolean) threads that nest deeply are as high as that needs
 *
 * Signal "studied": more is known of the selected slice. */

#define WEFT_TYPE_TIMELINE_SCHEME (weft_timeline_scheme_get_type ())
GType weft_timeline_scheme_get_type (void);

#define WEFT_TYPE_TIMELINE_STATE (weft_timeline_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineState, weft_timeline_state, WEFT, TIMELINE_STATE, WeftEventsState)

WeftTimelineState *weft_timeline_state_new (WeftTimelineTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftTimelineResult *weft_timeline_state_get_result (WeftTimelineState *self);

/* Has all slices with that name stand out, or (WEFT_NO_NAME) none any more. It counts as selected. */
void weft_timeline_state_set_name (WeftTimelineState *self, guint32 name);
guint32 weft_timeline_state_get_name (WeftTimelineState *self);

/* Selects the next event with that name behind the selected one, or after the last the first of all: FALSE
 * where none that is shown is called so. */
gboolean weft_timeline_state_show_next (WeftTimelineState *self, const char *name);

/* Brushes [from, to), which are the trace's nanoseconds, and brings it into sight. */
void weft_timeline_state_show_range (WeftTimelineState *self, gint64 from, gint64 to);

G_END_DECLS
