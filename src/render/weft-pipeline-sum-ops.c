/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-op-cells.h"
#include "weft-pipeline-aggregate.h"

/* Shares from the ops themselves. */

/* Adds `change` to all pixels right of `position`. */
static inline void
add_change (WeftSums *sums, gint64 position, const WeftSumTerm *change)
{
  gint16 fraction = (gint16) (position & FRACTION_MASK);
  WeftSums *at = sums + (position >> FRACTION_SHIFT);

  at[0] += __builtin_convertvector (*change * (gint16) (FRACTION_ONE - fraction), WeftSums);
  if (fraction != 0)
    at[1] += __builtin_convertvector (*change * fraction, WeftSums);
}

/* A change that waits for the one at the same position: stages follow each other, so that most
 * ends are starts too. */
typedef struct
{
  WeftSums *sums;
  WeftSumTerm change;
  gint64 position;
  gint64 last; /* the rightmost; −1: nothing was added */
} Edge;

/* Adds a stage, of which none that was added before starts further left. */
static inline void
add_stage (Edge *edge, gint64 x0, gint64 x1, const WeftSumTerm *term)
{
  if (edge->last >= 0 && x1 == edge->position)
    edge->change -= *term;
  else
    {
      WeftSumTerm end = -*term;

      add_change (edge->sums, x1, &end);
    }
  if (edge->last >= 0)
    add_change (edge->sums, edge->position, &edge->change);
  edge->change = *term;
  edge->position = x0;
  edge->last = MAX (edge->last, x1);
}

void
weft_pipeline_sum_op (WeftPipelineSummation *self, guint32 op)
{
  const WeftPipelineDrawing *drawing = self->drawing;
  const WeftPipelineSnapshot *snapshot = drawing->snapshot;
  const WeftPipelineColors *colors = &drawing->self->colors;
  const gboolean time = drawing->viewport->layout == WEFT_PIPELINE_TIME;
  gint64 fetch_tick = weft_op_fetch_tick (snapshot, op);
  gint64 fetch = weft_pipeline_snapshot_to_cycle (snapshot, fetch_tick);
  gboolean flushed = weft_op_state (snapshot, op) == WEFT_OP_FLUSHED;
  gint64 tid = colors->threads != NULL ? weft_op_thread (snapshot, op) : 0;
  double base = weft_pipeline_base_position (self, time ? fetch : 0);
  Edge edge = { .sums = self->memory->sums, .last = -1 };
  gint64 first = G_MAXINT64;

  for (guint32 stage = weft_op_last_stage (snapshot, op); stage != WEFT_NO_ROW;
       stage = weft_stage_previous (snapshot, stage))
    {
      const WeftKindLook *kind =
        weft_pipeline_colors_get (colors, weft_stage_kind (snapshot, stage), tid);
      gint64 start, end, x0, x1;

      if (!weft_stage_cycles (snapshot, stage, fetch_tick, &start, &end))
        end = MAX (start, weft_op_end (snapshot, op));
      start = weft_ticks_between (fetch, start);
      end = weft_ticks_between (fetch, end);
      x0 = weft_pipeline_round_position (self, base + (double) start * self->scale);
      x1 = weft_pipeline_round_position (self, base + (double) end * self->scale);
      if (x0 >= x1 || (self->n_parts > 1 && MIN (kind->lane, self->n_parts - 1) != self->part))
        continue;
      add_stage (&edge, x0, x1, flushed ? &kind->flushed.term : &kind->live.term);
      first = MIN (first, x0);
    }
  if (edge.last < 0)
    return;
  add_change (edge.sums, edge.position, &edge.change);
  weft_pipeline_touch (self, first, edge.last);
}

void
weft_pipeline_measure_op (const WeftPipelineDrawing *drawing, guint32 op, double from, double to,
                          double *amounts)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  WeftStageBuffer *stages = &drawing->self->stages;
  gint64 fetch = weft_pipeline_snapshot_get_fetch (drawing->snapshot, op);
  gboolean flushed = weft_op_state (drawing->snapshot, op) == WEFT_OP_FLUSHED;

  weft_pipeline_snapshot_get_stages (drawing->snapshot, op, stages);
  for (guint i = 0; i < stages->n_stages; i++)
    {
      const WeftStage *stage = &stages->stages[i];
      gint64 start = weft_pipeline_layout_cycle (viewport, stage->start, fetch);
      gint64 end = weft_pipeline_layout_cycle (viewport, stage->end, fetch);
      double x0 = weft_pipeline_viewport_cycle_to_x (viewport, start) / viewport->px_per_cycle;
      double x1 = weft_pipeline_viewport_cycle_to_x (viewport, end) / viewport->px_per_cycle;
      double amount = MIN (x1, to) - MAX (x0, from);

      if (amount <= 0)
        continue;
      amounts[2 * MIN (stage->kind, drawing->self->colors.n_kinds)] += amount;
      if (flushed)
        amounts[2 * MIN (stage->kind, drawing->self->colors.n_kinds) + 1] += amount;
    }
}
