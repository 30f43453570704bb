/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-list.h"
#include "weft-style.h"

#include <glib.h>

/* The meaning of a map's colours. */
typedef struct
{
  const WeftStyle *style;
  const char *title;
  guint64 largest; /* bytes of the widest lane */
  gboolean is_difference;
  gboolean wraps; /* the grid is a torus */
} WeftNocLegend;

int weft_noc_legend_get_height (const WeftStyle *style);

/* Paints it into a box of that height, opaque. */
void weft_noc_legend_paint (const WeftNocLegend *self, int x, int y, int width,
                            WeftPaintList *list);
