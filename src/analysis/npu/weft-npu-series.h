/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Numbers over time that a trace has beside its events and its samples of bandwidth: counters of Chrome
 * traces, and fields of samples that the format does not know. Each holds from one point to the next.
 * Immutable; any thread. */

typedef struct
{
  gint64 time;
  double value;
} WeftNpuPoint;

/* The least and the most of some points. */
typedef struct
{
  double least;
  double most;
} WeftNpuBounds;

typedef struct
{
  guint32 name;
  WeftNpuPoint *points; /* by time */
  guint32 n_points;
  WeftNpuBounds
    *blocks; /* of so many points each, so that a picture of all costs no more than one of few */
  double bottom; /* 0, or the least value below it */
  double top;    /* the largest value; above `bottom` */
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

/* Its values in [first, last). */
typedef struct
{
  double least;
  double most;
  double final; /* at the end */
} WeftNpuExtent;

/* FALSE where there is no point before `last`. */
gboolean weft_npu_series_measure (const WeftNpuSeries *self, gint64 first, gint64 last,
                                  WeftNpuExtent *extent);

G_END_DECLS
