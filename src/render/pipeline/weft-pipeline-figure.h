/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-renderer.h"

G_BEGIN_DECLS

/* A figure is a whole picture of a pipeline for files and paper: header, minimap, ruler, labels,
 * canvas and legend. */

typedef struct
{
  WeftPipelineRows *rows;
  WeftStyle *style;
  const WeftPipelineCustom *custom; /* nullable */
  WeftRowColors *op_colors;         /* nullable */
  const char *title;                /* the file's name; NULL: a small picture of canvas and ruler
                                     * (and labels, where there is room) alone */
  gboolean bare;                    /* a lane of several pictures: canvas and labels alone, */
  int label_width;                  /* these so wide in device pixels */
  int width;                        /* device pixels of the whole */
  int height;
  WeftPipelineViewport viewport; /* its size follows from the figure's */
  GCancellable *cancellable; /* nullable; once it is cancelled, graphs of the run are left out */
} WeftPipelineFigure;

/* The size that the canvas has in a figure of this size. */
void weft_pipeline_figure_get_canvas (WeftPipelineRenderer *renderer,
                                      const WeftPipelineFigure *figure,
                                      cairo_rectangle_int_t *canvas);

/* Sets the figure's viewport (whose layout, lanes, scheme and arrows stay) to the cycles
 * [from, to), absolute, and the ops that are in flight in them; in the straightened layout to those
 * ops. */
void weft_pipeline_figure_set_range (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure,
                                     gint64 from, gint64 to);

/* Sets the figure's viewport to all of the log. */
void weft_pipeline_figure_set_all (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure);

/* Sets the figure's viewport to the first ops, with their stage names legible. */
void weft_pipeline_figure_set_start (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure);

/* Appends the figure to `list`, opaque, with its corner at (0, 0). Draw it with
 * weft_paint_pixels_draw() or weft_paint_cairo_draw(). */
void weft_pipeline_figure_paint (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure,
                                 WeftPaintList *list);

G_END_DECLS
