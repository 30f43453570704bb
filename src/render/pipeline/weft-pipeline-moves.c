/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-moves.h"

#include <math.h>

#include "weft-pipeline-label-pane.h"
#include "weft-pipeline-trace-private.h"

/* Where the left edge stands before an op's fetch when a jump brings it there, in logical px. */
#define JUMP_MARGIN 24

/* Logical pixels at text scale 1: how wide cycles get in the straightened layout until rows are that
 * high. */
#define WIDEST_CYCLE 40
#define LEGIBLE_ROW 22

/* Rows that are looked at, of those in sight: more than a screen has while ops are drawn. */
#define MAX_LOOKS 4096

/* Where the newest op's fetch is brought to, of the window's width. */
#define END_PLACE (2.0 / 3)

/* --- what is in sight --------------------------------------------------------------------- */

/* Whether the op in a row has a part in the window, sideways. Under the lock. */
static gboolean
is_beside (const WeftPipelineGround *ground, const WeftPipelineViewport *viewport, guint32 row)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (ground->rows);
  guint32 op = weft_pipeline_rows_get_op (ground->rows, row);

  return weft_pipeline_viewport_cycle_to_x (viewport, weft_op_end (snapshot, op)) >= 0
         && weft_pipeline_viewport_cycle_to_x (viewport, weft_op_fetch (snapshot, op))
              < viewport->width;
}

/* Whether any op is in the window. */
static gboolean
sees_ops (const WeftPipelineGround *ground, const WeftPipelineViewport *viewport)
{
  gboolean seen = FALSE;
  guint32 first, last, step;

  weft_pipeline_rows_lock (ground->rows);
  weft_pipeline_viewport_get_rows (viewport, weft_pipeline_rows_get_n_rows (ground->rows), &first,
                                   &last);
  step = 1 + (last - first) / MAX_LOOKS;
  for (guint32 row = first; row < last && !seen; row += step)
    seen = is_beside (ground, viewport, row);
  weft_pipeline_rows_unlock (ground->rows);
  return seen;
}

/* How far a row must move for it to lie in the window, a third down where it is outside. */
static double
row_distance (const WeftPipelineViewport *viewport, guint32 row)
{
  double top = weft_pipeline_viewport_row_to_y (viewport, row);

  if (top >= 0 && top + viewport->px_per_row <= viewport->height)
    return 0;
  return top - viewport->height / 3.0;
}

/* --- pan and zoom ------------------------------------------------------------------------- */

WeftPipelineViewport
weft_pipeline_move_pan (const WeftPipelineGround *ground, WeftPipelineViewport from, double dx,
                        double dy)
{
  WeftPipelineViewport to = weft_pipeline_viewport_pan (from, ground->extent, dx, dy);
  WeftPipelineViewport lead0, lead1;
  double cycles;

  if (!ground->follow || to.layout != WEFT_PIPELINE_TIME || from.origin_row == to.origin_row)
    return to;
  /* Sideways by as much as the ops at the top do. */
  lead0 = weft_pipeline_viewport_follow (from, ground->extent, ground->rows);
  lead1 = weft_pipeline_viewport_follow (to, ground->extent, ground->rows);
  cycles = (double) (lead1.origin_cycle - lead0.origin_cycle) + lead1.origin_fraction
           - lead0.origin_fraction;
  to = weft_pipeline_viewport_pan (to, ground->extent, round (cycles * to.px_per_cycle), 0);
  /* At the picture's ends it could not go along, and stood beside the ops from then on. */
  return sees_ops (ground, &to) ? to
                                : weft_pipeline_viewport_follow (to, ground->extent, ground->rows);
}

/* The same window where ops of the cycle at x are at y: far out no rows are in sight, and none has to stay
 * in its place. */
static WeftPipelineViewport
hold_cycle (const WeftPipelineGround *ground, WeftPipelineViewport from, double x, double y)
{
  gint64 cycle = weft_pipeline_viewport_x_to_cycle (&from, x, NULL);
  guint32 first, last;

  weft_pipeline_rows_lock (ground->rows);
  weft_pipeline_rows_find_range (ground->rows, cycle, MIN (cycle, G_MAXINT64 - 1) + 1, &first,
                                 &last);
  weft_pipeline_rows_unlock (ground->rows);
  if (first < last)
    from.origin_row = first + (last - first) / 2.0 - y / from.px_per_row;
  return from;
}

/* Zooms so that the op at y stays in sight. */
static WeftPipelineViewport
zoom_around (const WeftPipelineGround *ground, WeftPipelineViewport from, double x, double y,
             double factor_x, double factor_y)
{
  WeftPipelineViewport to =
    weft_pipeline_viewport_zoom (from, ground->extent, x, y, factor_x, factor_y);
  double row = floor (weft_pipeline_viewport_y_to_row (&to, y)), left, right;
  WeftOp op;
  if (!ground->follow || to.layout != WEFT_PIPELINE_TIME || ground->extent->n_rows == 0)
    return to;
  row = CLAMP (row, 0, (double) ground->extent->n_rows - 1);
  weft_pipeline_rows_lock (ground->rows);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (ground->rows),
                                 weft_pipeline_rows_get_op (ground->rows, (guint32) row), &op);
  weft_pipeline_rows_unlock (ground->rows);
  left = weft_pipeline_viewport_cycle_to_x (&to, op.fetch);
  right = weft_pipeline_viewport_cycle_to_x (&to, op.end);
  if (right >= 0 && left < to.width)
    return to;
  return weft_pipeline_viewport_pan (to, ground->extent,
                                     round ((left + MIN (right, left + to.width)) / 2 - x), 0);
}

/* The factor sideways of a zoom in both directions. Where ops all begin at the left edge, cycles are wide
 * long before rows can be read: they wait for them. */
static double
limit_factor (const WeftPipelineGround *ground, const WeftPipelineViewport *from, double factor_x,
              double factor_y)
{
  double widest = weft_style_text_px (ground->style, WIDEST_CYCLE);
  double legible = weft_style_text_px (ground->style, LEGIBLE_ROW);

  if (from->layout != WEFT_PIPELINE_STRAIGHTENED || factor_x <= 1 || factor_y <= 1
      || from->px_per_row * factor_y > legible)
    return factor_x;
  return CLAMP (widest / from->px_per_cycle, 1, factor_x);
}

WeftPipelineViewport
weft_pipeline_move_zoom (const WeftPipelineGround *ground, WeftPipelineViewport from, double x,
                         double y, double factor_x, double factor_y)
{
  if (weft_pipeline_viewport_get_distance (&from, ground->extent, ground->style) > 0)
    from = hold_cycle (ground, from, x, y);
  return weft_pipeline_viewport_zoom (from, ground->extent, x, y,
                                      limit_factor (ground, &from, factor_x, factor_y), factor_y);
}

WeftPipelineViewport
weft_pipeline_move_to_reading_size (const WeftPipelineGround *ground, WeftPipelineViewport from,
                                    double x, double y, gboolean holds_row)
{
  WeftPipelineViewport opened =
    weft_pipeline_viewport_open (ground->extent, ground->style, from.width, from.height);
  guint n_parts = from.lanes == WEFT_LANES_SPLIT ? ground->extent->n_lanes : 1;

  if (!holds_row && weft_pipeline_viewport_get_distance (&from, ground->extent, ground->style) > 0)
    from = hold_cycle (ground, from, x, y);
  return zoom_around (ground, from, x, y, opened.px_per_cycle / from.px_per_cycle,
                      opened.px_per_row * n_parts / from.px_per_row);
}

WeftPipelineViewport
weft_pipeline_move_to_legible_size (const WeftPipelineGround *ground, WeftPipelineViewport from)
{
  WeftPipelineViewport opened =
    weft_pipeline_viewport_open (ground->extent, ground->style, from.width, from.height);
  guint n_parts = from.lanes == WEFT_LANES_SPLIT ? ground->extent->n_lanes : 1;
  gboolean reads_rows = weft_pipeline_labels_are_legible (&from, ground->style);
  gboolean reads_cycles = from.px_per_cycle >= opened.px_per_cycle / 2;

  if (reads_rows && reads_cycles)
    return from;
  return weft_pipeline_viewport_zoom (
    from, ground->extent, 0, 0, reads_cycles ? 1 : opened.px_per_cycle / from.px_per_cycle,
    reads_rows ? 1 : opened.px_per_row * n_parts / from.px_per_row);
}

/* --- going to ----------------------------------------------------------------------------- */

WeftPipelineViewport
weft_pipeline_move_to_op (const WeftPipelineGround *ground, WeftPipelineViewport from, guint32 op,
                          gboolean gently)
{
  double margin = weft_style_px (ground->style, JUMP_MARGIN), x, dx = 0, dy;
  gint64 fetch = 0;
  guint32 row;

  weft_pipeline_rows_lock (ground->rows);
  row = weft_pipeline_rows_find_op (ground->rows, op);
  if (row != WEFT_NO_ROW && from.layout == WEFT_PIPELINE_TIME)
    fetch = weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (ground->rows), op);
  weft_pipeline_rows_unlock (ground->rows);
  if (row == WEFT_NO_ROW)
    return from;
  x = weft_pipeline_viewport_cycle_to_x (&from, fetch);
  dy = row_distance (&from, row);
  if (!gently || dy != 0 || x < 0 || x > from.width - margin)
    dx = x - margin;
  return weft_pipeline_viewport_pan (from, ground->extent, round (dx), round (dy));
}

WeftPipelineViewport
weft_pipeline_move_to_cycle (const WeftPipelineGround *ground, WeftPipelineViewport from,
                             gint64 cycle)
{
  guint32 first, last;
  double x, dy;

  if (from.layout != WEFT_PIPELINE_TIME)
    return from;
  weft_pipeline_rows_lock (ground->rows);
  weft_pipeline_rows_find_range (ground->rows, cycle, cycle + 1, &first, &last);
  weft_pipeline_rows_unlock (ground->rows);
  x = weft_pipeline_viewport_cycle_to_x (&from, cycle);
  dy = first < last ? row_distance (&from, first + (last - first) / 2) : 0;
  return weft_pipeline_viewport_pan (from, ground->extent, round (x - from.width / 2.0),
                                     round (dy));
}

WeftPipelineViewport
weft_pipeline_move_to_end (const WeftPipelineGround *ground, WeftPipelineViewport from)
{
  double rows = ground->extent->n_rows - from.origin_row - from.height / from.px_per_row, x;
  WeftPipelineViewport to;
  gint64 fetch = 0;
  guint32 n_rows;

  /* Whoever looks at an earlier part of the last ops is left alone. */
  if (rows * from.px_per_row < 1)
    return from;
  to = weft_pipeline_move_pan (ground, from, 0, ceil (rows * from.px_per_row));
  if (!ground->follow || to.layout != WEFT_PIPELINE_TIME)
    return to;
  weft_pipeline_rows_lock (ground->rows);
  n_rows = weft_pipeline_rows_get_n_rows (ground->rows);
  if (n_rows > 0)
    fetch = weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (ground->rows),
                                              weft_pipeline_rows_get_op (ground->rows, n_rows - 1));
  weft_pipeline_rows_unlock (ground->rows);
  x = weft_pipeline_viewport_cycle_to_x (&to, fetch);
  if (n_rows == 0 || (x >= 0 && x <= to.width - weft_style_px (ground->style, JUMP_MARGIN)))
    return to;
  return weft_pipeline_viewport_pan (to, ground->extent, round (x - to.width * END_PLACE), 0);
}

/* The row of an op, or of the next one that is shown; the last where there is none. In another
 * order than that of the fetch there is no next one: the first row. Under the lock. */
static guint32
find_row (WeftPipelineRows *rows, guint32 op)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows), low = 0, high = n_rows;
  guint32 wanted = op < snapshot->n_ops ? weft_pipeline_snapshot_row_of_op (snapshot, op) : 0;

  if (weft_pipeline_rows_get_order (rows) != WEFT_ROWS_BY_FETCH)
    {
      low = weft_pipeline_rows_find_op (rows, op);
      return low != WEFT_NO_ROW ? low : 0;
    }
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      guint32 there = weft_pipeline_rows_get_op (rows, middle);

      if (weft_pipeline_snapshot_row_of_op (snapshot, there) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return MIN (low, MAX (n_rows, 1) - 1);
}

WeftPipelineViewport
weft_pipeline_move_to_row_of (const WeftPipelineGround *ground, WeftPipelineViewport from,
                              guint32 op)
{
  WeftPipelineViewport to = from;
  guint32 first, last;
  gboolean seen;

  weft_pipeline_rows_lock (ground->rows);
  to.origin_row = find_row (ground->rows, op);
  to = weft_pipeline_viewport_resize (to, ground->extent, to.width, to.height);
  weft_pipeline_viewport_get_rows (&to, weft_pipeline_rows_get_n_rows (ground->rows), &first,
                                   &last);
  seen = first < last && is_beside (ground, &to, first);
  weft_pipeline_rows_unlock (ground->rows);
  return seen || !ground->follow ? to
                                 : weft_pipeline_viewport_follow (to, ground->extent, ground->rows);
}

WeftPipelineViewport
weft_pipeline_move_rows_along (const WeftPipelineGround *ground, WeftPipelineViewport from,
                               gint64 first, gint64 last)
{
  WeftPipelineViewport to = from;
  WeftPipelineViewport opened =
    weft_pipeline_viewport_open (ground->extent, ground->style, from.width, from.height);
  guint32 first_row, last_row;

  weft_pipeline_rows_lock (ground->rows);
  weft_pipeline_rows_find_range (ground->rows, first, last, &first_row, &last_row);
  weft_pipeline_rows_unlock (ground->rows);
  if (first_row >= last_row)
    return from;
  to.px_per_row = MIN (to.height / (double) (last_row - first_row), opened.px_per_row);
  to.origin_row = first_row;
  return to;
}
