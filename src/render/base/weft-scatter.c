/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-scatter.h"

#include <math.h>

#include "weft-chart.h"
#include "weft-glyph-atlas.h"

/* Logical pixels. */
#define INSET 6
#define MIN_STEP_Y 22 /* between lines of an axis */
#define MIN_STEP_X 90
#define POINT 4

/* An axis, whose numbers go over a number of pixels. */
typedef struct
{
  double least;
  double most; /* above the least */
  double step; /* between its lines */
  int start;   /* of the pixels in the box */
  int length;
} Scale;

typedef struct
{
  const WeftStyle *style;
  WeftPaintList *list;
  double font_size;
  int line; /* height of a line of text */
  Scale x;
  Scale y;
} Layout;

/* --- layout --------------------------------------------------------------------------------------- */

/* A number alone lies in the middle, and so do some that can hardly be told apart: steps between lines are numbers
 * that a sum can tell. */
static void
set_range (Scale *self, double least, double most)
{
  double margin = most > least ? (most - least) * 0.04 : MAX (fabs (most) * 0.1, 1);

  margin = MAX (margin, 1e-9 * MAX (fabs (least), fabs (most)));

  self->least = least - margin;
  self->most = most + margin;
}

static void
find_ranges (Layout *layout, const WeftScatter *self)
{
  double least_x = INFINITY, most_x = -INFINITY, least_y = INFINITY, most_y = -INFINITY;

  for (guint i = 0; i < self->n_points; i++)
    {
      least_x = MIN (least_x, self->points[i].x);
      most_x = MAX (most_x, self->points[i].x);
      least_y = MIN (least_y, self->points[i].y);
      most_y = MAX (most_y, self->points[i].y);
    }
  set_range (&layout->x, least_x, most_x);
  set_range (&layout->y, least_y, most_y);
}

static void
set_step (Scale *self, int least_px)
{
  int n_steps = MAX (self->length / MAX (least_px, 1), 1);

  self->step = weft_chart_round_step ((self->most - self->least) / n_steps);
}

static int
measure (const Layout *layout, const char *text)
{
  return weft_glyph_atlas_measure (layout->style->atlas, WEFT_FONT_UI_SMALL, layout->font_size,
                                   text, -1);
}

static double
get_first_line (const Scale *self)
{
  return ceil (self->least / self->step) * self->step;
}

static int
measure_lines (const Layout *layout)
{
  int width = 0;

  for (double value = get_first_line (&layout->y); value <= layout->y.most; value += layout->y.step)
    {
      g_autofree char *text = weft_chart_format_step (value, layout->y.step);

      width = MAX (width, measure (layout, text));
    }
  return width;
}

static void
lay_out (Layout *layout, const WeftScatter *self, int width, int height)
{
  const WeftStyle *style = layout->style;
  int inset = weft_style_px (style, INSET), ascent, descent;

  layout->font_size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  weft_glyph_atlas_get_metrics (style->atlas, WEFT_FONT_UI_SMALL, layout->font_size, &ascent,
                                &descent, NULL);
  layout->line = ascent + descent + inset;
  find_ranges (layout, self);
  layout->y.start = layout->line;
  layout->y.length = MAX (height - 2 * layout->line, 1);
  set_step (&layout->y, weft_style_text_px (style, MIN_STEP_Y));
  layout->x.start = measure_lines (layout) + 2 * inset;
  layout->x.length = MAX (width - layout->x.start - inset, 1);
  set_step (&layout->x, weft_style_text_px (style, MIN_STEP_X));
}

static double
to_px (const Scale *self, double value)
{
  return (value - self->least) / (self->most - self->least) * self->length;
}

static double
x_to_px (const Layout *layout, double value)
{
  return layout->x.start + to_px (&layout->x, value);
}

static double
y_to_px (const Layout *layout, double value)
{
  return layout->y.start + layout->y.length - to_px (&layout->y, value);
}

/* --- painting --------------------------------------------------------------------------------------- */

static void
paint_text (const Layout *layout, int x, int y, int width, WeftTextAlign align, WeftColorRole role,
            const char *text)
{
  weft_paint_list_text (layout->list, x, y, MAX (width, 0), layout->line, WEFT_FONT_UI_SMALL,
                        layout->font_size, align, WEFT_FIT_END,
                        weft_style_color (layout->style, role), text, -1);
}

static void
paint_lines (const Layout *layout, int x, int y)
{
  WeftColor grid = weft_style_color (layout->style, WEFT_COLOR_GRID_MINOR);
  int thick = weft_style_px (layout->style, 1), inset = weft_style_px (layout->style, INSET);
  int room = (int) (layout->x.step / (layout->x.most - layout->x.least) * layout->x.length);

  for (double value = get_first_line (&layout->y); value <= layout->y.most; value += layout->y.step)
    {
      g_autofree char *text = weft_chart_format_step (value, layout->y.step);
      int at = y + weft_paint_coord (y_to_px (layout, value));

      weft_paint_list_fill (layout->list, x + layout->x.start, at, layout->x.length, thick, grid);
      paint_text (layout, x, at - layout->line / 2, layout->x.start - inset, WEFT_ALIGN_END,
                  WEFT_COLOR_TEXT_MUTED, text);
    }
  for (double value = get_first_line (&layout->x); value <= layout->x.most; value += layout->x.step)
    {
      g_autofree char *text = weft_chart_format_step (value, layout->x.step);
      int at = x + weft_paint_coord (x_to_px (layout, value));

      weft_paint_list_fill (layout->list, at, y + layout->y.start, thick, layout->y.length, grid);
      paint_text (layout, at - room / 2, y + layout->y.start + layout->y.length, room,
                  WEFT_ALIGN_CENTER, WEFT_COLOR_TEXT_MUTED, text);
    }
}

static void
paint_names (const Layout *layout, const WeftScatter *self, int x, int y, int width)
{
  int inset = weft_style_px (layout->style, INSET);
  g_autofree char *name = g_strdup_printf ("%s →", self->x_name);

  paint_text (layout, x + inset, y, width / 2, WEFT_ALIGN_START, WEFT_COLOR_TEXT, self->y_name);
  paint_text (layout, x + width / 2, y, width - width / 2 - inset, WEFT_ALIGN_END, WEFT_COLOR_TEXT,
              name);
}

/* Points that lie in the same pixel are one. */
static void
paint_points (const Layout *layout, const WeftScatter *self, int x, int y)
{
  gsize n_pixels = (gsize) layout->x.length * (gsize) layout->y.length;
  g_autofree guint8 *seen = g_new0 (guint8, n_pixels);
  int size = weft_style_px (layout->style, POINT);

  for (guint i = 0; i < self->n_points; i++)
    {
      int column = (int) to_px (&layout->x, self->points[i].x);
      int row = layout->y.length - 1 - (int) to_px (&layout->y, self->points[i].y);
      gsize pixel = (gsize) MAX (row, 0) * (gsize) layout->x.length + (gsize) MAX (column, 0);

      if (pixel >= n_pixels || seen[pixel] != 0)
        continue;
      seen[pixel] = 1;
      weft_paint_list_fill (layout->list, x + layout->x.start + column - size / 2,
                            y + layout->y.start + row - size / 2, size, size, self->color);
    }
}

/* Of points in the same column of pixels the least and the most are enough. */
static void
paint_line (const Layout *layout, const WeftScatter *self, int x, int y)
{
  const WeftStroke stroke = { self->color, (float) weft_style_px (layout->style, 1.5), 0, 0 };
  WeftPoint before = { 0, 0 };

  for (guint i = 0; i < self->n_points;)
    {
      int column = (int) x_to_px (layout, self->points[i].x);
      double low = self->points[i].y, high = low, last = low;
      WeftPoint at = { x + x_to_px (layout, self->points[i].x), y + y_to_px (layout, low) };

      if (i > 0)
        weft_paint_list_line (layout->list, before.x, before.y, at.x, at.y, &stroke);
      for (; i < self->n_points && (int) x_to_px (layout, self->points[i].x) == column; i++)
        {
          last = self->points[i].y;
          low = MIN (low, last);
          high = MAX (high, last);
        }
      if (high > low)
        weft_paint_list_line (layout->list, at.x, y + y_to_px (layout, low), at.x,
                              y + y_to_px (layout, high), &stroke);
      before = (WeftPoint){ at.x, y + y_to_px (layout, last) };
    }
  if (self->n_points == 1)
    paint_points (layout, self, x, y);
}

void
weft_scatter_paint (const WeftScatter *self, const WeftStyle *style, WeftPaintList *list, int x,
                    int y, int width, int height)
{
  Layout layout = { .style = style, .list = list };

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  if (self->n_points > 0)
    {
      lay_out (&layout, self, width, height);
      paint_lines (&layout, x, y);
      (self->is_line ? paint_line : paint_points) (&layout, self, x, y);
      paint_names (&layout, self, x, y, width);
    }
  weft_paint_list_pop_clip (list);
}
