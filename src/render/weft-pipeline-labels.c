/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-renderer-private.h"

/* The label pane: a label for each row while they are legible; for smaller rows those at 1-2-5
 * steps, with a mark at their height, so that the pane is a ruler of ops. */

typedef struct
{
  WeftPipelineDrawing *drawing;
  const WeftPipelineArea *area;
  int width; /* of the whole pane */
  int padding;
  double font_size;
} Labels;

/* `{row}: s{gid} (t{tid}: r{rid}): {name}` */
static char *
make_label (const WeftPipelineSnapshot *snapshot, guint32 row, const WeftOp *op)
{
  g_autofree char *name = weft_pipeline_snapshot_get_label (snapshot, op->op);

  return g_strdup_printf ("%u: s%" G_GINT64_FORMAT " (t%" G_GINT64_FORMAT ": r%" G_GINT64_FORMAT
                          "): %s",
                          row, op->gid, op->tid, MAX (op->rid, 0), name != NULL ? name : "—");
}

static void
paint_label (const Labels *labels, guint32 row, int x, int y, int height, double opacity)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  g_autofree char *text = NULL;
  WeftColor color;
  WeftOp op;

  weft_pipeline_snapshot_get_op (drawing->snapshot,
                                 weft_pipeline_rows_get_op (drawing->rows, row), &op);
  text = make_label (drawing->snapshot, row, &op);
  color = weft_style_color (drawing->style, op.state == WEFT_OP_FLUSHED ? WEFT_COLOR_TEXT_MUTED
                                                                        : WEFT_COLOR_TEXT);
  weft_paint_list_text (drawing->list, x - (int) labels->area->x, y,
                        labels->width - x - labels->padding, height, WEFT_FONT_MONO,
                        labels->font_size, WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_pipeline_faded (color, opacity), text, -1);
}

static void
paint_each (const Labels *labels, guint32 first, guint32 last, double opacity)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  WeftColor zebra = weft_pipeline_faded (weft_style_color (drawing->style, WEFT_COLOR_TEXT), 0.04);

  for (guint32 row = first; row < last; row++)
    {
      gint64 y0 = weft_pipeline_viewport_row_edge (drawing->viewport, row);
      gint64 y1 = weft_pipeline_viewport_row_edge (drawing->viewport, (gint64) row + 1);
      int y = weft_pipeline_local (y0, labels->area->y);

      if (row % 2 == 1)
        weft_paint_list_fill (drawing->list, 0, y, labels->area->width, (int) (y1 - y0), zebra);
      paint_label (labels, row, labels->padding, y, (int) (y1 - y0), opacity);
    }
}

/* 1, 2 or 5 · 10ⁿ rows, `room` pixels high or more. */
static guint64
choose_step (double px_per_row, double room)
{
  static const guint factors[] = { 2, 5, 10 };
  guint64 power = 1, step = 1;

  for (guint i = 0; (double) step * px_per_row < room; i = (i + 1) % 3)
    {
      step = power * factors[i];
      if (i == 2)
        power *= 10;
    }
  return step;
}

static void
paint_steps (const Labels *labels, guint32 first, guint32 last)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  const WeftStyle *style = drawing->style;
  int height = weft_style_text_px (style, 18), mark = weft_style_px (style, 5);
  guint64 step = choose_step (drawing->viewport->px_per_row, height * 1.5);
  double margin = height / drawing->viewport->px_per_row + 1;
  guint64 row = (guint64) MAX (first - margin, 0);
  guint64 end = (guint64) MIN (last + margin, weft_pipeline_rows_get_n_rows (drawing->rows));

  for (row = (row + step - 1) / step * step; row < end; row += step)
    {
      gint64 edge = weft_pipeline_viewport_row_edge (drawing->viewport, (gint64) row);
      int y = weft_pipeline_local (edge, labels->area->y);

      weft_paint_list_fill (drawing->list, labels->width - 2 * mark - (int) labels->area->x, y,
                            2 * mark, weft_style_px (style, 1),
                            weft_style_color (style, WEFT_COLOR_TEXT_MUTED));
      weft_paint_list_fill (drawing->list, -(int) labels->area->x, y, labels->width - 2 * mark,
                            weft_style_px (style, 1), weft_style_color (style, WEFT_COLOR_GRID));
      paint_label (labels, (guint32) row, labels->padding, y + weft_style_px (style, 1), height, 1);
    }
}

void
weft_pipeline_renderer_paint_labels (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                     const WeftPipelineArea *area, int width, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  Labels labels = { .drawing = &drawing, .area = area, .width = width };
  guint32 first, last;
  double normal, fitting;

  g_return_if_fail (self != NULL && scene != NULL && area != NULL && list != NULL);

  weft_pipeline_drawing_begin (&drawing, self, scene, area, list);
  weft_paint_list_push_clip (list, 0, 0, area->width, area->height);
  weft_paint_list_fill (list, 0, 0, area->width, area->height,
                        weft_style_color (scene->style, WEFT_COLOR_PANE));
  weft_pipeline_drawing_get_rows (&drawing, &first, &last);
  normal = weft_style_font_size (scene->style, WEFT_FONT_MONO);
  fitting = scene->viewport.px_per_row * 0.78;
  labels.padding = weft_style_px (scene->style, 6);
  labels.font_size = MIN (normal, fitting);
  if (weft_style_legible (scene->style, labels.font_size))
    paint_each (&labels, first, last,
                0.6 + 0.4 * weft_pipeline_fade (fitting / normal, 0.7, 0.85));
  else
    {
      labels.font_size = MAX (normal * 0.9, WEFT_FONT_LEGIBLE_PX);
      paint_steps (&labels, first, last);
    }
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}
