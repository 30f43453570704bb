/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-state.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-filterable.h"
#include "weft-op-fields.h"
#include "weft-op-filter.h"
#include "weft-pipeline-go-to.h"
#include "weft-pipeline-indexer.h"
#include "weft-pipeline-print.h"
#include "weft-pipeline-search.h"
#include "weft-pipeline-status.h"

/* How long a glide lasts, in µs: long enough for the eye to follow, short enough to wait for. */
#define GLIDE_TIME 150000

/* A place: row, cycle and fraction at the corner, logical pixels per row and cycle, layout, lanes. */
#define PLACE_TYPE "(dxdddii)"

/* A selection: the brushed cycles and rows, whether an op is selected, its id and stage. */
#define SELECTION_TYPE "(xxuubxu)"

/* Where the left edge stands before an op's fetch when a jump brings it there, in logical px. */
#define JUMP_MARGIN 24

/* What a worker that indexes knows of the state, which may be gone when it speaks. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftPipelineState *state; /* main thread only; NULL when it is gone */
  gint pending;             /* atomic: the main loop has been told */
} Link;

static void
link_unref (gpointer data)
{
  Link *link = data;

  if (g_atomic_ref_count_dec (&link->ref_count))
    g_free (link);
}

struct _WeftPipelineState
{
  WeftViewState parent_instance;

  WeftPipelineTrace *trace;
  WeftPipelineRows *rows;
  WeftPipelineIndexer *indexer;
  WeftPipelineRows *next_rows; /* with the other filter, until they are made */
  WeftPipelineIndexer *next_indexer;
  WeftExpression *filter;      /* of the latest rows; NULL: all */
  GCancellable *filtering;     /* of the latest rows, where they have a filter */
  Link *link;
  const WeftPipelineCustom *custom; /* nullable */

  WeftPipelineExtent extent;
  WeftPipelineRenderer *renderer; /* for hit tests and words */
  guint serial;
  gboolean hide_flushed;
  WeftRowsOrder order;
  gboolean follow;

  gboolean sized;
  gboolean opened;
  WeftPipelineViewport viewport;
  gboolean gliding;
  gint64 glide_start; /* frame time; 0: at the next frame */
  WeftPipelineViewport from;
  WeftPipelineViewport target;

  gboolean following; /* the viewport is set as the axis has it */
  gboolean rows_follow_time;

  WeftPipelineSelection selection; /* its cycles are the axis's, see get_selection() */

  gboolean pointer_inside;
  double pointer_x;
  double pointer_y;
  gboolean has_cursor; /* the axis's cursor is here */
  WeftPipelineHit hover;
};

static void filterable_init (WeftFilterableInterface *iface);
static void printable_init (WeftPrintableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftPipelineState, weft_pipeline_state, WEFT_TYPE_VIEW_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, printable_init)
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                      weft_pipeline_search_init))

static void
weft_pipeline_state_finalize (GObject *object)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (object);

  self->link->state = NULL;
  g_cancellable_cancel (self->filtering);
  g_clear_object (&self->filtering);
  g_clear_pointer (&self->filter, weft_expression_unref);
  if (self->indexer != NULL)
    weft_pipeline_indexer_stop (self->indexer);
  if (self->next_indexer != NULL)
    weft_pipeline_indexer_stop (self->next_indexer);
  g_clear_object (&self->rows);
  g_clear_object (&self->next_rows);
  link_unref (self->link);
  weft_pipeline_hit_clear (&self->hover);
  weft_pipeline_renderer_free (self->renderer);
  g_object_unref (self->trace);
  G_OBJECT_CLASS (weft_pipeline_state_parent_class)->finalize (object);
}

static void
weft_pipeline_state_init (WeftPipelineState *self)
{
  self->link = g_new0 (Link, 1);
  g_atomic_ref_count_init (&self->link->ref_count);
  self->link->state = self;
  self->renderer = weft_pipeline_renderer_new ();
  self->selection.op = WEFT_NO_ROW;
  self->selection.stage = WEFT_NO_STAGE;
  self->follow = TRUE;
  self->serial = 1;
}

static WeftTimeAxis *
get_axis (WeftPipelineState *self)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (self));
}

/* --- content ------------------------------------------------------------------------------------ */

static void update_hover (WeftPipelineState *self);

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

static void
open_picture (WeftPipelineState *self)
{
  if (self->opened || !self->sized || self->extent.n_rows == 0)
    return;
  self->opened = TRUE;
  self->viewport = weft_pipeline_viewport_open (&self->extent,
                                                weft_pipeline_state_get_style (self),
                                                self->viewport.width, self->viewport.height);
  self->target = self->viewport;
  publish_visible (self);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

static void
rows_changed (WeftPipelineState *self)
{
  weft_pipeline_extent_read (self->rows, &self->extent);
  self->serial++;
  weft_time_axis_set_range (get_axis (self), self, self->extent.first_cycle,
                            self->extent.last_cycle);
  open_picture (self);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

static void take_rows (WeftPipelineState *self);

static gboolean
take_notice (gpointer data)
{
  Link *link = data;

  g_atomic_int_set (&link->pending, FALSE);
  if (link->state != NULL)
    {
      take_rows (link->state);
      rows_changed (link->state);
    }
  return G_SOURCE_REMOVE;
}

/* On the worker. */
static void
rows_indexed (WeftPipelineRows *rows G_GNUC_UNUSED, gpointer user_data)
{
  Link *link = user_data;

  if (!g_atomic_int_compare_and_exchange (&link->pending, FALSE, TRUE))
    return;
  g_atomic_ref_count_inc (&link->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_notice, link, link_unref);
}

static WeftPipelineIndexer *
start_indexer (WeftPipelineState *self, WeftPipelineRows *rows)
{
  g_atomic_ref_count_inc (&self->link->ref_count);
  return weft_pipeline_indexer_start (rows, rows_indexed, self->link, link_unref);
}

/* Where the op in the top row is out of sight sideways, the picture goes there: other rows begin
 * somewhere else. */
static WeftPipelineViewport
keep_in_sight (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  WeftPipelineSnapshot *snapshot;
  double left = 0, right = 0;
  WeftOp op;

  if (!self->follow || viewport.layout != WEFT_PIPELINE_TIME)
    return viewport;
  weft_pipeline_rows_lock (self->rows);
  snapshot = weft_pipeline_rows_get_snapshot (self->rows);
  if (viewport.origin_row < weft_pipeline_rows_get_n_rows (self->rows))
    {
      guint32 row = (guint32) MAX (viewport.origin_row, 0);

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (self->rows, row), &op);
      left = weft_pipeline_viewport_cycle_to_x (&viewport, op.fetch);
      right = weft_pipeline_viewport_cycle_to_x (&viewport, op.end);
    }
  weft_pipeline_rows_unlock (self->rows);
  if (right >= 0 && left < viewport.width)
    return viewport;
  return weft_pipeline_viewport_follow (viewport, &self->extent, self->rows);
}

/* The op in the top row of the window; without rows the selected one. */
static guint32
get_top_op (WeftPipelineState *self)
{
  double row = MAX (self->viewport.origin_row, 0);
  guint32 op = self->selection.op;

  weft_pipeline_rows_lock (self->rows);
  if (row < weft_pipeline_rows_get_n_rows (self->rows))
    op = weft_pipeline_rows_get_op (self->rows, (guint32) row);
  weft_pipeline_rows_unlock (self->rows);
  return op;
}

/* The row of an op, or of the next one that is shown; the last where there is none. In another order
 * than that of the fetch there is no next one: the first row. */
static guint32
find_row (WeftPipelineState *self, guint32 op)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (self->rows);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (self->rows), low = 0, high = n_rows;
  guint32 wanted = op < weft_pipeline_snapshot_get_n_ops (snapshot)
                     ? weft_pipeline_snapshot_row_of_op (snapshot, op)
                     : 0;

  if (self->order != WEFT_ROWS_BY_FETCH)
    {
      low = weft_pipeline_rows_find_op (self->rows, op);
      return low != WEFT_NO_ROW ? low : 0;
    }
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      guint32 there = weft_pipeline_rows_get_op (self->rows, middle);

      if (weft_pipeline_snapshot_row_of_op (snapshot, there) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return MIN (low, MAX (n_rows, 1) - 1);
}

/* Exchanges the rows for those with the other filter once these are made; what was in the top row
 * stays there. */
static void
take_rows (WeftPipelineState *self)
{
  WeftPipelineViewport viewport;
  guint32 op;

  if (self->next_rows == NULL || weft_pipeline_rows_get_generation (self->next_rows) == 0)
    return;
  op = get_top_op (self);
  weft_pipeline_indexer_stop (self->indexer);
  g_object_unref (self->rows);
  self->rows = g_steal_pointer (&self->next_rows);
  self->indexer = g_steal_pointer (&self->next_indexer);

  weft_pipeline_extent_read (self->rows, &self->extent);
  weft_pipeline_state_select_rows (self, 0, 0);
  if (!self->opened)
    return;
  viewport = self->viewport;
  weft_pipeline_rows_lock (self->rows);
  viewport.origin_row = find_row (self, op);
  weft_pipeline_rows_unlock (self->rows);
  viewport = weft_pipeline_viewport_resize (viewport, &self->extent, viewport.width,
                                            viewport.height);
  weft_pipeline_state_set_viewport (self, keep_in_sight (self, viewport));
}

WeftPipelineState *
weft_pipeline_state_new (WeftPipelineTrace *trace)
{
  WeftPipelineState *self = g_object_new (WEFT_TYPE_PIPELINE_STATE, NULL);

  weft_view_state_set_up (WEFT_VIEW_STATE (self), WEFT_TRACE (trace), &WEFT_TIME_UNIT_CYCLES);
  self->trace = g_object_ref (trace);
  self->rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  self->indexer = start_indexer (self, self->rows);
  return self;
}

WeftPipelineTrace *
weft_pipeline_state_get_trace (WeftPipelineState *self)
{
  return self->trace;
}

WeftPipelineRows *
weft_pipeline_state_get_rows (WeftPipelineState *self)
{
  return self->rows;
}

WeftPipelineSnapshot *
weft_pipeline_state_ref_snapshot (WeftPipelineState *self)
{
  WeftPipelineSnapshot *snapshot;

  weft_pipeline_rows_lock (self->rows);
  snapshot = weft_pipeline_snapshot_ref (weft_pipeline_rows_get_snapshot (self->rows));
  weft_pipeline_rows_unlock (self->rows);
  return snapshot;
}

const WeftPipelineExtent *
weft_pipeline_state_get_extent (WeftPipelineState *self)
{
  return &self->extent;
}

guint
weft_pipeline_state_get_serial (WeftPipelineState *self)
{
  return self->serial;
}

/* --- looks --------------------------------------------------------------------------------------- */

WeftStyle *
weft_pipeline_state_get_style (WeftPipelineState *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self));
}

static void
style_changed (WeftViewState *state, double scale)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);

  self->serial++;
  self->gliding = FALSE;
  /* The picture keeps its size on the screen. */
  self->viewport.px_per_cycle *= scale;
  self->viewport.px_per_row *= scale;
  self->target = self->viewport;
}

void
weft_pipeline_state_get_scene (WeftPipelineState *self, WeftPipelineScene *scene)
{
  scene->rows = self->rows;
  scene->style = weft_pipeline_state_get_style (self);
  scene->custom = self->custom;
  scene->viewport = self->viewport;
}

void
weft_pipeline_state_set_layout (WeftPipelineState *self, WeftPipelineLayout layout)
{
  if (self->viewport.layout == layout || !self->opened)
    return;
  weft_pipeline_state_set_viewport (self,
                                    weft_pipeline_viewport_set_layout (self->viewport,
                                                                       &self->extent, self->rows,
                                                                       layout));
}

void
weft_pipeline_state_set_lanes (WeftPipelineState *self, WeftPipelineLanes lanes,
                               gboolean fixed_op_height)
{
  if (self->viewport.lanes == lanes || !self->opened)
    return;
  weft_pipeline_state_set_viewport (self,
                                    weft_pipeline_viewport_set_lanes (self->viewport,
                                                                      &self->extent, lanes,
                                                                      fixed_op_height));
}

void
weft_pipeline_state_set_scheme (WeftPipelineState *self, WeftPipelineScheme scheme)
{
  WeftPipelineViewport viewport = self->viewport;

  viewport.scheme = scheme;
  weft_pipeline_state_set_viewport (self, viewport);
}

void
weft_pipeline_state_set_custom (WeftPipelineState *self, const WeftPipelineCustom *custom)
{
  if (self->custom == custom)
    return;
  self->custom = custom;
  self->serial++;
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_set_arrows (WeftPipelineState *self, WeftPipelineArrows arrows)
{
  WeftPipelineViewport viewport = self->viewport;

  viewport.arrows = arrows;
  weft_pipeline_state_set_viewport (self, viewport);
}

/* Begins to make the rows that are to be shown now; those of before are shown until then. */
static void
make_rows (WeftPipelineState *self)
{
  WeftRowsFilter flushed = self->hide_flushed ? WEFT_ROWS_HIDE_FLUSHED : WEFT_ROWS_ALL;

  /* Rows that are shown already keep up with the trace until others are there. */
  if (self->next_indexer != NULL)
    {
      g_cancellable_cancel (self->filtering);
      weft_pipeline_indexer_stop (g_steal_pointer (&self->next_indexer));
    }
  g_clear_object (&self->next_rows);
  g_clear_object (&self->filtering);
  if (self->filter != NULL)
    {
      self->filtering = g_cancellable_new ();
      self->next_rows =
        weft_op_filter_new_rows (self->filter, self->trace, flushed, self->filtering);
    }
  else
    self->next_rows = weft_pipeline_rows_new (self->trace, flushed);
  weft_pipeline_rows_set_order (self->next_rows, self->order);
  if (self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED)
    weft_pipeline_rows_straighten (self->next_rows);
  self->next_indexer = start_indexer (self, self->next_rows);
}

void
weft_pipeline_state_set_hide_flushed (WeftPipelineState *self, gboolean hide)
{
  if (self->hide_flushed == hide)
    return;
  self->hide_flushed = hide;
  make_rows (self);
}

void
weft_pipeline_state_set_order (WeftPipelineState *self, WeftRowsOrder order)
{
  if (self->order == order)
    return;
  self->order = order;
  make_rows (self);
}

WeftRowsOrder
weft_pipeline_state_get_order (WeftPipelineState *self)
{
  return self->order;
}

gboolean
weft_pipeline_state_get_hide_flushed (WeftPipelineState *self)
{
  return self->hide_flushed;
}

void
weft_pipeline_state_set_follow (WeftPipelineState *self, gboolean follow)
{
  self->follow = follow;
}

gboolean
weft_pipeline_state_get_follow (WeftPipelineState *self)
{
  return self->follow;
}

void
weft_pipeline_state_set_rows_follow_time (WeftPipelineState *self, gboolean follow)
{
  self->rows_follow_time = follow;
}

/* --- filters -------------------------------------------------------------------------------------- */

static const WeftLanguage *
filter_get_language (WeftFilterable *self G_GNUC_UNUSED)
{
  return weft_op_language ();
}

static char **
filter_list_values (int function, const WeftField *field, gpointer self)
{
  return weft_op_list_values (function, field, WEFT_PIPELINE_STATE (self)->trace);
}

static void
filter_apply (WeftFilterable *filterable, WeftExpression *expression)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (filterable);

  g_clear_pointer (&self->filter, weft_expression_unref);
  self->filter = expression != NULL ? weft_expression_ref (expression) : NULL;
  make_rows (self);
}

static gboolean
filter_is_pending (WeftFilterable *filterable)
{
  return WEFT_PIPELINE_STATE (filterable)->next_rows != NULL;
}

static void
filter_count_rows (WeftFilterable *filterable, guint64 *shown, guint64 *all)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (filterable);

  weft_pipeline_rows_lock (self->rows);
  *shown = weft_pipeline_rows_get_n_rows (self->rows);
  *all = weft_pipeline_snapshot_get_n_ops (weft_pipeline_rows_get_snapshot (self->rows));
  weft_pipeline_rows_unlock (self->rows);
}

static WeftPrint
copy_print (WeftPrintable *self, gboolean whole)
{
  return weft_pipeline_print_copy (WEFT_PIPELINE_STATE (self), whole);
}

static void
printable_init (WeftPrintableInterface *iface)
{
  iface->copy = copy_print;
}

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = filter_get_language;
  iface->list_values = filter_list_values;
  iface->apply = filter_apply;
  iface->is_pending = filter_is_pending;
  iface->count_rows = filter_count_rows;
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
  return self->gliding ? &self->target : &self->viewport;
}

static void
place (WeftPipelineState *self, const WeftPipelineViewport *viewport)
{
  self->viewport = *viewport;
  if (viewport->layout == WEFT_PIPELINE_STRAIGHTENED)
    weft_pipeline_rows_straighten (self->rows);
  if (!self->gliding)
    self->target = *viewport;
  publish_visible (self);
  update_hover (self);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_resize (WeftPipelineState *self, int width, int height)
{
  WeftPipelineViewport viewport;

  self->sized = TRUE;
  if (!self->opened)
    {
      self->viewport.width = width;
      self->viewport.height = height;
      open_picture (self);
      return;
    }
  if (width == self->viewport.width && height == self->viewport.height)
    return;
  /* A glide goes on to where it was going. */
  if (self->gliding)
    {
      self->from = weft_pipeline_viewport_resize (self->from, &self->extent, width, height);
      self->target = weft_pipeline_viewport_resize (self->target, &self->extent, width, height);
    }
  viewport = weft_pipeline_viewport_resize (self->viewport, &self->extent, width, height);
  place (self, &viewport);
}

void
weft_pipeline_state_set_viewport (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  if (!self->opened)
    return;
  self->gliding = FALSE;
  place (self, &viewport);
}

static gboolean
animations_enabled (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean enabled = FALSE;

  if (settings != NULL)
    g_object_get (settings, "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

void
weft_pipeline_state_glide (WeftPipelineState *self, WeftPipelineViewport viewport)
{
  if (!self->opened)
    return;
  if (!animations_enabled ())
    {
      weft_pipeline_state_set_viewport (self, viewport);
      return;
    }
  self->from = self->viewport;
  self->target = viewport;
  self->gliding = TRUE;
  self->glide_start = 0;
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

/* A window between two: its edges are on the way from the one's to the other's, so that what is at
 * the same place in both stays there. */
static WeftPipelineViewport
interpolate (const WeftPipelineViewport *from, const WeftPipelineViewport *to, double way)
{
  WeftPipelineViewport between = *to;
  double left = (double) (from->origin_cycle - to->origin_cycle) + from->origin_fraction;
  double width0 = from->width / from->px_per_cycle, width1 = to->width / to->px_per_cycle;
  double height0 = from->height / from->px_per_row, height1 = to->height / to->px_per_row;
  double edge = left + (to->origin_fraction - left) * way;

  between.px_per_cycle = to->width / (width0 + (width1 - width0) * way);
  between.px_per_row = to->height / (height0 + (height1 - height0) * way);
  between.origin_row = from->origin_row + (to->origin_row - from->origin_row) * way;
  between.origin_cycle = to->origin_cycle + (gint64) floor (edge);
  between.origin_fraction = edge - floor (edge);
  return between;
}

gboolean
weft_pipeline_state_advance (WeftPipelineState *self, gint64 frame_time)
{
  WeftPipelineViewport viewport;
  double way;

  if (!self->gliding)
    return FALSE;
  if (self->glide_start == 0)
    self->glide_start = frame_time;
  way = (double) (frame_time - self->glide_start) / GLIDE_TIME;
  if (way >= 1)
    {
      weft_pipeline_state_set_viewport (self, self->target);
      return FALSE;
    }
  /* Quick at first: a press shows within the first frame. */
  way = 1 - (1 - way) * (1 - way) * (1 - way);
  viewport = interpolate (&self->from, &self->target, way);
  place (self, &viewport);
  return TRUE;
}

/* After a vertical movement: where the picture follows the execution, it moves sideways by as much
 * as the ops at its top do. */
static WeftPipelineViewport
follow (WeftPipelineState *self, WeftPipelineViewport before, WeftPipelineViewport after)
{
  WeftPipelineViewport lead0, lead1;

  if (!self->follow || after.layout != WEFT_PIPELINE_TIME
      || before.origin_row == after.origin_row)
    return after;
  lead0 = weft_pipeline_viewport_follow (before, &self->extent, self->rows);
  lead1 = weft_pipeline_viewport_follow (after, &self->extent, self->rows);
  return weft_pipeline_viewport_pan (
    after, &self->extent,
    round (((double) (lead1.origin_cycle - lead0.origin_cycle) + lead1.origin_fraction
            - lead0.origin_fraction)
           * after.px_per_cycle),
    0);
}

void
weft_pipeline_state_pan (WeftPipelineState *self, double dx, double dy)
{
  WeftPipelineViewport viewport;

  if (!self->opened)
    return;
  viewport = weft_pipeline_viewport_pan (self->viewport, &self->extent, dx, dy);
  weft_pipeline_state_set_viewport (self, follow (self, self->viewport, viewport));
}

/* A zoom holds on to the row under the pointer: where that would leave the window empty beside the
 * execution, the picture moves sideways until the row's op is in it. */
static WeftPipelineViewport
zoom_target (WeftPipelineState *self, WeftPipelineViewport from, double x, double y,
             double factor_x, double factor_y)
{
  WeftPipelineViewport to =
    weft_pipeline_viewport_zoom (from, &self->extent, x, y, factor_x, factor_y);
  double row = floor (weft_pipeline_viewport_y_to_row (&to, y)), left, right;
  WeftOp op;

  if (!self->follow || to.layout != WEFT_PIPELINE_TIME || self->extent.n_rows == 0)
    return to;
  row = CLAMP (row, 0, (double) self->extent.n_rows - 1);
  weft_pipeline_rows_lock (self->rows);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (self->rows),
                                 weft_pipeline_rows_get_op (self->rows, (guint32) row), &op);
  weft_pipeline_rows_unlock (self->rows);
  left = weft_pipeline_viewport_cycle_to_x (&to, op.fetch);
  right = weft_pipeline_viewport_cycle_to_x (&to, op.end);
  if (right >= 0 && left < to.width)
    return to;
  return weft_pipeline_viewport_pan (to, &self->extent,
                                     round ((left + MIN (right, left + to.width)) / 2 - x), 0);
}

void
weft_pipeline_state_zoom (WeftPipelineState *self, double x, double y, double factor_x,
                          double factor_y)
{
  weft_pipeline_state_glide (self, zoom_target (self, *weft_pipeline_state_get_target (self), x, y,
                                                factor_x, factor_y));
}

void
weft_pipeline_state_zoom_now (WeftPipelineState *self, double x, double y, double factor_x,
                              double factor_y)
{
  weft_pipeline_state_set_viewport (self,
                                    zoom_target (self, self->viewport, x, y, factor_x, factor_y));
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

/* What the selection covers, in the cycles of the layout; FALSE where nothing is selected. */
static gboolean
selection_bounds (WeftPipelineState *self, double *first_row, double *last_row, gint64 *first,
                  gint64 *last)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self);
  gboolean straight = self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED;
  WeftOp op;

  if (selection->has_cycles || selection->has_rows)
    {
      guint32 low = selection->first_row, high = selection->last_row;

      *first = straight ? 0 : selection->first_cycle;
      *last = straight ? self->extent.typical : selection->last_cycle;
      weft_pipeline_rows_lock (self->rows);
      if (!selection->has_rows)
        weft_pipeline_rows_find_range (self->rows, *first, *last, &low, &high);
      weft_pipeline_rows_unlock (self->rows);
      *first_row = low;
      *last_row = MAX (high, low + 1);
      if (!selection->has_cycles && !straight)
        {
          *first = self->extent.first_cycle;
          *last = self->extent.last_cycle;
        }
      return TRUE;
    }
  if (selection->op == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_rows_lock (self->rows);
  *first_row = weft_pipeline_rows_find_op (self->rows, selection->op);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (self->rows), selection->op,
                                 &op);
  weft_pipeline_rows_unlock (self->rows);
  *last_row = *first_row + 1;
  *first = straight ? 0 : op.fetch;
  *last = straight ? op.end - op.fetch : op.end;
  return *first_row < self->extent.n_rows;
}

static gboolean
same_place (const WeftPipelineViewport *a, const WeftPipelineViewport *b)
{
  return fabs (a->px_per_cycle / b->px_per_cycle - 1) < 1e-3
         && fabs (a->px_per_row / b->px_per_row - 1) < 1e-3
         && fabs (a->origin_row - b->origin_row) * a->px_per_row < 2
         && fabs ((double) (a->origin_cycle - b->origin_cycle)) * a->px_per_cycle < 2;
}

void
weft_pipeline_state_fit (WeftPipelineState *self)
{
  WeftPipelineViewport viewport;
  double first_row, last_row;
  gint64 first, last;

  if (!self->opened)
    return;
  if (selection_bounds (self, &first_row, &last_row, &first, &last))
    {
      viewport = weft_pipeline_viewport_fit (self->viewport, &self->extent, first_row, last_row,
                                             first, MAX (last, first + 1));
      if (!same_place (&viewport, weft_pipeline_state_get_target (self)))
        {
          jump (self, viewport);
          return;
        }
    }
  weft_pipeline_state_fit_all (self);
}

void
weft_pipeline_state_adjust (WeftPipelineState *self)
{
  if (self->opened)
    weft_pipeline_state_glide (
      self, weft_pipeline_viewport_follow (*weft_pipeline_state_get_target (self), &self->extent,
                                           self->rows));
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

void
weft_pipeline_state_show_op (WeftPipelineState *self, guint32 op, gboolean gently)
{
  WeftPipelineViewport viewport = *weft_pipeline_state_get_target (self);
  double x, dx = 0, dy;
  double margin = weft_style_px (weft_pipeline_state_get_style (self), JUMP_MARGIN);
  gint64 fetch;
  guint32 row;

  if (!self->opened)
    return;
  weft_pipeline_rows_lock (self->rows);
  row = weft_pipeline_rows_find_op (self->rows, op);
  fetch = row == WEFT_NO_ROW
            ? 0
            : weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (self->rows), op);
  weft_pipeline_rows_unlock (self->rows);
  if (row == WEFT_NO_ROW)
    return;
  if (viewport.layout == WEFT_PIPELINE_STRAIGHTENED)
    fetch = 0;
  x = weft_pipeline_viewport_cycle_to_x (&viewport, fetch);
  dy = row_distance (&viewport, row);
  if (!gently || dy != 0 || x < 0 || x > viewport.width - margin)
    dx = x - margin;
  if (dx == 0 && dy == 0)
    return;
  jump (self, weft_pipeline_viewport_pan (viewport, &self->extent, round (dx), round (dy)));
}

void
weft_pipeline_state_show_cycle (WeftPipelineState *self, gint64 cycle)
{
  WeftPipelineViewport viewport = *weft_pipeline_state_get_target (self);
  guint32 first, last;
  double x;

  if (!self->opened || viewport.layout == WEFT_PIPELINE_STRAIGHTENED)
    return;
  weft_pipeline_rows_lock (self->rows);
  weft_pipeline_rows_find_range (self->rows, cycle, cycle + 1, &first, &last);
  weft_pipeline_rows_unlock (self->rows);
  x = weft_pipeline_viewport_cycle_to_x (&viewport, cycle);
  jump (self, weft_pipeline_viewport_pan (
                viewport, &self->extent, round (x - viewport.width / 2.0),
                first < last ? round (row_distance (&viewport, first + (last - first) / 2)) : 0));
}

/* --- selection -------------------------------------------------------------------------------------------- */

const WeftPipelineSelection *
weft_pipeline_state_get_selection (WeftPipelineState *self)
{
  self->selection.has_cycles = weft_time_axis_get_selection (
    get_axis (self), &self->selection.first_cycle, &self->selection.last_cycle);
  return &self->selection;
}

void
weft_pipeline_state_select (WeftPipelineState *self, guint32 op, guint stage)
{
  if (self->selection.op == op && self->selection.stage == stage)
    return;
  self->selection.op = op;
  self->selection.stage = op == WEFT_NO_ROW ? WEFT_NO_STAGE : stage;
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_select_cycles (WeftPipelineState *self, gint64 first, gint64 last)
{
  weft_time_axis_select (get_axis (self), first, last);
}

void
weft_pipeline_state_select_rows (WeftPipelineState *self, guint32 first, guint32 last)
{
  if (!self->selection.has_rows && first >= last)
    return;
  self->selection.has_rows = first < last;
  self->selection.first_row = first;
  self->selection.last_row = last;
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

/* The row that a move of the selection starts from: the top of the window where none is. */
static gboolean
selected_row (WeftPipelineState *self, guint32 *row)
{
  *row = self->selection.op == WEFT_NO_ROW
           ? WEFT_NO_ROW
           : weft_pipeline_rows_find_op (self->rows, self->selection.op);
  if (*row != WEFT_NO_ROW)
    return TRUE;
  *row = (guint32) CLAMP (ceil (self->viewport.origin_row), 0, (double) self->extent.n_rows - 1);
  return FALSE;
}

static guint
move_stage (WeftPipelineState *self, guint32 op, int stages)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gint64 stage;

  if (stages == 0)
    return WEFT_NO_STAGE;
  weft_pipeline_snapshot_get_stages (weft_pipeline_rows_get_snapshot (self->rows), op, &buffer);
  if (buffer.n_stages == 0)
    return WEFT_NO_STAGE;
  if (self->selection.stage == WEFT_NO_STAGE)
    return stages > 0 ? 0 : buffer.n_stages - 1;
  stage = (gint64) self->selection.stage + stages;
  return (guint) CLAMP (stage, 0, (gint64) buffer.n_stages - 1);
}

void
weft_pipeline_state_move_selection (WeftPipelineState *self, int rows, int stages)
{
  guint32 row, op;
  guint stage;

  if (self->extent.n_rows == 0)
    return;
  weft_pipeline_rows_lock (self->rows);
  if (selected_row (self, &row))
    row = (guint32) CLAMP ((gint64) row + rows, 0, (gint64) self->extent.n_rows - 1);
  op = weft_pipeline_rows_get_op (self->rows, row);
  stage = move_stage (self, op, stages);
  weft_pipeline_rows_unlock (self->rows);
  weft_pipeline_state_select (self, op, stage);
}

/* --- hover --------------------------------------------------------------------------------------------------- */

/* In the straightened layout the pointer is at no time. */
static void
update_cursor (WeftPipelineState *self)
{
  gboolean inside = self->pointer_inside && self->opened
                    && self->viewport.layout == WEFT_PIPELINE_TIME;

  /* The cursor may be that of another view of the same time. */
  if (inside || self->has_cursor)
    weft_view_state_set_cursor (
      WEFT_VIEW_STATE (self), inside,
      inside ? weft_pipeline_viewport_x_to_cycle (&self->viewport, self->pointer_x, NULL) : 0);
  self->has_cursor = inside;
}

static void
update_hover (WeftPipelineState *self)
{
  weft_pipeline_hit_clear (&self->hover);
  self->hover = (WeftPipelineHit) { .type = WEFT_PIPELINE_HIT_NOTHING };
  /* What moves fast under the pointer is not read. */
  if (self->pointer_inside && !self->gliding)
    weft_pipeline_state_hit_test (self, self->pointer_x, self->pointer_y, &self->hover);
  update_cursor (self);
  weft_view_state_hover_changed (WEFT_VIEW_STATE (self));
}

const WeftPipelineHit *
weft_pipeline_state_get_hover (WeftPipelineState *self)
{
  return &self->hover;
}

void
weft_pipeline_state_set_pointer (WeftPipelineState *self, gboolean inside, double x, double y)
{
  if (self->pointer_inside == inside && self->pointer_x == x && self->pointer_y == y)
    return;
  self->pointer_inside = inside;
  self->pointer_x = x;
  self->pointer_y = y;
  update_hover (self);
}

gboolean
weft_pipeline_state_get_pointer (WeftPipelineState *self, double *x, double *y)
{
  *x = self->pointer_x;
  *y = self->pointer_y;
  return self->pointer_inside;
}

void
weft_pipeline_state_hit_test (WeftPipelineState *self, double x, double y, WeftPipelineHit *hit)
{
  WeftPipelineScene scene;

  if (!self->opened)
    {
      *hit = (WeftPipelineHit) { .type = WEFT_PIPELINE_HIT_NOTHING };
      return;
    }
  weft_pipeline_state_get_scene (self, &scene);
  weft_pipeline_renderer_hit_test (self->renderer, &scene, x, y, hit);
}

char *
weft_pipeline_state_describe (WeftPipelineState *self, const WeftPipelineHit *hit)
{
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self, &scene);
  return weft_pipeline_renderer_describe (self->renderer, &scene, hit);
}

/* --- as a view state ----------------------------------------------------------------------------- */

static gboolean
is_open (WeftViewState *state)
{
  return WEFT_PIPELINE_STATE (state)->opened;
}

static double
get_device_scale (WeftPipelineState *self)
{
  return weft_style_get_options (weft_pipeline_state_get_style (self))->device_scale;
}

static GVariant *
save_place (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self);
  double scale = get_device_scale (self);

  return g_variant_new (PLACE_TYPE, target->origin_row, target->origin_cycle,
                        target->origin_fraction, target->px_per_row / scale,
                        target->px_per_cycle / scale, target->layout, target->lanes);
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
  return viewport->px_per_row > 0 && viewport->px_per_cycle > 0;
}

static void
restore_place (WeftViewState *state, GVariant *place, gboolean glide)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  WeftPipelineViewport viewport;

  if (!read_place (self, place, &viewport))
    return;
  viewport = weft_pipeline_viewport_resize (viewport, &self->extent, viewport.width,
                                            viewport.height);
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
  double n_rows = count_rows_below (self);

  if (n_rows > 0)
    weft_pipeline_state_pan (self, 0, n_rows * self->viewport.px_per_row);
}

/* Brings the ops that are in flight in a part of time into the window. */
static void
follow_time (WeftPipelineState *self, WeftPipelineViewport *viewport, const WeftTimeSpan *span)
{
  WeftPipelineViewport first =
    weft_pipeline_viewport_open (&self->extent, weft_pipeline_state_get_style (self),
                                 viewport->width, viewport->height);
  guint32 first_row, last_row;

  weft_pipeline_rows_lock (self->rows);
  weft_pipeline_rows_find_range (self->rows, span->start,
                                 span->start + (gint64) ceil (span->length) + 1, &first_row,
                                 &last_row);
  weft_pipeline_rows_unlock (self->rows);
  if (first_row >= last_row)
    return;
  viewport->px_per_row = MIN (viewport->height / (double) (last_row - first_row),
                              first.px_per_row);
  viewport->origin_row = first_row;
}

/* The rows stay where they are, unless they are meant to follow: who scrolls another picture of the
 * same ops has not asked for others. */
static void
visible_changed (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  const WeftTimeSpan *span = weft_time_axis_get_visible (get_axis (self));
  WeftPipelineViewport viewport = self->viewport;

  if (!self->opened || viewport.layout != WEFT_PIPELINE_TIME || span->length <= 0)
    return;
  viewport.origin_cycle = span->start;
  viewport.origin_fraction = span->fraction;
  viewport.px_per_cycle = viewport.width / span->length;
  if (self->rows_follow_time)
    follow_time (self, &viewport, span);
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
  guint32 op = WEFT_NO_ROW, first_row, last_row;

  weft_pipeline_rows_lock (self->rows);
  weft_pipeline_rows_find_range (self->rows, first, MAX (last, first + 1), &first_row, &last_row);
  if (first_row < last_row && first_row < weft_pipeline_rows_get_n_rows (self->rows))
    op = weft_pipeline_rows_get_op (self->rows, first_row);
  weft_pipeline_rows_unlock (self->rows);
  if (self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED && op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self, op, FALSE);
  else if (first == last || op == WEFT_NO_ROW)
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

static gboolean
has_selected (WeftViewState *state)
{
  return WEFT_PIPELINE_STATE (state)->selection.op != WEFT_NO_ROW;
}

static void
select_nothing (WeftViewState *state)
{
  weft_pipeline_state_select (WEFT_PIPELINE_STATE (state), WEFT_NO_ROW, WEFT_NO_STAGE);
}

static gboolean
has_range (WeftViewState *state)
{
  const WeftPipelineSelection *selection =
    weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (state));

  return selection->has_cycles || selection->has_rows;
}

static void
clear_range (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);

  weft_pipeline_state_select_rows (self, 0, 0);
  weft_pipeline_state_select_cycles (self, 0, 0);
}

static GVariant *
save_selection (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);
  gboolean has_op = selection->op < weft_pipeline_snapshot_get_n_ops (snapshot);
  WeftOp op = { .id = 0 };

  if (has_op)
    weft_pipeline_snapshot_get_op (snapshot, selection->op, &op);
  return g_variant_new (SELECTION_TYPE, selection->has_cycles ? selection->first_cycle : 0,
                        selection->has_cycles ? selection->last_cycle : 0,
                        selection->has_rows ? selection->first_row : 0,
                        selection->has_rows ? selection->last_row : 0, has_op, op.id,
                        selection->stage);
}

/* Ops have the ids that the file gives them. */
static gboolean
restore_selection (WeftViewState *state, GVariant *selection)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);
  guint32 op = WEFT_NO_ROW, first_row, last_row, stage;
  gint64 first, last, id;
  gboolean has_op;

  if (!g_variant_is_of_type (selection, G_VARIANT_TYPE (SELECTION_TYPE)))
    return FALSE;
  g_variant_get (selection, SELECTION_TYPE, &first, &last, &first_row, &last_row, &has_op, &id,
                 &stage);
  if (has_op)
    op = weft_pipeline_snapshot_find_id (snapshot, id);
  if ((has_op && op == WEFT_NO_ROW) || last_row > self->extent.n_rows)
    return FALSE;
  weft_pipeline_state_select (self, op, stage);
  weft_pipeline_state_select_rows (self, first_row, last_row);
  weft_pipeline_state_select_cycles (self, first, last);
  return TRUE;
}

static char *
describe_empty (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (self->trace);
  WeftTrace *trace = WEFT_TRACE (self->trace);

  if (weft_pipeline_snapshot_get_n_ops (snapshot) > 0)
    return NULL;
  return g_strdup_printf (_("“%s” was read as %s, but no line of it begins an op. Check that the "
                            "simulator ran with tracing on."),
                          weft_trace_get_title (trace), weft_trace_get_format (trace));
}

static void
add_remains (WeftViewState *state, GPtrArray *objects)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);

  g_ptr_array_add (objects, g_object_ref (self->rows));
  g_ptr_array_add (objects, g_object_ref (self->trace));
}

static void
weft_pipeline_state_class_init (WeftPipelineStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_state_finalize;
  state_class->style_changed = style_changed;
  state_class->is_open = is_open;
  state_class->save_place = save_place;
  state_class->restore_place = restore_place;
  state_class->covers_place = covers_place;
  state_class->shows_end = shows_end;
  state_class->show_end = show_end;
  state_class->visible_changed = visible_changed;
  state_class->show_time = show_time;
  state_class->show_line = show_line;
  state_class->has_selected = has_selected;
  state_class->select_nothing = select_nothing;
  state_class->has_range = has_range;
  state_class->clear_range = clear_range;
  state_class->save_selection = save_selection;
  state_class->restore_selection = restore_selection;
  state_class->describe = weft_pipeline_status_describe;
  state_class->describe_empty = describe_empty;
  state_class->go_to = weft_pipeline_go_to_run;
  state_class->add_remains = add_remains;
}
