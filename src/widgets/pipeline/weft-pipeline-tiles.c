/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-tiles.h"
#include "weft-shown-results.h"

#include <math.h>

/* A layer as workers read it. */
typedef struct
{
  WeftPipelineTilesKind kind;
  WeftPipelineRows *rows;
  WeftStyle *style;
  const WeftPipelineCustom *custom; /* nullable */
  WeftRowColors *op_colors;         /* nullable */
  WeftClock clock;
  WeftPipelineViewport anchor; /* its folds are held */
  int width;                   /* of the label pane, device pixels */
} LayerScene;

typedef struct
{
  WeftPipelineState *state;
  WeftPipelineTilesKind kind;
  GtkWidget *widget;
} Owner;

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
  WeftPipelineScene scene = { .rows = layer->rows,
                              .style = layer->style,
                              .custom = layer->custom,
                              .op_colors = layer->op_colors,
                              .clock = layer->clock,
                              .viewport = layer->anchor };
  WeftPipelineArea area = { x, y, width, height };

  if (layer->kind == WEFT_TILES_CANVAS)
    weft_pipeline_renderer_paint_canvas (painter, &scene, &area, list);
  else
    weft_pipeline_renderer_paint_labels (painter, &scene, &area, layer->width, list);
}

static guint
revision (gpointer data, gint64 x G_GNUC_UNUSED, gint64 y, int width G_GNUC_UNUSED, int height)
{
  LayerScene *layer = data;
  WeftPipelineScene scene = { .rows = layer->rows,
                              .style = layer->style,
                              .viewport = layer->anchor };

  return layer->kind == WEFT_TILES_CANVAS ? weft_pipeline_canvas_get_revision (&scene, y, height)
                                          : weft_pipeline_labels_get_revision (&scene, y, height);
}

static void
layer_scene_free (gpointer data)
{
  LayerScene *scene = data;

  if (scene->anchor.folds != NULL)
    weft_folds_unref ((WeftFolds *) scene->anchor.folds);
  g_object_unref (scene->rows);
  weft_style_unref (scene->style);
  g_clear_pointer (&scene->op_colors, weft_row_colors_unref);
  g_free (scene);
}

/* --- layers ---------------------------------------------------------------------------------------- */

static int
get_width (Owner *self)
{
  return gtk_widget_get_width (self->widget) * gtk_widget_get_scale_factor (self->widget);
}

static gpointer
make_scene (gpointer owner)
{
  Owner *self = owner;
  LayerScene *scene = g_new (LayerScene, 1);
  WeftPipelineScene common;

  weft_pipeline_state_get_scene (self->state, &common);
  *scene = (LayerScene){ self->kind,
                         g_object_ref (weft_pipeline_state_get_rows (self->state)),
                         weft_style_ref (weft_view_state_get_style (WEFT_VIEW_STATE (self->state))),
                         common.custom,
                         weft_shown_results_ref_colors (WEFT_VIEW_STATE (self->state)),
                         common.clock,
                         *weft_pipeline_state_get_target (self->state),
                         get_width (self) };
  if (scene->anchor.folds != NULL)
    weft_folds_ref ((WeftFolds *) scene->anchor.folds);
  return scene;
}

static WeftStyle *
get_style (gpointer scene)
{
  return ((LayerScene *) scene)->style;
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
is_current (gpointer owner, gpointer data)
{
  Owner *self = owner;
  const LayerScene *scene = data;
  const WeftPipelineViewport *anchor = &scene->anchor;
  const WeftPipelineViewport *window = weft_pipeline_state_get_target (self->state);
  WeftPipelineScene common;
  double x, y;

  window_offset (scene, window, &x, &y);
  if (scene->rows != weft_pipeline_state_get_rows (self->state)
      || scene->style != weft_view_state_get_style (WEFT_VIEW_STATE (self->state))
      || anchor->px_per_row != window->px_per_row || anchor->lanes != window->lanes
      || fabs (x) > WEFT_TILE_MAX_OFFSET || fabs (y) > WEFT_TILE_MAX_OFFSET)
    return FALSE;
  if (scene->kind == WEFT_TILES_LABELS)
    return scene->width == get_width (self);
  weft_pipeline_state_get_scene (self->state, &common);
  return anchor->px_per_cycle == window->px_per_cycle && anchor->layout == window->layout
         && anchor->folds == window->folds && anchor->scheme == window->scheme
         && anchor->arrows == window->arrows && scene->custom == common.custom
         && scene->op_colors == common.op_colors && scene->clock.hertz == common.clock.hertz
         && scene->clock.in_time == common.clock.in_time;
}

static guint
place (gpointer owner, gpointer data, gboolean target, WeftTilePart parts[WEFT_TILE_MAX_PARTS])
{
  Owner *self = owner;
  const LayerScene *scene = data;
  const WeftPipelineViewport *window = target ? weft_pipeline_state_get_target (self->state)
                                              : weft_pipeline_state_get_viewport (self->state);
  gboolean canvas = self->kind == WEFT_TILES_CANVAS;
  double x, y;

  window_offset (scene, window, &x, &y);
  parts[0] = (WeftTilePart){
    .width = get_width (self),
    .height = gtk_widget_get_height (self->widget) * gtk_widget_get_scale_factor (self->widget),
    .scale_x = canvas ? window->px_per_cycle / scene->anchor.px_per_cycle : 1,
    .scale_y = window->px_per_row / scene->anchor.px_per_row,
    .grows_x = canvas,
  };
  parts[0].left = -x * parts[0].scale_x;
  parts[0].top = -y * parts[0].scale_y;
  return 1;
}

static gboolean
is_still (gpointer owner)
{
  Owner *self = owner;

  return weft_pipeline_state_get_target (self->state)
         == weft_pipeline_state_get_viewport (self->state);
}

static gboolean
has_picture (gpointer owner)
{
  Owner *self = owner;

  return get_width (self) > 0 && gtk_widget_get_height (self->widget) > 0
         && weft_pipeline_state_get_extent (self->state)->n_rows > 0;
}

static const WeftTileViewFamily family = {
  .tiles = { painter_new, painter_free, paint, revision },
  .free_owner = g_free,
  .has_picture = has_picture,
  .make_scene = make_scene,
  .free_scene = layer_scene_free,
  .get_style = get_style,
  .is_current = is_current,
  .place = place,
  .is_still = is_still,
};

WeftTileView *
weft_pipeline_tiles_new (WeftPipelineState *state, WeftPipelineTilesKind kind, GtkWidget *widget)
{
  Owner *self = g_new (Owner, 1);

  *self = (Owner){ state, kind, widget };
  return weft_tile_view_new (&family, self, widget);
}
