/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The fields of events, slices and instants: of rows of a WeftTimelineSnapshot. */
extern const WeftSchema weft_timeline_event_schema;

/* Of values of counters, and of flows, likewise. */
extern const WeftSchema weft_timeline_point_schema;
extern const WeftSchema weft_timeline_flow_schema;

/* Filters of events (docs/filters.md); what they are asked of is a snapshot. */
const WeftLanguage *weft_timeline_language (void);

/* The words that a field of text may have: (transfer full), valid UTF-8. For completing what is
 * typed: `trace` is a WeftTimelineTrace. */
char **weft_timeline_list_values (int function, const WeftField *field, gpointer trace);

G_END_DECLS
