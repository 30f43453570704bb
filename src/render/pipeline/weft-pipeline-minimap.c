/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-minimap.h"

#include "weft-pipeline-drawing.h"

/* The whole log at a glance: ops in flight over time, and below them which share of them was going
 * to be flushed and which stalled. All of it comes from one level of the pyramid. */

#define MAX_BLOCKS 256
#define BINS_PER_COLUMN 4

enum
{
  ALL,
  FLUSHED,
  OVER,
  N_CURVES
};

typedef struct
{
  WeftPipelineDrawing *drawing;
  gint64 first; /* place of the cycle at the left edge */
  double bins_per_cycle;
  guint n_bins;
  guint8 *of_kinds;         /* curve that a kind's ops count in: ALL or OVER */
  double *curves[N_CURVES]; /* changes from bin to bin, then ops in each; n_bins + 2 */
} Minimap;

static double
span_of (gint64 first, gint64 last)
{
  return last > first ? (double) ((guint64) last - (guint64) first) : 1;
}

gint64
weft_pipeline_minimap_get_cycle (const WeftPipelineExtent *extent, const WeftFolds *folds,
                                 int width, double x)
{
  gint64 first = weft_folds_lay (folds, extent->first_cycle);
  double places =
    span_of (first, weft_folds_lay (folds, extent->last_cycle)) * CLAMP (x / width, 0, 1);

  return weft_folds_find (folds, (gint64) ((guint64) first + (guint64) places));
}

/* Places from the left edge to a cycle; not below 0. */
static double
find_place (const Minimap *self, gint64 cycle)
{
  gint64 place = weft_folds_lay (self->drawing->viewport->folds, cycle);

  return place > self->first ? span_of (self->first, place) : 0;
}

/* Ops in each bin from a change at `at`, in bins. */
static void
add_change (double *curve, double at, double change)
{
  guint bin = (guint) at;
  double fraction = at - bin;

  curve[bin] += change * (1 - fraction);
  curve[bin + 1] += change * fraction;
}

/* The curve of each kind: (transfer full). */
static guint8 *
list_curves (const WeftPipelineColors *colors)
{
  guint8 *curves = g_new (guint8, colors->n_kinds + 1);

  for (guint i = 0; i <= colors->n_kinds; i++)
    curves[i] = colors->kinds[i].over ? OVER : ALL;
  return curves;
}

static void
add_profile (Minimap *self, const WeftProfile *profile, guint32 n_ops)
{
  const int last_kind = (int) self->drawing->self->colors.n_kinds;
  const WeftProfileItem *item = profile->items;
  double before[N_CURVES] = { 0 };

  for (guint32 i = 0; i < profile->n_spans; i++)
    {
      gint64 cycle = weft_pipeline_span_cycle (profile, i);
      double at = CLAMP (find_place (self, cycle) * self->bins_per_cycle, 0, self->n_bins);
      guint64 amounts[N_CURVES] = { 0 };

      for (guint32 j = 0; j < profile->spans[i].n_items; j++, item++)
        {
          guint curve = self->of_kinds[MIN (item->key >> 1, last_kind)];

          amounts[curve] += item->amount;
          amounts[FLUSHED] += curve == ALL && (item->key & 1) ? item->amount : 0u;
        }
      for (guint k = 0; k < N_CURVES; k++)
        {
          double now = (double) amounts[k] * n_ops / WEFT_PROFILE_FULL;

          add_change (self->curves[k], at, now - before[k]);
          before[k] = now;
        }
    }
}

static void
read_curves (Minimap *self)
{
  WeftPipelineRows *rows = self->drawing->rows;
  guint n_levels = weft_pipeline_rows_get_n_levels (rows), level = 0;
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);
  WeftBlockSummary summary;
  WeftProfile profile;

  while (level + 1 < n_levels
         && n_rows >> (WEFT_PYRAMID_SHIFT + level * WEFT_PYRAMID_FANOUT_SHIFT) > MAX_BLOCKS)
    level++;
  for (guint32 i = 0;
       weft_pipeline_rows_get_summary (rows, level, i, &summary)
       && weft_pipeline_rows_get_profile (rows, WEFT_PROFILE_ABSOLUTE, level, i, &profile);
       i++)
    add_profile (self, &profile, summary.n_ops);
  for (guint k = 0; k < N_CURVES; k++)
    for (guint bin = 1; bin < self->n_bins; bin++)
      self->curves[k][bin] += self->curves[k][bin - 1];
}

/* --- painting ----------------------------------------------------------------------------- */

static double
highest (const double *curve, guint n_bins)
{
  double most = 0;

  for (guint bin = 0; bin < n_bins; bin++)
    most = MAX (most, curve[bin]);
  return most;
}

/* Ops in flight: up to the highest of a column lightly, up to the lowest fully. */
static void
paint_flight (const Minimap *self, int x, int y, int width, int height)
{
  WeftPaintList *list = self->drawing->list;
  WeftColor color = weft_style_color (self->drawing->style, WEFT_COLOR_ACCENT);
  double scale = height / MAX (highest (self->curves[ALL], self->n_bins), 1e-9);
  float *light = weft_paint_list_area (list, x, (gsize) width, weft_pipeline_faded (color, 0.35));
  float *full = weft_paint_list_area (list, x, (gsize) width, weft_pipeline_faded (color, 0.65));

  for (int i = 0; i < width; i++)
    {
      const double *bins = self->curves[ALL] + (gsize) i * BINS_PER_COLUMN;
      double most = highest (bins, BINS_PER_COLUMN), least = most;

      for (guint k = 0; k < BINS_PER_COLUMN; k++)
        least = MIN (least, bins[k]);
      light[2 * i] = (float) (y + height - most * scale);
      full[2 * i] = (float) (y + height - MAX (least, 0) * scale);
      light[2 * i + 1] = full[2 * i + 1] = (float) (y + height);
    }
}

/* The highest share of the ops in flight that a column has, hanging from the top of the box. */
static void
paint_trouble (const Minimap *self, guint curve, int x, int y, int width, int height,
               WeftColor color)
{
  float *area = weft_paint_list_area (self->drawing->list, x, (gsize) width, color);

  for (int i = 0; i < width; i++)
    {
      const double *all = self->curves[ALL] + (gsize) i * BINS_PER_COLUMN;
      const double *part = self->curves[curve] + (gsize) i * BINS_PER_COLUMN;
      double share = 0;

      for (guint k = 0; k < BINS_PER_COLUMN; k++)
        if (all[k] > 1e-6)
          share = MAX (share, part[k] / all[k]);
      area[2 * i] = (float) (y + height - MIN (share, 1) * height);
      area[2 * i + 1] = share > 1e-4 ? (float) (y + height) : area[2 * i];
    }
}

/* The cycles that the viewport shows. */
static void
get_window (const WeftPipelineDrawing *drawing, gint64 *first, gint64 *last)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  WeftPipelineDrawing canvas = *drawing;
  guint32 top, bottom;
  WeftOp op;

  *first = weft_pipeline_viewport_x_to_cycle (viewport, 0, NULL);
  *last = weft_pipeline_viewport_x_to_cycle (viewport, viewport->width, NULL);
  if (viewport->layout == WEFT_PIPELINE_TIME)
    return;
  canvas.area = (WeftPipelineArea){ 0, 0, viewport->width, MAX (viewport->height, 1) };
  weft_pipeline_drawing_get_rows (&canvas, &top, &bottom);
  *first = *last = 0;
  if (top >= bottom)
    return;
  weft_pipeline_snapshot_get_op (drawing->snapshot, weft_pipeline_rows_get_op (drawing->rows, top),
                                 &op);
  *first = op.fetch;
  weft_pipeline_snapshot_get_op (drawing->snapshot,
                                 weft_pipeline_rows_get_op (drawing->rows, bottom - 1), &op);
  *last = op.end;
}

static int
column_of (const Minimap *self, gint64 cycle, int width)
{
  return (int) CLAMP (find_place (self, cycle) * self->bins_per_cycle / BINS_PER_COLUMN + 0.5, 0,
                      width);
}

static void
paint_window (const Minimap *self, int x, int y, int width, int height)
{
  WeftPaintList *list = self->drawing->list;
  const WeftStyle *style = self->drawing->style;
  WeftColor shade = weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_CANVAS), 0.55);
  int line = weft_style_px (style, 1), least = weft_style_px (style, 3);
  gint64 first, last;
  int x0, x1;

  get_window (self->drawing, &first, &last);
  x0 = column_of (self, first, width);
  x1 = column_of (self, last, width);
  x0 = MIN (x0, width - least);
  x1 = MAX (x1, x0 + least);
  weft_paint_list_fill (list, x, y, x0, height, shade);
  weft_paint_list_fill (list, x + x1, y, width - x1, height, shade);
  weft_paint_list_frame (list, x + x0, y, x1 - x0, height, line,
                         weft_style_color (style, WEFT_COLOR_SELECTION_EDGE));
}

static void
paint_curves (Minimap *self, const WeftBlockSummary *all, int x, int y, int width, int height)
{
  const WeftStyle *style = self->drawing->style;
  const WeftFolds *folds = self->drawing->viewport->folds;
  int trouble = height * 2 / 5, flight = height - trouble - weft_style_px (style, 2);

  self->first = weft_folds_lay (folds, all->first_fetch);
  self->n_bins = (guint) width * BINS_PER_COLUMN;
  self->bins_per_cycle =
    self->n_bins / span_of (self->first, weft_folds_lay (folds, all->last_end));
  for (guint k = 0; k < N_CURVES; k++)
    self->curves[k] = g_new0 (double, self->n_bins + 2);
  self->of_kinds = list_curves (&self->drawing->self->colors);
  read_curves (self);
  paint_flight (self, x, y + 1, width, flight);
  paint_trouble (self, OVER, x, y + height - trouble, width, trouble,
                 weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_HOST), 0.75));
  paint_trouble (self, FLUSHED, x, y + height - trouble, width, trouble,
                 weft_style_color (style, WEFT_COLOR_ERROR));
  paint_window (self, x, y, width, height);
  for (guint k = 0; k < N_CURVES; k++)
    g_free (self->curves[k]);
  g_free (self->of_kinds);
}

void
weft_pipeline_renderer_paint_minimap (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      int x, int y, int width, int height, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  Minimap minimap = { .drawing = &drawing };
  WeftBlockSummary all;
  guint n_levels;

  g_return_if_fail (self != NULL && scene != NULL && list != NULL);

  if (width <= 0 || height <= 0)
    return;
  weft_pipeline_drawing_begin (&drawing, self, scene, NULL, list);
  n_levels = weft_pipeline_rows_get_n_levels (scene->rows);
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (scene->style, WEFT_COLOR_CANVAS));
  if (n_levels > 0 && weft_pipeline_rows_get_summary (scene->rows, n_levels - 1, 0, &all))
    paint_curves (&minimap, &all, x, y, width, height);
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}
