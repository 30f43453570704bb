/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-series.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The counters of a timeline, each as a series by its number. Immutable; any thread. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftSeries *series;
  guint n_series;
} WeftTimelineSeriesSet;

WeftTimelineSeriesSet *weft_timeline_series_set_new (const WeftTimelineSnapshot *snapshot);
WeftTimelineSeriesSet *weft_timeline_series_set_ref (WeftTimelineSeriesSet *self);
void weft_timeline_series_set_unref (WeftTimelineSeriesSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineSeriesSet, weft_timeline_series_set_unref)

G_END_DECLS
