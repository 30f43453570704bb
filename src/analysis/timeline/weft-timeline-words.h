/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* Events and numbers of timelines for people. All results are (transfer full) UTF-8. */

/* A length of time: "312 ns", "3.51 µs"; "—" for WEFT_TIMELINE_NONE. */
char *weft_timeline_format_time (gint64 ns);

/* A point in time, from the first event on, to the nanosecond: "205.861 µs". */
char *weft_timeline_format_moment (const WeftTimelineSnapshot *snapshot, gint64 time);

/* "12 345 slices", "1 slice". */
char *weft_timeline_format_slices (guint64 slices);

/* A name by its id; "—" where there is none. */
char *weft_timeline_format_name (const WeftTimelineSnapshot *snapshot, guint32 name);

/* The same for the middle of a sentence: without what a C++ function returns and takes, and where that
 * is still long, with "<…>" for what its templates are of, or cut, with "…" at its end. */
char *weft_timeline_shorten_name (const WeftTimelineSnapshot *snapshot, guint32 name);

/* Likewise of a name that is UTF-8. */
char *weft_timeline_shorten (const char *text);

/* "stream 7 · python (GPU 0)". */
char *weft_timeline_format_track (const WeftTimelineSnapshot *snapshot, guint track);

/* A cell of a field, which is known, as its unit has it. */
char *weft_timeline_format_cell (const WeftTimelineSnapshot *snapshot, const WeftField *field,
                                 const WeftCell *cell);

/* Describes an event, in a few lines: for tooltips and screen readers. */
char *weft_timeline_describe (const WeftTimelineSnapshot *snapshot, guint32 row);

G_END_DECLS
