/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-axis.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* A viewport says which part of a pipeline's picture is seen, how large, and in which manner. It is
 * a plain value: functions take one and return another. Lengths are device pixels.
 *
 * The picture is endless: x grows with the cycle, y with the row, and its (0, 0) is the viewport's
 * top left corner. Tiles are rectangles of that picture; two viewports that differ in their size
 * alone show the same picture. */

typedef enum
{
  WEFT_PIPELINE_TIME,         /* x is the cycle */
  WEFT_PIPELINE_STRAIGHTENED, /* x is the cycle since the op's fetch */
} WeftPipelineLayout;

typedef enum
{
  WEFT_LANES_OVERLAID, /* lane 1 and beyond over lane 0 */
  WEFT_LANES_SPLIT,    /* each lane in its part of the row */
} WeftPipelineLanes;

typedef enum
{
  WEFT_SCHEME_STAGE, /* by order of first appearance in the lane */
  WEFT_SCHEME_DEPTH, /* from the first step of the pipeline to the last */
  WEFT_SCHEME_THREAD,
  WEFT_SCHEME_SINGLE,  /* shades of one hue */
  WEFT_SCHEME_LATENCY, /* how long the op took, on the ramp of heat */
  WEFT_SCHEME_REASON,  /* what the log attributes the op's stalls to */
  WEFT_SCHEME_CUSTOM,  /* WeftPipelineScene::custom */
} WeftPipelineScheme;

typedef enum
{
  WEFT_ARROWS_OFF,
  WEFT_ARROWS_STRAIGHT, /* from producer to consumer, across the cells */
  WEFT_ARROWS_CURVE,    /* along the left ends of the ops, clear of their texts */
} WeftPipelineArrows;

typedef struct
{
  double origin_row; /* row at the top edge, with its fraction */
  gint64
    origin_cycle; /* cycle that holds the left edge, of the layout's kind; with folds its place */
  double origin_fraction; /* and how far into it the edge is, 0 to below 1 */
  double px_per_cycle;    /* both more than 0 and finite */
  double px_per_row;      /* the whole op, all of its lanes */
  int width;
  int height;
  WeftPipelineLayout layout;
  WeftPipelineLanes lanes;
  WeftPipelineScheme scheme;
  WeftPipelineArrows arrows;
  const WeftFolds *folds; /* (nullable) not held: of the time, and its layout alone */
} WeftPipelineViewport;

/* How large a picture is: what zoom and pan are limited by. */
typedef struct
{
  guint32 n_rows;
  gint64 first_cycle; /* smallest fetch and largest end, 0 and 0 without rows */
  gint64 last_cycle;
  gint64 longest; /* longest end − fetch */
  gint64 typical; /* the same without the rare ones that are far longer */
  guint n_lanes;  /* 1 or more */
} WeftPipelineExtent;

/* Reads the extent from the pyramid's summaries; takes the rows' lock. */
void weft_pipeline_extent_read (WeftPipelineRows *rows, WeftPipelineExtent *extent);

/* --- making one --------------------------------------------------------------------------- */

/* The first ops with their stage names legible: how a file opens. Lanes overlaid, colours by stage,
 * curved arrows. */
WeftPipelineViewport weft_pipeline_viewport_open (const WeftPipelineExtent *extent,
                                                  const WeftStyle *style, int width, int height);

/* These rows and cycles (half-open; absolute, or since fetch in the straightened layout) fill the
 * window, as far as the limits allow. */
WeftPipelineViewport weft_pipeline_viewport_fit (WeftPipelineViewport viewport,
                                                 const WeftPipelineExtent *extent, double first_row,
                                                 double last_row, gint64 first_cycle,
                                                 gint64 last_cycle);

/* The same for an op or a few, as large as is pleasant: few rows leave room for those around them,
 * and short ops for what comes before and after. */
WeftPipelineViewport weft_pipeline_viewport_fit_things (WeftPipelineViewport viewport,
                                                        const WeftPipelineExtent *extent,
                                                        double first_row, double last_row,
                                                        gint64 first_cycle, gint64 last_cycle);

/* All rows, and all cycles or (straightened) from 0 to the typical latency. */
WeftPipelineViewport weft_pipeline_viewport_fit_all (WeftPipelineViewport viewport,
                                                     const WeftPipelineExtent *extent);

/* --- changing one ------------------------------------------------------------------------- */

/* Zooms by the factors (above 1: in; 1: not on that axis) so that what is at (x, y) stays there.
 * Stops where one op fills the window, and where the whole log does. */
WeftPipelineViewport weft_pipeline_viewport_zoom (WeftPipelineViewport viewport,
                                                  const WeftPipelineExtent *extent, double x,
                                                  double y, double factor_x, double factor_y);

/* Moves the window over the picture by device pixels, and no further than the picture goes. */
WeftPipelineViewport weft_pipeline_viewport_pan (WeftPipelineViewport viewport,
                                                 const WeftPipelineExtent *extent, double dx,
                                                 double dy);

/* The same window at the size, with zoom and place within their limits. */
WeftPipelineViewport weft_pipeline_viewport_resize (WeftPipelineViewport viewport,
                                                    const WeftPipelineExtent *extent, int width,
                                                    int height);

/* Follows the execution ("adjust position"): moves the window sideways so that the op in its top
 * row begins at its left edge. The straightened layout stays as it is. Takes the rows' lock. */
WeftPipelineViewport weft_pipeline_viewport_follow (WeftPipelineViewport viewport,
                                                    const WeftPipelineExtent *extent,
                                                    WeftPipelineRows *rows);

/* The other layout, showing the same rows. Where cells are drawn their size stays (over time they are
 * no wider than for their height a file opens with), otherwise the window is filled with the cycles of
 * these rows, or with the typical latency. Takes the rows'
 * lock. */
WeftPipelineViewport weft_pipeline_viewport_set_layout (WeftPipelineViewport viewport,
                                                        const WeftPipelineExtent *extent,
                                                        WeftPipelineRows *rows,
                                                        WeftPipelineLayout layout);

/* Splits or joins the lanes. Rows grow and shrink with the lanes that they hold, unless
 * `fixed_op_height`. */
WeftPipelineViewport weft_pipeline_viewport_set_lanes (WeftPipelineViewport viewport,
                                                       const WeftPipelineExtent *extent,
                                                       WeftPipelineLanes lanes,
                                                       gboolean fixed_op_height);

/* --- converting --------------------------------------------------------------------------- */

/* Differences of cycles are taken in integers before they become pixels, so that nothing jitters
 * near 2^62. Results far outside are clamped to ±2^60. */

/* The place that a cycle of the layout's kind is laid in, which is that where nothing is folded; and the first
 * cycle at a place. */
static inline gint64
weft_pipeline_viewport_lay (const WeftPipelineViewport *viewport, gint64 cycle)
{
  return viewport->folds != NULL && viewport->layout == WEFT_PIPELINE_TIME
           ? weft_folds_lay (viewport->folds, cycle)
           : cycle;
}

static inline gint64
weft_pipeline_viewport_find (const WeftPipelineViewport *viewport, gint64 place)
{
  return viewport->folds != NULL && viewport->layout == WEFT_PIPELINE_TIME
           ? weft_folds_find (viewport->folds, place)
           : place;
}

/* From one cycle to another; as many as 64 bits hold where there are more. */
static inline gint64
weft_pipeline_cycles_between (gint64 from, gint64 to)
{
  gint64 cycles;

  if (__builtin_sub_overflow (to, from, &cycles))
    return to < from ? G_MININT64 : G_MAXINT64;
  return cycles;
}

/* Left edge of a cycle and top edge of a row, not rounded. */
double weft_pipeline_viewport_cycle_to_x (const WeftPipelineViewport *viewport, gint64 cycle);
double weft_pipeline_viewport_row_to_y (const WeftPipelineViewport *viewport, double row);

/* The cycle that contains x (its fraction in `fraction`, nullable), and the row at y, which may be
 * outside of the picture. */
gint64 weft_pipeline_viewport_x_to_cycle (const WeftPipelineViewport *viewport, double x,
                                          double *fraction);
double weft_pipeline_viewport_y_to_row (const WeftPipelineViewport *viewport, double y);

/* The rows that are in sight, of `n_rows`: [first, last). */
void weft_pipeline_viewport_get_rows (const WeftPipelineViewport *viewport, guint32 n_rows,
                                      guint32 *first, guint32 *last);

/* The same edges as the canvas draws them: on whole pixels. */
gint64 weft_pipeline_viewport_cycle_edge (const WeftPipelineViewport *viewport, gint64 cycle);
gint64 weft_pipeline_viewport_row_edge (const WeftPipelineViewport *viewport, gint64 row);

/* The rows that the pixel row y stands for, [first, last): one where rows are a pixel or more;
 * beyond 64 rows a pixel multiples of the pyramid's blocks. May be empty, and reach beyond the
 * last row. */
void weft_pipeline_viewport_pixel_rows (const WeftPipelineViewport *viewport, gint64 y,
                                        gint64 *first, gint64 *last);

/* Whether ops are drawn one by one, with borders and texts as their size allows; otherwise pixels
 * show shares. */
gboolean weft_pipeline_viewport_shows_cells (const WeftPipelineViewport *viewport);

/* How far the band of ops is so narrow, over time, that nothing of them can be seen, and what the whole
 * run did is shown in its place: 0 not at all, 1 wholly, in between on the way. */
double weft_pipeline_viewport_get_distance (const WeftPipelineViewport *viewport,
                                            const WeftPipelineExtent *extent,
                                            const WeftStyle *style);

/* Whether cycles are so wide that their edges lie on whole pixels. */
gboolean weft_pipeline_viewport_shows_cycles (const WeftPipelineViewport *viewport);

/* The axis for a ruler above the canvas. */
WeftAxis weft_pipeline_viewport_get_axis (const WeftPipelineViewport *viewport);

G_END_DECLS
