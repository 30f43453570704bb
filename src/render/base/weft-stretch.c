/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-stretch.h"

#define HATCH_PERIOD 5

void
weft_stretch_end (WeftStretch *self)
{
  int width = self->end - self->begin;

  self->begin = self->end;
  if (width <= 0)
    return;
  if (self->is_mixed)
    weft_paint_list_columns (self->list, self->end - width, self->y, self->height, self->colors,
                             (size_t) width);
  else
    weft_paint_list_fill (self->list, self->end - width, self->y, width, self->height,
                          self->colors[0]);
  if (self->hatch != WEFT_COLOR_CANVAS)
    weft_paint_list_hatch (self->list, self->end - width, self->y, width, self->height,
                           WEFT_HATCH_DOWN, weft_style_px (self->style, HATCH_PERIOD),
                           weft_style_color (self->style, self->hatch));
}

void
weft_stretch_add (WeftStretch *self, int x, WeftColor color, WeftColorRole hatch)
{
  if (x != self->end || hatch != self->hatch || x - self->begin == WEFT_STRETCH_COLUMNS)
    {
      weft_stretch_end (self);
      self->begin = x;
      self->is_mixed = FALSE;
      self->hatch = hatch;
    }
  self->colors[x - self->begin] = color;
  self->is_mixed |= color != self->colors[0];
  self->end = x + 1;
}
