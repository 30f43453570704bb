/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-colors.h"

G_BEGIN_DECLS

/* What the files of the pipeline renderer share. */

typedef struct _WeftPipelineAggregate WeftPipelineAggregate;

struct _WeftPipelineRenderer
{
  WeftPipelineColors colors;
  WeftStageBuffer stages;
  GArray *dependencies;  /* WeftDependency */
  GArray *name_widths;   /* gint, by kind, at the size of the cells; −1: not measured */
  GArray *name_strings;  /* guint32, by kind, of the list that is painted; 0: none yet */
  GArray *count_strings; /* the same by number */
  WeftPipelineAggregate *aggregate;
};

/* One call of a painting function, under the rows' lock. */
typedef struct
{
  WeftPipelineRenderer *self;
  const WeftPipelineScene *scene;
  const WeftPipelineViewport *viewport;
  const WeftStyle *style;
  WeftPipelineRows *rows;
  const WeftPipelineSnapshot *snapshot;
  WeftPipelineArea area;
  WeftPaintList *list;
} WeftPipelineDrawing;

/* Begins a call: locks the rows, makes colours. */
void weft_pipeline_drawing_begin (WeftPipelineDrawing *drawing, WeftPipelineRenderer *self,
                                  const WeftPipelineScene *scene, const WeftPipelineArea *area,
                                  WeftPaintList *list);
void weft_pipeline_drawing_end (WeftPipelineDrawing *drawing);

/* The rows that the area shows, those that exist. */
void weft_pipeline_drawing_get_rows (const WeftPipelineDrawing *drawing, guint32 *first,
                                     guint32 *last);

/* A coordinate of the picture in the list, within what lists can hold. */
static inline int
weft_pipeline_local (gint64 picture, gint64 area)
{
  gint64 local = picture - area;

  return (int) CLAMP (local, -WEFT_PAINT_FAR, WEFT_PAINT_FAR);
}

/* 0 to 1 between two sizes: how things fade in. */
static inline double
weft_pipeline_fade (double size, double from, double to)
{
  return CLAMP ((size - from) / (to - from), 0, 1);
}

static inline WeftColor
weft_pipeline_faded (WeftColor color, double opacity)
{
  return weft_color_with_alpha (color, (unsigned) (weft_color_alpha (color) * opacity + 0.5));
}

/* --- geometry, the same for painting and hit testing -------------------------------------- */

/* Split lanes where they have room: how many parts a row has. */
guint weft_pipeline_row_parts (const WeftPipelineViewport *viewport, guint n_lanes);

/* The pixels of a row's cells in one part: without the gap between rows. */
void weft_pipeline_cell_rows (const WeftPipelineViewport *viewport, gint64 row, guint part,
                              guint n_parts, gint64 *y0, gint64 *y1);

/* A cycle of an op in the layout's own kind. */
static inline gint64
weft_pipeline_layout_cycle (const WeftPipelineViewport *viewport, gint64 cycle, gint64 fetch)
{
  if (viewport->layout == WEFT_PIPELINE_TIME)
    return cycle;
  return (gint64) ((guint64) cycle - (guint64) fetch);
}

/* The cycle after, but for the last of all. */
static inline gint64
weft_pipeline_next_cycle (gint64 cycle)
{
  return cycle < G_MAXINT64 ? cycle + 1 : cycle;
}

/* Where the arrow of a dependency begins and ends. FALSE where it has no arrow. */
typedef struct
{
  guint32 producer_row;
  guint32 consumer_row;
  guint32 producer;
  guint32 consumer;
  gint64 type;
  WeftPoint points[4]; /* 2 of them, or a curve's 4; picture coordinates */
} WeftPipelineArrow;

/* Calls `visit` for each arrow that may touch the area, or (`op` is not WEFT_NO_ROW) for those of
 * one op. */
typedef void (*WeftPipelineArrowVisitor) (const WeftPipelineArrow *arrow, gpointer user_data);

void weft_pipeline_visit_arrows (WeftPipelineDrawing *drawing, guint32 op,
                                 WeftPipelineArrowVisitor visit, gpointer user_data);

/* The part of a row that its label's font takes. */
#define WEFT_LABEL_PART 0.78

/* Arrows across more rows than this are not drawn: no window of ops is that long. */
#define WEFT_ARROW_REACH 1024

/* How visible arrows are at this zoom, 0 to 1. */
double weft_pipeline_arrow_opacity (const WeftPipelineViewport *viewport);

/* Width of the mark of a stage of length 0, and of a store's. */
int weft_pipeline_tick_width (const WeftStyle *style);

/* --- parts of the canvas ------------------------------------------------------------------ */

void weft_pipeline_paint_cells (WeftPipelineDrawing *drawing);
void weft_pipeline_paint_arrows (WeftPipelineDrawing *drawing);
void weft_pipeline_paint_aggregate (WeftPipelineDrawing *drawing);

void weft_pipeline_aggregate_free (WeftPipelineAggregate *aggregate);

/* Fills an aggregate hit for the pixel (x, y). */
void weft_pipeline_measure_pixel (WeftPipelineDrawing *drawing, gint64 x, gint64 y,
                                  WeftPipelineHit *hit);

/* The colour that the aggregate paints for a pixel with these shares (for tests). */
WeftColor weft_pipeline_shade_shares (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      const WeftPipelineHit *hit);

G_END_DECLS
