/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-comparison.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The mesh map: the tiles of each chip by type, and on each edge between two of them a lane for
 * either network. A lane is as wide as the bytes that go over it, and has the colour of how much of
 * its capacity they ask; beyond the capacity it is hatched. What leaves the grid on one side comes
 * back on the other. Chips stand side by side, with their Ethernet cables below. Immutable; any
 * thread. */

typedef struct _WeftNocMap WeftNocMap;

typedef struct
{
  const WeftNocStats *stats;
  const WeftNocComparison
    *comparison; /* (nullable) its difference is drawn, of the same captures */
  WeftStyle *style;
  WeftNocFigureKind figure;
  gboolean peak;   /* colour by peak, otherwise by mean */
  guint nocs;      /* bit 0: NOC_0, bit 1: NOC_1 are drawn */
  gboolean fabric; /* legs of fabric events instead of on-chip transfers */
} WeftNocMapOptions;

/* Copies what it needs of the figures. */
WeftNocMap *weft_noc_map_new (const WeftNocMapOptions *options);
void weft_noc_map_free (WeftNocMap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocMap, weft_noc_map_free)

/* Where the map stands: device pixels of its corner, and of one tile with half the way to the
 * next ones. */
typedef struct
{
  double x, y;
  double pitch;
} WeftNocViewport;

/* The viewport that shows all of the map in a box. */
WeftNocViewport weft_noc_map_fit (const WeftNocMap *self, int x, int y, int width, int height);

/* The size of the map, in tiles. */
void weft_noc_map_get_size (const WeftNocMap *self, double *width, double *height);

/* Paints what of the map lies in the box, on the canvas's colour. */
void weft_noc_map_paint (const WeftNocMap *self, const WeftNocViewport *viewport, int x, int y,
                         int width, int height, WeftPaintList *list);

/* --- things ------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_NOC_NOTHING,
  WEFT_NOC_TILE,
  WEFT_NOC_LINK,
  WEFT_NOC_CABLE,
  WEFT_NOC_CONTROLLER,
  WEFT_NOC_PAIR,
} WeftNocThingKind;

typedef struct
{
  WeftNocThingKind kind;
  guint device; /* index */
  guint index;  /* of the tile, the link, the DRAM controller, or the cable in the stats'
                 * fabric->chip_links; of what goes from one tile to another: from · tiles + to */
} WeftNocThing;

static inline gboolean
weft_noc_thing_equal (const WeftNocThing *a, const WeftNocThing *b)
{
  return a->kind == b->kind
         && (a->kind == WEFT_NOC_NOTHING || (a->device == b->device && a->index == b->index));
}

/* The thing at a point. */
WeftNocThing weft_noc_map_hit (const WeftNocMap *self, const WeftNocViewport *viewport, double x,
                               double y);

/* The box of a tile or a link's lane, in device pixels: FALSE for other things. */
gboolean weft_noc_map_get_box (const WeftNocMap *self, const WeftNocViewport *viewport,
                               const WeftNocThing *thing, double box[4]);

/* Paints a frame around a thing: around all tiles of a controller or a pair. */
void weft_noc_map_paint_thing (const WeftNocMap *self, const WeftNocViewport *viewport,
                               const WeftNocThing *thing, WeftColor color, WeftPaintList *list);

/* Paints a route of the capture along its links: an arrow to each receiver; of a multicast, one tree
 * with a dot in each. */
void weft_noc_map_paint_route (const WeftNocMap *self, const WeftNocViewport *viewport,
                               guint device, guint32 route, WeftColor color, WeftPaintList *list);

/* --- the legend --------------------------------------------------------------------------------- */

/* The height that the legend needs, and the legend itself. */
int weft_noc_map_get_legend_height (const WeftNocMap *self);
void weft_noc_map_paint_legend (const WeftNocMap *self, int x, int y, int width,
                                WeftPaintList *list);

G_END_DECLS
