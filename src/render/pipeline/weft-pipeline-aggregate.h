/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-renderer-private.h"
#include "weft-pipeline-shade.h"

G_BEGIN_DECLS

/* Far: a pixel shows the shares of the stages that its ops are in during its cycles. Private to
 * the files that sum them up, from the ops themselves or from the pyramid's profiles.
 *
 * The sums of a line of pixels are kept as changes from pixel to pixel, so that a stage costs the
 * same however long it is: its term is added where it starts and taken away where it ends, split
 * between two pixels by where in the pixel that is. Sums are integers, so that any part of a
 * picture comes out the same as the whole. */

#define FRACTION_SHIFT 7 /* positions are in 1/128 of a pixel */
#define FRACTION_ONE (1 << FRACTION_SHIFT)
#define FRACTION_MASK (FRACTION_ONE - 1)
#define FAR_POSITION ((double) ((gint64) 1 << 40))

/* Ops of a pixel that comes from profiles are counted as if they were so many. */
#define PROFILE_OPS 4096

struct _WeftPipelineAggregate
{
  int width;
  WeftSums *sums;  /* changes, width + 2; all 0 between bands */
  guint8 *changed; /* which of them are not, rounded up to words */
  guint32 *strip;  /* lines of width pixels */
  GArray *blocks;  /* guint32: blocks of level 0 that are summed up op by op */
  /* Terms by key, which is kind << 1 | flushed, of the lanes that are painted now. */
  WeftSumTerm *terms[WEFT_N_OP_CLASSES]; /* by class of ops; NULL: not made */
  GArray *profile_terms;                 /* float[WEFT_N_SUMS] */
};

/* The rows and pixel lines that are summed up together. */
typedef struct
{
  gint64 y0;
  gint64 y1;
  gint64 first; /* rows */
  gint64 last;
  guint32 n_rows; /* those that exist */
} WeftPipelineBand;

typedef struct
{
  WeftPipelineDrawing *drawing;
  WeftPipelineAggregate *memory;
  WeftPipelineShade shade;
  gint64 left; /* columns that are painted now, of the picture */
  int width;
  double scale;     /* units per cycle: positions, or pixels where edges lie on whole ones */
  guint unit_shift; /* positions in a unit */
  gint64 offset;    /* of the left edge, in units, and what made rounding one way */
  gint64 right;     /* the last position */
  guint n_parts;
  guint part;
  gint64 strip_y; /* the lines in memory, and the columns that are written in them */
  int strip_x0;
  int strip_x1;
} WeftPipelineSummation;

/* Units from the picture's left edge to a cycle of the layout's kind; not rounded. */
static inline double
weft_pipeline_base_position (const WeftPipelineSummation *self, gint64 cycle)
{
  const WeftPipelineViewport *viewport = self->drawing->viewport;
  gint64 cycles;

  if (__builtin_sub_overflow (cycle, viewport->origin_cycle, &cycles))
    cycles = cycle < 0 ? G_MININT64 : G_MAXINT64;
  return ((double) cycles - viewport->origin_fraction) * self->scale;
}

/* Rounds units to one of the positions that are painted, 0 to `right`. Adding a large number first
 * makes truncation round down. */
static inline gint64
weft_pipeline_round_position (const WeftPipelineSummation *self, double units)
{
  double clamped = MIN (MAX (units, -FAR_POSITION), FAR_POSITION);
  gint64 position =
    ((gint64) (clamped + (FAR_POSITION + 0.5)) - self->offset) * (1 << self->unit_shift);

  position = MAX (position, 0);
  return MIN (position, self->right);
}

/* The terms by key for ops of a class. */
WeftSumTerm *weft_pipeline_make_terms (WeftPipelineSummation *self, guint op_class);

static inline const WeftSumTerm *
weft_pipeline_get_terms (WeftPipelineSummation *self, guint op_class)
{
  const WeftSumTerm *terms = self->memory->terms[op_class];

  return G_LIKELY (terms != NULL) ? terms : weft_pipeline_make_terms (self, op_class);
}

/* The renderer's memory, for lines of `width` pixels or more. */
WeftPipelineAggregate *weft_pipeline_aggregate_get (WeftPipelineRenderer *self, int width);

/* --- which ops ---------------------------------------------------------------------------- */

/* Columns of the picture for which it is decided together how they are summed up. */
#define SLAB_WIDTH 256

/* The first column of the slab that x is in. */
gint64 weft_pipeline_slab_of (gint64 x);

/* Whether ops are summed up one by one: the rows of a pixel are few, or the ops that touch the slab
 * of x are. */
gboolean weft_pipeline_is_by_ops (const WeftPipelineDrawing *drawing, gint64 x);

/* Finds the blocks of these rows; over absolute cycles those that touch the slab of x: not those
 * that touch a part of it, so that the answer is the same for all tiles. FALSE where they are more
 * than `max_blocks`. */
gboolean weft_pipeline_find_blocks (const WeftPipelineDrawing *drawing, gint64 x, guint32 first_row,
                                    guint32 last_row, guint max_blocks, GArray *blocks);

/* --- summing up --------------------------------------------------------------------------- */

/* Adds the stages of an op to the band. */
void weft_pipeline_sum_op (WeftPipelineSummation *self, guint32 op);

/* Adds the profiles of a band's blocks. */
void weft_pipeline_sum_profiles (WeftPipelineSummation *self, const WeftPipelineBand *band);

/* The level whose blocks a pixel line is made of. */
guint weft_pipeline_profile_level (const WeftPipelineDrawing *drawing);

/* Adds up amounts by kind for the cycles that lie between the two places, in cycles from the
 * viewport's origin: of an op, and of a band. `amounts`: pairs of all and flushed, by kind. */
void weft_pipeline_measure_op (const WeftPipelineDrawing *drawing, guint32 op, double from,
                               double to, double *amounts);
void weft_pipeline_measure_profiles (const WeftPipelineDrawing *drawing,
                                     const WeftPipelineBand *band, double from, double to,
                                     double *amounts);

G_END_DECLS
