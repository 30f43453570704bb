/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-renderer.h"

#include "weft-pipeline-aggregate.h"
#include "weft-pipeline-drawing.h"
#include "weft-pipeline-stage-cells.h"
#include "weft-pipeline-summation.h"

WeftPipelineRenderer *
weft_pipeline_renderer_new (void)
{
  WeftPipelineRenderer *self = g_new0 (WeftPipelineRenderer, 1);

  weft_pipeline_colors_init (&self->colors);
  self->dependencies = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  self->name_widths = g_array_new (FALSE, TRUE, sizeof (int));
  self->name_strings = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->count_strings = g_array_new (FALSE, TRUE, sizeof (guint32));
  return self;
}

void
weft_pipeline_renderer_free (WeftPipelineRenderer *self)
{
  if (self == NULL)
    return;
  weft_pipeline_colors_clear (&self->colors);
  weft_stage_buffer_clear (&self->stages);
  g_array_unref (self->dependencies);
  g_array_unref (self->name_widths);
  g_array_unref (self->name_strings);
  g_array_unref (self->count_strings);
  weft_pipeline_aggregate_free (self->aggregate);
  g_free (self);
}

/* --- the canvas --------------------------------------------------------------------------- */

/* Every second row a little darker or lighter, where rows can be told apart. */
static void
paint_zebra (const WeftPipelineDrawing *drawing)
{
  double opacity = weft_pipeline_fade (drawing->viewport->px_per_row, 3, 8);
  WeftColor color =
    weft_pipeline_faded (weft_style_color (drawing->style, WEFT_COLOR_ZEBRA), opacity);
  guint32 first, last;

  if (opacity <= 0)
    return;
  weft_pipeline_drawing_get_rows (drawing, &first, &last);
  for (guint32 row = first | 1; row < last; row += 2)
    {
      gint64 y0 = weft_pipeline_viewport_row_edge (drawing->viewport, row);
      gint64 y1 = weft_pipeline_viewport_row_edge (drawing->viewport, (gint64) row + 1);

      weft_paint_list_fill (drawing->list, 0, weft_pipeline_local (y0, drawing->area.y),
                            drawing->area.width, (int) (y1 - y0), color);
    }
}

void
weft_pipeline_renderer_paint_canvas (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                     const WeftPipelineArea *area, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;

  g_return_if_fail (self != NULL && scene != NULL && area != NULL && list != NULL);

  if (area->width <= 0 || area->height <= 0)
    return;
  weft_pipeline_drawing_begin (&drawing, self, scene, area, list);
  weft_paint_list_push_clip (list, 0, 0, area->width, area->height);
  weft_paint_list_set_origin (list, area->x, area->y);
  weft_paint_list_fill (list, 0, 0, area->width, area->height,
                        weft_style_color (scene->style, WEFT_COLOR_CANVAS));
  if (!weft_pipeline_scene_is_overlaid (scene))
    paint_zebra (&drawing);
  weft_pipeline_drawing_paint_folded (&drawing, 0, area->height);
  weft_pipeline_drawing_paint_grid (&drawing);
  if (weft_pipeline_viewport_shows_cells (&scene->viewport))
    {
      weft_pipeline_paint_cells (&drawing);
      weft_pipeline_paint_arrows (&drawing);
    }
  else
    weft_pipeline_paint_aggregate (&drawing);
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}

/* --- revisions ---------------------------------------------------------------------------- */

static guint
get_revision (const WeftPipelineScene *scene, gint64 y, int height, gint64 reach)
{
  double first = weft_pipeline_viewport_y_to_row (&scene->viewport, (double) y);
  double last = weft_pipeline_viewport_y_to_row (&scene->viewport, (double) (y + height));

  return weft_pipeline_rows_get_revision (scene->rows, (gint64) floor (first) - reach,
                                          (gint64) ceil (last) + reach);
}

guint
weft_pipeline_canvas_get_revision (const WeftPipelineScene *scene, gint64 y, int height)
{
  gboolean has_arrows = weft_pipeline_viewport_shows_cells (&scene->viewport)
                        && weft_pipeline_arrow_opacity (&scene->viewport) > 0;

  /* Arrows come from rows far above, go to rows far below, and pass by. */
  return get_revision (scene, y, height, has_arrows ? WEFT_ARROW_REACH : 0);
}

guint
weft_pipeline_labels_get_revision (const WeftPipelineScene *scene, gint64 y, int height)
{
  /* The bars beside a ruler of ops are measured by the longest op of all. */
  if (!weft_pipeline_labels_are_legible (&scene->viewport, scene->style))
    return weft_pipeline_rows_get_revision (scene->rows, 0, G_MAXINT64);
  return get_revision (scene, y, height, 0);
}

/* --- the ruler ---------------------------------------------------------------------------- */

void
weft_pipeline_renderer_paint_ruler (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                    const WeftAxisExtras *extras, int x, int y, int width,
                                    int height, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  WeftAxis axis;

  g_return_if_fail (self != NULL && scene != NULL && list != NULL);

  weft_pipeline_drawing_begin (&drawing, self, scene, NULL, list);
  axis = weft_pipeline_drawing_get_axis (&drawing);
  weft_pipeline_drawing_end (&drawing);
  weft_axis_paint_ruler (&axis, scene->style, list, x, y, width, height, extras);
}

WeftColor
weft_pipeline_renderer_get_color (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                  WeftKind kind)
{
  WeftPipelineDrawing drawing;
  WeftColor color;

  g_return_val_if_fail (self != NULL && scene != NULL, WEFT_COLOR_BLACK);

  weft_pipeline_drawing_begin (&drawing, self, scene, NULL, NULL);
  color = weft_pipeline_colors_get_kind (&self->colors, kind);
  weft_pipeline_drawing_end (&drawing);
  return color;
}
