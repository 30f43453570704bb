/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-pipeline-cpi-stack.h"
#include "weft-pipeline-pc-stats.h"
#include "weft-pipeline-producers.h"
#include "weft-pipeline-reason-stats.h"
#include "weft-pipeline-squash-storms.h"
#include "weft-pipeline-stage-stats.h"
#include "weft-pipeline-stall-stats.h"
#include "weft-pipeline-thread-stats.h"

G_BEGIN_DECLS

/* The statistics of a pipeline trace (docs/cli.md, "stats"; formats/kanata, "weft-cli stats"). All
 * lengths are in cycles.
 *
 * Statistics of a range count the ops that *end* in it: their retires, flushes, stages, PCs,
 * dependencies. So each op belongs to exactly one of several ranges that follow one another, and
 * what they count adds up to what the whole log counts. An op without an end counts as open in the
 * cycle after the log's last, and is left out of latencies, stalls and PCs: how long it would
 * have taken nobody knows. `in flight` alone is about the cycles of the range, whatever op is in
 * them; so are `stall_cycles_within`. */
typedef struct
{
  gint64 first; /* fetch of the first op, or where the range begins */
  gint64 last;  /* last cycle that the log reached, or where the range ends */
  gint64 end;   /* the cycle after the last that is looked at: where the range ends, if it does */

  guint32 n_fetched; /* within these cycles */
  guint32 n_ops;     /* that ended, as all that follows */
  guint32 n_retired;
  guint32 n_flushed;
  guint32 n_open;
  guint64 n_dependencies; /* of which these ops are the consumers, as the log states */
  guint64 n_inferred;     /* the same, inferred */
  WeftDependencySource dependency_source;

  WeftHistogram latency; /* from fetch to end, of those that have ended */
  guint32 slowest_op;    /* the first with most latency of those that have ended; WEFT_NO_ROW */
  guint64 slowest_latency;
  guint64 stall_cycles; /* of all of them, an estimate (weft-pipeline-explainer.h) */
  /* Those of all ops that ever end, in these cycles alone. */
  guint64 stall_cycles_within;
  guint32 in_flight_max;
  double in_flight_mean; /* NaN where there is no cycle */

  GArray *threads;            /* WeftPipelineThreadStats by thread id */
  GArray *stages;             /* WeftPipelineStageStats by kind */
  GArray *stalls;             /* WeftPipelineStallStats, the most expensive first */
  GArray *reasons;            /* WeftPipelineReasonStats, likewise; none where the log says none */
  GArray *pcs;                /* WeftPipelinePcStats, the most stalled first */
  GArray *squashes;           /* WeftSquash in id order */
  GArray *storms;             /* WeftSquashStorm, the worst first */
  GArray *cpi;                /* WeftCpiPart; none of some ops alone, or where nothing retired */
  guint32 width;              /* of the core: ops that can retire in one cycle */
  gboolean width_is_inferred; /* rather than said: so many retired in one cycle at most */
  guint32 n_squashed;         /* ops in them */
} WeftPipelineStats;

void weft_pipeline_stats_free (WeftPipelineStats *self);

/* For whoever counts, or knows what was counted: statistics of that range, with nothing in them yet but the cycles; the
 * storms that its squashes make. */
WeftPipelineStats *weft_pipeline_stats_new_empty (WeftPipelineSnapshot *snapshot,
                                                  const WeftCycleRange *range);
void weft_pipeline_stats_find_storms (WeftPipelineStats *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineStats, weft_pipeline_stats_free)

/* last − first. */
guint64 weft_pipeline_stats_get_cycles (const WeftPipelineStats *self);

/* These are NaN where they are undefined: retired ops per cycle, cycles per retired op, flushed
 * ops per op, squashes per 1,000 retired ops. */
double weft_pipeline_stats_get_ipc (const WeftPipelineStats *self);
double weft_pipeline_stats_get_cpi (const WeftPipelineStats *self);
double weft_pipeline_stats_get_flush_rate (const WeftPipelineStats *self);
double weft_pipeline_stats_get_squash_rate (const WeftPipelineStats *self);

G_END_DECLS
