/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-legend.h"

#include "weft-number.h"

#include <glib/gi18n-lib.h>

int
weft_noc_legend_get_height (const WeftStyle *style)
{
  return weft_style_text_px (style, 46);
}

static void
paint_label (const WeftNocLegend *self, int x, int y, int width, WeftTextAlign align,
             WeftColorRole role, const char *text, WeftPaintList *list)
{
  weft_paint_list_text (list, x, y, width, weft_style_text_px (self->style, 16), WEFT_FONT_UI_SMALL,
                        weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), align, WEFT_FIT_END,
                        weft_style_color (self->style, role), text, -1);
}

/* A ramp from 0 to 100 %, and what is above it; of differences from −100 to 100 points. */
static void
paint_ramp (const WeftNocLegend *self, int x, int y, int width, WeftPaintList *list)
{
  int height = weft_style_text_px (self->style, 10), over = self->is_difference ? 0 : height * 3;

  for (int i = 0; i < width; i++)
    {
      double amount = (double) i / MAX (width - 1, 1);

      weft_paint_list_fill (list, x + i, y, 1, height,
                            self->is_difference ? weft_style_diverging (self->style, 2 * amount - 1)
                                                : weft_style_heat (self->style, amount));
    }
  if (over > 0)
    {
      weft_paint_list_fill (list, x + width, y, over, height, weft_style_heat (self->style, 1));
      weft_paint_list_hatch (list, x + width, y, over, height, WEFT_HATCH_UP,
                             CLAMP (weft_style_px (self->style, 5), 2, 64),
                             weft_style_color (self->style, WEFT_COLOR_OVER_HATCH));
    }
  y += height;
  paint_label (self, x, y, width / 2, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED,
               self->is_difference ? _ ("−100 points (less)") : "0 %", list);
  if (!self->is_difference)
    paint_label (self, x + width / 4, y, width / 2, WEFT_ALIGN_CENTER, WEFT_COLOR_TEXT_MUTED,
                 "50 %", list);
  paint_label (self, x + width / 2, y, width / 2, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED,
               self->is_difference ? _ ("+100 points (more)") : "100 %", list);
  if (over > 0)
    paint_label (self, x + width + weft_style_px (self->style, 6), y,
                 weft_style_text_px (self->style, 70), WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED,
                 _ ("above"), list);
}

void
weft_noc_legend_paint (const WeftNocLegend *self, int x, int y, int width, WeftPaintList *list)
{
  int pad = weft_style_px (self->style, 10), line = weft_style_text_px (self->style, 16);
  int ramp = MIN (weft_style_text_px (self->style, 260), width / 3);
  int right = x + pad + ramp + weft_style_text_px (self->style, 80);
  int aside = MIN (weft_style_text_px (self->style, 150), width / 2);
  g_autofree char *largest = weft_number_bytes (self->largest);
  g_autofree char *widest = g_strdup_printf (_ ("Widest lane: %s"), largest);
  const char *notes[] = {
    self->wraps ? _ ("NOC_0: upper, right lane. NOC_1: lower, left lane.")
                : _ ("NOC_0: inner lanes. NOC_1: outer lanes."),
    _ ("Hatched bar: time in barriers."),
  };

  weft_paint_list_push_clip (list, x, y, width, weft_noc_legend_get_height (self->style));
  weft_paint_list_fill (list, x, y, width, weft_noc_legend_get_height (self->style),
                        weft_style_color (self->style, WEFT_COLOR_PANE));
  paint_label (self, x + pad, y + 2, width - 3 * pad - aside, WEFT_ALIGN_START, WEFT_COLOR_TEXT,
               self->title, list);
  paint_label (self, x + width - pad - aside, y + 2, aside, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED,
               widest, list);
  paint_ramp (self, x + pad, y + 2 + line, ramp, list);
  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    paint_label (self, right, y + 2 + line + (int) i * (line - line / 4), x + width - right,
                 WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED, notes[i], list);
  weft_paint_list_pop_clip (list);
}
