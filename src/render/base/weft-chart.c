/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chart.h"

#include <math.h>
#include <string.h>

#include "weft-glyph-atlas.h"
#include "weft-number.h"

/* Logical pixels. */
#define HEIGHT 96
#define INSET 6
#define MIN_STEP 22 /* between lines of the axis of values */
#define LABEL_GAP 8
#define BAR_WIDTH 48 /* at most */

/* Digits behind the point, and a number that is written with all of its digits. */
#define MAX_DECIMALS 9
#define MAX_INTEGER 9e18

typedef struct
{
  const WeftChart *chart;
  const WeftStyle *style;
  WeftPaintList *list;
  double font_size;
  int header; /* height of title and legend */
  int footer; /* height of the axis below */
  int plot_x; /* the plot in the box */
  int plot_y;
  int plot_width;
  int plot_height;
  double top;
  double value_step;
} Layout;

/* --- layout ---------------------------------------------------------------------------------------- */

static double
find_top (const WeftChart *self)
{
  double top = 0;

  if (self->top > 0)
    return self->top;
  for (guint i = 0; i < self->n_series; i++)
    for (guint k = 0; k < self->n_samples; k++)
      if (isfinite (self->series[i].values[k]))
        top = MAX (top, self->series[i].values[k]);
  return top > 0 ? top : 1;
}

double
weft_chart_round_step (double least)
{
  double power = pow (10, floor (log10 (least)));

  for (guint step = 1; step <= 5; step++)
    if (step != 3 && step != 4 && power * step >= least * (1 - 1e-9))
      return power * step;
  return power * 10;
}

/* Numbers with more digits than anybody reads are written with a power of ten. */
char *
weft_chart_format_step (double value, double step)
{
  int decimals = step < 1 ? (int) ceil (-log10 (step) - 1e-9) : 0;

  if (decimals > MAX_DECIMALS || fabs (value) > MAX_INTEGER)
    return g_strdup_printf ("%.6g", value);
  if (decimals > 0)
    return g_strdup_printf ("%.*f", decimals, value);
  return weft_number_integer ((gint64) value);
}

static int
measure (const Layout *layout, const char *text)
{
  return weft_glyph_atlas_measure (layout->style->atlas, WEFT_FONT_UI_SMALL, layout->font_size,
                                   text, -1);
}

static int
measure_values (const Layout *layout)
{
  /* Charts below one another have their times below one another, unless one has great values. */
  int width = measure (layout, "00\342\200\257000");

  for (double value = 0; value <= layout->top * (1 + 1e-9); value += layout->value_step)
    {
      g_autofree char *label = weft_chart_format_step (value, layout->value_step);

      width = MAX (width, measure (layout, label));
    }
  return width;
}

/* Whether bars have their numbers above them, without which those of short ones are not seen beside
 * long ones. */
static gboolean
has_counts (const WeftChart *self)
{
  return self->labels != NULL && self->n_series == 1 && self->series->shape == WEFT_CHART_COLUMNS;
}

static void
lay_out (Layout *layout, const WeftChart *self, const WeftStyle *style, int width, int height)
{
  int inset = weft_style_px (style, INSET), ascent, descent, n_steps;

  *layout = (Layout){ .chart = self, .style = style };
  layout->font_size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  weft_glyph_atlas_get_metrics (style->atlas, WEFT_FONT_UI_SMALL, layout->font_size, &ascent,
                                &descent, NULL);
  layout->header = ascent + descent + inset;
  layout->footer = self->labels != NULL ? ascent + descent + inset : weft_axis_ruler_height (style);
  layout->plot_y = layout->header;
  layout->plot_height = MAX (height - layout->header - layout->footer, 1);
  layout->top = find_top (self);
  n_steps = MAX (layout->plot_height / weft_style_text_px (style, MIN_STEP), 1);
  layout->value_step = weft_chart_round_step (layout->top / n_steps);
  /* There is a number above 0 in any case. */
  if (layout->value_step > layout->top)
    layout->value_step = weft_chart_round_step (layout->top / 5);
  layout->plot_x = measure_values (layout) + 2 * inset;
  layout->plot_width = MAX (width - layout->plot_x - inset, 1);
  /* The highest value stays clear of the title, and has room for its number above it. */
  layout->top *= has_counts (self)
                   ? 1 + (double) layout->header / MAX (layout->plot_height - layout->header, 1)
                   : 1.04;
}

/* Where sample `index` begins, in pixels from the plot's left edge; n_samples: where the last ends. */
static double
sample_to_px (const Layout *layout, guint index)
{
  const WeftChart *self = layout->chart;

  if (self->labels != NULL)
    return (double) layout->plot_width * index / MAX (self->n_samples, 1);
  return (double) layout->plot_width
         * MIN ((double) index * (double) self->step, (double) self->n_ticks)
         / (double) MAX (self->n_ticks, 1);
}

static guint
px_to_sample (const Layout *layout, double x)
{
  const WeftChart *self = layout->chart;
  double share = CLAMP (x / layout->plot_width, 0, 1);
  double sample = self->labels != NULL
                    ? share * self->n_samples
                    : share * (double) self->n_ticks / (double) MAX (self->step, 1);

  return (guint) CLAMP (sample, 0, (double) MAX (self->n_samples, 1) - 1);
}

static double
value_to_y (const Layout *layout, double value)
{
  return layout->plot_y + layout->plot_height * (1 - MIN (value / layout->top, 1));
}

/* --- axes ------------------------------------------------------------------------------------------ */

static WeftAxis
make_axis (const Layout *layout)
{
  const WeftChart *self = layout->chart;

  return (WeftAxis){
    .origin = self->first,
    .ticks_per_px = CLAMP ((double) MAX (self->n_ticks, 1) / layout->plot_width, 1e-6, 1e16),
    .ticks_per_unit = 1,
    .unit = WEFT_AXIS_COUNT,
    .unit_name = self->time_unit,
  };
}

static void
paint_text (const Layout *layout, int x, int y, int width, int height, WeftTextAlign align,
            WeftColorRole role, const char *text)
{
  weft_paint_list_text (layout->list, x, y, width, height, WEFT_FONT_UI_SMALL, layout->font_size,
                        align, WEFT_FIT_END, weft_style_color (layout->style, role), text, -1);
}

static void
paint_values (const Layout *layout, int x, int y)
{
  int inset = weft_style_px (layout->style, INSET), line = weft_style_px (layout->style, 1);
  int height = layout->header;
  WeftColor grid = weft_style_color (layout->style, WEFT_COLOR_GRID_MINOR);

  for (double value = 0; value <= layout->top; value += layout->value_step)
    {
      g_autofree char *label = weft_chart_format_step (value, layout->value_step);
      int at = y + weft_paint_coord (value_to_y (layout, value));

      weft_paint_list_fill (layout->list, x + layout->plot_x, at, layout->plot_width, line, grid);
      paint_text (layout, x, at - height / 2, layout->plot_x - inset, height, WEFT_ALIGN_END,
                  WEFT_COLOR_TEXT_MUTED, label);
    }
}

/* As many labels as there is room for, each in the middle below its bin. Of bins that share a column of pixels
 * only the first is asked how wide its label is: shaping takes longer than all else. */
static void
paint_bins (const Layout *layout, int x, int y)
{
  const WeftChart *self = layout->chart;
  int right = x + layout->plot_x + layout->plot_width, end = x;
  int top = y + layout->plot_y + layout->plot_height, last = -1;

  for (guint i = 0; i < self->n_samples; i++)
    {
      int middle = weft_paint_coord ((sample_to_px (layout, i) + sample_to_px (layout, i + 1)) / 2);
      int width, left;

      if (middle == last || x + layout->plot_x + middle < end)
        continue;
      last = middle;
      width = measure (layout, self->labels[i]) + 1;
      left = x + layout->plot_x + middle - width / 2;
      if (left < end || left + width > right + weft_style_px (layout->style, INSET))
        continue;
      paint_text (layout, left, top, width, layout->footer, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED,
                  self->labels[i]);
      end = left + width + weft_style_px (layout->style, LABEL_GAP);
    }
}

/* Whether a part of the chart is selected: all of it needs no mark. */
static gboolean
has_selection (const WeftChart *self)
{
  return self->selection_start < self->selection_end
         && (self->selection_start > self->first
             || self->selection_end < self->first + (gint64) self->n_ticks);
}

static void
paint_time (const Layout *layout, int x, int y)
{
  const WeftChart *self = layout->chart;
  WeftAxis axis = make_axis (layout);
  const gboolean marked = has_selection (self);
  const WeftAxisExtras extras = { NULL, 0, marked ? self->selection_start : 0,
                                  marked ? self->selection_end : 0 };

  weft_axis_paint_grid (&axis, layout->style, layout->list, x + layout->plot_x, y + layout->plot_y,
                        layout->plot_width, layout->plot_height);
  weft_axis_paint_ruler (&axis, layout->style, layout->list, x + layout->plot_x,
                         y + layout->plot_y + layout->plot_height, layout->plot_width,
                         layout->footer, &extras);
}

static void
paint_selection (const Layout *layout, int x, int y)
{
  const WeftChart *self = layout->chart;
  WeftAxis axis = make_axis (layout);
  double x0, x1;
  int left, width;

  if (self->labels != NULL || !has_selection (self))
    return;
  x0 = CLAMP (weft_axis_to_px (&axis, self->selection_start), 0, layout->plot_width);
  x1 = CLAMP (weft_axis_to_px (&axis, self->selection_end), 0, layout->plot_width);
  left = x + layout->plot_x + weft_paint_coord (x0);
  width = MAX (weft_paint_coord (x1 - x0), 1);
  weft_paint_list_fill (layout->list, left, y + layout->plot_y, width, layout->plot_height,
                        weft_style_color (layout->style, WEFT_COLOR_SELECTION));
}

/* Title and unit on the left; on the right what the colours are, where there are several. */
static void
paint_header (const Layout *layout, int x, int y, int width)
{
  const WeftChart *self = layout->chart;
  int inset = weft_style_px (layout->style, INSET), right = x + width - inset;
  int swatch = weft_style_text_px (layout->style, 9);
  g_autofree char *title = self->unit != NULL ? g_strdup_printf ("%s (%s)", self->title, self->unit)
                                              : g_strdup (self->title);

  for (guint i = self->n_series; self->n_series > 1 && i-- > 0;)
    {
      int text = measure (layout, self->series[i].name) + 1;

      right -= text;
      paint_text (layout, right, y, text, layout->header, WEFT_ALIGN_START, WEFT_COLOR_TEXT,
                  self->series[i].name);
      right -= swatch + inset / 2;
      weft_paint_list_fill (layout->list, right, y + (layout->header - swatch) / 2, swatch, swatch,
                            self->series[i].color);
      right -= 2 * inset;
    }
  paint_text (layout, x + inset, y, MAX (right - x - inset, 0), layout->header, WEFT_ALIGN_START,
              WEFT_COLOR_TEXT, title);
}

/* --- series ---------------------------------------------------------------------------------------- */

/* Least and most of the samples in column `i` of pixels: FALSE where there is none. */
static gboolean
read_column (const Layout *layout, const WeftChartSeries *series, int i, double *least,
             double *most)
{
  guint first = px_to_sample (layout, i), last = px_to_sample (layout, i + 1 - 1e-6);
  gboolean any = FALSE;

  for (guint k = first; k <= last; k++)
    {
      double value = series->values[k];

      if (!isfinite (value))
        continue;
      *least = any ? MIN (*least, value) : value;
      *most = any ? MAX (*most, value) : value;
      any = TRUE;
    }
  return any;
}

/* A line covers in each column what its samples do, and reaches to the column before. */
static void
paint_line (const Layout *layout, const WeftChartSeries *series, int x, int y)
{
  float *line = weft_paint_list_area (layout->list, x + layout->plot_x, (gsize) layout->plot_width,
                                      series->color);
  double thick = weft_style_px (layout->style, 1.5), least = 0, most = 0;
  double before = (double) NAN;

  for (int i = 0; line != NULL && i < layout->plot_width; i++)
    {
      double high, low;

      if (!read_column (layout, series, i, &least, &most))
        {
          before = (double) NAN;
          continue;
        }
      high = value_to_y (layout, most);
      low = value_to_y (layout, least);
      if (before < high)
        high = before;
      else if (before > low)
        low = before;
      before = value_to_y (layout, (least + most) / 2);
      line[2 * i] = (float) (y + high - thick / 2);
      line[2 * i + 1] = (float) (y + low + thick / 2);
    }
}

static void
paint_area (const Layout *layout, const WeftChartSeries *series, int x, int y)
{
  WeftColor light = weft_color_with_alpha (series->color, 0x48);
  float *area =
    weft_paint_list_area (layout->list, x + layout->plot_x, (gsize) layout->plot_width, light);
  double least = 0, most = 0;

  for (int i = 0; area != NULL && i < layout->plot_width; i++)
    if (read_column (layout, series, i, &least, &most))
      {
        area[2 * i] = (float) (y + value_to_y (layout, most));
        area[2 * i + 1] = (float) (y + layout->plot_y + layout->plot_height);
      }
  paint_line (layout, series, x, y);
}

/* Above the bar of a sample, where it is no wider than its bin. */
static void
paint_count (const Layout *layout, guint sample, int x, int top)
{
  g_autofree char *text = weft_chart_format_value (layout->chart->series->values[sample]);
  int left = layout->plot_x + weft_paint_coord (sample_to_px (layout, sample));
  int right = layout->plot_x + weft_paint_coord (sample_to_px (layout, sample + 1));

  if (measure (layout, text) < right - left)
    paint_text (layout, x + left, top - layout->header, right - left, layout->header,
                WEFT_ALIGN_CENTER, WEFT_COLOR_TEXT_MUTED, text);
}

/* The place of a sample's bar, in pixels of the box: beside those of other series where they are
 * set so. */
static void
find_bar (const Layout *layout, const WeftChartSeries *series, guint sample, int *left, int *right)
{
  const WeftChart *self = layout->chart;
  guint n_slots = self->beside ? self->n_series : 1;
  guint slot = self->beside ? (guint) (series - self->series) : 0;
  double start = sample_to_px (layout, sample), end = sample_to_px (layout, sample + 1);
  double width = MIN ((end - start) / n_slots, weft_style_px (layout->style, BAR_WIDTH));

  start += (end - start - width * n_slots) / 2 + width * slot;
  *left = layout->plot_x + weft_paint_coord (start);
  *right = layout->plot_x + weft_paint_coord (start + width);
}

/* Bars that would be thinner than a pixel are an area. */
static void
paint_columns (const Layout *layout, const WeftChartSeries *series, int x, int y)
{
  const WeftChart *self = layout->chart;
  int bottom = y + layout->plot_y + layout->plot_height;

  if ((double) layout->plot_width < 2.0 * self->n_samples)
    {
      paint_area (layout, series, x, y);
      return;
    }
  for (guint i = 0; i < self->n_samples; i++)
    {
      int left, right, top, gap;

      if (!isfinite (series->values[i]) || series->values[i] <= 0)
        continue;
      find_bar (layout, series, i, &left, &right);
      gap = right - left > 3 ? weft_style_px (layout->style, 1) : 0;
      /* An amount above 0 is seen, be it ever so little. */
      top = MIN (y + weft_paint_coord (value_to_y (layout, series->values[i])),
                 bottom - weft_style_px (layout->style, 1));
      weft_paint_list_fill (layout->list, x + left, top, MAX (right - left - gap, 1), bottom - top,
                            series->color);
      if (has_counts (self))
        paint_count (layout, i, x, top);
    }
}

/* --- the chart ------------------------------------------------------------------------------------- */

WeftChart *
weft_chart_copy (const WeftChart *self)
{
  WeftChart *copy = g_memdup2 (self, sizeof *self);
  WeftChartSeries *series = g_memdup2 (self->series, self->n_series * sizeof *series);

  copy->title = g_strdup (self->title);
  copy->unit = g_strdup (self->unit);
  copy->time_unit = g_strdup (self->time_unit);
  copy->labels = (const char *const *) g_strdupv ((char **) self->labels);
  for (guint i = 0; i < self->n_series; i++)
    {
      series[i].name = g_strdup (series[i].name);
      series[i].values = g_memdup2 (series[i].values, self->n_samples * sizeof (double));
    }
  copy->series = series;
  return copy;
}

void
weft_chart_free (WeftChart *self)
{
  for (guint i = 0; i < self->n_series; i++)
    {
      g_free ((char *) self->series[i].name);
      g_free ((double *) self->series[i].values);
    }
  g_free ((WeftChartSeries *) self->series);
  g_strfreev ((char **) self->labels);
  g_free ((char *) self->title);
  g_free ((char *) self->unit);
  g_free ((char *) self->time_unit);
  g_free (self);
}

char *
weft_chart_format_value (double value)
{
  double step = value == floor (value) ? 1
                : fabs (value) < 10    ? 0.001
                : fabs (value) < 1000  ? 0.1
                                       : 1;

  return weft_chart_format_step (value, step);
}

int
weft_chart_get_height (const WeftStyle *style)
{
  return weft_style_text_px (style, HEIGHT);
}

void
weft_chart_paint (const WeftChart *self, const WeftStyle *style, WeftPaintList *list, int x, int y,
                  int width, int height)
{
  static void (*const painters[]) (const Layout *, const WeftChartSeries *, int,
                                   int) = { paint_line, paint_area, paint_columns };
  Layout layout;

  g_return_if_fail (self != NULL && style != NULL && list != NULL);

  lay_out (&layout, self, style, width, height);
  layout.list = list;
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  paint_values (&layout, x, y);
  if (self->labels != NULL)
    paint_bins (&layout, x, y);
  else if (self->n_ticks > 0)
    paint_time (&layout, x, y);
  paint_selection (&layout, x, y);
  for (guint i = 0; i < self->n_series && self->n_samples > 0; i++)
    painters[self->series[i].shape](&layout, &self->series[i], x, y);
  paint_header (&layout, x, y, width);
  weft_paint_list_pop_clip (list);
}

static guint
find_nearest (const Layout *layout, guint sample, double y)
{
  const WeftChart *self = layout->chart;
  guint nearest = self->n_series;
  double least = INFINITY;

  for (guint i = 0; i < self->n_series; i++)
    {
      double value = self->series[i].values[sample];
      double distance = fabs (value_to_y (layout, value) - y);

      if (isfinite (value) && distance < least)
        {
          least = distance;
          nearest = i;
        }
    }
  return nearest;
}

void
weft_chart_hit_test (const WeftChart *self, const WeftStyle *style, int width, int height, double x,
                     double y, WeftChartHit *hit)
{
  Layout layout;

  lay_out (&layout, self, style, width, height);
  *hit = (WeftChartHit){ .inside = FALSE };
  if (self->n_samples == 0 || x < layout.plot_x || x >= layout.plot_x + layout.plot_width
      || y < layout.plot_y || y >= layout.plot_y + layout.plot_height)
    return;
  hit->inside = TRUE;
  hit->sample = px_to_sample (&layout, x - layout.plot_x);
  hit->series = find_nearest (&layout, hit->sample, y);
  if (self->labels != NULL)
    return;
  hit->first = self->first + (gint64) (hit->sample * self->step);
  hit->last = self->first + (gint64) MIN ((hit->sample + 1) * self->step, self->n_ticks);
}

gint64
weft_chart_get_tick (const WeftChart *self, const WeftStyle *style, int width, int height, double x)
{
  Layout layout;
  double ticks;

  lay_out (&layout, self, style, width, height);
  ticks = CLAMP ((x - layout.plot_x) / layout.plot_width, 0, 1) * (double) self->n_ticks;
  return self->first + (gint64) MIN ((guint64) round (ticks), self->n_ticks);
}
