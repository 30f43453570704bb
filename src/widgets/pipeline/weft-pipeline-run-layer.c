/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-run-layer.h"

#include "weft-paint-pixels.h"

/* The part of the labels that the map leaves to the numbers of the ops. */
#define MAP_PLACE 0.45

struct _WeftPipelineRunLayer
{
  WeftPipelineRunKind kind;
  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftPipelineRenderer *renderer;
  WeftPaintList *list;
  cairo_surface_t *surface;      /* NULL: to be painted */
  WeftPipelineViewport viewport; /* that it was painted for */
};

WeftPipelineRunLayer *
weft_pipeline_run_layer_new (WeftPipelineRunKind kind, WeftPipelineState *state,
                             WeftPipelineStudy *study)
{
  WeftPipelineRunLayer *self = g_new0 (WeftPipelineRunLayer, 1);

  self->kind = kind;
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

/* The cycles of the canvas in the layer's own width. */
static WeftPipelineViewport
get_viewport (const WeftPipelineRunLayer *self, int width)
{
  WeftPipelineViewport viewport = *weft_pipeline_state_get_viewport (self->state);

  if (self->kind == WEFT_RUN_GRAPHS || viewport.width <= 0)
    return viewport;
  viewport.px_per_cycle *= (double) width / viewport.width;
  viewport.width = width;
  return viewport;
}

/* Rows move without a change of what the graphs show. */
static gboolean
is_current (const WeftPipelineRunLayer *self, const WeftPipelineViewport *viewport)
{
  gboolean same_rows = self->viewport.origin_row == viewport->origin_row
                       && self->viewport.px_per_row == viewport->px_per_row;

  return self->surface != NULL && self->viewport.origin_cycle == viewport->origin_cycle
         && self->viewport.origin_fraction == viewport->origin_fraction
         && self->viewport.folds == viewport->folds
         && self->viewport.px_per_cycle == viewport->px_per_cycle
         && self->viewport.width == viewport->width && self->viewport.height == viewport->height
         && self->viewport.scheme == viewport->scheme
         && (same_rows || self->kind == WEFT_RUN_GRAPHS);
}

static void
paint (WeftPipelineRunLayer *self, const WeftPipelineViewport *viewport)
{
  const WeftPipelineArea area = { 0, 0, viewport->width, viewport->height };
  WeftPipelinePanels panels = weft_pipeline_study_get_panels (self->study, WEFT_PANELS_RUN);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  scene.viewport = self->viewport = *viewport;
  weft_pipeline_run_layer_invalidate (self);
  weft_paint_list_clear (self->list);
  if (self->kind == WEFT_RUN_GRAPHS)
    weft_pipeline_renderer_paint_panels (self->renderer, &scene, &panels, 0, 0, viewport->height,
                                         self->list);
  else
    weft_pipeline_renderer_paint_canvas (self->renderer, &scene, &area, self->list);
  self->surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, viewport->width, viewport->height);
  weft_paint_pixels_draw_surface (self->list, scene.style->atlas, self->surface, NULL, 0, 0);
}

void
weft_pipeline_run_layer_snapshot (WeftPipelineRunLayer *self, GtkSnapshot *snapshot, int width)
{
  int x = self->kind == WEFT_RUN_MAP ? (int) (width * MAP_PLACE) : 0;
  WeftPipelineViewport viewport = get_viewport (self, width - x);
  double opacity = weft_pipeline_study_get_distance (self->study);
  cairo_t *cr;

  if (opacity <= 0 || viewport.width <= 0 || viewport.height <= 0)
    return;
  if (!is_current (self, &viewport))
    paint (self, &viewport);
  cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT ((float) x, 0, (float) viewport.width, (float) viewport.height));
  cairo_set_source_surface (cr, self->surface, x, 0);
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
