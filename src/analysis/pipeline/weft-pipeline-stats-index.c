/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-index.h"

#include "weft-index-items.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"

#include <math.h>
#include <string.h>

/* By this much of it a mean over very many cycles may be more than the most of one of them. */
#define ROUNDING 1e-9

#define KEPT_AS "stats"

static const WeftIndexMember bin_members[] = {
  WEFT_INDEX_MEMBER (WeftHistogramBin, value),
  WEFT_INDEX_MEMBER (WeftHistogramBin, n_up_to),
};
static const WeftIndexMember thread_members[] = {
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, tid),
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, first_op),
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, n_ops),
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, n_retired),
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, n_flushed),
  WEFT_INDEX_MEMBER (WeftPipelineThreadStats, n_open),
};
static const WeftIndexMember stall_members[] = {
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, cause),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, has_reason),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, reason),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, has_stage),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, stage),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, cycles),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, n_ops),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, max),
  WEFT_INDEX_MEMBER (WeftPipelineStallStats, longest_op),
};
static const WeftIndexMember pc_members[] = {
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, has_pc),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, pc),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, first_op),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, n_ops),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, n_retired),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, n_flushed),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, latency_total),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, latency_max),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, slowest_op),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, stall_cycles),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, n_squashes),
  WEFT_INDEX_MEMBER (WeftPipelinePcStats, n_squashed),
};
static const WeftIndexMember squash_members[] = {
  WEFT_INDEX_MEMBER (WeftSquash, tid),      WEFT_INDEX_MEMBER (WeftSquash, cause),
  WEFT_INDEX_MEMBER (WeftSquash, first_op), WEFT_INDEX_MEMBER (WeftSquash, n_ops),
  WEFT_INDEX_MEMBER (WeftSquash, cycle),
};
static const WeftIndexMember slot_members[] = {
  WEFT_INDEX_MEMBER (WeftCpiPart, category), WEFT_INDEX_MEMBER (WeftCpiPart, slots),
  WEFT_INDEX_MEMBER (WeftCpiPart, share),    WEFT_INDEX_MEMBER (WeftCpiPart, cycles),
  WEFT_INDEX_MEMBER (WeftCpiPart, cpi),
};

static const WeftIndexLayout bins = WEFT_INDEX_LAYOUT (WeftHistogramBin, bin_members);
static const WeftIndexLayout threads = WEFT_INDEX_LAYOUT (WeftPipelineThreadStats, thread_members);
static const WeftIndexLayout stalls = WEFT_INDEX_LAYOUT (WeftPipelineStallStats, stall_members);
static const WeftIndexLayout pcs = WEFT_INDEX_LAYOUT (WeftPipelinePcStats, pc_members);
static const WeftIndexLayout slots = WEFT_INDEX_LAYOUT (WeftCpiPart, slot_members);
static const WeftIndexLayout squashes = WEFT_INDEX_LAYOUT (WeftSquash, squash_members);

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_stages (WeftIndexWriter *writer, const GArray *stages)
{
  weft_index_writer_put_number (writer, stages->len);
  for (guint i = 0; i < stages->len; i++)
    {
      const WeftPipelineStageStats *stage = &g_array_index (stages, WeftPipelineStageStats, i);

      weft_index_writer_put_number (writer, stage->kind);
      weft_index_writer_put_number (writer, stage->n_open);
      weft_index_writer_put_number (writer, stage->longest_op);
      weft_index_put_array (writer, stage->lengths.bins, &bins);
    }
}

void
weft_pipeline_stats_put (const WeftPipelineStats *self, WeftIndexWriter *writer)
{
  const guint64 numbers[] = {
    self->n_fetched,     self->n_ops,           self->n_retired,    self->n_flushed,
    self->n_open,        self->n_dependencies,  self->n_inferred,   self->dependency_source,
    self->slowest_op,    self->slowest_latency, self->stall_cycles, self->stall_cycles_within,
    self->in_flight_max, self->n_squashed
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    weft_index_writer_put_number (writer, numbers[i]);
  weft_index_writer_put_real (writer, self->in_flight_mean);
  weft_index_put_array (writer, self->latency.bins, &bins);
  weft_index_writer_put_number (writer, self->width);
  weft_index_put_array (writer, self->cpi, &slots);
  put_stages (writer, self->stages);
  weft_index_put_array (writer, self->threads, &threads);
  weft_index_put_array (writer, self->stalls, &stalls);
  weft_index_put_array (writer, self->pcs, &pcs);
  weft_index_put_array (writer, self->squashes, &squashes);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Of the sealed histogram there is what its bins say. */
static gboolean
take_histogram (WeftIndexReader *reader, WeftHistogram *histogram)
{
  g_autoptr (GArray) taken = weft_index_take_array (reader, &bins, G_MAXUINT);

  return weft_index_reader_is_good (reader) && weft_histogram_set_bins (histogram, taken);
}

/* An op of `n`, or WEFT_NO_ROW. */
static gboolean
is_op (guint32 op, guint32 n)
{
  return op < n || op == WEFT_NO_ROW;
}

static gboolean
take_stages (WeftIndexReader *reader, GArray *stages, const WeftPipelineSnapshot *snapshot)
{
  guint n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  guint n = (guint) weft_index_reader_take_at_most (reader, n_kinds);

  g_array_set_size (stages, n);
  for (guint i = 0; i < n; i++)
    {
      WeftPipelineStageStats *stage = &g_array_index (stages, WeftPipelineStageStats, i);

      stage->kind = (WeftKind) weft_index_reader_take_at_most (reader, n_kinds - 1);
      stage->n_open = weft_index_reader_take_number (reader);
      stage->longest_op = (guint32) weft_index_reader_take_at_most (reader, WEFT_NO_ROW);
      if (!take_histogram (reader, &stage->lengths) || !is_op (stage->longest_op, snapshot->n_ops)
          || (stage->longest_op == WEFT_NO_ROW) != (stage->lengths.n_values == 0)
          || (i > 0 && stage->kind <= stage[-1].kind))
        return FALSE;
    }
  return TRUE;
}

static gboolean
threads_are_right (const GArray *stats, guint32 n_ops)
{
  guint64 n = 0;

  for (guint i = 0; i < stats->len; i++)
    {
      const WeftPipelineThreadStats *thread = &g_array_index (stats, WeftPipelineThreadStats, i);

      if (thread->first_op >= n_ops || (i > 0 && thread->tid <= thread[-1].tid)
          || (guint64) thread->n_retired + thread->n_flushed + thread->n_open != thread->n_ops)
        return FALSE;
      n += thread->n_ops;
    }
  return n == n_ops;
}

static gboolean
stalls_are_right (const GArray *stats, guint32 n_ops, guint n_kinds)
{
  for (guint i = 0; i < stats->len; i++)
    {
      const WeftPipelineStallStats *stall = &g_array_index (stats, WeftPipelineStallStats, i);

      if ((guint) stall->cause >= WEFT_N_CAUSES || stall->longest_op >= n_ops
          || (stall->has_reason && stall->reason >= n_kinds)
          || (stall->has_stage && stall->stage >= n_kinds))
        return FALSE;
    }
  return TRUE;
}

/* A PC is what the log says of the op that stands for it, and causes none but the squashes there are. */
static gboolean
pcs_are_right (const WeftPipelineStats *self, const WeftPipelineSnapshot *snapshot)
{
  for (guint i = 0; i < self->pcs->len; i++)
    {
      const WeftPipelinePcStats *pc = &g_array_index (self->pcs, WeftPipelinePcStats, i);
      guint32 index;

      if (pc->first_op >= snapshot->n_ops || !is_op (pc->slowest_op, snapshot->n_ops)
          || pc->n_squashes > self->squashes->len || pc->n_squashed > self->n_squashed)
        return FALSE;
      index = weft_op_pc_index (snapshot, pc->first_op);
      if (pc->has_pc != (index != WEFT_NO_ROW)
          || (pc->has_pc && weft_pipeline_trace_get_pc (snapshot->trace, index) != pc->pc))
        return FALSE;
    }
  return TRUE;
}

/* Each squash has ops of its own. */
static gboolean
squashes_are_right (const WeftPipelineStats *self, guint32 n_ops)
{
  guint64 n_squashed = 0;

  for (guint i = 0; i < self->squashes->len; i++)
    {
      const WeftSquash *squash = &g_array_index (self->squashes, WeftSquash, i);

      if (!is_op (squash->cause, n_ops) || squash->first_op >= n_ops)
        return FALSE;
      n_squashed += squash->n_ops;
    }
  return n_squashed == self->n_squashed;
}

static guint32
take_count (WeftIndexReader *reader, guint32 n_ops)
{
  return (guint32) weft_index_reader_take_at_most (reader, n_ops);
}

static gboolean
take_numbers (WeftPipelineStats *self, WeftIndexReader *reader, guint32 n_ops)
{
  self->n_fetched = take_count (reader, n_ops);
  self->n_ops = take_count (reader, n_ops);
  self->n_retired = take_count (reader, n_ops);
  self->n_flushed = take_count (reader, n_ops);
  self->n_open = take_count (reader, n_ops);
  self->n_dependencies = weft_index_reader_take_number (reader);
  self->n_inferred = weft_index_reader_take_number (reader);
  self->dependency_source =
    (WeftDependencySource) weft_index_reader_take_at_most (reader, WEFT_DEPENDENCIES_INFERRED);
  self->slowest_op = (guint32) weft_index_reader_take_at_most (reader, WEFT_NO_ROW);
  self->slowest_latency = weft_index_reader_take_number (reader);
  self->stall_cycles = weft_index_reader_take_number (reader);
  self->stall_cycles_within = weft_index_reader_take_number (reader);
  self->in_flight_max = take_count (reader, n_ops);
  self->n_squashed = take_count (reader, n_ops);
  self->in_flight_mean = weft_index_reader_take_real (reader);
  return take_histogram (reader, &self->latency) && self->n_ops == n_ops
         && (guint64) self->n_retired + self->n_flushed + self->n_open == n_ops
         && self->latency.n_values == (guint64) n_ops - self->n_open
         && is_op (self->slowest_op, n_ops)
         && (self->slowest_op == WEFT_NO_ROW) == (self->latency.n_values == 0)
         && self->slowest_latency == self->latency.max
         && (isnan (self->in_flight_mean)
             || (self->in_flight_mean >= 0
                 && self->in_flight_mean <= self->in_flight_max * (1 + ROUNDING)));
}

/* No number that the counting can't come to. */
static gboolean
slots_are_right (const GArray *stats, guint32 width)
{
  for (guint i = 0; i < stats->len; i++)
    {
      const WeftCpiPart *part = &g_array_index (stats, WeftCpiPart, i);

      if ((guint) part->category != i || isinf (part->share) || isinf (part->cycles)
          || isinf (part->cpi))
        return FALSE;
    }
  return stats->len == (width > 0 ? WEFT_N_CPI_PARTS : 0);
}

WeftPipelineStats *
weft_pipeline_stats_take (WeftPipelineSnapshot *snapshot, WeftIndexReader *reader)
{
  const WeftCycleRange all = WEFT_CYCLE_RANGE_ALL;
  g_autoptr (WeftPipelineStats) self = weft_pipeline_stats_new_empty (snapshot, &all);
  const guint32 n_ops = snapshot->n_ops;
  const guint n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  const guint n_pcs = weft_pipeline_trace_get_n_pcs (snapshot->trace);
  const guint64 n_stalls = (guint64) WEFT_N_CAUSES * (n_kinds + 1) * (n_kinds + 1);
  const gboolean counts_fit = take_numbers (self, reader, n_ops);

  self->width = take_count (reader, self->n_retired);
  self->width_is_inferred = TRUE;
  self->cpi = weft_index_take_array (reader, &slots, WEFT_N_CPI_PARTS);
  const gboolean stages_fit = take_stages (reader, self->stages, snapshot);

  self->threads = weft_index_take_array (reader, &threads, n_ops);
  self->stalls = weft_index_take_array (reader, &stalls, n_stalls);
  self->pcs = weft_index_take_array (reader, &pcs, (guint64) n_pcs + 1);
  self->squashes = weft_index_take_array (reader, &squashes, n_ops);
  self->reasons = g_array_new (FALSE, FALSE, sizeof (WeftPipelineReasonStats));
  if (!weft_index_reader_is_good (reader) || !counts_fit || !stages_fit
      || !slots_are_right (self->cpi, self->width) || !threads_are_right (self->threads, n_ops)
      || !stalls_are_right (self->stalls, n_ops, n_kinds) || !pcs_are_right (self, snapshot)
      || !squashes_are_right (self, n_ops))
    {
      weft_index_reader_set_bad (reader);
      return NULL;
    }
  weft_pipeline_stats_find_storms (self);
  return g_steal_pointer (&self);
}

/* --- beside the index file ---------------------------------------------------------------------------------- */

WeftPipelineStats *
weft_pipeline_stats_restore (WeftPipelineSnapshot *snapshot,
                             const WeftPipelineAssumptions *assumptions)
{
  g_autoptr (WeftIndexReader) reader = weft_pipeline_derived_open (snapshot, assumptions, KEPT_AS);

  return reader != NULL ? weft_pipeline_stats_take (snapshot, reader) : NULL;
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_pipeline_stats_put (self, writer);
}

/* Reasons that a log itself states are in no log that can have an index file. */
void
weft_pipeline_stats_keep (const WeftPipelineStats *self, WeftPipelineSnapshot *snapshot,
                          const WeftPipelineAssumptions *assumptions)
{
  if (self->reasons->len == 0)
    weft_pipeline_derived_keep (snapshot, assumptions, KEPT_AS, put, self);
}
