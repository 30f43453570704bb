/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-timeline-stats.h"

G_BEGIN_DECLS

/* The statistics of a whole timeline, kept beside its index file (weft-derived.h) for the next time that they are asked
 * for. */

/* Those of weft_timeline_stats_new(), where they were not kept; which are kept then, where they are of the whole. */
WeftTimelineStats *weft_timeline_stats_find (WeftTimelineSnapshot *snapshot,
                                             WeftTimelineRoles *roles, const WeftCycleRange *range,
                                             const WeftBitset *rows, GCancellable *cancellable,
                                             GError **error);

/* The same in any file, into some of which nothing is counted. FALSE, with the reader bad, where what is put there can't be
 * the statistics of the snapshot: all events, names, tracks and so on are there, counts add up. */
void weft_timeline_stats_put (const WeftTimelineStats *self, WeftIndexWriter *writer);
gboolean weft_timeline_stats_take (WeftTimelineStats *self, WeftIndexReader *reader);

G_END_DECLS
