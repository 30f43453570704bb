/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-marks.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-labels.h"
#include "weft-pipeline-result-marks.h"
#include "weft-pipeline-structures.h"

#define LABEL_WIDTH 340

/* Of the labels at text scale 1, where they are but a ruler of ops. */
#define OVERVIEW_LABEL_WIDTH 150

struct _WeftPipelineView
{
  WeftPictureView parent_instance;

  WeftPipelineState *state; /* the canvas's */
  WeftPipelineRenderer *renderer;
  WeftPipelineScheme scheme; /* that the legend explains */
  WeftPipelineState *other;  /* whose picture lies over this one: nullable */
};

G_DEFINE_FINAL_TYPE (WeftPipelineView, weft_pipeline_view, WEFT_TYPE_PICTURE_VIEW)

static WeftPipelineScene
get_scene (WeftPipelineView *self)
{
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  return scene;
}

/* --- minimap ------------------------------------------------------------------------------------- */

static void
paint_minimap (WeftPictureView *view, WeftPaintList *list, int width, int height)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (view);
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);
  WeftPipelineScene scene = get_scene (self);

  weft_pipeline_renderer_paint_minimap (self->renderer, &scene, 0, 0, width, height, list);
  weft_marks_paint_overview (weft_marks_get (WEFT_VIEW_STATE (self->state)), extent->first_cycle,
                             extent->last_cycle, width, height, list);
}

static gboolean
minimap_to_time (WeftPictureView *view, int width, double x, gint64 *cycle)
{
  WeftPipelineState *state = WEFT_PIPELINE_VIEW (view)->state;

  *cycle =
    weft_pipeline_minimap_get_cycle (weft_pipeline_state_get_extent (state),
                                     weft_pipeline_state_get_viewport (state)->folds, width, x);
  return TRUE;
}

static void
go_to_minimap (WeftPictureView *view, int width, double x, gboolean begins G_GNUC_UNUSED)
{
  gint64 cycle;

  if (minimap_to_time (view, width, x, &cycle))
    weft_pipeline_state_show_cycle (WEFT_PIPELINE_VIEW (view)->state, cycle);
}

/* --- ruler and legend ---------------------------------------------------------------------------- */

/* In the straightened layout no time is anywhere, but cycles are under the pointer. */
static void
paint_ruler (WeftPictureView *view, const WeftAxisExtras *extras, WeftPaintList *list, int width,
             int height)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (view);
  WeftPipelineScene scene = get_scene (self);
  WeftAxisMark pointer = { .color = weft_style_color (scene.style, WEFT_COLOR_CURSOR) };
  WeftAxisExtras at_pointer = { .marks = &pointer, .n_marks = 1 };
  double x, y;

  if (scene.viewport.layout != WEFT_PIPELINE_TIME
      && weft_pipeline_state_get_pointer (self->state, &x, &y))
    {
      pointer.tick = weft_pipeline_viewport_x_to_cycle (&scene.viewport, x, NULL);
      extras = &at_pointer;
    }
  weft_pipeline_renderer_paint_ruler (self->renderer, &scene, extras, 0, 0, width, height, list);
}

/* FALSE where it is one picture. */
static gboolean
get_two_scenes (WeftPipelineView *self, WeftPipelineScene *scenes)
{
  scenes[0] = get_scene (self);
  if (self->other == NULL)
    return FALSE;
  weft_pipeline_state_get_scene (self->other, &scenes[1]);
  return weft_pipeline_scene_is_overlaid (&scenes[0])
         && weft_pipeline_scene_is_overlaid (&scenes[1]);
}

static int
measure_legend (WeftPictureView *view, int width)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (view);
  WeftPipelineScene scenes[2];

  if (get_two_scenes (self, scenes))
    return weft_pipeline_renderer_measure_overlay_legend (self->renderer, scenes, width);
  return weft_pipeline_renderer_measure_legend (self->renderer, &scenes[0], width);
}

static void
paint_legend (WeftPictureView *view, WeftPaintList *list, int width, int height)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (view);
  WeftPipelineScene scenes[2];

  if (get_two_scenes (self, scenes))
    weft_pipeline_renderer_paint_overlay_legend (self->renderer, scenes, 0, 0, width, height, list);
  else
    weft_pipeline_renderer_paint_legend (self->renderer, &scenes[0], 0, 0, width, height, list);
}

/* --- scrollbars ---------------------------------------------------------------------------------- */

static gboolean
get_range (WeftPictureView *view, GtkOrientation orientation, WeftPictureRange *range)
{
  WeftPipelineState *state = WEFT_PIPELINE_VIEW (view)->state;
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (state);
  gboolean straight = viewport->layout == WEFT_PIPELINE_STRAIGHTENED;
  gint64 zero = weft_pipeline_viewport_lay (viewport, extent->first_cycle);
  gint64 first = straight ? 0 : zero;
  gint64 last =
    straight ? extent->longest : weft_pipeline_viewport_lay (viewport, extent->last_cycle);

  if (viewport->px_per_row <= 0 || viewport->px_per_cycle <= 0)
    return FALSE;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *range = (WeftPictureRange){ .value = viewport->origin_row,
                                 .upper = extent->n_rows,
                                 .page = viewport->height / viewport->px_per_row,
                                 .px = viewport->px_per_row };
  else
    *range = (WeftPictureRange){ .value = (double) (viewport->origin_cycle - zero)
                                          + viewport->origin_fraction,
                                 .lower = (double) (first - zero),
                                 .upper = (double) (last - zero),
                                 .page = viewport->width / viewport->px_per_cycle,
                                 .px = viewport->px_per_cycle };
  range->length = G_MAXDOUBLE;
  return TRUE;
}

static void
scroll (WeftPictureView *view, double dx, double dy)
{
  weft_pipeline_state_pan (WEFT_PIPELINE_VIEW (view)->state, round (dx), round (dy));
}

/* --- following the state ------------------------------------------------------------------------- */

/* Zoomed out, the pane of the labels gives its room to the picture. */
static void
update_labels (WeftPipelineView *self)
{
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  gboolean overview = target->px_per_row > 0 && !weft_pipeline_labels_are_legible (target, style);

  weft_picture_view_set_narrow (WEFT_PICTURE_VIEW (self),
                                overview ? (int) (OVERVIEW_LABEL_WIDTH * style->options.text_scale)
                                         : 0);
}

static void
viewport_changed (WeftPipelineView *self)
{
  WeftPipelineScheme scheme = weft_pipeline_state_get_viewport (self->state)->scheme;

  if (scheme != self->scheme)
    weft_picture_view_legend_changed (WEFT_PICTURE_VIEW (self));
  self->scheme = scheme;
  update_labels (self);
  weft_picture_view_viewport_changed (WEFT_PICTURE_VIEW (self));
}

static void
content_changed (WeftPipelineView *self)
{
  update_labels (self);
  weft_picture_view_legend_changed (WEFT_PICTURE_VIEW (self));
}

/* --- the widget ---------------------------------------------------------------------------------- */

static void
read_texts (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  weft_pipeline_state_zoom_to_read (WEFT_PIPELINE_VIEW (widget)->state);
}

static void
adjust (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  weft_pipeline_state_adjust (WEFT_PIPELINE_VIEW (widget)->state);
}

void
weft_pipeline_view_set_overlaid (WeftPipelineView *self, WeftPipelineState *other)
{
  g_return_if_fail (WEFT_IS_PIPELINE_VIEW (self));

  if (self->other != NULL)
    g_signal_handlers_disconnect_by_data (self->other, self);
  g_set_object (&self->other, other);
  if (other != NULL)
    g_signal_connect_object (other, "content", G_CALLBACK (content_changed), self,
                             G_CONNECT_SWAPPED);
  weft_picture_view_legend_changed (WEFT_PICTURE_VIEW (self));
}

static void
weft_pipeline_view_finalize (GObject *object)
{
  g_clear_object (&WEFT_PIPELINE_VIEW (object)->other);
  weft_pipeline_renderer_free (WEFT_PIPELINE_VIEW (object)->renderer);
  G_OBJECT_CLASS (weft_pipeline_view_parent_class)->finalize (object);
}

static void
weft_pipeline_view_class_init (WeftPipelineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WeftPictureViewClass *picture_class = WEFT_PICTURE_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_view_finalize;
  picture_class->minimap_label = N_ ("Overview of the whole log");
  picture_class->ruler_label = N_ ("Ruler of cycles");
  picture_class->legend_label = N_ ("Colours of the stages");
  picture_class->corner = N_ ("Op");
  picture_class->label_width = LABEL_WIDTH;
  picture_class->paint_minimap = paint_minimap;
  picture_class->paint_ruler = paint_ruler;
  picture_class->paint_legend = paint_legend;
  picture_class->measure_legend = measure_legend;
  picture_class->minimap_to_time = minimap_to_time;
  picture_class->go_to_minimap = go_to_minimap;
  picture_class->get_range = get_range;
  picture_class->scroll = scroll;
  gtk_widget_class_set_css_name (widget_class, "pipelineview");
  gtk_widget_class_install_action (widget_class, "view.adjust", NULL, adjust);
  gtk_widget_class_install_action (widget_class, "view.read", NULL, read_texts);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_x, 0, "view.adjust", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1, 0, "view.read", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_1, 0, "view.read", NULL);
}

static void
weft_pipeline_view_init (WeftPipelineView *self)
{
  self->renderer = weft_pipeline_renderer_new ();
}

GtkWidget *
weft_pipeline_view_new (WeftPipelineState *state)
{
  GtkWidget *widget = weft_picture_view_new (
    WEFT_TYPE_PIPELINE_VIEW, WEFT_PICTURE_WHOLE, weft_pipeline_canvas_new (state),
    weft_pipeline_labels_new (state), weft_pipeline_result_marks_new (state));

  WEFT_PIPELINE_VIEW (widget)->state = state;
  g_signal_connect_object (state, "viewport", G_CALLBACK (viewport_changed), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (update_labels), widget, G_CONNECT_SWAPPED);
  weft_pipeline_structures_add (WEFT_PICTURE_VIEW (widget), state);
  return widget;
}
