/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The values of each bucket that are drawn. */
typedef enum
{
  WEFT_CURVE_IPC,        /* retired ops per cycle */
  WEFT_CURVE_CPI,        /* cycles per retired op */
  WEFT_CURVE_IN_FLIGHT,  /* ops in flight, the mean over the bucket's cycles */
  WEFT_CURVE_FLUSH_RATE, /* flushed ops of those that ended, 0 to 1 */
  WEFT_N_CURVES
} WeftPipelineCurve;

typedef struct
{
  WeftCycleRange cycles;
  guint32 n_fetched;
  guint32 n_retired;
  guint32 n_flushed;
  guint64 op_cycles; /* cycles in flight, summed over the ops */
  double curves[WEFT_N_CURVES];
} WeftPipelineBucket;

/* Curves of a pipeline over time, in buckets of equally many cycles: 1, 2 or 5 · 10ⁿ. */
typedef struct
{
  gint64 first;  /* cycle in which the first bucket begins */
  guint64 width; /* cycles of a bucket, but of the last one: that may have fewer */
  guint64 last_width;
  guint n_buckets;
  GArray *buckets; /* WeftPipelineBucket */
} WeftPipelineCurves;

/* More would make noise of what happens, fewer hide it. */
#define WEFT_MAX_BUCKETS 400u

/* Counts over the cycles [first, last) of the ops in `ops` (nullable: all), in at most
 * `max_buckets` (1 or more) buckets; none where there is no cycle. NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread; a few milliseconds per million ops. */
WeftPipelineCurves *weft_pipeline_curves_new (const WeftPipelineSnapshot *snapshot, gint64 first,
                                              gint64 last, const WeftBitset *ops, guint max_buckets,
                                              GCancellable *cancellable, GError **error);
void weft_pipeline_curves_free (WeftPipelineCurves *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineCurves, weft_pipeline_curves_free)

/* The value of a curve in a bucket; NaN where there is none. */
double weft_pipeline_curves_get (const WeftPipelineCurves *self, WeftPipelineCurve curve,
                                 guint bucket);

G_END_DECLS
