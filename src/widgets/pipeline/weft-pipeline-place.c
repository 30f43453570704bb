/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-state-private.h"

#include <math.h>

#include "weft-pipeline-moves.h"

/* Where a pipeline's state looks: its viewport, and how that moves. Where a movement leads is
 * weft-pipeline-moves.c's. */

/* A place: row, cycle and fraction at the corner, logical pixels per row and cycle, layout and
 * lanes. */
#define PLACE_TYPE "(dxdddii)"

static WeftPipelineGround
get_ground (WeftPipelineState *self)
{
  return (WeftPipelineGround){ .rows = self->rows,
                               .extent = &self->extent,
                               .style = weft_view_state_get_style (WEFT_VIEW_STATE (self)),
                               .follow = self->follow };
}

/* Tells the axis what is in sight. */
static void
publish_visible (WeftPipelineState *self)
{
  const WeftPipelineViewport *viewport = &self->viewport;
  const WeftTimeSpan span = { viewport->origin_cycle, viewport->origin_fraction,
                              viewport->width / viewport->px_per_cycle };

  if (!self->following && viewport->layout == WEFT_PIPELINE_TIME)
    weft_view_state_set_visible (WEFT_VIEW_STATE (self), &span);
}

void
weft_pipeline_place_open (WeftPipelineState *self)
{
  if (self->opened || !self->sized || self->extent.n_rows == 0)
    return;
  self->opened = TRUE;
  self->viewport =
    weft_pipeline_viewport_open (&self->extent, weft_view_state_get_style (WEFT_VIEW_STATE (self)),
                                 self->viewport.width, self->viewport.height);
  self->viewport.folds = self->folds;
  self->viewport.origin_cycle = weft_folds_lay (self->folds, self->viewport.origin_cycle);
  publish_visible (self);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_place_scale (WeftPipelineState *self, double scale)
{
  self->glide.going = FALSE;
  self->viewport.px_per_cycle *= scale;
  self->viewport.px_per_row *= scale;
}

/* --- place ---------------------------------------------------------------------------------------- */

const WeftPipelineViewport *
weft_pipeline_state_get_viewport (WeftPipelineState *self)
{
  return &self->viewport;
}

const WeftPipelineViewport *
weft_pipeline_state_get_target (WeftPipelineState *self)
{
  return self->glide.going ? &self->glide.to : &self->viewport;
}

/* Cells stay as large as they are, around the cycle at the left edge; otherwise the cycles that were in
 * sight are. */
static WeftPipelineViewport
show_same (WeftPipelineState *self, WeftPipelineViewport viewport, WeftFolds *folds)
{
  gint64 first = weft_pipeline_viewport_x_to_cycle (&viewport, 0, NULL);

  viewport.folds = folds;
  if (viewport.layout != WEFT_PIPELINE_TIME)
    return viewport;
  viewport.origin_cycle = weft_folds_lay (folds, first);
  if (!weft_pipeline_viewport_shows_cells (&viewport))
    {
      const WeftTimeSpan *seen =
        weft_time_axis_get_visible (weft_view_state_get_axis (WEFT_VIEW_STATE (self)));

      viewport.origin_cycle = seen->start;
      viewport.origin_fraction = seen->fraction;
      viewport.px_per_cycle = viewport.width / seen->length;
    }
  return weft_pipeline_viewport_resize (viewport, &self->extent, viewport.width, viewport.height);
}

void
weft_pipeline_place_take_folds (WeftPipelineState *self)
{
  WeftFolds *folds = weft_time_axis_get_folds (weft_view_state_get_axis (WEFT_VIEW_STATE (self)));
  g_autoptr (WeftFolds) before = self->folds;

  self->folds = folds != NULL ? weft_folds_ref (folds) : NULL;
  if (folds != before && self->opened)
    weft_pipeline_state_set_viewport (self, show_same (self, self->viewport, folds));
}

static void
place (WeftPipelineState *self, const WeftPipelineViewport *viewport)
{
  self->viewport = *viewport;
  if (viewport->layout == WEFT_PIPELINE_STRAIGHTENED)
    weft_pipeline_rows_straighten (self->rows);
  publish_visible (self);
  weft_pipeline_pick_update_hover (self);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

static gboolean
same_place (const WeftPipelineViewport *a, const WeftPipelineViewport *b)
{
  return fabs (a->px_per_cycle / b->px_per_cycle - 1) < 1e-3
         && fabs (a->px_per_row / b->px_per_row - 1) < 1e-3
         && fabs (a->origin_row - b->origin_row) * a->px_per_row < 2
         && fabs ((double) (a->origin_cycle - b->origin_cycle)) * a->px_per_cycle < 2;
}

/* The rows of the cycles in sight, and no others. */
static WeftPipelineViewport
move_rows_along (WeftPipelineState *self, const WeftPipelineViewport *viewport)
{
  const WeftPipelineGround ground = get_ground (self);
  /* As many whole cycles are as many, whatever the division makes of them. */
  const double n_cycles = viewport->width / viewport->px_per_cycle - 1e-6;
  const gint64 last = viewport->origin_cycle + (gint64) ceil (n_cycles);

  return weft_pipeline_move_rows_along (
    &ground, *viewport, weft_pipeline_viewport_find (viewport, viewport->origin_cycle),
    weft_pipeline_viewport_find (viewport, last) + 1);
}

/* Whether those are in sight, as nobody has moved them since. */
static gboolean
shows_rows_along (WeftPipelineState *self)
{
  WeftPipelineViewport along;

  if (!self->rows_follow_time || self->viewport.layout != WEFT_PIPELINE_TIME)
    return FALSE;
  along = move_rows_along (self, &self->viewport);
  return same_place (&along, &self->viewport);
}

void
weft_pipeline_state_resize (WeftPipelineState *self, int width, int height)
{
  WeftPipelineViewport viewport;
  gboolean along;

  self->sized = TRUE;
  if (!self->opened)
    {
      self->viewport.width = width;
      self->viewport.height = height;
      weft_pipeline_place_open (self);
      return;
    }
  if (width == self->viewport.width && height == self->viewport.height)
    return;
  along = shows_rows_along (self);
  weft_pipeline_glide_resize (&self->glide, &self->extent, width, height);
  viewport = weft_pipeline_viewport_resize (self->viewport, &self->extent, width, height);
  if (along)
    viewport = move_rows_along (self, &viewport);
  place (self, &viewport);
}

void
weft_pipeline_state_set_viewport (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  if (!self->opened)
    return;
  self->glide.going = FALSE;
  place (self, &viewport);
}

/* The op in the top row of the window; without rows the selected one. */
static guint32
get_top_op (WeftPipelineState *self, WeftPipelineRows *rows)
{
  double row = MAX (self->viewport.origin_row, 0);
  guint32 op = self->selection.op;

  weft_pipeline_rows_lock (rows);
  if (row < weft_pipeline_rows_get_n_rows (rows))
    op = weft_pipeline_rows_get_op (rows, (guint32) row);
  weft_pipeline_rows_unlock (rows);
  return op;
}

void
weft_pipeline_place_take_rows (WeftPipelineState *self, WeftPipelineRows *before)
{
  guint32 op = get_top_op (self, before);
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    weft_pipeline_state_set_viewport (self,
                                      weft_pipeline_move_to_row_of (&ground, self->viewport, op));
}

void
weft_pipeline_state_glide (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  if (!self->opened)
    return;
  if (!weft_view_state_animates ())
    {
      weft_pipeline_state_set_viewport (self, viewport);
      return;
    }
  weft_pipeline_glide_begin (&self->glide, &self->viewport, &viewport);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

gboolean
weft_pipeline_state_advance (WeftPipelineState *self, gint64 frame_time)
{
  WeftPipelineViewport viewport;

  if (!self->glide.going)
    return FALSE;
  viewport = weft_pipeline_glide_advance (&self->glide, frame_time);
  place (self, &viewport);
  return self->glide.going;
}

void
weft_pipeline_state_pan (WeftPipelineState *self, double dx, double dy)
{
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    weft_pipeline_state_set_viewport (self,
                                      weft_pipeline_move_pan (&ground, self->viewport, dx, dy));
}

void
weft_pipeline_state_zoom (WeftPipelineState *self, double x, double y, double factor_x,
                          double factor_y)
{
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    weft_pipeline_state_glide (
      self, weft_pipeline_move_zoom (&ground, *weft_pipeline_state_get_target (self), x, y,
                                     factor_x, factor_y));
}

void
weft_pipeline_state_zoom_now (WeftPipelineState *self, double x, double y, double factor_x,
                              double factor_y)
{
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    weft_pipeline_state_set_viewport (
      self, weft_pipeline_move_zoom (&ground, self->viewport, x, y, factor_x, factor_y));
}

/* --- jumps --------------------------------------------------------------------------------------------- */

static void
jump (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  weft_view_state_push_history (WEFT_VIEW_STATE (self));
  weft_pipeline_state_glide (self, viewport);
}

void
weft_pipeline_state_fit_all (WeftPipelineState *self)
{
  if (self->opened)
    jump (self, weft_pipeline_viewport_fit_all (self->viewport, &self->extent));
}

void
weft_pipeline_state_fit (WeftPipelineState *self)
{
  WeftPipelineViewport viewport = self->viewport;
  WeftPipelineBounds bounds;

  if (!self->opened)
    return;
  if (weft_pipeline_selection_get_bounds (weft_pipeline_state_get_selection (self), self->rows,
                                          &self->extent, viewport.layout, &bounds))
    {
      viewport =
        weft_pipeline_viewport_fit_things (viewport, &self->extent, bounds.first_row,
                                           bounds.last_row, bounds.first_cycle, bounds.last_cycle);
      if (!same_place (&viewport, weft_pipeline_state_get_target (self)))
        {
          jump (self, viewport);
          return;
        }
    }
  weft_pipeline_state_fit_all (self);
}

/* The point that a zoom by its size keeps in place: the selected thing where that is in sight (TRUE), else
 * the pointer, else the middle. */
static gboolean
get_held_point (WeftPipelineState *self, double *x, double *y)
{
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self);
  WeftPipelineBounds bounds;
  double op_y;

  if (!weft_pipeline_state_get_pointer (self, x, y))
    {
      *x = target->width / 2.0;
      *y = target->height / 2.0;
    }
  if (!weft_pipeline_selection_get_bounds (&self->selection, self->rows, &self->extent,
                                           target->layout, &bounds))
    return FALSE;
  op_y = weft_pipeline_viewport_row_to_y (target, bounds.first_row) + target->px_per_row / 2;
  if (op_y < 0 || op_y > target->height)
    return FALSE;
  *y = op_y;
  *x = weft_pipeline_viewport_cycle_to_x (target, bounds.first_cycle);
  *x = CLAMP (*x, 0, target->width / 2.0);
  return TRUE;
}

void
weft_pipeline_state_zoom_to_read (WeftPipelineState *self)
{
  WeftPipelineGround ground = get_ground (self);
  gboolean is_op;
  double x, y;

  if (!self->opened)
    return;
  is_op = get_held_point (self, &x, &y);
  jump (self, weft_pipeline_move_to_reading_size (&ground, *weft_pipeline_state_get_target (self),
                                                  x, y, is_op));
}

void
weft_pipeline_state_zoom_to_cycle (WeftPipelineState *self, double x, double y)
{
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    jump (self, weft_pipeline_move_to_reading_size (&ground, *weft_pipeline_state_get_target (self),
                                                    x, y, FALSE));
}

void
weft_pipeline_state_adjust (WeftPipelineState *self)
{
  if (self->opened)
    weft_pipeline_state_glide (
      self, weft_pipeline_viewport_follow (*weft_pipeline_state_get_target (self), &self->extent,
                                           self->rows));
}

/* Jumps, unless that leads nowhere. */
static void
jump_if_moved (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self);

  if (viewport.origin_row != target->origin_row || viewport.origin_cycle != target->origin_cycle
      || viewport.origin_fraction != target->origin_fraction
      || viewport.px_per_row != target->px_per_row || viewport.px_per_cycle != target->px_per_cycle)
    jump (self, viewport);
}

/* Whoever is brought to a thing wants to see it: where nothing can be read, the picture comes closer. */
static WeftPipelineViewport
get_legible (WeftPipelineState *self, const WeftPipelineGround *ground)
{
  return weft_pipeline_move_to_legible_size (ground, *weft_pipeline_state_get_target (self));
}

void
weft_pipeline_state_show_op (WeftPipelineState *self, guint32 op, gboolean gently)
{
  WeftPipelineGround ground = get_ground (self);
  WeftPipelineViewport from = *weft_pipeline_state_get_target (self);

  if (!self->opened)
    return;
  if (!gently || weft_pipeline_viewport_get_distance (&from, &self->extent, ground.style) > 0)
    from = get_legible (self, &ground);
  jump_if_moved (self, weft_pipeline_move_to_op (&ground, from, op, gently));
}

void
weft_pipeline_state_show_op_at (WeftPipelineState *self, guint32 op, gint64 cycle)
{
  WeftPipelineGround ground = get_ground (self);
  WeftPipelineViewport to;
  gint64 at = cycle;
  double x;

  if (!self->opened)
    return;
  to = weft_pipeline_move_to_op (&ground, get_legible (self, &ground), op, FALSE);
  if (to.layout != WEFT_PIPELINE_TIME)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);

      at -= weft_pipeline_snapshot_get_fetch (snapshot, op);
    }
  x = weft_pipeline_viewport_cycle_to_x (&to, at);
  if (x < 0 || x + to.px_per_cycle > to.width)
    to = weft_pipeline_viewport_pan (to, &self->extent, round (x - to.width / 2.0), 0);
  jump_if_moved (self, to);
}

void
weft_pipeline_state_show_cycle (WeftPipelineState *self, gint64 cycle)
{
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    jump_if_moved (
      self, weft_pipeline_move_to_cycle (&ground, *weft_pipeline_state_get_target (self), cycle));
}

/* --- as a view state ----------------------------------------------------------------------------- */

static double
get_device_scale (WeftPipelineState *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self))->options.device_scale;
}

static GVariant *
save_place (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self);
  double scale = get_device_scale (self);

  return g_variant_new (PLACE_TYPE, target->origin_row,
                        weft_pipeline_viewport_find (target, target->origin_cycle),
                        target->origin_fraction, target->px_per_row / scale,
                        target->px_per_cycle / scale, target->layout, target->lanes);
}

/* Pixels a row or a cycle. */
static gboolean
is_scale (double scale)
{
  return scale > 0 && scale <= G_MAXINT;
}

/* FALSE where it is no place of a pipeline. Sizes and colours are those of the present. */
static gboolean
read_place (WeftPipelineState *self, GVariant *place, WeftPipelineViewport *viewport)
{
  double scale = get_device_scale (self);
  int layout, lanes;

  if (!g_variant_is_of_type (place, G_VARIANT_TYPE (PLACE_TYPE)))
    return FALSE;
  *viewport = self->viewport;
  g_variant_get (place, PLACE_TYPE, &viewport->origin_row, &viewport->origin_cycle,
                 &viewport->origin_fraction, &viewport->px_per_row, &viewport->px_per_cycle,
                 &layout, &lanes);
  viewport->px_per_row *= scale;
  viewport->px_per_cycle *= scale;
  viewport->layout = layout == WEFT_PIPELINE_STRAIGHTENED ? layout : WEFT_PIPELINE_TIME;
  viewport->lanes = lanes == WEFT_LANES_SPLIT ? lanes : WEFT_LANES_OVERLAID;
  viewport->origin_cycle = weft_pipeline_viewport_lay (viewport, viewport->origin_cycle);
  return viewport->origin_row >= 0 && viewport->origin_row <= G_MAXUINT32
         && viewport->origin_fraction >= 0 && viewport->origin_fraction < 1
         && is_scale (viewport->px_per_row) && is_scale (viewport->px_per_cycle);
}

static void
restore_place (WeftViewState *state, GVariant *place, gboolean glide)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  WeftPipelineViewport viewport;

  if (!read_place (self, place, &viewport))
    return;
  viewport =
    weft_pipeline_viewport_resize (viewport, &self->extent, viewport.width, viewport.height);
  if (glide)
    weft_pipeline_state_glide (self, viewport);
  else
    weft_pipeline_state_set_viewport (self, viewport);
}

static gboolean
covers_place (WeftViewState *state, GVariant *place)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  WeftPipelineViewport viewport;

  return !read_place (self, place, &viewport)
         || self->extent.n_rows >= viewport.origin_row + viewport.height / viewport.px_per_row;
}

/* Rows below the window's lower edge. */
static double
count_rows_below (WeftPipelineState *self)
{
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self);

  return self->extent.n_rows - target->origin_row - target->height / target->px_per_row;
}

static gboolean
shows_end (WeftViewState *state)
{
  return count_rows_below (WEFT_PIPELINE_STATE (state)) < 1;
}

static void
show_end (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  WeftPipelineGround ground = get_ground (self);

  if (self->opened)
    weft_pipeline_state_set_viewport (self, weft_pipeline_move_to_end (&ground, self->viewport));
}

/* The rows stay where they are, unless they are meant to follow: who scrolls another picture of the
 * same ops has not asked for others. */
static void
visible_changed (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  const WeftTimeSpan *span =
    weft_time_axis_get_visible (weft_view_state_get_axis (WEFT_VIEW_STATE (self)));
  WeftPipelineViewport viewport = self->viewport;

  if (!self->opened || viewport.layout != WEFT_PIPELINE_TIME || span->length <= 0)
    return;
  viewport.origin_cycle = span->start;
  viewport.origin_fraction = span->fraction;
  viewport.px_per_cycle = viewport.width / span->length;
  if (self->rows_follow_time)
    viewport = move_rows_along (self, &viewport);
  self->following = TRUE;
  weft_pipeline_state_set_viewport (self, viewport);
  self->following = FALSE;
}

/* Cycles have no place of their own in the straightened layout: the first op that is in flight
 * stands for them. */
static void
show_time (WeftViewState *state, gint64 first, gint64 last)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  WeftPipelineGround ground = get_ground (self);
  guint32 op = WEFT_NO_ROW, first_row, last_row;

  weft_pipeline_rows_lock (self->rows);
  weft_pipeline_rows_find_range (self->rows, first, MAX (last, first + 1), &first_row, &last_row);
  if (first_row < last_row && first_row < weft_pipeline_rows_get_n_rows (self->rows))
    op = weft_pipeline_rows_get_op (self->rows, first_row);
  weft_pipeline_rows_unlock (self->rows);
  if (self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED && op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self, op, FALSE);
  else if (first == last && self->opened)
    jump_if_moved (self, weft_pipeline_move_to_cycle (&ground, get_legible (self, &ground), first));
  else if (op == WEFT_NO_ROW)
    weft_pipeline_state_show_cycle (self, first + (last - first) / 2);
  else
    jump (self, weft_pipeline_viewport_fit (*weft_pipeline_state_get_target (self), &self->extent,
                                            first_row, last_row, first, last));
}

static gboolean
show_line (WeftViewState *state, gint64 line)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);
  guint32 op = weft_pipeline_snapshot_find_line (snapshot, line);

  if (op == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_state_select (self, op, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (self, op, FALSE);
  return TRUE;
}

void
weft_pipeline_place_init_class (WeftViewStateClass *klass)
{
  klass->save_place = save_place;
  klass->restore_place = restore_place;
  klass->covers_place = covers_place;
  klass->shows_end = shows_end;
  klass->show_end = show_end;
  klass->visible_changed = visible_changed;
  klass->show_time = show_time;
  klass->show_line = show_line;
}
