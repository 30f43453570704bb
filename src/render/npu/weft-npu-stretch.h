/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

G_BEGIN_DECLS

/* Neighbouring columns of pixels that look the same, which are painted at once. Zero-initialize but for
 * the first four, add columns from left to right, and end it. */
typedef struct
{
  WeftPaintList *list;
  const WeftStyle *style;
  int y; /* of the list */
  int height;
  int begin; /* columns that are not painted yet: from here */
  int end;   /* to here, exclusive */
  WeftColor color;
  gboolean is_over; /* hatched in the colour of what is over capacity */
} WeftNpuStretch;

void weft_npu_stretch_add (WeftNpuStretch *self, int x, WeftColor color, gboolean is_over);
void weft_npu_stretch_end (WeftNpuStretch *self);

G_END_DECLS
