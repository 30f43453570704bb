/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-list.h"
#include "weft-style.h"
#include "weft-timeline-comparison.h"

G_BEGIN_DECLS

/* The picture of a comparison: a line for each time that differs, those that differ most first, with both
 * numbers, what the second has more or less, and a bar of that: to the left and blue where it is less, to
 * the right and red where it is more. */

/* Its height in device pixels. */
int weft_timeline_differences_measure (const WeftComparison *comparison, const WeftStyle *style);

/* Appends it, opaque, with its corner at (0, 0). */
void weft_timeline_differences_paint (const WeftComparison *comparison, const WeftStyle *style,
                                      WeftPaintList *list, int width, int height);

/* The row of the comparison at y; G_MAXUINT: none. */
guint weft_timeline_differences_hit_test (const WeftComparison *comparison, const WeftStyle *style,
                                          double y);

G_END_DECLS
