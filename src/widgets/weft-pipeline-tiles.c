/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-tiles.h"

#include <math.h>

#include "weft-tile-store.h"

/* Pixels from a layer's origin up to which it is used; further on a new one is begun, so that
 * places stay exact. */
#define MAX_OFFSET ((gint64) 1 << 24)

/* What a layer shows; read by workers. */
typedef struct
{
  WeftPipelineTilesKind kind;
  WeftPipelineRows *rows;
  WeftStyle *style;
  WeftPipelineViewport anchor;
  int width; /* of the label pane, device pixels */
} LayerScene;

struct _WeftPipelineTiles
{
  WeftPipelineState *state;
  WeftPipelineTilesKind kind;
  GtkWidget *widget;
  WeftTileStore *store;
  WeftTileLayer *layer;
  WeftTileLayer *before; /* shown below until the layer has all that the window shows */
  gboolean complete;
};

/* --- what workers call -------------------------------------------------------------------------- */

static gpointer
painter_new (void)
{
  return weft_pipeline_renderer_new ();
}

static void
painter_free (gpointer painter)
{
  weft_pipeline_renderer_free (painter);
}

static void
paint (gpointer painter, gpointer data, gint64 x, gint64 y, int width, int height,
       WeftPaintList *list)
{
  LayerScene *layer = data;
  WeftPipelineScene scene = { .rows = layer->rows, .style = layer->style,
                              .viewport = layer->anchor };
  WeftPipelineArea area = { x, y, width, height };

  if (layer->kind == WEFT_TILES_CANVAS)
    weft_pipeline_renderer_paint_canvas (painter, &scene, &area, list);
  else
    weft_pipeline_renderer_paint_labels (painter, &scene, &area, layer->width, list);
}

static guint
revision (gpointer data, gint64 y, int height)
{
  LayerScene *layer = data;
  WeftPipelineScene scene = { .rows = layer->rows, .style = layer->style,
                              .viewport = layer->anchor };

  return layer->kind == WEFT_TILES_CANVAS ? weft_pipeline_canvas_get_revision (&scene, y, height)
                                          : weft_pipeline_labels_get_revision (&scene, y, height);
}

static const WeftTileFamily family = { painter_new, painter_free, paint, revision };

static void
layer_scene_free (gpointer data)
{
  LayerScene *scene = data;

  g_object_unref (scene->rows);
  weft_style_unref (scene->style);
  g_free (scene);
}

/* --- layers ---------------------------------------------------------------------------------------- */

static void
tiles_ready (gpointer data)
{
  WeftPipelineTiles *self = data;

  gtk_widget_queue_draw (self->widget);
}

WeftPipelineTiles *
weft_pipeline_tiles_new (WeftPipelineState *state, WeftPipelineTilesKind kind, GtkWidget *widget)
{
  WeftPipelineTiles *self = g_new0 (WeftPipelineTiles, 1);

  self->state = state;
  self->kind = kind;
  self->widget = widget;
  self->store = weft_tile_store_new (&family, G_CALLBACK (tiles_ready), self);
  return self;
}

void
weft_pipeline_tiles_free (WeftPipelineTiles *self)
{
  g_clear_pointer (&self->layer, weft_tile_layer_drop);
  g_clear_pointer (&self->before, weft_tile_layer_drop);
  weft_tile_store_free (self->store);
  g_free (self);
}

gboolean
weft_pipeline_tiles_is_complete (WeftPipelineTiles *self)
{
  return self->complete;
}

/* Where the window's corner lies in a layer, in the layer's pixels. */
static void
window_offset (const LayerScene *scene, const WeftPipelineViewport *window, double *x, double *y)
{
  const WeftPipelineViewport *anchor = &scene->anchor;
  double cycles = (double) (window->origin_cycle - anchor->origin_cycle)
                  + (window->origin_fraction - anchor->origin_fraction);

  *x = scene->kind == WEFT_TILES_LABELS ? 0 : cycles * anchor->px_per_cycle;
  *y = (window->origin_row - anchor->origin_row) * anchor->px_per_row;
}

static gboolean
shows_the_same (const LayerScene *scene, const WeftPipelineViewport *window,
                WeftPipelineState *state, int width)
{
  const WeftPipelineViewport *anchor = &scene->anchor;
  double x, y;

  window_offset (scene, window, &x, &y);
  if (scene->rows != weft_pipeline_state_get_rows (state)
      || scene->style != weft_pipeline_state_get_style (state)
      || anchor->px_per_row != window->px_per_row || anchor->lanes != window->lanes
      || fabs (x) > MAX_OFFSET || fabs (y) > MAX_OFFSET)
    return FALSE;
  if (scene->kind == WEFT_TILES_LABELS)
    return scene->width == width;
  return anchor->px_per_cycle == window->px_per_cycle && anchor->layout == window->layout
         && anchor->scheme == window->scheme && anchor->arrows == window->arrows;
}

static void
begin_layer (WeftPipelineTiles *self, const WeftPipelineViewport *window, int width)
{
  LayerScene *scene = g_new (LayerScene, 1);

  *scene = (LayerScene) { self->kind, g_object_ref (weft_pipeline_state_get_rows (self->state)),
                          weft_style_ref (weft_pipeline_state_get_style (self->state)), *window,
                          width };
  /* What was complete makes the better background than what had just begun. */
  if (self->before != NULL && self->complete)
    g_clear_pointer (&self->before, weft_tile_layer_drop);
  if (self->before == NULL)
    self->before = self->layer;
  else
    weft_tile_layer_drop (self->layer);
  if (self->before != NULL)
    weft_tile_layer_request (self->before, 0, 0, 0, 0, TRUE); /* nothing more is wanted of it */
  self->layer = weft_tile_layer_new (self->store, scene, layer_scene_free, scene->style);
  self->complete = FALSE;
}

typedef struct
{
  gint64 x0, y0, x1, y1; /* tiles */
  double left, top;      /* of tile (0, 0) in the window, device pixels */
  double width, height;  /* of a tile */
} Placement;

/* Where a layer's tiles lie in a window, and which of them it shows. */
static Placement
place_layer (WeftTileLayer *layer, const WeftPipelineViewport *window, int width, int height)
{
  const LayerScene *scene = weft_tile_layer_get_scene (layer);
  double scale_x = scene->kind == WEFT_TILES_LABELS
                     ? 1
                     : window->px_per_cycle / scene->anchor.px_per_cycle;
  double scale_y = window->px_per_row / scene->anchor.px_per_row;
  Placement place;
  double x, y;

  window_offset (scene, window, &x, &y);
  /* At its own zoom a layer lies on whole pixels. */
  place.left = scale_x == 1 ? -round (x) : -x * scale_x;
  place.top = scale_y == 1 ? -round (y) : -y * scale_y;
  place.width = WEFT_TILE_SIZE * scale_x;
  place.height = WEFT_TILE_SIZE * scale_y;
  place.x0 = (gint64) floor (-place.left / place.width);
  place.y0 = (gint64) floor (-place.top / place.height);
  place.x1 = (gint64) ceil ((width - place.left) / place.width);
  place.y1 = (gint64) ceil ((height - place.top) / place.height);
  return place;
}

static void
draw_layer (WeftPipelineTiles *self, WeftTileLayer *layer, GtkSnapshot *snapshot,
            const WeftPipelineViewport *window, int width, int height)
{
  Placement place = place_layer (layer, window, width, height);
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (self->widget));
  gboolean is_cairo =
    renderer == NULL || g_strcmp0 (G_OBJECT_TYPE_NAME (renderer), "GskCairoRenderer") == 0;

  /* A picture that is far smaller than the window would be drawn from thousands of tiles. */
  if ((place.x1 - place.x0) * (place.y1 - place.y0) > 4096)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) place.left, (float) place.top));
  weft_tile_layer_snapshot (layer, snapshot, place.x0, place.y0, place.x1, place.y1, place.width,
                            place.height, !is_cairo);
  gtk_snapshot_restore (snapshot);
}

void
weft_pipeline_tiles_snapshot (WeftPipelineTiles *self, GtkSnapshot *snapshot)
{
  const WeftPipelineViewport *now = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self->state);
  int factor = gtk_widget_get_scale_factor (self->widget);
  int width = gtk_widget_get_width (self->widget) * factor;
  int height = gtk_widget_get_height (self->widget) * factor;
  Placement place;

  if (width == 0 || height == 0 || weft_pipeline_state_get_extent (self->state)->n_rows == 0)
    return;
  if (self->layer == NULL
      || !shows_the_same (weft_tile_layer_get_scene (self->layer), target, self->state, width))
    begin_layer (self, target, width);
  place = place_layer (self->layer, target, width, height);
  self->complete = weft_tile_layer_request (self->layer, place.x0, place.y0, place.x1, place.y1,
                                            TRUE);
  if (self->complete && now == target)
    g_clear_pointer (&self->before, weft_tile_layer_drop);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, 1.0f / (float) factor, 1.0f / (float) factor);
  if (self->before != NULL)
    draw_layer (self, self->before, snapshot, now, width, height);
  draw_layer (self, self->layer, snapshot, now, width, height);
  gtk_snapshot_restore (snapshot);
  if (self->complete && now == target)
    /* The ring around the window, so that a pan finds it drawn. */
    weft_tile_layer_request (self->layer, place.x0 - (self->kind == WEFT_TILES_CANVAS),
                             place.y0 - 1, place.x1 + (self->kind == WEFT_TILES_CANVAS),
                             place.y1 + 1, FALSE);
}
