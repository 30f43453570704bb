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
  weft_paint_list_fill (self->list, self->end - width, self->y, width, self->height, self->color);
  if (self->hatch != WEFT_COLOR_CANVAS)
    weft_paint_list_hatch (self->list, self->end - width, self->y, width, self->height,
                           WEFT_HATCH_DOWN, weft_style_px (self->style, HATCH_PERIOD),
                           weft_style_color (self->style, self->hatch));
}

void
weft_stretch_add (WeftStretch *self, int x, WeftColor color, WeftColorRole hatch)
{
  if (x != self->end || color != self->color || hatch != self->hatch)
    {
      weft_stretch_end (self);
      self->begin = x;
      self->color = color;
      self->hatch = hatch;
    }
  self->end = x + 1;
}
