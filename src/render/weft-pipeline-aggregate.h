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
  WeftSums *sums;    /* changes, width + 2; all 0 between bands */
  guint32 *plain;    /* pixels of a band, */
  guint32 *striped;  /* and what they are where a stripe runs */
  guint32 *strip;    /* lines of width pixels */
  GArray *blocks;    /* guint32: blocks of level 0 that are summed up op by op */
  GArray *terms;     /* float[WEFT_N_SUMS], by key of a profile's item */
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
  double scale; /* positions per cycle */
  guint n_parts;
  guint part;
  int touched0; /* columns of the band that are not empty */
  int touched1;
  gint64 strip_y;
  int strip_x0;
  int strip_x1;
} WeftPipelineSummation;

/* Position of a cycle of the layout's kind; not rounded. */
static inline double
weft_pipeline_base_position (const WeftPipelineSummation *self, gint64 cycle)
{
  const WeftPipelineViewport *viewport = self->drawing->viewport;
  gint64 cycles;

  if (__builtin_sub_overflow (cycle, viewport->origin_cycle, &cycles))
    cycles = cycle < 0 ? G_MININT64 : G_MAXINT64;
  return ((double) cycles - viewport->origin_fraction) * self->scale;
}

/* Rounds a position of the picture, and makes it one of the columns that are painted, 0 to
 * width · 128. Adding a large number first makes truncation round down. */
static inline gint64
weft_pipeline_round_position (const WeftPipelineSummation *self, double position)
{
  double clamped = MIN (MAX (position, -FAR_POSITION), FAR_POSITION);
  gint64 rounded = (gint64) (clamped + (FAR_POSITION + 0.5)) - (gint64) FAR_POSITION;
  gint64 column = rounded - self->left * FRACTION_ONE;

  return CLAMP (column, 0, (gint64) self->width << FRACTION_SHIFT);
}

static inline void
weft_pipeline_touch (WeftPipelineSummation *self, gint64 first, gint64 last)
{
  self->touched0 = MIN (self->touched0, (int) (first >> FRACTION_SHIFT));
  self->touched1 = MAX (self->touched1, (int) ((last + FRACTION_MASK) >> FRACTION_SHIFT));
}

/* Adds the stages of an op to the band. */
void weft_pipeline_sum_op       (WeftPipelineSummation *self, guint32 op);

/* Adds the profiles of a band's blocks. `level`: at most, whose blocks the band's rows are
 * multiples of. */
void weft_pipeline_sum_profiles (WeftPipelineSummation *self, const WeftPipelineBand *band);

/* The level whose blocks a pixel line is made of. */
guint weft_pipeline_profile_level (const WeftPipelineDrawing *drawing);

/* Adds up amounts by kind for the cycles that lie between the two places, in cycles from the
 * viewport's origin: of an op, and of a band. `amounts`: pairs of all and flushed, by kind. */
void weft_pipeline_measure_op       (const WeftPipelineDrawing *drawing, guint32 op, double from,
                                     double to, double *amounts);
void weft_pipeline_measure_profiles (const WeftPipelineDrawing *drawing,
                                     const WeftPipelineBand *band, double from, double to,
                                     double *amounts);

G_END_DECLS
