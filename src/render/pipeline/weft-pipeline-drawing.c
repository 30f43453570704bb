/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-drawing.h"

#include "weft-axis-folds.h"

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

WeftAxis
weft_pipeline_drawing_get_axis (const WeftPipelineDrawing *drawing)
{
  const WeftClock *clock = &drawing->scene->clock;
  WeftAxis axis = weft_pipeline_viewport_get_axis (drawing->viewport);
  guint n_levels = weft_pipeline_rows_get_n_levels (drawing->rows);
  WeftBlockSummary all;

  axis.hertz = weft_clock_shows_time (clock) ? clock->hertz : 0;
  if (n_levels == 0 || !weft_pipeline_rows_get_summary (drawing->rows, n_levels - 1, 0, &all))
    return axis;
  axis.reach = drawing->viewport->layout == WEFT_PIPELINE_STRAIGHTENED
                 ? weft_axis_get_reach (0, 0, all.longest)
                 : weft_axis_get_reach (0, all.first_fetch, all.last_end);
  return axis;
}

void
weft_pipeline_drawing_paint_folded (const WeftPipelineDrawing *drawing, int y, int height)
{
  WeftAxis axis = weft_pipeline_viewport_get_axis (drawing->viewport);

  weft_axis_paint_folded (&axis, drawing->style, drawing->list, drawing->area.x, y,
                          drawing->area.width, height);
}

void
weft_pipeline_drawing_paint_grid (const WeftPipelineDrawing *drawing)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  const WeftPipelineArea *area = &drawing->area;
  WeftAxis axis = weft_pipeline_drawing_get_axis (drawing);
  WeftAxisSteps steps = weft_axis_get_steps (&axis, drawing->style, MAX (viewport->width, 1));
  gint64 from = weft_pipeline_viewport_x_to_cycle (viewport, (double) area->x - 1, NULL);
  WeftAxisLine line;

  for (bool is_line = weft_axis_first (&axis, &steps, steps.major, from, &line); is_line;
       is_line = weft_axis_next (&axis, &steps, steps.major, &line))
    {
      double x = weft_pipeline_viewport_cycle_to_x (viewport, line.tick)
                 + line.fraction * viewport->px_per_cycle;
      gint64 edge = (gint64) floor (x + 0.5);

      if (edge >= area->x + area->width)
        return;
      weft_paint_list_fill (drawing->list, weft_pipeline_local (edge, area->x), 0,
                            weft_style_px (drawing->style, 1), area->height,
                            weft_style_color (drawing->style, WEFT_COLOR_GRID_MINOR));
    }
}
