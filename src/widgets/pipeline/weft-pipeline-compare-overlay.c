/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-overlay.h"

#include "weft-focus-children.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-view.h"

struct _WeftPipelineCompareOverlay
{
  GtkWidget parent_instance;

  WeftPipelineCompareState *state;
  GtkWidget *view;   /* of A */
  GtkWidget *canvas; /* of B */
};

G_DEFINE_FINAL_TYPE (WeftPipelineCompareOverlay, weft_pipeline_compare_overlay, GTK_TYPE_WIDGET)

void
weft_pipeline_compare_overlay_set_amount (WeftPipelineCompareOverlay *self, double amount)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_OVERLAY (self));

  /* Each fades towards the other's end. */
  gtk_widget_set_opacity (weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (self->view)),
                          MIN (1, 2 * (1 - amount)));
  gtk_widget_set_opacity (self->canvas, MIN (1, 2 * amount));
}

GtkWidget *
weft_pipeline_compare_overlay_get_view (WeftPipelineCompareOverlay *self)
{
  return self->view;
}

static void
weft_pipeline_compare_overlay_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                                       int *minimum, int *natural, int *minimum_baseline,
                                       int *natural_baseline)
{
  gtk_widget_measure (WEFT_PIPELINE_COMPARE_OVERLAY (widget)->view, orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

/* B's picture lies exactly on A's. */
static void
allocate_canvas (WeftPipelineCompareOverlay *self)
{
  GtkWidget *below = weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (self->view));
  graphene_rect_t bounds;
  GtkAllocation place;

  if (!gtk_widget_compute_bounds (below, GTK_WIDGET (self), &bounds))
    return;
  place = (GtkAllocation){ (int) bounds.origin.x, (int) bounds.origin.y,
                           MAX ((int) bounds.size.width, 1), MAX ((int) bounds.size.height, 1) };
  gtk_widget_size_allocate (self->canvas, &place, -1);
}

static void
weft_pipeline_compare_overlay_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftPipelineCompareOverlay *self = WEFT_PIPELINE_COMPARE_OVERLAY (widget);

  gtk_widget_allocate (self->view, width, height, baseline, NULL);
  allocate_canvas (self);
}

/* Parts of A's view may be laid out without the whole, which then does not tell this widget. */
static void
follow_size (WeftPipelineCompareOverlay *self, WeftPipelineState *state)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  int scale = gtk_widget_get_scale_factor (self->canvas);

  if (viewport->width != gtk_widget_get_width (self->canvas) * scale
      || viewport->height != gtk_widget_get_height (self->canvas) * scale)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* On white colours are multiplied, on dark ground the lighter one of each channel is taken: see
 * weft_pipeline_overlay_mix(). */
static void
weft_pipeline_compare_overlay_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftPipelineCompareOverlay *self = WEFT_PIPELINE_COMPARE_OVERLAY (widget);
  WeftPipelineState *state = weft_pipeline_compare_state_get_state (self->state, WEFT_LOG_A);
  gboolean dark = weft_style_is_dark (weft_view_state_get_style (WEFT_VIEW_STATE (state)));

  gtk_snapshot_push_blend (snapshot, dark ? GSK_BLEND_MODE_LIGHTEN : GSK_BLEND_MODE_MULTIPLY);
  gtk_widget_snapshot_child (widget, self->view, snapshot);
  gtk_snapshot_pop (snapshot);
  gtk_widget_snapshot_child (widget, self->canvas, snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
weft_pipeline_compare_overlay_dispose (GObject *object)
{
  WeftPipelineCompareOverlay *self = WEFT_PIPELINE_COMPARE_OVERLAY (object);

  g_clear_pointer (&self->view, gtk_widget_unparent);
  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_compare_overlay_parent_class)->dispose (object);
}

static gboolean
weft_pipeline_compare_overlay_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_PIPELINE_COMPARE_OVERLAY (widget)->view);
}

static void
weft_pipeline_compare_overlay_class_init (WeftPipelineCompareOverlayClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_compare_overlay_dispose;
  widget_class->measure = weft_pipeline_compare_overlay_measure;
  widget_class->size_allocate = weft_pipeline_compare_overlay_size_allocate;
  widget_class->snapshot = weft_pipeline_compare_overlay_snapshot;
  widget_class->grab_focus = weft_pipeline_compare_overlay_grab_focus;
  widget_class->focus = weft_focus_children;
}

static void
weft_pipeline_compare_overlay_init (WeftPipelineCompareOverlay *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_pipeline_compare_overlay_new (WeftPipelineCompareState *state)
{
  WeftPipelineCompareOverlay *self = g_object_new (WEFT_TYPE_PIPELINE_COMPARE_OVERLAY, NULL);

  self->state = g_object_ref (state);
  self->view = weft_pipeline_view_new (weft_pipeline_compare_state_get_state (state, WEFT_LOG_A));
  self->canvas =
    weft_pipeline_canvas_new (weft_pipeline_compare_state_get_state (state, WEFT_LOG_B));
  g_signal_connect_object (weft_pipeline_compare_state_get_state (state, WEFT_LOG_A), "viewport",
                           G_CALLBACK (follow_size), self, G_CONNECT_SWAPPED);
  weft_pipeline_view_set_overlaid (WEFT_PIPELINE_VIEW (self->view),
                                   weft_pipeline_compare_state_get_state (state, WEFT_LOG_B));
  /* Pointer and keys are A's; B follows. */
  gtk_widget_set_can_target (self->canvas, FALSE);
  gtk_widget_set_can_focus (self->canvas, FALSE);
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  gtk_widget_set_parent (self->canvas, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
