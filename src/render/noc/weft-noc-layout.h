/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"
#include "weft-noc-cluster.h"
#include "weft-paint-list.h"

G_BEGIN_DECLS

/* Where the chips, tiles and links of a map lie. Chips lie as the cluster's coordinates say, or, where
 * nothing says it, in the squarest grid. Around each chip there is room for its name, the numbers of
 * its columns and rows, and for what leaves it around the torus. */

/* Where the map stands: device pixels of its corner, and of one tile with half the way to the
 * next ones, which may be further across than down, or the other way round. */
typedef struct
{
  double x, y;
  double pitch_x, pitch_y;
} WeftNocViewport;

/* The pitches of x and y differ at most by this factor. */
#define WEFT_NOC_MAX_ASPECT 1.6

typedef struct
{
  guint column, row;
} WeftNocChipPlace;

typedef struct
{
  WeftNocTopology *topology;
  guint n_devices;
  WeftNocChipPlace *places; /* of the chips, by device */
  guint columns, rows;      /* of chips */
  double gap;               /* between chips, in tiles */
} WeftNocLayout;

/* `has_cables`: there is room for them between the chips. */
void weft_noc_layout_init (WeftNocLayout *self, const WeftNocCapture *capture,
                           const WeftNocCluster *cluster, gboolean has_cables);
void weft_noc_layout_clear (WeftNocLayout *self);

/* The size of the map, in tiles. */
void weft_noc_layout_get_size (const WeftNocLayout *self, double *width, double *height);

/* The viewport that shows all of the map in a box, as large as goes. */
WeftNocViewport weft_noc_layout_fit (const WeftNocLayout *self, int x, int y, int width,
                                     int height);

/* The side of a tile, which is a square. */
double weft_noc_layout_get_side (const WeftNocViewport *viewport);

/* The middle of a tile, and its box: x, y, width, height. */
WeftPoint weft_noc_layout_get_middle (const WeftNocLayout *self, const WeftNocViewport *viewport,
                                      guint device, guint tile);
void weft_noc_layout_get_tile_box (const WeftNocLayout *self, const WeftNocViewport *viewport,
                                   guint device, guint tile, int box[4]);

/* The box of a chip's tiles with half a way around them. */
void weft_noc_layout_get_chip_box (const WeftNocLayout *self, const WeftNocViewport *viewport,
                                   guint device, double box[4]);

/* How far a point is from the line between two others. */
double weft_noc_get_distance (WeftPoint from, WeftPoint to, WeftPoint point);

/* --- links -------------------------------------------------------------------------------------- */

static inline gboolean
weft_noc_is_across (WeftNocDirection direction)
{
  return direction == WEFT_NOC_EAST || direction == WEFT_NOC_WEST;
}

/* The way that a link goes on the screen: 1 or −1 along its axis. */
static inline int
weft_noc_get_sign (WeftNocDirection direction)
{
  return direction == WEFT_NOC_EAST || direction == WEFT_NOC_SOUTH ? 1 : -1;
}

/* Whether the chip has a link of that direction: on a torus each network has two. */
gboolean weft_noc_layout_has_link (const WeftNocLayout *self, guint noc, guint tile,
                                   WeftNocDirection direction);

/* Whether the link goes around the torus. */
gboolean weft_noc_layout_is_around (const WeftNocLayout *self, guint32 link);

/* One or, around the torus, two pieces of the middle line of a link's lane: from where it leaves a
 * tile to where it enters the next. Returns how many. */
guint weft_noc_layout_get_pieces (const WeftNocLayout *self, const WeftNocViewport *viewport,
                                  guint device, guint32 link, WeftPoint pieces[2][2]);

/* A piece's box, wide enough to be hit: x, y, width, height. */
void weft_noc_layout_get_piece_box (const WeftNocViewport *viewport, const WeftPoint piece[2],
                                    double box[4]);

G_END_DECLS
