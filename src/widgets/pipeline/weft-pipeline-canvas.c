/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-canvas-menu.h"
#include "weft-paint-cairo.h"
#include "weft-pipeline-overlay.h"
#include "weft-pipeline-run-layer.h"
#include "weft-pipeline-tiles.h"

struct _WeftPipelineCanvas
{
  WeftCanvas parent_instance;

  WeftPipelineState *state; /* the canvas's */
  WeftPipelineStudy *study; /* draws over the picture */
  WeftPaintList *list;      /* of the op that lights up */
  WeftPipelineRenderer *renderer;
  WeftPipelineRunLayer *run; /* in place of ops that are too small */
};

G_DEFINE_FINAL_TYPE (WeftPipelineCanvas, weft_pipeline_canvas, WEFT_TYPE_CANVAS)

/* --- drawing -------------------------------------------------------------------------------------- */

static void
draw_ranges (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);

  if (selection->has_cycles && viewport->layout == WEFT_PIPELINE_TIME)
    {
      double x0 = weft_pipeline_viewport_cycle_to_x (viewport, selection->first_cycle);
      double x1 = weft_pipeline_viewport_cycle_to_x (viewport, selection->last_cycle);

      weft_canvas_draw_columns (WEFT_CANVAS (self), snapshot, x0, x1);
    }
  if (selection->has_rows && !weft_pipeline_run_layer_is_shown (self->run))
    {
      double y0 = weft_pipeline_viewport_row_to_y (viewport, selection->first_row);
      double y1 = weft_pipeline_viewport_row_to_y (viewport, selection->last_row);

      weft_canvas_draw_rows (WEFT_CANVAS (self), snapshot, y0, y1);
    }
}

static guint32
row_of (WeftPipelineCanvas *self, guint32 op)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (self->state);
  guint32 row;

  weft_pipeline_rows_lock (rows);
  row = op == WEFT_NO_ROW ? WEFT_NO_ROW : weft_pipeline_rows_find_op (rows, op);
  weft_pipeline_rows_unlock (rows);
  return row;
}

static void
draw_selected_stage (WeftPipelineCanvas *self, GtkSnapshot *snapshot, double y, double height)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  g_autoptr (WeftPipelineSnapshot) data = weft_pipeline_state_ref_snapshot (self->state);
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gint64 zero = viewport->layout == WEFT_PIPELINE_STRAIGHTENED
                  ? weft_pipeline_snapshot_get_fetch (data, selection->op)
                  : 0;
  const WeftStage *stage;
  double x0, x1;

  weft_pipeline_snapshot_get_stages (data, selection->op, &buffer);
  if (selection->stage >= buffer.n_stages)
    return;
  stage = &buffer.stages[selection->stage];
  x0 = weft_pipeline_viewport_cycle_to_x (viewport, stage->start - zero);
  x1 = weft_pipeline_viewport_cycle_to_x (viewport, stage->end - zero);
  weft_canvas_outline (WEFT_CANVAS (self), snapshot, WEFT_COLOR_SELECTION_EDGE, x0 - 1, y,
                       MAX (x1 - x0, 2) + 2, height);
}

static void
draw_selected_op (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  guint32 row = row_of (self, selection->op);
  double y, height = MAX (viewport->px_per_row, 2);

  if (row == WEFT_NO_ROW)
    return;
  y = weft_pipeline_viewport_row_to_y (viewport, row);
  if (y > viewport->height || y + height < 0)
    return;
  weft_canvas_draw_rows (WEFT_CANVAS (self), snapshot, y, y + height);
  if (selection->stage != WEFT_NO_STAGE)
    draw_selected_stage (self, snapshot, y, height);
}

/* The op under the pointer, or else the selected one, with its arrows. */
static void
draw_lit_op (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineHit *hover = weft_pipeline_state_get_hover (self->state);
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  guint32 op = weft_pipeline_state_get_selection (self->state)->op;
  WeftPipelineArea area = { 0, 0, viewport->width, viewport->height };
  WeftPipelineScene scene;
  cairo_t *cr;

  if (hover->type != WEFT_PIPELINE_HIT_NOTHING && hover->type != WEFT_PIPELINE_HIT_AGGREGATE)
    op = hover->op;
  if (op == WEFT_NO_ROW || !weft_pipeline_viewport_shows_cells (viewport))
    return;
  weft_pipeline_state_get_scene (self->state, &scene);
  weft_paint_list_clear (self->list);
  weft_pipeline_renderer_paint_op (self->renderer, &scene, op, &area, self->list);
  if (weft_paint_list_get_length (self->list) == 0)
    return;
  /* A few lines and rectangles: cheaper as cairo calls than as a surface of the window's size. */
  cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) area.width, (float) area.height));
  weft_paint_cairo_draw (self->list, scene.style->atlas, cr);
  cairo_destroy (cr);
}

static void
draw_over (WeftCanvas *canvas, GtkSnapshot *snapshot)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (canvas);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  weft_pipeline_run_layer_snapshot (self->run, snapshot,
                                    weft_pipeline_state_get_viewport (self->state)->width);
  draw_ranges (self, snapshot);
  weft_canvas_draw_marks (canvas, snapshot);
  if (weft_pipeline_run_layer_is_shown (self->run))
    return;
  draw_selected_op (self, snapshot);
  draw_lit_op (self, snapshot);
  /* it has colours of its own, which would be taken for those of a log */
  if (!weft_pipeline_scene_is_overlaid (&scene))
    weft_pipeline_overlay_snapshot (self->study, self->state, snapshot);
}

/* --- place ---------------------------------------------------------------------------------------- */

static void
resize (WeftCanvas *canvas, int width, int height)
{
  weft_pipeline_state_resize (WEFT_PIPELINE_CANVAS (canvas)->state, width, height);
}

static gboolean
time_to_x (WeftCanvas *canvas, gint64 time, double *x)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (canvas);
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);

  *x = weft_pipeline_viewport_cycle_to_x (viewport, time);
  return viewport->layout == WEFT_PIPELINE_TIME;
}

static gboolean
x_to_time (WeftCanvas *canvas, double x, gint64 *time)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (canvas);
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);

  *time = weft_pipeline_viewport_x_to_cycle (viewport, x, NULL);
  return viewport->layout == WEFT_PIPELINE_TIME;
}

static gboolean
get_pointer (WeftCanvas *canvas, double *x, double *y)
{
  return weft_pipeline_state_get_pointer (WEFT_PIPELINE_CANVAS (canvas)->state, x, y);
}

static gboolean
is_gliding (WeftCanvas *canvas)
{
  WeftPipelineState *state = WEFT_PIPELINE_CANVAS (canvas)->state;

  return weft_pipeline_state_get_target (state) != weft_pipeline_state_get_viewport (state);
}

/* --- gestures ------------------------------------------------------------------------------------------ */

static void
set_pointer (gpointer owner, gboolean inside, double x, double y)
{
  weft_pipeline_state_set_pointer (((WeftPipelineCanvas *) owner)->state, inside, x, y);
}

/* A picture that is held does not follow the execution meanwhile. */
static void
pan (gpointer owner, double dx, double dy, gboolean held)
{
  WeftPipelineState *state = ((WeftPipelineCanvas *) owner)->state;

  if (held)
    weft_pipeline_state_set_viewport (
      state, weft_pipeline_viewport_pan (*weft_pipeline_state_get_viewport (state),
                                         weft_pipeline_state_get_extent (state), dx, dy));
  else
    weft_pipeline_state_pan (state, dx, dy);
}

static void
zoom (gpointer owner, double x, double y, double factor_x, double factor_y, gboolean glide)
{
  WeftPipelineState *state = ((WeftPipelineCanvas *) owner)->state;

  if (glide)
    weft_pipeline_state_zoom (state, x, y, factor_x, factor_y);
  else
    weft_pipeline_state_zoom_now (state, x, y, factor_x, factor_y);
}

static gboolean
advance (gpointer owner, gint64 frame_time)
{
  return weft_pipeline_state_advance (((WeftPipelineCanvas *) owner)->state, frame_time);
}

/* --- picking -------------------------------------------------------------------------------------------- */

/* Zooms to a hit: an op, or an aggregate's rows and cycles. */
static void
zoom_to (WeftPipelineCanvas *self, const WeftPipelineHit *hit)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_target (self->state);
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);

  if (hit->type == WEFT_PIPELINE_HIT_AGGREGATE)
    {
      weft_view_state_push_history (WEFT_VIEW_STATE (self->state));
      weft_pipeline_state_glide (self->state, weft_pipeline_viewport_fit_things (
                                                *viewport, extent, hit->first_row, hit->last_row,
                                                hit->first_cycle, hit->last_cycle));
    }
  else if (hit->type != WEFT_PIPELINE_HIT_NOTHING)
    weft_pipeline_state_fit (self->state);
}

static void
pick (WeftPipelineCanvas *self, const WeftPipelineHit *hit)
{
  switch (hit->type)
    {
    case WEFT_PIPELINE_HIT_CELL:
    case WEFT_PIPELINE_HIT_TICK:
      weft_pipeline_state_select (self->state, hit->op, hit->stage_index);
      break;
    case WEFT_PIPELINE_HIT_ROW:
    case WEFT_PIPELINE_HIT_STORE:
      weft_pipeline_state_select (self->state, hit->op, WEFT_NO_STAGE);
      break;
    case WEFT_PIPELINE_HIT_ARROW:
      weft_pipeline_state_select (self->state, hit->is_far ? hit->producer : hit->consumer,
                                  WEFT_NO_STAGE);
      if (hit->is_far)
        weft_pipeline_state_show_op (self->state, hit->producer, FALSE);
      break;
    case WEFT_PIPELINE_HIT_AGGREGATE:
      if (hit->n_ops == 1)
        weft_pipeline_state_select (self->state, hit->op, WEFT_NO_STAGE);
      else
        weft_pipeline_state_select_rows (self->state, hit->first_row, hit->last_row);
      break;
    case WEFT_PIPELINE_HIT_NOTHING:
      weft_pipeline_state_select (self->state, WEFT_NO_ROW, WEFT_NO_STAGE);
      break;
    }
}

static void
click (gpointer owner, guint n_press, double x, double y)
{
  WeftPipelineCanvas *self = owner;
  g_auto (WeftPipelineHit) hit = { .type = WEFT_PIPELINE_HIT_NOTHING };
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
  gint64 cycle;

  if (n_press == 2 && x_to_time (WEFT_CANVAS (self), x, &cycle)
      && weft_folds_at (weft_time_axis_get_folds (axis), cycle) != NULL)
    {
      weft_time_axis_open_fold (axis, cycle);
      return;
    }
  if (weft_pipeline_run_layer_is_shown (self->run))
    {
      if (n_press == 2)
        weft_pipeline_state_zoom_to_cycle (self->state, x, y);
      return;
    }
  weft_pipeline_state_hit_test (self->state, x, y, &hit);
  if (n_press == 1)
    pick (self, &hit);
  else
    zoom_to (self, &hit);
}

/* Brushes cycles where the drag goes sideways, rows where it goes up or down. */
static void
brush (gpointer owner, double x, double y, double dx, double dy)
{
  WeftPipelineCanvas *self = owner;
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);

  if ((fabs (dx) >= fabs (dy) && viewport->layout == WEFT_PIPELINE_TIME)
      || weft_pipeline_run_layer_is_shown (self->run))
    {
      gint64 a = weft_pipeline_viewport_x_to_cycle (viewport, x + MIN (dx, 0), NULL);
      gint64 b = weft_pipeline_viewport_x_to_cycle (viewport, x + MAX (dx, 0), NULL);

      weft_pipeline_state_select_rows (self->state, 0, 0);
      weft_pipeline_state_select_cycles (self->state, a, b + 1);
    }
  else
    {
      double a = weft_pipeline_viewport_y_to_row (viewport, y + MIN (dy, 0));
      double b = weft_pipeline_viewport_y_to_row (viewport, y + MAX (dy, 0));

      weft_pipeline_state_select_cycles (self->state, 0, 0);
      weft_pipeline_state_select_rows (self->state, (guint32) CLAMP (floor (a), 0, extent->n_rows),
                                       (guint32) CLAMP (floor (b) + 1, 0, extent->n_rows));
    }
}

/* --- keys ----------------------------------------------------------------------------------------------- */

static void
fit (WeftCanvas *canvas)
{
  weft_pipeline_state_fit (WEFT_PIPELINE_CANVAS (canvas)->state);
}

static void
fit_all (WeftCanvas *canvas)
{
  weft_pipeline_state_fit_all (WEFT_PIPELINE_CANVAS (canvas)->state);
}

static void
step (WeftCanvas *canvas, int rows, int stages)
{
  WeftPipelineState *state = WEFT_PIPELINE_CANVAS (canvas)->state;
  guint32 op;

  rows *= (int) weft_canvas_accelerate (canvas);
  weft_pipeline_state_move_selection (state, rows, stages);
  op = weft_pipeline_state_get_selection (state)->op;
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (state, op, TRUE);
}

/* The first or the last op comes into sight. */
static void
go_to_edge (WeftCanvas *canvas, int edge)
{
  WeftPipelineState *state = WEFT_PIPELINE_CANVAS (canvas)->state;
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 op = WEFT_NO_ROW, n_rows;

  weft_pipeline_rows_lock (rows);
  n_rows = weft_pipeline_rows_get_n_rows (rows);
  if (n_rows > 0)
    op = weft_pipeline_rows_get_op (rows, edge < 0 ? 0 : n_rows - 1);
  weft_pipeline_rows_unlock (rows);
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (state, op, FALSE);
}

/* --- the menu ------------------------------------------------------------------------------------------- */

/* Those that show something of the log. */
static void
append_schemes (WeftPipelineState *state, GMenu *menu)
{
  static const char *const schemes[] = { "stage",  N_ ("Stage"),        "depth",   N_ ("Depth"),
                                         "thread", N_ ("Thread"),       "latency", N_ ("Latency"),
                                         "reason", N_ ("Stall reason"), "single",  N_ ("Single"),
                                         "custom", N_ ("Custom"),       NULL };
  const char *offered[G_N_ELEMENTS (schemes)] = { NULL };
  guint n = 0;

  for (guint i = 0; schemes[i] != NULL; i += 2)
    if (weft_pipeline_state_has_reasons (state) || !g_str_equal (schemes[i], "reason"))
      {
        offered[n++] = schemes[i];
        offered[n++] = schemes[i + 1];
      }
  weft_canvas_menu_append_choice (menu, N_ ("Colours"), "options.scheme", offered);
}

static void
fill_menu (WeftCanvas *canvas, GMenu *menu)
{
  static const char *const lanes[] = { "overlaid", N_ ("Overlaid"), "split", N_ ("Split"), NULL };
  static const char *const layouts[] = { "time", N_ ("Time"), "straightened", N_ ("Straightened"),
                                         NULL };
  static const char *const arrows[] = { "off",   N_ ("Off"),    "straight", N_ ("Straight"),
                                        "curve", N_ ("Curved"), NULL };

  g_menu_append (menu, _ ("Zoom to Where Names Can Be Read"), "view.read");
  weft_canvas_menu_append_choice (menu, N_ ("Layout"), "options.layout", layouts);
  weft_canvas_menu_append_choice (menu, N_ ("Lanes"), "options.lanes", lanes);
  append_schemes (WEFT_PIPELINE_CANVAS (canvas)->state, menu);
  weft_canvas_menu_append_choice (menu, N_ ("Arrows"), "options.arrows", arrows);
  g_menu_append (menu, _ ("Hide flushed ops"), "options.hide-flushed");
  g_menu_append (menu, _ ("Occupancy of queues below the ops"), "options.structures");
  g_menu_append (menu, _ ("Stages and Retire Width…"), "page.edit-core");
}

/* --- the widget ---------------------------------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static char *
describe_fold (WeftPipelineCanvas *self, double x)
{
  gint64 cycle;

  return x_to_time (WEFT_CANVAS (self), x, &cycle) ? weft_time_axis_describe_fold (
           weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)), cycle)
                                                   : NULL;
}

static char *
describe (WeftCanvas *canvas)
{
  WeftPipelineState *state = WEFT_PIPELINE_CANVAS (canvas)->state;
  WeftPipelineRunLayer *run = WEFT_PIPELINE_CANVAS (canvas)->run;
  double x, y;

  if (weft_pipeline_state_get_pointer (state, &x, &y))
    {
      g_autofree char *fold = describe_fold (WEFT_PIPELINE_CANVAS (canvas), x);

      if (fold != NULL)
        return g_steal_pointer (&fold);
      if (weft_pipeline_run_layer_is_shown (run))
        return weft_pipeline_run_layer_describe (run, x, y);
    }
  return weft_pipeline_state_describe (state, weft_pipeline_state_get_hover (state));
}

/* The stage or else the op that is selected. */
static char *
describe_selected (WeftPipelineState *state)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (state);
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  WeftPipelineHit hit = { .type = WEFT_PIPELINE_HIT_ROW, .op = selection->op };

  if (selection->op >= snapshot->n_ops)
    return NULL;
  weft_pipeline_snapshot_get_stages (snapshot, selection->op, &buffer);
  if (selection->stage < buffer.n_stages)
    {
      hit.type = WEFT_PIPELINE_HIT_CELL;
      hit.stage_index = selection->stage;
      hit.stage = buffer.stages[selection->stage];
    }
  return weft_pipeline_state_describe (state, &hit);
}

static char *
describe_current (WeftCanvas *canvas)
{
  g_autofree char *hover = weft_canvas_tells_selected (canvas) ? NULL : describe (canvas);

  return hover != NULL ? g_steal_pointer (&hover)
                       : describe_selected (WEFT_PIPELINE_CANVAS (canvas)->state);
}

static void
repaint (WeftPipelineCanvas *self)
{
  weft_pipeline_run_layer_invalidate (self->run);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
weft_pipeline_canvas_finalize (GObject *object)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (object);

  weft_pipeline_run_layer_free (self->run);
  g_object_unref (self->study);
  weft_paint_list_free (self->list);
  weft_pipeline_renderer_free (self->renderer);
  G_OBJECT_CLASS (weft_pipeline_canvas_parent_class)->finalize (object);
}

static void
weft_pipeline_canvas_class_init (WeftPipelineCanvasClass *klass)
{
  WeftCanvasClass *canvas_class = WEFT_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_canvas_finalize;
  canvas_class->input = (WeftCanvasActions){ set_pointer, pan, zoom, brush, click, advance };
  canvas_class->resize = resize;
  canvas_class->draw_over = draw_over;
  canvas_class->time_to_x = time_to_x;
  canvas_class->x_to_time = x_to_time;
  canvas_class->get_pointer = get_pointer;
  canvas_class->is_gliding = is_gliding;
  canvas_class->describe_hover = describe;
  canvas_class->describe_current = describe_current;
  canvas_class->fit = fit;
  canvas_class->fit_all = fit_all;
  canvas_class->step = step;
  canvas_class->go_to_edge = go_to_edge;
  canvas_class->fill_menu = fill_menu;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "pipelinecanvas");
}

static void
weft_pipeline_canvas_init (WeftPipelineCanvas *self)
{
  self->list = weft_paint_list_new ();
  self->renderer = weft_pipeline_renderer_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline"), -1);
}

GtkWidget *
weft_pipeline_canvas_new (WeftPipelineState *state)
{
  static const char *const drawn[] = { "content", "selection" };
  WeftPipelineCanvas *self =
    WEFT_PIPELINE_CANVAS (weft_canvas_new (WEFT_TYPE_PIPELINE_CANVAS, WEFT_VIEW_STATE (state)));
  GtkWidget *widget = GTK_WIDGET (self);

  self->state = state;
  self->study = g_object_ref (weft_pipeline_study_of (state));
  self->run = weft_pipeline_run_layer_new (WEFT_RUN_GRAPHS, state, self->study);
  weft_canvas_set_tiles (WEFT_CANVAS (self),
                         weft_pipeline_tiles_new (state, WEFT_TILES_CANVAS, widget));
  g_signal_connect_object (state, "viewport", G_CALLBACK (weft_canvas_viewport_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "hover", G_CALLBACK (weft_canvas_hover_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (weft_canvas_selection_changed), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_signal_connect_object (state, drawn[i], G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (repaint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->study, "overlay", G_CALLBACK (repaint), self, G_CONNECT_SWAPPED);
  return widget;
}
