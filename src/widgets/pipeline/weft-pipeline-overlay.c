/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-overlay.h"

#include "weft-paint-cairo.h"
#include "weft-pipeline-explanation.h"

/* Ops that are further away than this fade no more. */
#define FADE_DEPTH 6

typedef struct
{
  WeftPipelineStudy *study;
  WeftPipelineState *state;
  const WeftPipelineViewport *viewport;
  WeftPipelineRows *rows; /* locked */
  WeftPipelineSnapshot *snapshot;
  WeftStyle *style;
  WeftPaintList *list;
} Overlay;

static gboolean
find_y (const Overlay *self, guint32 op, double *y)
{
  guint32 row =
    op < self->snapshot->n_ops ? weft_pipeline_rows_find_op (self->rows, op) : WEFT_NO_ROW;

  if (row == WEFT_NO_ROW)
    return FALSE;
  *y = weft_pipeline_viewport_row_to_y (self->viewport, row) + self->viewport->px_per_row / 2;
  return TRUE;
}

static double
find_x (const Overlay *self, guint32 op, gint64 cycle)
{
  if (self->viewport->layout == WEFT_PIPELINE_STRAIGHTENED)
    cycle -= weft_pipeline_snapshot_get_fetch (self->snapshot, op);
  return weft_pipeline_viewport_cycle_to_x (self->viewport, cycle);
}

/* Whether a line between the points may touch the canvas. */
static gboolean
is_in_sight (const Overlay *self, const WeftPoint *points)
{
  return MAX (points[0].x, points[1].x) >= 0 && MAX (points[0].y, points[1].y) >= 0
         && MIN (points[0].x, points[1].x) <= self->viewport->width
         && MIN (points[0].y, points[1].y) <= self->viewport->height;
}

static void
draw_line (const Overlay *self, const WeftPoint *points, WeftColor color, double width, double dash,
           double head)
{
  const WeftStroke stroke = { color, (float) (width * weft_style_px (self->style, 1)),
                              (float) (dash * weft_style_px (self->style, 1)),
                              (float) (head * weft_style_px (self->style, 1)) };

  if (is_in_sight (self, points))
    weft_paint_list_line (self->list, points[0].x, points[0].y, points[1].x, points[1].y, &stroke);
}

/* --- dependencies ---------------------------------------------------------------------------------- */

/* Whatever cannot be told apart by its colour is told by its place: producers stand above. */
static WeftColor
choose_color (const Overlay *self, int depth)
{
  WeftColor color = weft_style_color (self->style, depth < 0 ? WEFT_COLOR_READ : WEFT_COLOR_WRITE);
  int far = MIN (ABS (depth), FADE_DEPTH);

  return weft_color_with_alpha (color, (unsigned) (0xe0 - 0x1a * far));
}

static void
frame_op (const Overlay *self, guint32 op, WeftColor color)
{
  double y, height = MAX (self->viewport->px_per_row, weft_style_px (self->style, 2));
  int x0, x1, line = weft_style_px (self->style, 1.5);
  WeftOp info;

  if (!find_y (self, op, &y) || y < -height || y > self->viewport->height + height)
    return;
  weft_pipeline_snapshot_get_op (self->snapshot, op, &info);
  x0 = weft_paint_coord (find_x (self, op, info.fetch));
  x1 = weft_paint_coord (find_x (self, op, info.end));
  weft_paint_list_frame (self->list, x0 - line, weft_paint_coord (y - height / 2),
                         MAX (x1 - x0, line) + 2 * line, weft_paint_coord (height), line, color);
}

static void
draw_dependency (const Overlay *self, const WeftDependencyStep *step, gboolean has_arrows)
{
  WeftColor color = choose_color (self, step->depth);
  WeftOp producer, consumer;
  WeftPoint points[2];

  frame_op (self, step->depth < 0 ? step->producer : step->consumer, color);
  weft_pipeline_snapshot_get_op (self->snapshot, step->producer, &producer);
  weft_pipeline_snapshot_get_op (self->snapshot, step->consumer, &consumer);
  /* The op's own arrows are there already where they can be seen. */
  if ((has_arrows && ABS (step->depth) == 1) || producer.produces == WEFT_NO_CYCLE
      || consumer.consumes == WEFT_NO_CYCLE || !find_y (self, step->producer, &points[0].y)
      || !find_y (self, step->consumer, &points[1].y))
    return;
  points[0].x =
    find_x (self, step->producer, producer.produces) + 0.75 * self->viewport->px_per_cycle;
  points[1].x =
    find_x (self, step->consumer, consumer.consumes) + 0.25 * self->viewport->px_per_cycle;
  draw_line (self, points, color, 1.5, 0, 6);
}

static guint32
get_lit_op (WeftPipelineState *state)
{
  const WeftPipelineHit *hover = weft_pipeline_state_get_hover (state);

  if (hover->type != WEFT_PIPELINE_HIT_NOTHING && hover->type != WEFT_PIPELINE_HIT_AGGREGATE)
    return hover->op;
  return weft_pipeline_state_get_selection (state)->op;
}

static void
draw_dependencies (const Overlay *self)
{
  guint32 op = get_lit_op (self->state);
  const GArray *steps =
    op < self->snapshot->n_ops ? weft_pipeline_study_trace (self->study, op) : NULL;
  gboolean has_arrows = weft_pipeline_viewport_shows_cells (self->viewport);

  for (guint i = steps != NULL ? steps->len : 0; i-- > 0;)
    draw_dependency (self, &g_array_index (steps, WeftDependencyStep, i), has_arrows);
}

/* --- inferred producers --------------------------------------------------------------------------------- */

/* Dashed, as the log does not state them. */
static void
draw_inferred (const Overlay *self)
{
  guint32 op = get_lit_op (self->state), n_ops = 0;
  const guint32 *ops =
    op < self->snapshot->n_ops ? weft_pipeline_study_infer (self->study, op, &n_ops) : NULL;
  WeftColor color = choose_color (self, -1);
  WeftOp consumer, producer;

  for (guint32 i = 0; i < n_ops; i++)
    {
      WeftPoint points[2];

      frame_op (self, ops[i], color);
      weft_pipeline_snapshot_get_op (self->snapshot, ops[i], &producer);
      weft_pipeline_snapshot_get_op (self->snapshot, op, &consumer);
      if (producer.produces == WEFT_NO_CYCLE || consumer.consumes == WEFT_NO_CYCLE
          || !find_y (self, ops[i], &points[0].y) || !find_y (self, op, &points[1].y))
        continue;
      points[0].x = find_x (self, ops[i], producer.produces) + 0.75 * self->viewport->px_per_cycle;
      points[1].x = find_x (self, op, consumer.consumes) + 0.25 * self->viewport->px_per_cycle;
      draw_line (self, points, color, 1.5, 4, 6);
    }
}

/* --- why the selected op is late ---------------------------------------------------------------------- */

/* Where an op lost most, along its lower edge, clear of its texts, and the way from there to the op that
 * it waited for. */
static void
draw_lateness (const Overlay *self, const WeftLatenessStep *step)
{
  WeftColor color = weft_style_color (self->style, WEFT_COLOR_ERROR);
  WeftColor halo = weft_style_color (self->style, WEFT_COLOR_CANVAS);
  WeftPoint points[2];

  if (!step->is_late || !find_y (self, step->op, &points[0].y))
    return;
  points[0].y += 0.4 * self->viewport->px_per_row;
  points[1].y = points[0].y;
  points[0].x = find_x (self, step->op, step->worst.first);
  points[1].x = find_x (self, step->op, step->worst.last) + self->viewport->px_per_cycle;
  if (weft_pipeline_viewport_shows_cells (self->viewport))
    draw_line (self, points, halo, 5, 0, 0);
  draw_line (self, points, color, 3, 0, 0);
  if (step->worst.producer == WEFT_NO_ROW || !find_y (self, step->worst.producer, &points[0].y))
    return;
  points[0].x =
    find_x (self, step->worst.producer, step->worst.last) + self->viewport->px_per_cycle;
  draw_line (self, points, color, 1.5, 5, 0);
}

static void
draw_chain (const Overlay *self)
{
  guint32 op = weft_pipeline_state_get_selection (self->state)->op;
  const GArray *chain =
    op < self->snapshot->n_ops ? weft_pipeline_study_explain (self->study, op) : NULL;

  for (guint i = 0; i < (chain != NULL ? chain->len : 0); i++)
    {
      const WeftLatenessStep *step = &g_array_index (chain, WeftLatenessStep, i);

      if (i > 0)
        frame_op (self, step->op, weft_style_color (self->style, WEFT_COLOR_ERROR));
      draw_lateness (self, step);
    }
}

/* --- the critical path ----------------------------------------------------------------------------- */

static void
draw_step (const Overlay *self, const WeftPathStep *step)
{
  gboolean within = step->type == WEFT_STEP_STAGE || step->type == WEFT_STEP_GAP;
  guint32 from = within ? step->op : step->other;
  WeftColor color = weft_style_color (self->style, WEFT_COLOR_ERROR);
  WeftColor halo = weft_style_color (self->style, WEFT_COLOR_CANVAS);
  WeftPoint points[2];

  if (!find_y (self, from, &points[0].y) || !find_y (self, step->op, &points[1].y))
    return;
  /* Along the lower edge of an op, clear of its texts. */
  points[0].y += 0.4 * self->viewport->px_per_row;
  points[1].y += 0.4 * self->viewport->px_per_row;
  points[0].x = find_x (self, from, step->from);
  points[1].x = find_x (self, step->op, step->to);
  /* Over cells, a rim tells it from them. */
  if (weft_pipeline_viewport_shows_cells (self->viewport))
    draw_line (self, points, halo, 5, 0, 0);
  draw_line (self, points, color, 3, within ? 0 : 5, 0);
}

/* The first step that ends after `cycle`. */
static guint
find_step (const GArray *steps, gint64 cycle)
{
  guint low = 0, high = steps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (steps, WeftPathStep, middle).to <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The cycles that the canvas shows: of the straightened layout, those of the ops in sight. */
static void
get_cycles (const Overlay *self, gint64 *first, gint64 *last)
{
  const WeftPipelineViewport *viewport = self->viewport;
  guint32 n_rows = weft_pipeline_rows_get_n_rows (self->rows);
  guint32 top = (guint32) CLAMP (viewport->origin_row, 0, (double) MAX (n_rows, 1) - 1);
  double rows = viewport->height / viewport->px_per_row + 1;
  guint32 bottom = (guint32) MIN (top + rows, (double) MAX (n_rows, 1) - 1);
  WeftOp op;

  *first = weft_pipeline_viewport_x_to_cycle (viewport, 0, NULL);
  *last = weft_pipeline_viewport_x_to_cycle (viewport, viewport->width, NULL);
  if (viewport->layout == WEFT_PIPELINE_TIME || n_rows == 0)
    return;
  weft_pipeline_snapshot_get_op (self->snapshot, weft_pipeline_rows_get_op (self->rows, top), &op);
  *first = op.fetch;
  weft_pipeline_snapshot_get_op (self->snapshot, weft_pipeline_rows_get_op (self->rows, bottom),
                                 &op);
  *last = op.end;
}

/* Steps follow one another in time, so of those within a line's width one is enough. */
static void
draw_path (const Overlay *self, const WeftPipelineCriticalPath *path)
{
  double width = 3 * weft_style_px (self->style, 1);
  gint64 cycles = (gint64) (width / self->viewport->px_per_cycle), first, last;

  get_cycles (self, &first, &last);
  for (guint i = find_step (path->steps, first); i < path->steps->len;)
    {
      const WeftPathStep *step = &g_array_index (path->steps, WeftPathStep, i);

      if (step->from > last)
        break;
      draw_step (self, step);
      if (cycles > 1 && step->to - step->from < cycles)
        i = MAX (i + 1, find_step (path->steps, step->from + cycles));
      else
        i++;
    }
}

static void
draw (Overlay *self)
{
  WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (self->study);

  draw_dependencies (self);
  draw_inferred (self);
  draw_chain (self);
  if (weft_pipeline_study_get_shows_path (self->study) && shown != NULL && shown->path != NULL)
    draw_path (self, shown->path);
}

void
weft_pipeline_overlay_snapshot (WeftPipelineStudy *study, WeftPipelineState *state,
                                GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  Overlay self = { study, state, viewport, weft_pipeline_state_get_rows (state) };
  cairo_t *cr;

  self.style = weft_view_state_get_style (WEFT_VIEW_STATE (state));
  self.list = weft_paint_list_new ();
  weft_pipeline_rows_lock (self.rows);
  self.snapshot = weft_pipeline_rows_get_snapshot (self.rows);
  draw (&self);
  weft_pipeline_rows_unlock (self.rows);
  if (weft_paint_list_get_length (self.list) > 0)
    {
      cr = gtk_snapshot_append_cairo (
        snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
      weft_paint_cairo_draw (self.list, self.style->atlas, cr);
      cairo_destroy (cr);
    }
  weft_paint_list_free (self.list);
}
