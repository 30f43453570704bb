/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tile-view.h"

#include <math.h>

#include "weft-surface-node.h"

/* A picture that is far smaller than the window would be drawn from thousands of tiles. */
#define MAX_DRAWN 4096

/* In one that is stretched more, a pixel is as wide as a window, and cairo, whose coordinates end at 2²³, draws
 * nothing of a frame that has it. */
#define MAX_STRETCH 4096

struct _WeftTileView
{
  const WeftTileViewFamily *family;
  gpointer owner;
  GtkWidget *widget;
  WeftTileStore *store;
  WeftTileLayer *layer;
  WeftTileLayer *before; /* shown below until the layer has all that the window shows */
  gboolean complete;
};

static void
tiles_ready (gpointer data)
{
  gtk_widget_queue_draw (((WeftTileView *) data)->widget);
}

/* Nobody looks. */
static void
on_unmap (WeftTileView *self)
{
  weft_tile_store_rest (self->store);
}

WeftTileView *
weft_tile_view_new (const WeftTileViewFamily *family, gpointer owner, GtkWidget *widget)
{
  WeftTileView *self = g_new0 (WeftTileView, 1);

  self->family = family;
  self->owner = owner;
  self->widget = widget;
  self->store = weft_tile_store_new (&family->tiles, G_CALLBACK (tiles_ready), self);
  g_signal_connect_swapped (widget, "unmap", G_CALLBACK (on_unmap), self);
  return self;
}

void
weft_tile_view_free (WeftTileView *self)
{
  g_signal_handlers_disconnect_by_data (self->widget, self);
  g_clear_pointer (&self->layer, weft_tile_layer_drop);
  g_clear_pointer (&self->before, weft_tile_layer_drop);
  weft_tile_store_free (self->store);
  if (self->family->free_owner != NULL)
    self->family->free_owner (self->owner);
  g_free (self);
}

gboolean
weft_tile_view_is_complete (WeftTileView *self)
{
  return self->complete;
}

/* --- layers ------------------------------------------------------------------------------------- */

static void
begin_layer (WeftTileView *self)
{
  gpointer scene = self->family->make_scene (self->owner);

  /* A layer that was complete makes the better background than one that had just begun. */
  if (self->before != NULL && self->complete)
    g_clear_pointer (&self->before, weft_tile_layer_drop);
  if (self->before == NULL)
    self->before = self->layer;
  else
    weft_tile_layer_drop (self->layer);
  if (self->before != NULL)
    weft_tile_layer_request (self->before, 0, 0, 0, 0, TRUE); /* nothing more is wanted of it */
  self->layer = weft_tile_layer_new (self->store, scene, self->family->free_scene,
                                     self->family->get_style (scene));
  self->complete = FALSE;
}

/* The tiles [x0, x1) × [y0, y1) that a part shows. */
typedef struct
{
  gint64 x0, y0, x1, y1;
} TileRange;

static TileRange
get_tiles (const WeftTilePart *part)
{
  double width = WEFT_TILE_SIZE * part->scale_x, height = WEFT_TILE_SIZE * part->scale_y;

  return (TileRange){
    .x0 = (gint64) floor ((part->x - part->left) / width),
    .y0 = (gint64) floor ((part->y - part->top) / height),
    .x1 = (gint64) ceil ((part->x + part->width - part->left) / width),
    .y1 = (gint64) ceil ((part->y + part->height - part->top) / height),
  };
}

/* At its own zoom a layer lies on whole pixels. */
static guint
get_parts (WeftTileView *self, WeftTileLayer *layer, gboolean target, WeftTilePart *parts)
{
  guint n = self->family->place (self->owner, weft_tile_layer_get_scene (layer), target, parts);

  for (guint i = 0; i < n; i++)
    {
      if (parts[i].scale_x == 1)
        parts[i].left = round (parts[i].left);
      if (parts[i].scale_y == 1)
        parts[i].top = round (parts[i].top);
    }
  return n;
}

/* Whether what a part shows can be drawn, and is worth it. */
static gboolean
is_drawn (const WeftTilePart *part, const TileRange *tiles)
{
  return part->height > 0 && part->width > 0 && MAX (part->scale_x, part->scale_y) <= MAX_STRETCH
         && (tiles->x1 - tiles->x0) * (tiles->y1 - tiles->y0) <= MAX_DRAWN;
}

static void
draw_layer (WeftTileView *self, WeftTileLayer *layer, GtkSnapshot *snapshot)
{
  gboolean as_texture = weft_surface_node_takes_textures (self->widget);
  WeftTilePart parts[WEFT_TILE_MAX_PARTS];
  guint n = get_parts (self, layer, FALSE, parts);

  for (guint i = 0; i < n; i++)
    {
      const WeftTilePart *part = &parts[i];
      TileRange tiles = get_tiles (part);

      if (!is_drawn (part, &tiles))
        continue;
      if (n > 1)
        gtk_snapshot_push_clip (snapshot,
                                &GRAPHENE_RECT_INIT ((float) part->x, (float) part->y,
                                                     (float) part->width, (float) part->height));
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot,
                              &GRAPHENE_POINT_INIT ((float) part->left, (float) part->top));
      weft_tile_layer_snapshot (layer, snapshot, tiles.x0, tiles.y0, tiles.x1, tiles.y1,
                                WEFT_TILE_SIZE * part->scale_x, WEFT_TILE_SIZE * part->scale_y,
                                as_texture);
      gtk_snapshot_restore (snapshot);
      if (n > 1)
        gtk_snapshot_pop (snapshot);
    }
}

typedef struct
{
  WeftTileNoteFunc function;
  const WeftTilePart *part;
  gpointer user_data;
} Caller;

static void
call (gpointer note, gpointer data)
{
  const Caller *caller = data;

  caller->function (note, caller->part, caller->user_data);
}

void
weft_tile_view_for_each_note (WeftTileView *self, WeftTileNoteFunc function, gpointer user_data)
{
  WeftTileLayer *layer = self->before != NULL && !self->complete ? self->before : self->layer;
  WeftTilePart parts[WEFT_TILE_MAX_PARTS];
  guint n = layer != NULL ? get_parts (self, layer, FALSE, parts) : 0;

  for (guint i = 0; i < n; i++)
    {
      Caller caller = { function, &parts[i], user_data };
      TileRange tiles = get_tiles (&parts[i]);

      if (is_drawn (&parts[i], &tiles))
        weft_tile_layer_for_each_note (layer, tiles.x0, tiles.y0, tiles.x1, tiles.y1, call,
                                       &caller);
    }
}

/* Asks for what the window will show; with `ring`, for what is around it, so that a pan finds it
 * drawn. TRUE where nothing is missing. */
static gboolean
request (WeftTileView *self, gboolean ring)
{
  WeftTilePart parts[WEFT_TILE_MAX_PARTS];
  guint n = get_parts (self, self->layer, TRUE, parts);
  gboolean complete = TRUE, clear = !ring;

  for (guint i = 0; i < n; i++)
    {
      TileRange tiles = get_tiles (&parts[i]);
      gint64 aside = ring && parts[i].grows_x, above = ring;

      if (parts[i].height <= 0)
        continue;
      complete &= weft_tile_layer_request (self->layer, tiles.x0 - aside, tiles.y0 - above,
                                           tiles.x1 + aside, tiles.y1 + above, clear);
      clear = FALSE;
    }
  return complete;
}

void
weft_tile_view_snapshot (WeftTileView *self, GtkSnapshot *snapshot)
{
  float scale = 1.0f / (float) gtk_widget_get_scale_factor (self->widget);
  gboolean still;

  if (!self->family->has_picture (self->owner))
    return;
  still = self->family->is_still (self->owner);
  if (self->layer == NULL
      || !self->family->is_current (self->owner, weft_tile_layer_get_scene (self->layer)))
    begin_layer (self);
  self->complete = request (self, FALSE);
  if (self->complete && still)
    g_clear_pointer (&self->before, weft_tile_layer_drop);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  if (self->before != NULL)
    draw_layer (self, self->before, snapshot);
  draw_layer (self, self->layer, snapshot);
  gtk_snapshot_restore (snapshot);
  if (self->complete && still)
    request (self, TRUE);
}
