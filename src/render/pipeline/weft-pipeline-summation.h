/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-drawing.h"
#include "weft-pipeline-shade.h"
#include "weft-pipeline-stage-block.h"

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

/* Lines that go to the list as one image. */
#define STRIP_HEIGHT 32

/* Ops of a pixel that comes from profiles are counted as if they were so many. */
#define PROFILE_OPS 4096

struct _WeftPipelineAggregate
{
  int width;
  WeftSums *sums;         /* changes, width + 2; all 0 between bands */
  guint8 *changed;        /* which of them are not, rounded up to words */
  guint32 *strip;         /* lines of width pixels */
  WeftStageBlock *stages; /* of the ops that are being summed up */
  GArray *blocks;         /* guint32: blocks of level 0 that are summed up op by op */
  /* Terms by key, which is kind << 1 | flushed, of the lanes that are painted now. */
  WeftSums *terms[WEFT_N_OP_CLASSES]; /* by class of ops; NULL: not made */
  GArray *profile_terms;              /* float[WEFT_N_SUMS] */
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
  gint64 after;     /* ticks since the fetch: ops that ended then are not seen */
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
  gint64 place = weft_pipeline_viewport_lay (viewport, cycle);
  gint64 cycles = weft_pipeline_cycles_between (viewport->origin_cycle, place);

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
WeftSums *weft_pipeline_make_terms (WeftPipelineSummation *self, guint op_class);

static inline const WeftSums *
weft_pipeline_get_terms (WeftPipelineSummation *self, guint op_class)
{
  const WeftSums *terms = self->memory->terms[op_class];

  return G_LIKELY (terms != NULL) ? terms : weft_pipeline_make_terms (self, op_class);
}

/* The renderer's memory, for lines of `width` pixels or more. */
WeftPipelineAggregate *weft_pipeline_aggregate_get (WeftPipelineRenderer *self, int width);
void weft_pipeline_aggregate_free (WeftPipelineAggregate *aggregate);

/* The terms are made anew when they are asked for: other lanes are going to be painted. */
void weft_pipeline_aggregate_forget_terms (WeftPipelineAggregate *aggregate);

G_END_DECLS
