/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-fact-section.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* Totals of statistics as facts, the same in the inspector and in the panel of statistics. */

/* IPC, what became of the ops, squashes, ops in flight, stall cycles: all within the cycles that the
 * statistics are of. Then latency; where they are of a range, a note says of which ops. */
void weft_pipeline_stats_facts_write (WeftFactSection *section, const WeftPipelineStats *stats,
                                      gboolean is_range, const WeftClock *clock);

/* Counts of `n_ops` ops by how they ended, with their shares. */
void weft_pipeline_stats_facts_write_counts (WeftFactSection *section, guint32 n_ops,
                                             guint32 n_retired, guint32 n_flushed, guint32 n_open);

/* A length of time. */
void weft_pipeline_stats_facts_write_cycles (WeftFactSection *section, const char *name,
                                             guint64 cycles, const WeftClock *clock);

G_END_DECLS
