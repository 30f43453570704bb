/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tile-store.h"

G_BEGIN_DECLS

/* A picture made of tiles in a widget: asks workers for what the window shows, and draws what is
 * there, over the stretched picture of the zoom before while something is missing. What the
 * picture is, and where the window stands in it, its owner says. */

typedef struct _WeftTileView WeftTileView;

/* A part of the window, as high as it is, and where a layer lies in it; device pixels. */
typedef struct
{
  int x; /* of the part in the window; it may be larger than that */
  int y;
  int width;
  int height;
  double left; /* the layer's (0, 0) in the window */
  double top;
  double scale_x; /* window pixels for one of the layer; 1 at the layer's own zoom */
  double scale_y;
  gboolean grows_x; /* there may be tiles to the left and right that a pan would show */
} WeftTilePart;

#define WEFT_TILE_MAX_PARTS 2

typedef struct
{
  WeftTileFamily tiles;

  /* The end of the owner, with that of the tiles; NULL: it lives longer. */
  void (*free_owner) (gpointer owner);

  /* Whether there is something to draw yet. */
  gboolean (*has_picture) (gpointer owner);

  /* The scene when nothing moves any more, for workers; and its end. */
  gpointer (*make_scene) (gpointer owner);
  void (*free_scene) (gpointer scene);
  WeftStyle *(*get_style) (gpointer scene); /* (transfer none) */

  /* Whether a scene is what make_scene() would make, but for where the window stands. */
  gboolean (*is_current) (gpointer owner, gpointer scene);

  /* Where a scene's layer lies in the window as it stands now, or (`target`) will stand. Returns
   * the number of parts. Layers are used near their origins: is_current() begins another in time. */
  guint (*place) (gpointer owner, gpointer scene, gboolean target,
                  WeftTilePart parts[WEFT_TILE_MAX_PARTS]);

  /* Whether the picture stands where it will. */
  gboolean (*is_still) (gpointer owner);
} WeftTileViewFamily;

/* Pixels from a layer's origin up to which places are exact enough. */
#define WEFT_TILE_MAX_OFFSET ((gint64) 1 << 24)

/* Tiles for `widget`, which is redrawn when some have become ready, and outlives them. */
WeftTileView *weft_tile_view_new (const WeftTileViewFamily *family, gpointer owner,
                                  GtkWidget *widget);
void weft_tile_view_free (WeftTileView *self);

/* Draws them into the widget's snapshot, and asks for what is missing. */
void weft_tile_view_snapshot (WeftTileView *self, GtkSnapshot *snapshot);

/* Calls the function with the note of each tile that is shown, and the part of the window that shows it:
 * those of the layer that is in sight as a whole. Tiles that were painted together have the same note. */
typedef void (*WeftTileNoteFunc) (gpointer note, const WeftTilePart *part, gpointer user_data);

void weft_tile_view_for_each_note (WeftTileView *self, WeftTileNoteFunc function,
                                   gpointer user_data);

/* Whether all that the window shows is drawn and up to date as of the last snapshot. */
gboolean weft_tile_view_is_complete (WeftTileView *self);

G_END_DECLS
