/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-drawing.h"

void
weft_pipeline_drawing_begin (WeftPipelineDrawing *drawing, WeftPipelineRenderer *self,
                             const WeftPipelineScene *scene, const WeftPipelineArea *area,
                             WeftPaintList *list)
{
  weft_pipeline_rows_lock (scene->rows);
  *drawing = (WeftPipelineDrawing){ .self = self,
                                    .scene = scene,
                                    .viewport = &scene->viewport,
                                    .style = scene->style,
                                    .rows = scene->rows,
                                    .snapshot = weft_pipeline_rows_get_snapshot (scene->rows),
                                    .list = list };
  if (area != NULL)
    drawing->area = *area;
  weft_pipeline_colors_prepare (&self->colors, scene);
}

void
weft_pipeline_drawing_end (WeftPipelineDrawing *drawing)
{
  weft_pipeline_rows_unlock (drawing->rows);
}

void
weft_pipeline_drawing_get_rows (const WeftPipelineDrawing *drawing, guint32 *first, guint32 *last)
{
  const WeftPipelineArea *area = &drawing->area;
  guint32 n_rows = weft_pipeline_rows_get_n_rows (drawing->rows);
  gint64 top, bottom, unused;

  weft_pipeline_viewport_pixel_rows (drawing->viewport, area->y, &top, &unused);
  weft_pipeline_viewport_pixel_rows (drawing->viewport, area->y + area->height - 1, &unused,
                                     &bottom);
  *first = (guint32) CLAMP (top, 0, n_rows);
  *last = (guint32) CLAMP (bottom, *first, n_rows);
}
