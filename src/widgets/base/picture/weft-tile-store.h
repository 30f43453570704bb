/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Draws tiles on workers and keeps them. A layer is a picture at one zoom and in one manner; its
 * tiles are squares of WEFT_TILE_SIZE device pixels, counted from the layer's own origin. Main
 * thread only; the layers' paint functions run on workers. */

#define WEFT_TILE_SIZE 256

typedef struct _WeftTileStore WeftTileStore;
typedef struct _WeftTileLayer WeftTileLayer;

/* How the tiles of a family are painted. */
typedef struct
{
  /* Scratch for one worker. */
  gpointer (*painter_new) (void);
  void (*painter_free) (gpointer painter);

  /* Appends the picture's rectangle to `list`, its corner at (0, 0), opaque. `scene` is the
   * layer's, immutable. */
  void (*paint) (gpointer painter, gpointer scene, gint64 x, gint64 y, int width, int height,
                 WeftPaintList *list);

  /* The revision of the data below a rectangle: a tile that was drawn at a smaller one is drawn
   * again. That of a rectangle is the largest of its parts'. Called on the main thread, and on the
   * worker before it paints. */
  guint (*revision) (gpointer scene, gint64 x, gint64 y, int width, int height);

  /* A note on the rectangle that `painter` painted last, beside its pixels, asked for by
   * weft_tile_layer_for_each_note(): (transfer full) (nullable). NULL: there is nothing of the
   * kind. */
  gpointer (*take_note) (gpointer painter);
  gpointer (*ref_note) (gpointer note);
  void (*unref_note) (gpointer note);
} WeftTileFamily;

/* A store whose `ready` is called, on the main thread, after tiles have become ready. */
WeftTileStore *weft_tile_store_new (const WeftTileFamily *family, GCallback ready,
                                    gpointer user_data);

/* Ends the workers when all that was asked for is painted, until more is: many pictures may be open, and
 * few are in sight. */
void weft_tile_store_rest (WeftTileStore *self);

/* Ends the workers (after the tiles at hand) and frees everything. */
void weft_tile_store_free (WeftTileStore *self);

/* A layer of `scene`, which `free_scene` frees when no worker needs it any more. The style decides
 * text. The store keeps the layer until weft_tile_layer_drop(). */
WeftTileLayer *weft_tile_layer_new (WeftTileStore *store, gpointer scene, GDestroyNotify free_scene,
                                    WeftStyle *style);
void weft_tile_layer_drop (WeftTileLayer *layer);

gpointer weft_tile_layer_get_scene (WeftTileLayer *layer);

/* Asks for the tiles [x0, x1) × [y0, y1) that are missing or out of date, in that order of
 * importance after what `clear` forgets of earlier requests. TRUE where none is missing. */
gboolean weft_tile_layer_request (WeftTileLayer *layer, gint64 x0, gint64 y0, gint64 x1, gint64 y1,
                                  gboolean clear);

/* Appends the tiles that are there of [x0, x1) × [y0, y1), each in its place: `size` is a tile's
 * size in the snapshot's units. */
void weft_tile_layer_snapshot (WeftTileLayer *layer, GtkSnapshot *snapshot, gint64 x0, gint64 y0,
                               gint64 x1, gint64 y1, double width, double height,
                               gboolean as_texture);

/* Calls the function with the note of each tile that is there of [x0, x1) × [y0, y1) and has one. Tiles that
 * were painted together have the same. */
void weft_tile_layer_for_each_note (WeftTileLayer *layer, gint64 x0, gint64 y0, gint64 x1,
                                    gint64 y1, GFunc function, gpointer user_data);

G_END_DECLS
