/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-run-layer.h"

#include "weft-paint-pixels.h"

struct _WeftPipelineRunLayer
{
  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftPipelineRenderer *renderer;
  WeftPaintList *list;
  cairo_surface_t *surface;      /* NULL: to be painted */
  WeftPipelineViewport viewport; /* that it was painted for */
};

WeftPipelineRunLayer *
weft_pipeline_run_layer_new (WeftPipelineState *state, WeftPipelineStudy *study)
{
  WeftPipelineRunLayer *self = g_new0 (WeftPipelineRunLayer, 1);

  self->state = state;
  self->study = study;
  self->renderer = weft_pipeline_renderer_new ();
  self->list = weft_paint_list_new ();
  return self;
}

void
weft_pipeline_run_layer_free (WeftPipelineRunLayer *self)
{
  weft_pipeline_run_layer_invalidate (self);
  weft_pipeline_renderer_free (self->renderer);
  weft_paint_list_free (self->list);
  g_free (self);
}

void
weft_pipeline_run_layer_invalidate (WeftPipelineRunLayer *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
}

/* Rows move without a change of what is shown. */
static gboolean
is_current (const WeftPipelineRunLayer *self, const WeftPipelineViewport *viewport)
{
  return self->surface != NULL && self->viewport.origin_cycle == viewport->origin_cycle
         && self->viewport.origin_fraction == viewport->origin_fraction
         && self->viewport.px_per_cycle == viewport->px_per_cycle
         && self->viewport.width == viewport->width && self->viewport.height == viewport->height
         && self->viewport.scheme == viewport->scheme;
}

static void
paint (WeftPipelineRunLayer *self)
{
  WeftPipelinePanels panels = weft_pipeline_study_get_panels (self->study, WEFT_PANELS_RUN);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  weft_pipeline_run_layer_invalidate (self);
  weft_paint_list_clear (self->list);
  weft_pipeline_renderer_paint_panels (self->renderer, &scene, &panels, scene.viewport.height,
                                       self->list);
  self->surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, scene.viewport.width, scene.viewport.height);
  weft_paint_pixels_draw_surface (self->list, scene.style->atlas, self->surface, NULL, 0, 0);
  self->viewport = scene.viewport;
}

void
weft_pipeline_run_layer_snapshot (WeftPipelineRunLayer *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double opacity = weft_pipeline_study_get_distance (self->study);
  cairo_t *cr;

  if (opacity <= 0 || viewport->width <= 0 || viewport->height <= 0)
    return;
  if (!is_current (self, viewport))
    paint (self);
  cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_paint_with_alpha (cr, opacity);
  cairo_destroy (cr);
}

gboolean
weft_pipeline_run_layer_is_shown (WeftPipelineRunLayer *self)
{
  return weft_pipeline_study_get_distance (self->study) > 0.5;
}

char *
weft_pipeline_run_layer_describe (WeftPipelineRunLayer *self, double x, double y)
{
  WeftPipelinePanels panels = weft_pipeline_study_get_panels (self->study, WEFT_PANELS_RUN);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  return weft_pipeline_panels_describe (&scene, &panels, scene.viewport.height, x, y);
}
