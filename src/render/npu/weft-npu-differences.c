/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-differences.h"

#include "weft-npu-comparison-words.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Logical pixels at text scale 1. */
#define ROW_HEIGHT 22
#define PADDING 8
#define SWATCH 12

/* Names take this share of the width at most. */
#define MAX_NAMES 0.3

/* The least colour of a difference, so that a small one is told from none. */
#define MIN_COLOR 0.35

typedef struct
{
  const WeftNpuComparison *comparison;
  const WeftStyle *style;
  WeftPaintList *list;
  int row;     /* height */
  int padding; /* between columns */
  int names;   /* width */
  double size; /* of the font */
} Layout;

static const WeftNpuComparedLayer *
get_layer (const WeftNpuComparison *comparison, guint row)
{
  return &g_array_index (comparison->changed, WeftNpuComparedLayer, row);
}

/* "ffn_1", "ffn_1, per DECODE token": (transfer full). */
static char *
name_layer (const WeftNpuComparedLayer *layer)
{
  const char *name = *layer->name != '\0' ? layer->name : _ ("no layer");

  if (layer->phase == NULL)
    return g_strdup (name);
  return g_strdup_printf (_ ("%s, per %s token"), name, layer->phase);
}

static int
measure (const Layout *layout, const char *text)
{
  return weft_glyph_atlas_measure (layout->style->atlas, WEFT_FONT_UI_SMALL, layout->size, text, -1)
         + 1;
}

static void
paint_text (const Layout *layout, int x, int y, int width, WeftTextAlign align, WeftColorRole color,
            const char *text)
{
  weft_paint_list_text (layout->list, x, y, width, layout->row, WEFT_FONT_UI_SMALL, layout->size,
                        align, WEFT_FIT_END, weft_style_color (layout->style, color), text, -1);
}

static Layout
lay_out (const WeftNpuComparison *comparison, const WeftStyle *style, WeftPaintList *list,
         int width)
{
  Layout layout = { comparison,
                    style,
                    list,
                    weft_style_text_px (style, ROW_HEIGHT),
                    weft_style_px (style, PADDING),
                    0,
                    weft_style_font_size (style, WEFT_FONT_UI_SMALL) };

  for (guint i = 0; i < comparison->changed->len; i++)
    {
      g_autofree char *name = name_layer (get_layer (comparison, i));

      layout.names = MAX (layout.names, measure (&layout, name));
    }
  layout.names = MIN (layout.names, (int) (width * MAX_NAMES));
  return layout;
}

/* --- a column of bars ----------------------------------------------------------------------------- */

typedef struct
{
  guint number;
  WeftFieldUnit unit;
  const char *title;
  int x;
  int width;
  int text;    /* width of the longest number */
  double most; /* that a bar stands for */
} Column;

static char *
format_delta (const Column *column, const WeftNpuComparedLayer *layer)
{
  return weft_npu_comparison_format_delta (
    weft_npu_compared_layer_get_delta (layer, column->number), column->unit);
}

static void
measure_column (const Layout *layout, Column *column)
{
  for (guint i = 0; i < layout->comparison->changed->len; i++)
    {
      const WeftNpuComparedLayer *layer = get_layer (layout->comparison, i);
      g_autofree char *text = format_delta (column, layer);

      column->most =
        MAX (column->most, fabs (weft_npu_compared_layer_get_delta (layer, column->number)));
      column->text = MAX (column->text, measure (layout, text));
    }
}

/* The number stands at the end of its bar. */
static void
paint_bar (const Layout *layout, const Column *column, const WeftNpuComparedLayer *layer, int y)
{
  double delta = weft_npu_compared_layer_get_delta (layer, column->number);
  double share = column->most > 0 ? delta / column->most : 0;
  int middle = column->x + column->width / 2, gap = weft_style_px (layout->style, 4);
  int room = MAX (column->width / 2 - column->text - 2 * gap, 1);
  int length = delta != 0 ? MAX ((int) lrint (fabs (share) * room), 1) : 0;
  int inset = layout->row / 5;
  g_autofree char *text = format_delta (column, layer);
  double color = delta < 0 ? MIN (share, -MIN_COLOR) : MAX (share, MIN_COLOR);

  if (delta != 0)
    weft_paint_list_fill (layout->list, delta < 0 ? middle - length : middle, y + inset, length,
                          layout->row - 2 * inset, weft_style_diverging (layout->style, color));
  if (delta < 0)
    paint_text (layout, middle - length - gap - column->text, y, column->text, WEFT_ALIGN_END,
                WEFT_COLOR_TEXT, text);
  else
    paint_text (layout, middle + length + gap, y, column->text, WEFT_ALIGN_START,
                delta != 0 ? WEFT_COLOR_TEXT : WEFT_COLOR_TEXT_MUTED, text);
}

static void
paint_column (const Layout *layout, const Column *column, int y)
{
  guint n = layout->comparison->changed->len;
  int middle = column->x + column->width / 2;

  paint_text (layout, column->x, y, column->width, WEFT_ALIGN_CENTER, WEFT_COLOR_TEXT_MUTED,
              column->title);
  y += layout->row;
  for (guint i = 0; i < n; i++)
    paint_bar (layout, column, get_layer (layout->comparison, i), y + (int) i * layout->row);
  weft_paint_list_fill (layout->list, middle, y, weft_style_px (layout->style, 1),
                        (int) n * layout->row, weft_style_color (layout->style, WEFT_COLOR_GRID));
}

/* --- the legend ----------------------------------------------------------------------------------- */

static int
paint_entry (const Layout *layout, double difference, const char *text, int x, int y)
{
  int swatch = weft_style_text_px (layout->style, SWATCH), width = measure (layout, text);

  weft_paint_list_fill (layout->list, x, y + (layout->row - swatch) / 2, swatch, swatch,
                        weft_style_diverging (layout->style, difference));
  paint_text (layout, x + swatch + layout->padding / 2, y, width, WEFT_ALIGN_START, WEFT_COLOR_TEXT,
              text);
  return x + swatch + width + 2 * layout->padding;
}

static void
paint_legend (const Layout *layout, double most, int x, int y)
{
  g_autofree char *number = weft_npu_comparison_format (most, WEFT_UNIT_CYCLES);
  g_autofree char *less = g_strdup_printf (_ ("less in B, to −%s cycles"), number);
  g_autofree char *more = g_strdup_printf (_ ("more in B, to +%s cycles"), number);

  x = paint_entry (layout, -1, less, x + layout->padding, y);
  paint_entry (layout, 1, more, x, y);
}

/* --- the picture ---------------------------------------------------------------------------------- */

int
weft_npu_differences_measure (const WeftNpuComparison *comparison, const WeftStyle *style)
{
  return ((int) comparison->changed->len + 2) * weft_style_text_px (style, ROW_HEIGHT);
}

void
weft_npu_differences_paint (const WeftNpuComparison *comparison, const WeftStyle *style,
                            WeftPaintList *list, int x, int y, int width, int height)
{
  Layout layout = lay_out (comparison, style, list, width);
  Column columns[] = {
    { WEFT_NPU_LAYER_CYCLES, WEFT_UNIT_CYCLES, _ ("Cycles of the layer’s events, B − A") },
    { WEFT_NPU_LAYER_READ, WEFT_UNIT_BYTES, _ ("Bytes that they read, B − A") },
  };
  int left = x + layout.names + 2 * layout.padding;
  int each = MAX ((x + width - left) / (int) G_N_ELEMENTS (columns), 1);

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  for (guint i = 0; i < comparison->changed->len; i++)
    {
      g_autofree char *name = name_layer (get_layer (comparison, i));

      paint_text (&layout, x + layout.padding, y + ((int) i + 2) * layout.row, layout.names,
                  WEFT_ALIGN_START, WEFT_COLOR_TEXT, name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      columns[i].x = left + (int) i * each;
      columns[i].width = each;
      measure_column (&layout, &columns[i]);
      paint_column (&layout, &columns[i], y + layout.row);
    }
  paint_legend (&layout, columns[0].most, x, y);
  weft_paint_list_pop_clip (list);
}

/* "154 085 → 269 153 (+115 068)", "—" for what is not there. */
static char *
describe_number (const WeftNpuComparedLayer *layer, guint number)
{
  g_autofree char *a = weft_npu_comparison_format (layer->a[number], WEFT_UNIT_PLAIN);
  g_autofree char *b = weft_npu_comparison_format (layer->b[number], WEFT_UNIT_PLAIN);
  g_autofree char *delta = weft_npu_comparison_format_delta (
    weft_npu_compared_layer_get_delta (layer, number), WEFT_UNIT_PLAIN);

  return g_strdup_printf ("%s → %s (%s)", a, b, delta);
}

char *
weft_npu_differences_describe (const WeftNpuComparison *comparison, const WeftStyle *style, int y)
{
  int row = y / weft_style_text_px (style, ROW_HEIGHT) - 2;
  g_autofree char *name = NULL, *cycles = NULL, *read = NULL, *written = NULL;
  const WeftNpuComparedLayer *layer;

  if (row < 0 || row >= (int) comparison->changed->len)
    return NULL;
  layer = get_layer (comparison, (guint) row);
  name = name_layer (layer);
  cycles = describe_number (layer, WEFT_NPU_LAYER_CYCLES);
  read = describe_number (layer, WEFT_NPU_LAYER_READ);
  written = describe_number (layer, WEFT_NPU_LAYER_WRITTEN);
  return g_strdup_printf (_ ("%s\nCycles %s\nBytes read %s\nBytes written %s"), name, cycles, read,
                          written);
}
