/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats.h"

#include "weft-pipeline-trace-private.h"

#include <math.h>

static double
ratio (double count, double of)
{
  return of > 0 ? count / of : (double) NAN;
}

guint64
weft_pipeline_stats_get_cycles (const WeftPipelineStats *self)
{
  return weft_cycles_between (self->first, self->last);
}

double
weft_pipeline_stats_get_ipc (const WeftPipelineStats *self)
{
  return ratio (self->n_retired, (double) weft_pipeline_stats_get_cycles (self));
}

double
weft_pipeline_stats_get_cpi (const WeftPipelineStats *self)
{
  guint64 n_cycles = weft_pipeline_stats_get_cycles (self);

  /* No cycles for some ops is no speed: the clock never moved, as is said of the IPC. */
  return n_cycles > 0 ? ratio ((double) n_cycles, self->n_retired) : (double) NAN;
}

double
weft_pipeline_stats_get_flush_rate (const WeftPipelineStats *self)
{
  return ratio (self->n_flushed, self->n_ops);
}

double
weft_pipeline_stats_get_squash_rate (const WeftPipelineStats *self)
{
  return ratio (self->squashes->len * 1000.0, self->n_retired);
}

void
weft_pipeline_stats_free (WeftPipelineStats *self)
{
  weft_histogram_clear (&self->latency);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->stages, g_array_unref);
  g_clear_pointer (&self->stalls, g_array_unref);
  g_clear_pointer (&self->reasons, g_array_unref);
  g_clear_pointer (&self->pcs, g_array_unref);
  g_clear_pointer (&self->squashes, g_array_unref);
  g_clear_pointer (&self->storms, g_array_unref);
  g_clear_pointer (&self->cpi, g_array_unref);
  g_free (self);
}

WeftPipelineStats *
weft_pipeline_stats_new_empty (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range)
{
  WeftPipelineStats *self = g_new0 (WeftPipelineStats, 1);

  self->first =
    range->from != G_MININT64 ? range->from : weft_pipeline_snapshot_get_first_cycle (snapshot);
  self->last =
    range->to != G_MAXINT64 ? range->to : weft_pipeline_snapshot_get_last_cycle (snapshot);
  self->end = self->last;
  if (range->to == G_MAXINT64 && snapshot->n_ops > 0 && self->last < G_MAXINT64)
    self->end++;
  self->slowest_op = WEFT_NO_ROW;
  self->stages = weft_pipeline_stage_stats_new ();
  return self;
}

void
weft_pipeline_stats_find_storms (WeftPipelineStats *self)
{
  self->storms =
    weft_pipeline_squash_storms_find (self->squashes, weft_pipeline_stats_get_cycles (self));
}
