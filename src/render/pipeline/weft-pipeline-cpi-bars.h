/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-list.h"
#include "weft-pipeline-cpi-stack.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* CPI stacks as bars below one another, as long as their CPI and in the colours of what it went to, with
 * a legend of what there is. */

typedef struct
{
  const char *name;    /* for people; NULL: a bar alone needs none */
  const GArray *parts; /* WeftCpiPart */
} WeftCpiBar;

/* The height in device pixels that they take in a width. */
int weft_cpi_bars_measure (const WeftStyle *style, const WeftCpiBar *bars, guint n_bars, int width);

void weft_cpi_bars_paint (const WeftStyle *style, const WeftCpiBar *bars, guint n_bars, int width,
                          WeftPaintList *list);

/* The colour of a category, and its name for people. */
WeftColor weft_cpi_category_get_color (const WeftStyle *style, WeftCpiCategory category);
const char *weft_cpi_category_to_words (WeftCpiCategory category);

G_END_DECLS
