/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* A counter in a range of time. Its value holds from one point to the next, and the last one to the
 * end of the trace. */

typedef struct
{
  guint counter;
  guint64 n_points; /* in the range */
  double min;       /* of the values that hold in the range; NAN: none does */
  double max;
  double mean; /* by the time that they hold */
  double last; /* at the end of the range */
} WeftTimelineCounterStats;

/* Of all counters of which a value holds in the range, by their numbers: (transfer full), `*n` of them. */
WeftTimelineCounterStats *weft_timeline_counters_measure (const WeftTimelineSnapshot *snapshot,
                                                          const WeftCycleRange *range, guint *n);

G_END_DECLS
