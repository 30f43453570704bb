/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Appends a break of an axis, from `left` to `right` of the list: two strokes of the color, with nothing of
 * the axis between them. */
void weft_break_paint (const WeftStyle *style, WeftPaintList *list, int left, int right, int y,
                       int height, WeftColor color);

G_END_DECLS
