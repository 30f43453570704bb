/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-axis-folds.h"

#include <math.h>

#include "weft-break.h"

/* FALSE where no part of the fold is in sight. */
static gboolean
get_edges (const WeftAxis *axis, const WeftCycleRange *fold, int64_t x, int width, int *from,
           int *to)
{
  *from = weft_paint_coord (floor (weft_axis_to_px (axis, fold->from) + 0.5) - (double) x);
  *to = weft_paint_coord (floor (weft_axis_to_px (axis, fold->to) + 0.5) - (double) x);
  return *to > 0 && *from < width;
}

void
weft_axis_paint_folded (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list,
                        int64_t x, int y, int width, int height)
{
  guint n;
  const WeftCycleRange *folds = weft_folds_get (axis->folds, &n);
  int from, to;

  for (guint i = 0; i < n; i++)
    if (get_edges (axis, &folds[i], x, width, &from, &to))
      weft_paint_list_fill (list, from, y, MAX (to - from, 1), height,
                            weft_style_color (style, WEFT_COLOR_PANE));
}

void
weft_axis_paint_breaks (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list,
                        int width, int height)
{
  guint n;
  const WeftCycleRange *folds = weft_folds_get (axis->folds, &n);
  int from, to;

  weft_paint_list_push_clip (list, 0, 0, width, height);
  for (guint i = 0; i < n; i++)
    if (get_edges (axis, &folds[i], 0, width, &from, &to))
      weft_break_paint (style, list, from, to, 0, height,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED));
  weft_paint_list_pop_clip (list);
}
