/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-timeline-counters.h"
#include "weft-timeline-device.h"
#include "weft-timeline-roles.h"

G_BEGIN_DECLS

/* Where the time of a timeline went: slices by name, category, process, thread and stream; devices,
 * counters and instants; of the whole trace or of a range [from, to) of its nanoseconds, of all events
 * or some. Immutable; any thread. */

/* A sum over slices that touch the range. `total` and `self` are the time within it; lengths are those
 * of whole slices. Self time is always that of the trace: what is left out of the rows still takes it. */
typedef struct
{
  guint64 count;
  gint64 total; /* ns; slices at the same time count each */
  gint64 self;  /* ns in which no slice was under way that it contains */
  gint64 min;   /* ns; these five of the lengths, the percentiles by nearest rank */
  double mean;
  gint64 p50;
  gint64 p99;
  gint64 max;
  double share;    /* self time by that of all slices that are counted; NAN where that is 0 */
  guint32 longest; /* row of the longest; WEFT_NO_ROW: there is none */
} WeftTimelineSum;

/* A struct with a sum has it first, so that the columns of sums are the same in all tables. */

/* Slices with the same name, or category. */
typedef struct
{
  WeftTimelineSum sum;
  guint32 name; /* WEFT_NO_NAME: those that have none */
  guint32 role; /* WeftTimelineRole that they all have; else WEFT_TIMELINE_ROLE_NONE */
} WeftTimelineNameStats;

typedef struct
{
  WeftTimelineSum sum;
  guint track;
  guint process;
  guint device; /* WEFT_TIMELINE_NO_DEVICE: a thread of the host */
  guint64 n_instants;
  gint64 busy;        /* ns of the range in which some slice of it was under way */
  double utilization; /* `busy` by the length of the range; NAN where that is 0 */
} WeftTimelineTrackStats;

typedef struct
{
  WeftTimelineSum sum;
  guint process;
  guint n_tracks; /* that have events in the range */
  guint64 n_instants;
  gint64 busy; /* ns in which some slice of any of its tracks was under way */
  double utilization;
} WeftTimelineProcessStats;

typedef struct
{
  guint32 name;
  guint32 category; /* of the first of them */
  guint64 count;
  guint32 row; /* of the first in time */
} WeftTimelineInstantStats;

typedef struct
{
  WeftTimelineSnapshot *snapshot; /* held */
  WeftTimelineRoles *roles;       /* held */
  WeftCycleRange range;           /* clipped to the trace */
  gint64 n_ns;                    /* its length */
  gboolean is_whole;              /* the range is that of the trace, and no events are left out */
  WeftTimelineSum sum;            /* of all slices */
  guint64 n_instants;
  guint64 n_points;
  guint64 n_flows; /* whose beginning is counted */
  WeftTimelineNameStats
    *names; /* those with the most self time first, as in all lists but the last */
  guint n_names;
  WeftTimelineNameStats *categories;
  guint n_categories;
  WeftTimelineProcessStats *processes; /* in the order in which they are shown */
  guint n_processes;
  WeftTimelineTrackStats *threads; /* of the host, and asynchronous tracks; likewise */
  guint n_threads;
  WeftTimelineTrackStats *streams; /* of devices */
  guint n_streams;
  WeftTimelineDeviceStats *devices; /* by their numbers in `roles` */
  guint n_devices;
  WeftTimelineCounterStats *counters;
  guint n_counters;
  WeftTimelineInstantStats *instants; /* the most frequent first */
  guint n_instant_names;
} WeftTimelineStats;

/* `range` is (nullable) the whole trace; `rows` (nullable) are the events that count. NULL with an error where
 * it is cancelled, or there is no memory for that. */
WeftTimelineStats *weft_timeline_stats_new (WeftTimelineSnapshot *snapshot,
                                            WeftTimelineRoles *roles, const WeftCycleRange *range,
                                            const WeftBitset *rows, GCancellable *cancellable,
                                            GError **error);
void weft_timeline_stats_free (WeftTimelineStats *self);

/* For weft-timeline-stats-index.h: the same of which nothing is counted yet; and nothing is any more. */
WeftTimelineStats *weft_timeline_stats_new_empty (WeftTimelineSnapshot *snapshot,
                                                  WeftTimelineRoles *roles,
                                                  const WeftCycleRange *range,
                                                  const WeftBitset *rows);
void weft_timeline_stats_forget (WeftTimelineStats *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineStats, weft_timeline_stats_free)

G_END_DECLS
