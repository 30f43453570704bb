/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-style.h"

#include <glib.h>

G_BEGIN_DECLS

/* From shares to a pixel: private to the pipeline renderer.
 *
 * The mean of the stages' colours, with the colourfulness that mixing took away given back in
 * part; flushed ops drawn towards the veil and red, few of them more than their share; laid over
 * the canvas by density, so that a single op among many can still be seen; striped where the lanes
 * over lane 0 have a part, and the other way where ops have no value. */

/* A kind's share in a pixel that shows many: sums of these make the pixel. */
enum
{
  WEFT_SUM_RED,
  WEFT_SUM_GREEN,
  WEFT_SUM_BLUE,
  WEFT_SUM_CHROMA,  /* largest minus smallest of the three */
  WEFT_SUM_LANE0,   /* presence in lane 0, */
  WEFT_SUM_FLUSHED, /* of flushed ops there, */
  WEFT_SUM_OVER,    /* and in the lanes over it */
  WEFT_SUM_UNKNOWN, /* in lane 0, of ops that have no value */
  WEFT_N_SUMS
};

#define WEFT_SUM_ONE 128 /* the presence of one op */

typedef gint16 WeftSumTerm __attribute__ ((vector_size (2 * WEFT_N_SUMS)));
typedef gint32 WeftSums __attribute__ ((vector_size (4 * WEFT_N_SUMS), aligned (16)));

/* Red, green and blue, 0 to 255; and one that means nothing. */
typedef float WeftChannels __attribute__ ((vector_size (16)));

typedef struct
{
  float per_full; /* density of a presence of 1 */
  /* what of a channel stays in a flushed op, and what comes to it */
  float flush_keep;
  WeftChannels flush_add;
  float stripe;       /* how much darker a stripe is where all ops stall */
  WeftChannels hatch; /* the stripe where no op has a value */
  int period;         /* of the stripes, in pixels */
} WeftPipelineShade;

/* Premultiplied: the pixel, and the ones where a stripe runs of ops that stall, and of those that have no value. All 0
 * where nothing is present. */
typedef struct
{
  guint32 plain;
  guint32 stripe;
  guint32 hatch;
} WeftPipelinePixel;

void weft_pipeline_shade_init (WeftPipelineShade *self, const WeftStyle *style);

/* Says which presence fills a pixel: WEFT_SUM_ONE for each op, times what positions count in. */
void weft_pipeline_shade_set_full (WeftPipelineShade *self, double full);

/* The pixel for the sums (WEFT_N_SUMS of them). */
WeftPipelinePixel weft_pipeline_shade_pixel (const WeftPipelineShade *self, const gint32 *sums);

/* The opaque colour of an op, as it is when flushed. */
WeftColor weft_pipeline_shade_flushed (const WeftStyle *style, WeftColor color);

/* Where in the period of stripes a pixel is, whose coordinates make `place`: in its first third one runs. Those that
 * rise have the sum of both, those that fall the difference. */
static inline int
weft_pipeline_shade_phase (const WeftPipelineShade *self, gint64 place)
{
  int phase = (int) (place % self->period);

  return phase < 0 ? phase + self->period : phase;
}

G_END_DECLS
