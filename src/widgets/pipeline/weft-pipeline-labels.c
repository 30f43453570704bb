/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-labels.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-pipeline-run-layer.h"
#include "weft-pipeline-tiles.h"
#include "weft-snapshot.h"
#include "weft-tooltip.h"

struct _WeftPipelineLabels
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftTileView *tiles;
  WeftPipelineRunLayer *map; /* of the ops, where the picture is too far out for them */
  double brush_y;
  gboolean brushing;
};

G_DEFINE_FINAL_TYPE (WeftPipelineLabels, weft_pipeline_labels, GTK_TYPE_WIDGET)

static double
factor (WeftPipelineLabels *self)
{
  return gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

static void
fill (WeftPipelineLabels *self, GtkSnapshot *snapshot, WeftColorRole role, double y, double height)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)) * factor (self);
  double limit = gtk_widget_get_height (GTK_WIDGET (self)) * factor (self);

  weft_snapshot_fill (
    snapshot, weft_style_color (weft_view_state_get_style (WEFT_VIEW_STATE (self->state)), role), 0,
    y, width, height, width, limit);
}

/* Rows [first, last) as a veil. */
static void
draw_rows (WeftPipelineLabels *self, GtkSnapshot *snapshot, guint32 first, guint32 last)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double y0 = weft_pipeline_viewport_row_to_y (viewport, first);
  double y1 = weft_pipeline_viewport_row_to_y (viewport, last);

  fill (self, snapshot, WEFT_COLOR_SELECTION, y0, MAX (y1 - y0, 2));
}

static void
weft_pipeline_labels_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftPipelineLabels *self = WEFT_PIPELINE_LABELS (widget);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (self->state);
  float scale = 1.0f / (float) factor (self);
  guint32 row = WEFT_NO_ROW;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  fill (self, snapshot, WEFT_COLOR_PANE, 0, INFINITY);
  gtk_snapshot_restore (snapshot);
  weft_tile_view_snapshot (self->tiles, snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  weft_pipeline_run_layer_snapshot (self->map, snapshot,
                                    (int) (gtk_widget_get_width (widget) * factor (self)));
  weft_pipeline_rows_lock (rows);
  if (selection->op != WEFT_NO_ROW)
    row = weft_pipeline_rows_find_op (rows, selection->op);
  weft_pipeline_rows_unlock (rows);
  if (row != WEFT_NO_ROW)
    draw_rows (self, snapshot, row, row + 1);
  if (selection->has_rows)
    draw_rows (self, snapshot, selection->first_row, selection->last_row);
  gtk_snapshot_restore (snapshot);
}

static void
weft_pipeline_labels_measure (GtkWidget *widget G_GNUC_UNUSED, GtkOrientation orientation,
                              int for_size G_GNUC_UNUSED, int *minimum, int *natural,
                              int *minimum_baseline, int *natural_baseline)
{
  *minimum = 0;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 0;
  *minimum_baseline = *natural_baseline = -1;
}

/* The row at y, which may be outside of the log. */
static double
row_at (WeftPipelineLabels *self, double y)
{
  return floor (weft_pipeline_viewport_y_to_row (weft_pipeline_state_get_viewport (self->state),
                                                 y * factor (self)));
}

static guint32
op_at (WeftPipelineLabels *self, double y)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (self->state);
  double row = row_at (self, y);
  guint32 op = WEFT_NO_ROW;

  weft_pipeline_rows_lock (rows);
  if (row >= 0 && row < weft_pipeline_rows_get_n_rows (rows))
    op = weft_pipeline_rows_get_op (rows, (guint32) row);
  weft_pipeline_rows_unlock (rows);
  return op;
}

static void
clicked (WeftPipelineLabels *self, int n_press, double x G_GNUC_UNUSED, double y)
{
  guint32 op = op_at (self, y);

  if (op == WEFT_NO_ROW)
    return;
  weft_pipeline_state_select (self->state, op, WEFT_NO_STAGE);
  if (n_press == 2)
    weft_pipeline_state_fit (self->state);
  else
    weft_pipeline_state_show_op (self->state, op, FALSE);
}

static void
drag_began (WeftPipelineLabels *self, double x G_GNUC_UNUSED, double y, GtkGestureDrag *gesture)
{
  self->brush_y = y;
  self->brushing =
    (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_SHIFT_MASK)
    != 0;
}

static void
dragged (WeftPipelineLabels *self, double dx G_GNUC_UNUSED, double dy, GtkGestureDrag *gesture)
{
  double n_rows = weft_pipeline_state_get_extent (self->state)->n_rows;

  if (!self->brushing)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  weft_pipeline_state_select_rows (
    self->state, (guint32) CLAMP (row_at (self, self->brush_y + MIN (dy, 0)), 0, n_rows),
    (guint32) CLAMP (row_at (self, self->brush_y + MAX (dy, 0)) + 1, 0, n_rows));
}

static gboolean
query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y, gboolean keyboard G_GNUC_UNUSED,
               GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  WeftPipelineLabels *self = WEFT_PIPELINE_LABELS (widget);
  g_auto (WeftPipelineHit) hit = { .type = WEFT_PIPELINE_HIT_ROW };
  g_autofree char *text = NULL;

  hit.op = op_at (self, y);
  hit.row = (guint32) row_at (self, y);
  if (hit.op != WEFT_NO_ROW)
    text = weft_pipeline_state_describe (self->state, &hit);
  return weft_tooltip_show (widget, tooltip, text);
}

static void
weft_pipeline_labels_dispose (GObject *object)
{
  WeftPipelineLabels *self = WEFT_PIPELINE_LABELS (object);

  g_clear_pointer (&self->tiles, weft_tile_view_free);
  g_clear_pointer (&self->map, weft_pipeline_run_layer_free);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_labels_parent_class)->dispose (object);
}

static void
weft_pipeline_labels_class_init (WeftPipelineLabelsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_labels_dispose;
  widget_class->snapshot = weft_pipeline_labels_snapshot;
  widget_class->measure = weft_pipeline_labels_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_pipeline_labels_init (WeftPipelineLabels *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (dragged), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Labels of the ops"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}

static void
repaint (WeftPipelineLabels *self)
{
  weft_pipeline_run_layer_invalidate (self->map);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
weft_pipeline_labels_new (WeftPipelineState *state)
{
  static const char *const signals[] = { "viewport", "selection" };
  static const char *const changes[] = { "content", "style" };
  WeftPipelineLabels *self = g_object_new (WEFT_TYPE_PIPELINE_LABELS, NULL);
  WeftPipelineStudy *study = weft_pipeline_study_of (state);

  self->state = g_object_ref (state);
  self->map = weft_pipeline_run_layer_new (WEFT_RUN_MAP, state, study);
  self->tiles = weft_pipeline_tiles_new (state, WEFT_TILES_LABELS, GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (state, signals[i], G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (state, changes[i], G_CALLBACK (repaint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (study, "overlay", G_CALLBACK (repaint), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
