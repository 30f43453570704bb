/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-break.h"

/* How far a stroke leans to either side, in logical pixels. */
#define SLANT 4

void
weft_break_paint (const WeftStyle *style, WeftPaintList *list, int left, int right, int y,
                  int height, WeftColor color)
{
  int slant = weft_style_px (style, SLANT);
  WeftStroke stroke = { color, (float) weft_style_px (style, 1), 0, 0 };
  const int ends[] = { left, right };

  weft_paint_list_fill (list, left, y, right - left, height,
                        weft_style_color (style, WEFT_COLOR_CANVAS));
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    weft_paint_list_line (list, ends[i] - slant, y + height, ends[i] + slant, y, &stroke);
}
