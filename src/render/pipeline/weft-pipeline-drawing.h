/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-colors.h"

G_BEGIN_DECLS

/* Shared by the files of the pipeline renderer. */

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
struct _WeftPipelineDrawing
{
  WeftPipelineRenderer *self;
  const WeftPipelineScene *scene;
  const WeftPipelineViewport *viewport;
  const WeftStyle *style;
  WeftPipelineRows *rows;
  const WeftPipelineSnapshot *snapshot;
  WeftPipelineArea area;
  WeftPaintList *list;
};

/* Begins a call: locks the rows, makes colours. */
void weft_pipeline_drawing_begin (WeftPipelineDrawing *drawing, WeftPipelineRenderer *self,
                                  const WeftPipelineScene *scene, const WeftPipelineArea *area,
                                  WeftPaintList *list);
void weft_pipeline_drawing_end (WeftPipelineDrawing *drawing);

/* The rows that the area shows, those that exist. */
void weft_pipeline_drawing_get_rows (const WeftPipelineDrawing *drawing, guint32 *first,
                                     guint32 *last);

/* The axis, with the same steps wherever in the log it is: tiles and ruler must agree. */
WeftAxis weft_pipeline_drawing_get_axis (const WeftPipelineDrawing *drawing);

/* The ground of what is folded, in a part of the area. */
void weft_pipeline_drawing_paint_folded (const WeftPipelineDrawing *drawing, int y, int height);

/* Faint lines at the ruler's major ticks, as high as the area. */
void weft_pipeline_drawing_paint_grid (const WeftPipelineDrawing *drawing);

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

/* The cycle in which a span of a profile begins, or behind the last one ends. */
static inline gint64
weft_pipeline_span_cycle (const WeftProfile *profile, guint32 span)
{
  gint64 cycle;

  return __builtin_add_overflow (profile->start, weft_profile_get_span_start (profile, span),
                                 &cycle)
           ? G_MAXINT64
           : cycle;
}

/* The part of a row that its label's font takes. */
#define WEFT_LABEL_PART 0.78

G_END_DECLS
