/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* The statistics of a whole log, kept beside its index file (weft-trace-origin.h) for the next time that they are asked
 * for. What rests on assumptions that people made is counted each time. */

/* Those that were kept of the snapshot's log; NULL: none were, or they can't be those of this snapshot. */
WeftPipelineStats *weft_pipeline_stats_restore (WeftPipelineSnapshot *snapshot,
                                                const WeftPipelineAssumptions *assumptions);

/* Keeps those of the whole log, which were counted with these assumptions, where the log can have an index file. */
void weft_pipeline_stats_keep (const WeftPipelineStats *self, WeftPipelineSnapshot *snapshot,
                               const WeftPipelineAssumptions *assumptions);

/* The same in any file. */
void weft_pipeline_stats_put (const WeftPipelineStats *self, WeftIndexWriter *writer);

/* NULL, with the reader bad, where what is put there can't be the statistics of the snapshot: all ops, stages and PCs
 * that are named are there, counts add up. */
WeftPipelineStats *weft_pipeline_stats_take (WeftPipelineSnapshot *snapshot,
                                             WeftIndexReader *reader);

G_END_DECLS
