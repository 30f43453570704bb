/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-cpi-bars.h"

#include <glib/gi18n-lib.h>

/* Logical pixels at text scale 1. */
#define BAR_HEIGHT 20
#define LINE_HEIGHT 18

typedef struct
{
  const WeftStyle *style;
  WeftPaintList *list; /* NULL: it is measured */
  double font_size;
  int width;
  int gap;
} Painter;

/* --- categories ------------------------------------------------------------------------------------ */

WeftColor
weft_cpi_category_get_color (const WeftStyle *style, WeftCpiCategory category)
{
  static const guint categories[] = { [WEFT_CPI_RETIRING] = 2,
                                      [WEFT_CPI_FRONT_END] = 4,
                                      [WEFT_CPI_BAD_SPECULATION] = 5,
                                      [WEFT_CPI_MEMORY] = 1,
                                      [WEFT_CPI_CORE] = 0 };

  return category < G_N_ELEMENTS (categories) ? weft_style_category (style, categories[category])
                                              : weft_style_color (style, WEFT_COLOR_UNKNOWN);
}

const char *
weft_cpi_category_to_words (WeftCpiCategory category)
{
  static const char *const words[WEFT_N_CPI_PARTS] = {
    [WEFT_CPI_RETIRING] = N_ ("retiring"),
    [WEFT_CPI_FRONT_END] = N_ ("front end"),
    [WEFT_CPI_BAD_SPECULATION] = N_ ("bad speculation"),
    [WEFT_CPI_MEMORY] = N_ ("memory"),
    [WEFT_CPI_CORE] = N_ ("core"),
    [WEFT_CPI_UNKNOWN] = N_ ("unknown"),
  };

  g_return_val_if_fail (category < WEFT_N_CPI_PARTS, NULL);
  return _ (words[category]);
}

/* --- bars -------------------------------------------------------------------------------------------- */

/* The value of a bar as wide as the box; 0: there is nothing to show. */
static double
find_longest (const WeftCpiBar *bars, guint n_bars)
{
  double longest = 0;

  for (guint i = 0; i < n_bars; i++)
    {
      double cpi = 0;

      for (guint k = 0; k < bars[i].parts->len; k++)
        cpi += g_array_index (bars[i].parts, WeftCpiPart, k).cpi;
      longest = MAX (longest, isfinite (cpi) ? cpi : 0);
    }
  return longest;
}

static int
measure (const Painter *self, const char *words)
{
  return weft_glyph_atlas_measure (self->style->atlas, WEFT_FONT_UI_SMALL, self->font_size, words,
                                   -1)
         + 1;
}

static void
paint_bar (const Painter *self, const GArray *parts, int x, double px, int y, int height)
{
  double at = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const WeftCpiPart *part = &g_array_index (parts, WeftCpiPart, i);
      const char *words = weft_cpi_category_to_words (part->category);
      WeftColor color = weft_cpi_category_get_color (self->style, part->category);
      int x0 = weft_paint_coord (x + at * px), x1;

      at += isfinite (part->cpi) ? part->cpi : 0;
      x1 = weft_paint_coord (x + at * px);
      weft_paint_list_fill (self->list, x0, y, x1 - x0, height, color);
      if (measure (self, words) < x1 - x0)
        weft_paint_list_text (self->list, x0, y, x1 - x0, height, WEFT_FONT_UI_SMALL,
                              self->font_size, WEFT_ALIGN_CENTER, WEFT_FIT_CLIP,
                              weft_color_text_on (color), words, -1);
    }
}

static gboolean
has_category (const WeftCpiBar *bars, guint n_bars, WeftCpiCategory category)
{
  for (guint i = 0; i < n_bars; i++)
    if (category < bars[i].parts->len
        && g_array_index (bars[i].parts, WeftCpiPart, category).slots > 0)
      return TRUE;
  return FALSE;
}

/* Which colour is what, in as many lines as that takes; returns where it ends. */
static int
paint_legend (const Painter *self, const WeftCpiBar *bars, guint n_bars, int y)
{
  int line = weft_style_text_px (self->style, LINE_HEIGHT);
  int swatch = weft_style_text_px (self->style, 11), x = 0;

  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    {
      const char *words = weft_cpi_category_to_words ((WeftCpiCategory) i);
      int width = measure (self, words);

      if (!has_category (bars, n_bars, (WeftCpiCategory) i))
        continue;
      if (x > 0 && x + swatch + self->gap + width > self->width)
        {
          x = 0;
          y += line;
        }
      if (self->list != NULL)
        {
          weft_paint_list_fill (self->list, x, y + (line - swatch) / 2, swatch, swatch,
                                weft_cpi_category_get_color (self->style, (WeftCpiCategory) i));
          weft_paint_list_text (self->list, x + swatch + self->gap, y, width, line,
                                WEFT_FONT_UI_SMALL, self->font_size, WEFT_ALIGN_START, WEFT_FIT_END,
                                weft_style_color (self->style, WEFT_COLOR_TEXT), words, -1);
        }
      x += swatch + self->gap + width + 2 * self->gap;
    }
  return y + line;
}

/* The width of the names before the bars, with the gap behind them; 0: they have none. */
static int
measure_names (const Painter *self, const WeftCpiBar *bars, guint n_bars)
{
  int width = 0;

  for (guint i = 0; i < n_bars; i++)
    if (bars[i].name != NULL)
      width = MAX (width, measure (self, bars[i].name) + 2 * self->gap);
  return MIN (width, self->width / 2);
}

static int
lay_out (const Painter *self, const WeftCpiBar *bars, guint n_bars)
{
  int height = weft_style_text_px (self->style, BAR_HEIGHT);
  int x = measure_names (self, bars, n_bars), y = 0;
  double longest = find_longest (bars, n_bars);

  if (longest <= 0)
    return 0;
  for (guint i = 0; i < n_bars; i++)
    {
      if (self->list != NULL && bars[i].name != NULL)
        weft_paint_list_text (self->list, 0, y, x, height, WEFT_FONT_UI_SMALL, self->font_size,
                              WEFT_ALIGN_START, WEFT_FIT_END,
                              weft_style_color (self->style, WEFT_COLOR_TEXT), bars[i].name, -1);
      if (self->list != NULL)
        paint_bar (self, bars[i].parts, x, (self->width - x) / longest, y, height);
      y += height + self->gap;
    }
  return paint_legend (self, bars, n_bars, y);
}

static Painter
begin (const WeftStyle *style, int width, WeftPaintList *list)
{
  return (Painter){ .style = style,
                    .list = list,
                    .font_size = weft_style_font_size (style, WEFT_FONT_UI_SMALL),
                    .width = width,
                    .gap = weft_style_px (style, 4) };
}

int
weft_cpi_bars_measure (const WeftStyle *style, const WeftCpiBar *bars, guint n_bars, int width)
{
  const Painter painter = begin (style, width, NULL);

  return lay_out (&painter, bars, n_bars);
}

void
weft_cpi_bars_paint (const WeftStyle *style, const WeftCpiBar *bars, guint n_bars, int width,
                     WeftPaintList *list)
{
  const Painter painter = begin (style, width, list);

  lay_out (&painter, bars, n_bars);
}
