/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-arrows.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-drawing.h"
#include "weft-pipeline-stage-cells.h"

/* Arrows from producers to consumers. A consumer knows its producers, so the arrows of an area are
 * found at the rows in it and at those below that may reach up into it. */

static double
opacity_by_size (const WeftPipelineViewport *viewport)
{
  return weft_pipeline_fade (MIN (viewport->px_per_row, viewport->px_per_cycle), 7, 13);
}

double
weft_pipeline_arrow_opacity (const WeftPipelineViewport *viewport)
{
  return viewport->arrows == WEFT_ARROWS_OFF ? 0 : opacity_by_size (viewport);
}

static double
middle_of_row (const WeftPipelineDrawing *drawing, guint32 row)
{
  guint n_parts = weft_pipeline_row_parts (drawing->viewport, drawing->self->colors.n_lanes);
  gint64 y0, y1;

  weft_pipeline_cell_rows (drawing->viewport, row, 0, n_parts, &y0, &y1);
  return (double) (y0 + y1) / 2;
}

static double
x_of_cycle (const WeftPipelineDrawing *drawing, gint64 cycle, gint64 fetch)
{
  return weft_pipeline_viewport_cycle_to_x (
    drawing->viewport, weft_pipeline_layout_cycle (drawing->viewport, cycle, fetch));
}

static void
place_straight (const WeftPipelineDrawing *drawing, const WeftOp *producer, const WeftOp *consumer,
                WeftPipelineArrow *arrow)
{
  double px = drawing->viewport->px_per_cycle;

  arrow->points[0] =
    (WeftPoint){ x_of_cycle (drawing, producer->produces, producer->fetch) + 0.75 * px,
                 middle_of_row (drawing, arrow->producer_row) };
  arrow->points[1] =
    (WeftPoint){ x_of_cycle (drawing, consumer->consumes, consumer->fetch) + 0.25 * px,
                 middle_of_row (drawing, arrow->consumer_row) };
}

/* Leaves the producer's row at its left end and comes to the consumer's from the left, through
 * what no op between them covers. */
static void
place_curve (const WeftPipelineDrawing *drawing, const WeftOp *producer, const WeftOp *consumer,
             WeftPipelineArrow *arrow)
{
  double from = x_of_cycle (drawing, producer->fetch, producer->fetch);
  double to = x_of_cycle (drawing, consumer->fetch, consumer->fetch);
  double bulge = weft_style_px (drawing->style, 18) + 0.35 * fabs (to - from);
  double left = MIN (from, to);

  arrow->points[0] = (WeftPoint){ from, middle_of_row (drawing, arrow->producer_row) };
  arrow->points[1] = (WeftPoint){ left - bulge, arrow->points[0].y };
  arrow->points[3] = (WeftPoint){ to, middle_of_row (drawing, arrow->consumer_row) };
  arrow->points[2] = (WeftPoint){ left - bulge, arrow->points[3].y };
}

/* Of a mark, in logical pixels at text scale 1: its words, and its line. */
#define MARK_WORDS 60
#define MARK_LINE 22

/* Beside the consumer's left end, `place` others lying between. */
static void
place_mark (const WeftPipelineDrawing *drawing, const WeftOp *consumer, guint place,
            WeftPipelineArrow *arrow)
{
  double length = weft_style_text_px (drawing->style, MARK_WORDS + MARK_LINE);
  double to = x_of_cycle (drawing, consumer->fetch, consumer->fetch) - place * length;
  double y = middle_of_row (drawing, arrow->consumer_row);

  for (guint i = 0; i < 4; i++)
    arrow->points[i] = (WeftPoint){ i == 0 ? to - length : to, y };
}

/* --- finding ------------------------------------------------------------------------------ */

typedef struct
{
  WeftPipelineDrawing *drawing;
  guint32 op;       /* that the arrows are of; WEFT_NO_ROW: of all */
  guint32 last_row; /* first row below the area */
  WeftPipelineArrowVisitor visit;
  gpointer user_data;
} Walk;

/* Whether the arrow comes so near to the area that its line or head may touch it. */
static gboolean
is_near_area (const WeftPipelineDrawing *drawing, const WeftPipelineArrow *arrow, guint n_points)
{
  const WeftPipelineArea *area = &drawing->area;
  double x0 = arrow->points[0].x, x1 = x0, y0 = arrow->points[0].y, y1 = y0;
  double reach = weft_style_px (drawing->style, 12);

  for (guint i = 1; i < n_points; i++)
    {
      x0 = MIN (x0, arrow->points[i].x);
      x1 = MAX (x1, arrow->points[i].x);
      y0 = MIN (y0, arrow->points[i].y);
      y1 = MAX (y1, arrow->points[i].y);
    }
  return x0 < (double) area->x + area->width + reach && x1 > (double) area->x - reach
         && y0 < (double) area->y + area->height + reach && y1 > (double) area->y - reach;
}

static void
visit_arrow (const Walk *walk, const WeftOp *consumer, guint n_marks, WeftPipelineArrow *arrow)
{
  const WeftPipelineDrawing *drawing = walk->drawing;
  /* Those of one op say when, those of all ops keep clear of the texts. */
  gboolean curved = drawing->viewport->arrows == WEFT_ARROWS_CURVE && walk->op == WEFT_NO_ROW;
  WeftOp producer;

  weft_pipeline_snapshot_get_op (drawing->snapshot, arrow->producer, &producer);
  if (producer.produces == WEFT_NO_CYCLE)
    return;
  if (arrow->is_far)
    place_mark (drawing, consumer, n_marks, arrow);
  else if (curved)
    place_curve (drawing, &producer, consumer, arrow);
  else
    place_straight (drawing, &producer, consumer, arrow);
  if (is_near_area (drawing, arrow, curved ? 4 : 2))
    walk->visit (arrow, walk->user_data);
}

/* Finds the rows of an arrow. FALSE where it has none, or cannot reach the area. */
static gboolean
find_rows (const Walk *walk, const WeftDependency *dependency, WeftPipelineArrow *arrow)
{
  if (dependency->producer >= walk->drawing->snapshot->n_ops)
    return FALSE;
  arrow->producer = dependency->producer;
  arrow->type = dependency->type;
  arrow->producer_row = weft_pipeline_rows_find_op (walk->drawing->rows, dependency->producer);
  if (arrow->producer_row == WEFT_NO_ROW)
    return FALSE;
  arrow->is_far = arrow->producer_row > arrow->consumer_row
                  || arrow->consumer_row - arrow->producer_row > WEFT_ARROW_REACH;
  return arrow->is_far ? arrow->consumer_row < walk->last_row
                       : arrow->producer_row < walk->last_row;
}

/* The arrows to the op in a row; all of them where it is the one that arrows are wanted of. */
static void
visit_consumer (const Walk *walk, guint32 row)
{
  const WeftPipelineDrawing *drawing = walk->drawing;
  GArray *dependencies = drawing->self->dependencies;
  guint32 op = weft_pipeline_rows_get_op (drawing->rows, row);
  WeftPipelineArrow arrow = { .consumer_row = row, .consumer = op };
  gboolean is_known = FALSE;
  guint n_marks = 0;
  WeftOp consumer;

  g_array_set_size (dependencies, 0);
  weft_pipeline_snapshot_get_producers (drawing->snapshot, op, dependencies);
  for (guint i = 0; i < dependencies->len; i++)
    {
      const WeftDependency *dependency = &g_array_index (dependencies, WeftDependency, i);

      if ((walk->op != WEFT_NO_ROW && walk->op != op && walk->op != dependency->producer)
          || !find_rows (walk, dependency, &arrow))
        continue;
      if (!is_known)
        weft_pipeline_snapshot_get_op (drawing->snapshot, op, &consumer);
      is_known = TRUE;
      if (consumer.consumes == WEFT_NO_CYCLE)
        return;
      visit_arrow (walk, &consumer, n_marks, &arrow);
      n_marks += arrow.is_far;
    }
}

void
weft_pipeline_visit_arrows (WeftPipelineDrawing *drawing, guint32 op,
                            WeftPipelineArrowVisitor visit, gpointer user_data)
{
  guint32 n_rows = weft_pipeline_rows_get_n_rows (drawing->rows);
  Walk walk = { drawing, op, 0, visit, user_data };
  guint32 first, last;

  weft_pipeline_drawing_get_rows (drawing, &first, &walk.last_row);
  last = walk.last_row;
  if (op != WEFT_NO_ROW)
    {
      first = last = weft_pipeline_rows_find_op (drawing->rows, op);
      if (first == WEFT_NO_ROW)
        return;
    }
  last = (guint32) MIN ((guint64) last + WEFT_ARROW_REACH, n_rows);
  for (guint32 row = first; row < last; row++)
    visit_consumer (&walk, row);
}

/* --- painting ----------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineDrawing *drawing;
  double opacity;
  gboolean of_one_op;
  WeftColor color; /* WEFT_COLOR_NONE: by type */
  float width;
  float head;
} Pen;

WeftColor
weft_pipeline_arrow_get_color (const WeftStyle *style, gint64 type)
{
  if (type == 0)
    return weft_style_color (style, WEFT_COLOR_ARROW);
  return weft_style_category (style, (guint) ((guint64) type + 4) % WEFT_STYLE_N_CATEGORIES);
}

char *
weft_pipeline_arrow_describe_type (gint64 type)
{
  if (type == 0)
    return g_strdup (_ ("needs its result"));
  /* TRANSLATORS: an arrow between ops whose meaning the log's format leaves open */
  return g_strdup_printf (_ ("dependency of type %d"), (int) MIN (type, G_MAXINT));
}

/* "83574 →": where the arrow comes from, before its end. */
static void
paint_mark (const Pen *pen, const WeftPipelineArrow *arrow, const WeftStroke *stroke)
{
  const WeftPipelineDrawing *drawing = pen->drawing;
  int words = weft_style_text_px (drawing->style, MARK_WORDS);
  int height = weft_style_text_px (drawing->style, 16);
  double x = arrow->points[0].x - (double) drawing->area.x;
  double y = arrow->points[0].y - (double) drawing->area.y;
  g_autofree char *id = NULL;
  WeftOp producer;

  weft_pipeline_snapshot_get_op (drawing->snapshot, arrow->producer, &producer);
  id = weft_pipeline_trace_format_id (drawing->snapshot->trace, producer.id);
  weft_paint_list_text (drawing->list, weft_paint_coord (x), weft_paint_coord (y - height / 2.0),
                        words - weft_style_px (drawing->style, 3), height, WEFT_FONT_UI_SMALL,
                        weft_style_font_size (drawing->style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_END,
                        WEFT_FIT_MIDDLE, stroke->color, id, -1);
  weft_paint_list_line (drawing->list, x + words, y, arrow->points[3].x - (double) drawing->area.x,
                        y, stroke);
}

static void
paint_arrow (const WeftPipelineArrow *arrow, gpointer user_data)
{
  const Pen *pen = user_data;
  const WeftPipelineDrawing *drawing = pen->drawing;
  WeftColor color = pen->color != WEFT_COLOR_NONE
                      ? pen->color
                      : weft_pipeline_arrow_get_color (drawing->style, arrow->type);
  WeftStroke stroke = { .color = weft_pipeline_faded (color, pen->opacity),
                        .width = pen->width,
                        .head = pen->head };
  WeftPoint points[4];

  if (arrow->is_far)
    {
      paint_mark (pen, arrow, &stroke);
      return;
    }
  for (guint i = 0; i < 4; i++)
    points[i] = (WeftPoint){ arrow->points[i].x - (double) drawing->area.x,
                             arrow->points[i].y - (double) drawing->area.y };
  if (drawing->viewport->arrows == WEFT_ARROWS_CURVE && !pen->of_one_op)
    weft_paint_list_curve (drawing->list, points, &stroke);
  else
    weft_paint_list_line (drawing->list, points[0].x, points[0].y, points[1].x, points[1].y,
                          &stroke);
}

static Pen
make_pen (WeftPipelineDrawing *drawing, double opacity, double width, WeftColor color)
{
  double px = MIN (drawing->viewport->px_per_row, drawing->viewport->px_per_cycle);

  return (Pen){ .drawing = drawing,
                .opacity = opacity,
                .color = color,
                .width = (float) MAX (1, weft_style_px (drawing->style, width * 2) / 2.0),
                .head = (float) MIN (weft_style_px (drawing->style, 7), MAX (px * 0.45, 3)) };
}

void
weft_pipeline_paint_arrows (WeftPipelineDrawing *drawing)
{
  double opacity = weft_pipeline_arrow_opacity (drawing->viewport);
  Pen pen = make_pen (drawing, opacity * 0.8, 1, WEFT_COLOR_NONE);

  if (opacity > 0)
    weft_pipeline_visit_arrows (drawing, WEFT_NO_ROW, paint_arrow, &pen);
}

static void
paint_outline (WeftPipelineDrawing *drawing, guint32 row, const WeftOp *op, WeftColor color)
{
  gint64 x0 = weft_pipeline_viewport_cycle_edge (
    drawing->viewport, weft_pipeline_layout_cycle (drawing->viewport, op->fetch, op->fetch));
  gint64 x1 = weft_pipeline_viewport_cycle_edge (
    drawing->viewport, weft_pipeline_layout_cycle (drawing->viewport, op->end, op->fetch));
  gint64 y0, y1;
  int x, y;

  weft_pipeline_cell_rows (drawing->viewport, row, 0, 1, &y0, &y1);
  x = weft_pipeline_local (x0, drawing->area.x);
  y = weft_pipeline_local (y0, drawing->area.y);
  weft_paint_list_frame (drawing->list, x - 1, y - 1,
                         weft_pipeline_local (x1, drawing->area.x) - x + 3, (int) (y1 - y0) + 2,
                         MAX (1, weft_style_px (drawing->style, 1.5)), color);
}

void
weft_pipeline_renderer_paint_op (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                 guint32 op, const WeftPipelineArea *area, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  WeftColor accent;
  guint32 row;

  g_return_if_fail (self != NULL && scene != NULL && area != NULL && list != NULL);

  accent = weft_style_color (scene->style, WEFT_COLOR_ACCENT);
  weft_pipeline_drawing_begin (&drawing, self, scene, area, list);
  row = weft_pipeline_rows_find_op (scene->rows, op);
  if (row != WEFT_NO_ROW && weft_pipeline_viewport_shows_cells (drawing.viewport))
    {
      Pen pen = make_pen (&drawing, 1, 2, accent);
      WeftOp info;

      weft_pipeline_snapshot_get_op (drawing.snapshot, op, &info);
      paint_outline (&drawing, row, &info, accent);
      pen.of_one_op = TRUE;
      if (opacity_by_size (drawing.viewport) > 0)
        weft_pipeline_visit_arrows (&drawing, op, paint_arrow, &pen);
    }
  weft_pipeline_drawing_end (&drawing);
}
