/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-sum-ops.h"

#include "weft-pipeline-stage-walk.h"

/* Shares from the ops themselves. */

/* --- ops ---------------------------------------------------------------------------------- */

/* State of the loop over an op's stages. It holds copies of what does not change, so that
 * all of it can stay in registers. */
typedef struct
{
  const WeftPipelineSnapshot *snapshot;
  guint32 number;
  gint64 fetch_tick;
  gint64 fetch; /* cycle */

  /* from cycles to positions */
  double base; /* of the fetch, and what makes truncation round */
  double scale;
  gint64 offset;
  gint64 right;
  guint unit_shift;

  WeftSums *sums;
  guint8 *changed;

  /* A change that waits for the one at the same position: stages follow each other, so that most
   * ends are starts too. */
  WeftSumTerm change;
  gint64 cycle;    /* since fetch */
  gint64 position; /* −1: none */
} Op;

/* Adds `change` to all pixels right of `position`. */
static inline void
add_change (const Op *op, gint64 position, const WeftSumTerm *change)
{
  gint16 fraction = (gint16) (position & FRACTION_MASK);
  gint64 x = position >> FRACTION_SHIFT;
  WeftSums *at = op->sums + x;

  at[0] += __builtin_convertvector(*change * (gint16) (FRACTION_ONE - fraction), WeftSums);
  op->changed[x] = TRUE;
  if (fraction != 0)
    {
      at[1] += __builtin_convertvector(*change * fraction, WeftSums);
      op->changed[x + 1] = TRUE;
    }
}

/* The cycles of a stage since the op's fetch. */
static inline void
get_cycles (const Op *op, const WeftStageWalk *walk, gint64 *start, gint64 *end)
{
  guint32 delta = walk->at.start, length = walk->at.length;

  if (G_LIKELY (op->snapshot->ticks_per_cycle == 1 && (delta | length) < WEFT_COMPACT_WIDE))
    {
      *start = delta;
      *end = (gint64) delta + length;
      return;
    }
  if (!weft_stage_walk_cycles (walk, op->fetch_tick, start, end))
    *end = MAX (*start, weft_op_end (op->snapshot, op->number));
  *start = weft_ticks_between (op->fetch, *start);
  *end = weft_ticks_between (op->fetch, *end);
}

static inline gint64
position_of (const Op *op, gint64 cycle)
{
  double units = op->base + (double) cycle * op->scale;
  gint64 position;

  /* Beyond either end there is nothing to tell apart. */
  if (G_UNLIKELY (!(units > 0)))
    return 0;
  if (G_UNLIKELY (units > 2 * FAR_POSITION))
    return op->right;
  position = (gint64) ((guint64) ((gint64) units - op->offset) << op->unit_shift);
  position = MAX (position, 0);
  return MIN (position, op->right);
}

/* Adds a stage that starts no later than the one before, as they are linked. */
static inline void
add_stage (Op *op, gint64 start, gint64 end, WeftSumTerm term)
{
  if (op->position >= 0 && end == op->cycle)
    op->change -= term;
  else
    {
      WeftSumTerm gone = -term;

      add_change (op, position_of (op, end), &gone);
    }
  if (op->position >= 0)
    add_change (op, op->position, &op->change);
  op->change = term;
  op->cycle = start;
  op->position = position_of (op, start);
}

/* The stages of an op that comes soon, which lie far apart in memory. */
static inline void
fetch_ahead (const WeftPipelineSnapshot *snapshot, guint32 number)
{
  guint32 stage = number < snapshot->n_ops ? weft_op_last_stage (snapshot, number) : WEFT_NO_ROW;

  if (stage != WEFT_NO_ROW)
    weft_table_prefetch (&snapshot->trace->stages, stage);
}

static void
begin_op (Op *op, const WeftPipelineSummation *self, guint32 number)
{
  const WeftPipelineDrawing *drawing = self->drawing;
  const gboolean time = drawing->viewport->layout == WEFT_PIPELINE_TIME;

  *op = (Op){ .snapshot = drawing->snapshot,
              .number = number,
              .fetch_tick = weft_op_fetch_tick (drawing->snapshot, number),
              .scale = self->scale,
              .offset = self->offset,
              .right = self->right,
              .unit_shift = self->unit_shift,
              .sums = self->memory->sums,
              .changed = self->memory->changed,
              .position = -1 };
  op->fetch = weft_pipeline_snapshot_to_cycle (drawing->snapshot, op->fetch_tick);
  op->base = weft_pipeline_base_position (self, time ? op->fetch : 0) + FAR_POSITION + 0.5;
}

void
weft_pipeline_sum_op (WeftPipelineSummation *self, guint32 number)
{
  const WeftPipelineSnapshot *snapshot = self->drawing->snapshot;
  const guint flushed = weft_op_state (snapshot, number) == WEFT_OP_FLUSHED;
  const WeftSumTerm *terms = weft_pipeline_get_terms (
    self, weft_pipeline_colors_classify (&self->drawing->self->colors, snapshot, number));
  const guint n_kinds = self->drawing->self->colors.n_kinds;
  WeftStageWalk walk;
  Op op;

  begin_op (&op, self, number);
  fetch_ahead (snapshot, number + 24);
  weft_stage_walk_begin (&walk, snapshot, number);
  while (weft_stage_walk_next (&walk))
    {
      gint64 start, end;

      get_cycles (&op, &walk, &start, &end);
      if (start < end)
        add_stage (&op, start, end, terms[MIN (walk.at.kind, n_kinds) << 1 | flushed]);
    }
  if (op.position >= 0)
    add_change (&op, op.position, &op.change);
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
