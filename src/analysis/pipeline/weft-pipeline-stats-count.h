/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-explainer.h"
#include "weft-pipeline-slots.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* Counting statistics. */

/* Computes the statistics of a snapshot, in about 0.7 s of a processor per million ops, two thirds of which are shared
 * among all that there are; those of a whole log that are kept are there at once (weft-pipeline-stats-index.h). `range` is
 * nullable: all of the log. NULL with G_IO_ERROR_CANCELLED when cancelled. Any thread; the result does not change and may
 * be read by any. */
WeftPipelineStats *weft_pipeline_stats_new (WeftPipelineSnapshot *snapshot,
                                            const WeftCycleRange *range, GCancellable *cancellable,
                                            GError **error);

/* The same of those ops alone that are in `ops` (nullable: all): what is counted, summed and in
 * flight is theirs; the cycles are those of the log or the range. */
WeftPipelineStats *weft_pipeline_stats_new_filtered (WeftPipelineSnapshot *snapshot,
                                                     const WeftCycleRange *range,
                                                     const WeftBitset *ops,
                                                     GCancellable *cancellable, GError **error);

/* The same, resting on what is there already. */
WeftPipelineStats *weft_pipeline_stats_new_explained (WeftPipelineExplainer *explainer,
                                                      const WeftPipelineSlots *slots,
                                                      const WeftCycleRange *range,
                                                      const WeftBitset *ops,
                                                      GCancellable *cancellable, GError **error);

G_END_DECLS
