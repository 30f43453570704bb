/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-structures.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-list-area.h"
#include "weft-snapshot.h"
#include "weft-strip-input.h"
#include "weft-tooltip.h"

/* It goes with the view. */
typedef struct
{
  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftPipelineRenderer *renderer;
  GtkWidget *titles;
  GtkWidget *graphs;
} Structures;

/* --- painting ------------------------------------------------------------------------------------- */

static WeftTimeAxis *
get_axis (Structures *self)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
}

static WeftPipelinePanels
get_panels (Structures *self)
{
  return weft_pipeline_study_get_panels (self->study, WEFT_PANELS_STRUCTURES);
}

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  Structures *self = data;
  WeftPipelinePanels panels = get_panels (self);
  int factor = gtk_widget_get_scale_factor (self->graphs);

  if (!weft_pipeline_state_get_shows_structures (self->state)
      || weft_pipeline_state_get_viewport (self->state)->layout != WEFT_PIPELINE_TIME)
    return 0;
  return (weft_pipeline_panels_measure (&panels,
                                        weft_view_state_get_style (WEFT_VIEW_STATE (self->state)))
          + factor - 1)
         / factor;
}

/* The brushed cycles and the cursor, as over the ops. */
static void
paint_marks (Structures *self, const WeftPipelineScene *scene, int height, WeftPaintList *list)
{
  const WeftPipelineViewport *viewport = &scene->viewport;
  gint64 first, last, cursor;

  if (weft_time_axis_get_selection (get_axis (self), &first, &last))
    {
      int x0 = weft_paint_coord (weft_pipeline_viewport_cycle_to_x (viewport, first));
      int x1 = weft_paint_coord (weft_pipeline_viewport_cycle_to_x (viewport, last));

      weft_paint_list_fill (list, x0, 0, x1 - x0, height,
                            weft_style_color (scene->style, WEFT_COLOR_SELECTION));
    }
  if (weft_time_axis_get_cursor (get_axis (self), &cursor))
    weft_paint_list_fill (
      list, weft_paint_coord (floor (weft_pipeline_viewport_cycle_to_x (viewport, cursor))), 0,
      weft_style_px (scene->style, 1), height, weft_style_color (scene->style, WEFT_COLOR_CURSOR));
}

static WeftStyle *
paint_graphs (WeftPaintList *list, int width G_GNUC_UNUSED, int height, gpointer data)
{
  Structures *self = data;
  WeftPipelinePanels panels = get_panels (self);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  weft_pipeline_renderer_paint_panels (self->renderer, &scene, &panels, 0, 0, height, list);
  paint_marks (self, &scene, height, list);
  return scene.style;
}

static WeftStyle *
paint_titles (WeftPaintList *list, int width, int height, gpointer data)
{
  Structures *self = data;
  WeftPipelinePanels panels = get_panels (self);
  WeftPipelineScene scene;
  double x = (double) NAN;
  gint64 cursor;

  weft_pipeline_state_get_scene (self->state, &scene);
  if (weft_time_axis_get_cursor (get_axis (self), &cursor))
    x = weft_pipeline_viewport_cycle_to_x (&scene.viewport, cursor);
  weft_pipeline_panels_paint_titles (&scene, &panels, x, width, height, list);
  return scene.style;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
               gpointer data)
{
  Structures *self = data;
  WeftPipelinePanels panels = get_panels (self);
  int factor = gtk_widget_get_scale_factor (widget);
  g_autofree char *text = NULL;
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  if (!keyboard)
    text = weft_pipeline_panels_describe (&scene, &panels, gtk_widget_get_height (widget) * factor,
                                          (double) x * factor, (double) y * factor);
  return weft_tooltip_show (widget, tooltip, text);
}

/* --- following ------------------------------------------------------------------------------------ */

/* Whether there are any may show only now. */
static void
repaint (Structures *self)
{
  gboolean shown = measure (-1, self) > 0;

  gtk_widget_set_visible (self->graphs, shown);
  gtk_widget_set_visible (self->titles, shown);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->graphs));
  weft_list_area_invalidate (WEFT_LIST_AREA (self->titles));
}

static void
measure_anew (Structures *self)
{
  gtk_widget_queue_resize (self->graphs);
  gtk_widget_queue_resize (self->titles);
  repaint (self);
}

/* Somebody must ask, whether or not other panels do. */
static void
content_changed (Structures *self)
{
  weft_pipeline_study_ask (self->study);
}

static void
structures_free (gpointer data)
{
  Structures *self = data;

  g_signal_handlers_disconnect_by_data (self->state, self);
  g_signal_handlers_disconnect_by_data (self->study, self);
  weft_pipeline_renderer_free (self->renderer);
  g_object_unref (self->study);
  g_object_unref (self->state);
  g_free (self);
}

void
weft_pipeline_structures_add (WeftPictureView *view, WeftPipelineState *state)
{
  static const char *const painted[] = { "viewport", "hover", "selection" };
  Structures *self = g_new0 (Structures, 1);

  self->state = g_object_ref (state);
  self->study = g_object_ref (weft_pipeline_study_of (state));
  self->renderer = weft_pipeline_renderer_new ();
  self->graphs = weft_list_area_new (paint_graphs, measure, self);
  self->titles = weft_list_area_new (paint_titles, measure, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->graphs),
                            _ ("Occupancy of the core’s structures"));
  gtk_widget_set_has_tooltip (self->graphs, TRUE);
  g_signal_connect (self->graphs, "query-tooltip", G_CALLBACK (query_tooltip), self);
  weft_strip_input_add (self->graphs, WEFT_CANVAS (weft_picture_view_get_canvas (view)));
  weft_picture_view_set_strip (view, self->titles, self->graphs);
  g_object_set_data_full (G_OBJECT (view), "weft-structures", self, structures_free);
  for (guint i = 0; i < G_N_ELEMENTS (painted); i++)
    g_signal_connect_swapped (state, painted[i], G_CALLBACK (repaint), self);
  g_signal_connect_swapped (state, "content", G_CALLBACK (content_changed), self);
  g_signal_connect_swapped (state, "style", G_CALLBACK (measure_anew), self);
  g_signal_connect_swapped (state, "notify::structures", G_CALLBACK (measure_anew), self);
  g_signal_connect_swapped (self->study, "overlay", G_CALLBACK (measure_anew), self);
  measure_anew (self);
  content_changed (self);
}
