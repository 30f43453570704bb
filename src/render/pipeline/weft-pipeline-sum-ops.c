/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-sum-ops.h"

#include "weft-pipeline-stage-walk.h"

#include <string.h>

/* Shares from the ops themselves. */

/* --- ops ---------------------------------------------------------------------------------- */

/* Stages of which it is found out at once where they lie. */
#define PLACES 64

#define NOWHERE -1

typedef double Four __attribute__ ((vector_size (32)));
typedef gint64 FourLongs __attribute__ ((vector_size (32)));
typedef gint32 FourInts __attribute__ ((vector_size (16)));

/* State of the loop over ops. It holds copies of what does not change, so that all of it can stay in registers. */
typedef struct
{
  const WeftPipelineSnapshot *snapshot;
  const WeftSums *terms; /* of live or of flushed ops, which lie alternately */
  guint n_kinds;
  guint32 number;
  gint64 fetch_tick;
  gint64 fetch; /* cycle */

  /* from cycles to positions */
  double base; /* of the fetch, and what makes truncation round */
  double scale;
  gint64 offset;
  gint64 right;
  guint unit_shift;
  gboolean near; /* the columns lie where doubles are as good as integers */
  double ticks_per_cycle;
  double rest; /* ticks from the first of the fetch's cycle to the fetch */

  WeftSums *sums;
  guint8 *changed;
} Op;

/* Where stages begin and end, in positions. */
typedef struct
{
  gint32 from[PLACES];
  gint32 to[PLACES];
} Places;

/* --- sums --------------------------------------------------------------------------------- */

/* Adds `change` to all pixels right of `position`, which is a whole pixel's where `whole`. It is a pointer, as are other
 * vectors of 32 bytes: how they are passed depends on the processor, and clang does not let that be. */
G_ALWAYS_INLINE static inline void
add_change (const Op *op, gint32 position, const WeftSums *change, gboolean whole)
{
  static const guint8 both[2] = { TRUE, TRUE };
  const gint32 fraction = position & FRACTION_MASK, x = position >> FRACTION_SHIFT;
  WeftSums *at = op->sums + x, right;

  if (whole)
    {
      op->changed[x] = TRUE;
      at[0] += *change * FRACTION_ONE;
      return;
    }
  memcpy (op->changed + x, both, sizeof both);
  right = *change * fraction;
  at[0] += *change * FRACTION_ONE - right;
  at[1] += right;
}

/* Adds stages, latest first. They follow each other, so that most ends are starts too: a change waits for the one at
 * the same position. */
G_ALWAYS_INLINE static inline void
add_stages (const Op *op, const Places *places, const guint16 *kinds, guint n, gboolean whole)
{
  WeftSums change = { 0 };
  gint32 at = NOWHERE;

  for (guint i = 0; i < n; i++)
    {
      const gint32 from = places->from[i], to = places->to[i];
      const WeftSums term = op->terms[2 * (guint32) MIN (kinds[i], op->n_kinds)];

      if (from == to)
        continue;
      if (to != at)
        {
          if (at != NOWHERE)
            add_change (op, at, &change, whole);
          change = (WeftSums){ 0 };
        }
      change -= term;
      add_change (op, to, &change, whole);
      change = term;
      at = from;
    }
  if (at != NOWHERE)
    add_change (op, at, &change, whole);
}

/* --- places ------------------------------------------------------------------------------- */

/* The cycles of a stage since the op's fetch. */
static void
get_cycles (const Op *op, guint32 delta, guint32 length, gint64 *start, gint64 *end)
{
  if (!weft_stage_cells_cycles (op->snapshot, delta, length, op->fetch_tick, start, end))
    *end = MAX (*start, weft_op_end (op->snapshot, op->number));
  *start = weft_ticks_between (op->fetch, *start);
  *end = weft_ticks_between (op->fetch, *end);
}

static gint32
position_of (const Op *op, gint64 cycle)
{
  double units = op->base + (double) cycle * op->scale;
  gint64 position;

  /* Beyond either end there is nothing to tell apart. */
  if (!(units > 0))
    return 0;
  if (units > 2 * FAR_POSITION)
    return (gint32) op->right;
  position = (gint64) ((guint64) ((gint64) units - op->offset) << op->unit_shift);
  return (gint32) CLAMP (position, 0, op->right);
}

static void
place_one_by_one (const Op *op, const guint32 *starts, const guint32 *lengths, guint n,
                  Places *places)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 start, end;

      get_cycles (op, starts[i], lengths[i], &start, &end);
      places->from[i] = position_of (op, start);
      places->to[i] = start < end ? position_of (op, end) : places->from[i];
    }
}

/* As position_of(), where all is near: the fraction is cut off last, when nothing is below 0 any more. */
G_ALWAYS_INLINE static inline FourInts
find_positions (const Op *op, const Four *cycles)
{
  const Four right = (Four){ 0 } + (double) (op->right >> op->unit_shift);
  Four units = op->base + *cycles * op->scale - (double) op->offset;
  FourLongs within;

  units = (Four) ((FourLongs) units & (units > 0));
  within = units < right;
  units = (Four) (((FourLongs) units & within) | ((FourLongs) right & ~within));
  return __builtin_convertvector(units, FourInts) << (gint32) op->unit_shift;
}

/* Makes ticks since the op's fetch cycles since then. Quotients of integers that doubles hold do not round up to the next. */
G_ALWAYS_INLINE static inline void
divide_into_cycles (const Op *op, Four *ticks)
{
  const Four cycles = (*ticks + op->rest) / op->ticks_per_cycle;

  *ticks = __builtin_convertvector(__builtin_convertvector(cycles, FourInts), Four);
}

G_ALWAYS_INLINE static inline FourInts
load_four (const guint32 *cells)
{
  FourInts four;

  memcpy (&four, cells, sizeof four);
  return four;
}

/* Four stages at once. FALSE where one is open, or has a cell whose value stands elsewhere. */
G_ALWAYS_INLINE static inline gboolean
place_fours (const Op *op, const guint32 *starts, const guint32 *lengths, guint n, Places *places)
{
  const gboolean divided = op->ticks_per_cycle != 1;
  FourInts wide = { 0 };

  for (guint i = 0; i < n; i += 4)
    {
      const FourInts delta = load_four (starts + i), length = load_four (lengths + i);
      const FourInts special = length == (gint32) WEFT_COMPACT_SPECIAL;
      const FourLongs is_special = __builtin_convertvector(special, FourLongs);
      Four start = __builtin_convertvector(delta, Four);
      Four end = start + __builtin_convertvector(length, Four);
      FourInts from, to;

      wide |= delta | (length & ~special);
      if (divided)
        {
          divide_into_cycles (op, &start);
          divide_into_cycles (op, &end);
        }
      end = (Four) (((FourLongs) (start + 1) & is_special) | ((FourLongs) end & ~is_special));
      from = find_positions (op, &start);
      to = find_positions (op, &end);
      memcpy (places->from + i, &from, sizeof from);
      memcpy (places->to + i, &to, sizeof to);
    }
  return ((wide[0] | wide[1] | wide[2] | wide[3]) & (gint32) WEFT_COMPACT_WIDE) == 0;
}

/* --- ops ---------------------------------------------------------------------------------- */

static Op
begin_ops (const WeftPipelineSummation *self)
{
  const WeftPipelineSnapshot *snapshot = self->drawing->snapshot;

  return (Op){ .snapshot = snapshot,
               .n_kinds = self->drawing->self->colors.n_kinds,
               .scale = self->scale,
               .offset = self->offset,
               .right = self->right,
               .unit_shift = self->unit_shift,
               .ticks_per_cycle = (double) snapshot->ticks_per_cycle,
               .sums = self->memory->sums,
               .changed = self->memory->changed };
}

/* Whether all of what place_fours() counts in doubles is small enough. */
static inline gboolean
is_near (const Op *op, gint64 ticks)
{
  return op->offset >= 0 && (double) op->offset <= 2 * FAR_POSITION - (double) op->right
         && (op->ticks_per_cycle == 1
             || (op->ticks_per_cycle < G_MAXINT32 && ticks > G_MININT64 / 4
                 && ticks < G_MAXINT64 / 4));
}

G_ALWAYS_INLINE static inline void
begin_op (Op *op, WeftPipelineSummation *self, guint32 number, gint64 fetch_tick, WeftOpState state)
{
  const gboolean time = self->drawing->viewport->layout == WEFT_PIPELINE_TIME;
  const gint64 ticks = weft_ticks_between (op->snapshot->origin, fetch_tick);
  const WeftSums *terms = weft_pipeline_get_terms (
    self, weft_pipeline_colors_classify (&self->drawing->self->colors, op->snapshot, number));

  op->number = number;
  op->fetch_tick = fetch_tick;
  op->fetch = weft_pipeline_snapshot_to_cycle (op->snapshot, fetch_tick);
  op->base = weft_pipeline_base_position (self, time ? op->fetch : 0) + FAR_POSITION + 0.5;
  op->terms = terms + (state == WEFT_OP_FLUSHED);
  op->near = is_near (op, ticks);
  op->rest = op->near ? (double) (ticks - op->fetch * op->snapshot->ticks_per_cycle) : 0;
}

/* Adds stages of the op, whose cells from `first` on these are; some more are read than there are. */
G_ALWAYS_INLINE static inline void
add_cells (const Op *op, const WeftStageBlockCells *cells, guint first, guint last)
{
  for (guint i = first, n; i < last; i += n)
    {
      const guint32 *starts = cells->starts + i, *lengths = cells->lengths + i;
      Places places;

      n = MIN (last - i, PLACES);
      if (!op->near || !place_fours (op, starts, lengths, n, &places))
        place_one_by_one (op, starts, lengths, n, &places);
      if (op->unit_shift == FRACTION_SHIFT)
        add_stages (op, &places, cells->kinds + i, n, TRUE);
      else
        add_stages (op, &places, cells->kinds + i, n, FALSE);
    }
}

G_ALWAYS_INLINE static inline void
sum_ops (WeftPipelineSummation *self, const WeftStageBlock *block, guint first, guint last)
{
  Op op = begin_ops (self);

  for (guint i = first; i < last; i++)
    {
      begin_op (&op, self, block->ops[i], block->fetch_ticks[i], block->states[i]);
      add_cells (&op, &block->cells, block->firsts[i], block->firsts[i + 1]);
    }
}

/* Where the processor takes vectors as large as the sums are in one step: the same, compiled once more. */
#if defined __x86_64__
__attribute__ ((target ("avx2"))) static void
sum_ops_widely (WeftPipelineSummation *self, const WeftStageBlock *block, guint first, guint last)
{
  sum_ops (self, block, first, last);
}
#endif

void
weft_pipeline_sum_ops (WeftPipelineSummation *self, const WeftStageBlock *block, guint first,
                       guint last)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    {
      sum_ops_widely (self, block, first, last);
      return;
    }
#endif
  sum_ops (self, block, first, last);
}

void
weft_pipeline_sum_op (WeftPipelineSummation *self, guint32 number)
{
  const WeftPipelineSnapshot *snapshot = self->drawing->snapshot;
  WeftStageBlockCells *cells = &self->memory->stages->cells;
  Op op = begin_ops (self);
  WeftStageWalk walk;
  guint n;

  begin_op (&op, self, number, weft_op_fetch_tick (snapshot, number),
            weft_op_state (snapshot, number));
  weft_stage_walk_begin (&walk, snapshot, number);
  do
    {
      for (n = 0; n < WEFT_STAGE_BLOCK_STAGES && weft_stage_walk_next (&walk); n++)
        {
          cells->starts[n] = walk.at.start;
          cells->lengths[n] = walk.at.length;
          cells->kinds[n] = walk.at.kind;
        }
      add_cells (&op, cells, 0, n);
    }
  while (n == WEFT_STAGE_BLOCK_STAGES);
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
