/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings-kept.h"
#include "weft-timeline-stats.h"

G_BEGIN_DECLS

/* The most telling things of a timeline. Where it knows of devices: the kernels that take most, the time
 * in which a device has no work and what the host does then, how long launches take to become work,
 * copies that no kernel hides. Where it does not: the names with the most self time, the longest slice
 * that no other contains, the busiest thread. None that is about less than 0.5 %.
 *
 * Targets are "row:N", "name:ID", all slices of that name, "filter:EXPRESSION", and "time:FROM:TO", a range
 * of the trace's nanoseconds.
 * `stats` are those of the whole trace. (transfer full), as weft-findings.h has it. Any thread. */
GArray *weft_timeline_findings_new (const WeftTimelineStats *stats);

/* Those of all that the trace has, kept beside its index file (weft-findings-kept.h), or what `make` makes of the snapshot,
 * which is then kept where it shows all. */
GArray *weft_timeline_findings_find (const WeftTimelineSnapshot *snapshot, WeftFindingsMake make,
                                     gpointer data, GCancellable *cancellable, GError **error);

G_END_DECLS
