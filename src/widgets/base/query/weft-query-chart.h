/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-query-answer.h"

G_BEGIN_DECLS

/* Draws an answer of two columns, in the style of a view state: the numbers of the second by the texts or numbers of
 * the first. Rows without a number are left out.
 *
 * Signal "activated" (guint row): a bar was double-clicked. */

#define WEFT_TYPE_QUERY_CHART (weft_query_chart_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryChart, weft_query_chart, WEFT, QUERY_CHART, WeftPanel)

typedef enum
{
  WEFT_QUERY_SHAPE_BARS,
  WEFT_QUERY_SHAPE_LINE,
  WEFT_QUERY_SHAPE_POINTS,
} WeftQueryShape;

/* Whether the answer has two columns, with numbers in the second. */
gboolean weft_query_chart_can_draw (WeftQueryAnswer *answer);

void weft_query_chart_draw (WeftQueryChart *self, WeftQueryAnswer *answer, WeftQueryShape shape);

G_END_DECLS
