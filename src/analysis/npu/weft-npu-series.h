/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"
#include "weft-series.h"

G_BEGIN_DECLS

/* Numbers over time that a trace has beside its events and its samples of bandwidth: counters of Chrome
 * traces, and fields of samples that the format does not know. Each holds from one point to the next.
 * Immutable; any thread. */

typedef struct
{
  guint32 name;
  WeftSeries values;
} WeftNpuSeries;

typedef struct
{
  gatomicrefcount ref_count;
  WeftNpuSeries *series; /* as they first came in the file */
  guint n_series;
} WeftNpuSeriesSet;

WeftNpuSeriesSet *weft_npu_series_set_new (const WeftNpuSnapshot *snapshot);
WeftNpuSeriesSet *weft_npu_series_set_ref (WeftNpuSeriesSet *self);
void weft_npu_series_set_unref (WeftNpuSeriesSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuSeriesSet, weft_npu_series_set_unref)

G_END_DECLS
