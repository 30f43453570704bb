/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* A plot of numbers against numbers, with an axis for each: points, or a line through them. A plain value that
 * describes what is drawn, as WeftChart is; its cost depends on its pixels and on its points once. */

typedef struct
{
  const char *x_name;
  const char *y_name;
  const WeftPoint *points; /* from −10³⁰⁰ to 10³⁰⁰; those of a line ascend in x */
  guint n_points;
  gboolean is_line;
  WeftColor color;
} WeftScatter;

/* Appends the plot to `list`, opaque, within a box in device pixels. */
void weft_scatter_paint (const WeftScatter *self, const WeftStyle *style, WeftPaintList *list,
                         int x, int y, int width, int height);

G_END_DECLS
