/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-canvas-input.h"
#include "weft-marks.h"
#include "weft-paint-cairo.h"
#include "weft-pipeline-overlay.h"
#include "weft-pipeline-tiles.h"
#include "weft-snapshot.h"

struct _WeftPipelineCanvas
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineStudy *study; /* draws over the picture */
  WeftPipelineTiles *tiles;
  WeftCanvasInput *input;
  WeftPaintList *list; /* what lights up */
  WeftPipelineRenderer *renderer;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCanvas, weft_pipeline_canvas, GTK_TYPE_WIDGET)

static double
factor (WeftPipelineCanvas *self)
{
  return gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

/* --- following the state --------------------------------------------------------------------- */

static void
viewport_changed (WeftPipelineCanvas *self)
{
  if (weft_pipeline_state_get_target (self->state)
      != weft_pipeline_state_get_viewport (self->state))
    weft_canvas_input_wake (self->input);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The live description of what is under the pointer or selected, for those who don't see it. */
static void
update_description (WeftPipelineCanvas *self)
{
  g_autofree char *text =
    weft_pipeline_state_describe (self->state, weft_pipeline_state_get_hover (self->state));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static void
hover_changed (WeftPipelineCanvas *self)
{
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- drawing -------------------------------------------------------------------------------------- */

static void
fill (WeftPipelineCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x, double y,
      double width, double height)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);

  weft_snapshot_fill (snapshot,
                      weft_style_color (weft_pipeline_state_get_style (self->state), role), x, y,
                      width, height, viewport->width, viewport->height);
}

static void
outline (WeftPipelineCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x, double y,
         double width, double height)
{
  double line = weft_style_px (weft_pipeline_state_get_style (self->state), 2);

  fill (self, snapshot, role, x, y, width, line);
  fill (self, snapshot, role, x, y + height - line, width, line);
  fill (self, snapshot, role, x, y, line, height);
  fill (self, snapshot, role, x + width - line, y, line, height);
}

static void
draw_ranges (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);

  if (selection->has_cycles && viewport->layout == WEFT_PIPELINE_TIME)
    {
      double x0 = weft_pipeline_viewport_cycle_to_x (viewport, selection->first_cycle);
      double x1 = weft_pipeline_viewport_cycle_to_x (viewport, selection->last_cycle);

      fill (self, snapshot, WEFT_COLOR_SELECTION, x0, 0, x1 - x0, viewport->height);
      fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x0, 0, 1, viewport->height);
      fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x1 - 1, 0, 1, viewport->height);
    }
  if (selection->has_rows)
    {
      double y0 = weft_pipeline_viewport_row_to_y (viewport, selection->first_row);
      double y1 = weft_pipeline_viewport_row_to_y (viewport, selection->last_row);

      fill (self, snapshot, WEFT_COLOR_SELECTION, 0, y0, viewport->width, y1 - y0);
      fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y0, viewport->width, 1);
      fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y1 - 1, viewport->width, 1);
    }
}

/* Lines where the user has set marks. */
static void
draw_marks (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  WeftMarks *marks = weft_marks_get (WEFT_VIEW_STATE (self->state));

  for (guint i = 0; i < weft_marks_get_n (marks) && viewport->layout == WEFT_PIPELINE_TIME; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (marks, i);

      fill (self, snapshot, mark->name != NULL ? WEFT_COLOR_ACCENT : WEFT_COLOR_CURSOR,
            floor (weft_pipeline_viewport_cycle_to_x (viewport, mark->time)), 0, 1,
            viewport->height);
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
  outline (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x0 - 1, y, MAX (x1 - x0, 2) + 2, height);
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
  fill (self, snapshot, WEFT_COLOR_SELECTION, 0, y, viewport->width, height);
  fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y, viewport->width, 1);
  fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y + height - 1, viewport->width, 1);
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
  weft_paint_cairo_draw (self->list, weft_style_get_atlas (scene.style), cr);
  cairo_destroy (cr);
}

/* At the pointer, or where it is elsewhere, at the cursor that another view of the same time has. */
static void
draw_crosshair (WeftPipelineCanvas *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
  double x, y;
  gint64 cycle;

  if (weft_canvas_input_is_panning (self->input))
    return;
  if (weft_pipeline_state_get_pointer (self->state, &x, &y))
    fill (self, snapshot, WEFT_COLOR_HOVER, 0, floor (y), viewport->width, 1);
  else if (viewport->layout == WEFT_PIPELINE_TIME && weft_time_axis_get_cursor (axis, &cycle))
    x = weft_pipeline_viewport_cycle_to_x (viewport, cycle);
  else
    return;
  fill (self, snapshot, WEFT_COLOR_HOVER, floor (x), 0, 1, viewport->height);
}

static void
weft_pipeline_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (widget);
  float scale = 1.0f / (float) factor (self);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  fill (self, snapshot, WEFT_COLOR_CANVAS, 0, 0, INFINITY, INFINITY);
  gtk_snapshot_restore (snapshot);

  weft_pipeline_tiles_snapshot (self->tiles, snapshot);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  draw_ranges (self, snapshot);
  draw_marks (self, snapshot);
  draw_selected_op (self, snapshot);
  draw_lit_op (self, snapshot);
  weft_pipeline_overlay_snapshot (self->study, self->state, snapshot);
  draw_crosshair (self, snapshot);
  if (gtk_widget_has_visible_focus (widget))
    outline (self, snapshot, WEFT_COLOR_ACCENT, 0, 0,
             weft_pipeline_state_get_viewport (self->state)->width,
             weft_pipeline_state_get_viewport (self->state)->height);
  gtk_snapshot_restore (snapshot);
}

static void
weft_pipeline_canvas_size_allocate (GtkWidget *widget, int width, int height,
                                    int baseline G_GNUC_UNUSED)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (widget);
  int scale = gtk_widget_get_scale_factor (widget);

  weft_pipeline_state_resize (self->state, MAX (width, 1) * scale, MAX (height, 1) * scale);
}

/* --- gestures ------------------------------------------------------------------------------------------ */

static void
set_pointer (gpointer owner, gboolean inside, double x, double y)
{
  weft_pipeline_state_set_pointer (((WeftPipelineCanvas *) owner)->state, inside, x, y);
}

/* What a hand holds does not follow the execution meanwhile. */
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

/* Zooms to what is under a point: an op, or an aggregate's rows and cycles. */
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
      weft_pipeline_state_select (self->state, hit->consumer, WEFT_NO_STAGE);
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

  if (fabs (dx) >= fabs (dy) && viewport->layout == WEFT_PIPELINE_TIME)
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

static const WeftCanvasActions actions = { set_pointer, pan, zoom, brush, click, advance };

/* --- the widget ---------------------------------------------------------------------------------------------- */

/* No area is set that it is for: GTK tells nothing to a pointer that comes to rest outside of the one
 * before. */
static gboolean
query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
               gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (widget);
  g_autofree char *text = NULL;

  if (weft_canvas_input_is_dragging (self->input))
    return FALSE;
  text = weft_pipeline_state_describe (self->state, weft_pipeline_state_get_hover (self->state));
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
weft_pipeline_canvas_dispose (GObject *object)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (object);

  g_clear_pointer (&self->input, weft_canvas_input_free);
  g_clear_pointer (&self->tiles, weft_pipeline_tiles_free);
  g_clear_object (&self->study);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_canvas_parent_class)->dispose (object);
}

static void
weft_pipeline_canvas_finalize (GObject *object)
{
  WeftPipelineCanvas *self = WEFT_PIPELINE_CANVAS (object);

  weft_paint_list_free (self->list);
  weft_pipeline_renderer_free (self->renderer);
  G_OBJECT_CLASS (weft_pipeline_canvas_parent_class)->finalize (object);
}

static void
weft_pipeline_canvas_class_init (WeftPipelineCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_canvas_finalize;
  widget_class->snapshot = weft_pipeline_canvas_snapshot;
  widget_class->size_allocate = weft_pipeline_canvas_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "pipelinecanvas");
}

static void
weft_pipeline_canvas_init (WeftPipelineCanvas *self)
{
  self->list = weft_paint_list_new ();
  self->renderer = weft_pipeline_renderer_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  self->input = weft_canvas_input_new (GTK_WIDGET (self), &actions, self);
}

GtkWidget *
weft_pipeline_canvas_new (WeftPipelineState *state)
{
  WeftPipelineCanvas *self = g_object_new (WEFT_TYPE_PIPELINE_CANVAS, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->state = g_object_ref (state);
  self->study = g_object_ref (weft_pipeline_study_of (state));
  self->tiles = weft_pipeline_tiles_new (state, WEFT_TILES_CANVAS, widget);
  g_signal_connect_object (state, "viewport", G_CALLBACK (viewport_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "hover", G_CALLBACK (hover_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->study, "overlay", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return widget;
}

gboolean
weft_pipeline_canvas_is_complete (WeftPipelineCanvas *self)
{
  return weft_pipeline_tiles_is_complete (self->tiles);
}
