/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-noc-stats.h"
#include "weft-noc-verdict.h"

G_BEGIN_DECLS

/* The statistics of a whole capture and the bottlenecks of its zones (weft_noc_judge_zones()), as they are kept beside the
 * index file of its trace. */

void weft_noc_stats_put (const WeftNocStats *self, const GArray *zones, WeftIndexWriter *writer);

/* Those that were put of the capture: (transfer full), and `*zones` (transfer full). NULL where that can't be, and the
 * reader is bad. */
WeftNocStats *weft_noc_stats_take (WeftNocCapture *capture, WeftIndexReader *reader,
                                   GArray **zones);

/* Those that were kept, or else those that are counted, and then kept if `options` (nullable) say nothing: (transfer full),
 * and `*zones` (transfer full). `*demands` (nullable) are those by which they were counted: (transfer full), NULL where
 * that was not needed. NULL with G_IO_ERROR_CANCELLED. */
WeftNocStats *weft_noc_stats_find (WeftNocCapture *capture, const WeftNocOptions *options,
                                   GArray **zones, WeftNocDemand ***demands,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
