/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-colors.h"
#include "weft-noc-comparison.h"
#include "weft-noc-flows.h"
#include "weft-noc-layout.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The mesh map: the tiles of each chip by type, and on each edge between two of them a lane for
 * either network, with a chevron that says its direction. A lane is as wide as the bytes that go over
 * it, and has the colour of how much of its capacity they ask; beyond the capacity it is hatched, and
 * grey where no rate is known. What leaves the grid on one side comes back on the other. In the
 * streets between the tiles run the flows of most bytes, as arrows (weft-noc-flow-painter.h). Chips
 * lie as the cluster's coordinates say, with their Ethernet cables between them. Immutable; any
 * thread. */

typedef struct _WeftNocMap WeftNocMap;

typedef struct
{
  const WeftNocStats *stats;
  const WeftNocComparison
    *comparison; /* (nullable) its difference is drawn, of the same captures */
  WeftStyle *style;
  WeftNocFigureKind figure;
  gboolean peak;       /* colour by peak, otherwise by mean */
  guint nocs;          /* bit 0: NOC_0, bit 1: NOC_1 are drawn */
  gboolean logical;    /* columns and rows are numbered as cores, otherwise as the network does */
  gboolean fabric;     /* legs of fabric events instead of on-chip transfers */
  const GArray *flows; /* (nullable) WeftNocFlow, most bytes first: of which */
  guint max_flows;     /* at most so many are drawn */
  WeftNocColors *
    said; /* (nullable) of a query, in the place of the figure's: what it says nothing of steps back */
} WeftNocMapOptions;

/* Flows that are drawn where nobody asked for another number: as many as stay readable. */
#define WEFT_NOC_DRAWN_FLOWS 24u

/* Copies what it needs of the figures. */
WeftNocMap *weft_noc_map_new (const WeftNocMapOptions *options);
void weft_noc_map_free (WeftNocMap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocMap, weft_noc_map_free)

const WeftNocLayout *weft_noc_map_get_layout (const WeftNocMap *self);

/* The flows of the networks that are drawn, and how many of them are drawn. */
guint weft_noc_map_get_n_flows (const WeftNocMap *self, guint *n_drawn);

/* Paints what of the map lies in the box, on the canvas's colour. The chevrons have moved on for so
 * many seconds, faster where a link carries more; at 0 they are in the middle of their lanes. */
void weft_noc_map_paint (const WeftNocMap *self, const WeftNocViewport *viewport, double seconds,
                         int x, int y, int width, int height, WeftPaintList *list);

/* Paints flows alone, each as wide as it is on the map. */
void weft_noc_map_paint_flows (const WeftNocMap *self, const WeftNocViewport *viewport,
                               const GArray *flows, WeftPaintList *list);

/* --- things ------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_NOC_NOTHING,
  WEFT_NOC_TILE,
  WEFT_NOC_LINK,
  WEFT_NOC_CABLE,
  WEFT_NOC_CONTROLLER,
  WEFT_NOC_PAIR,
  WEFT_NOC_FLOW,
} WeftNocThingKind;

typedef struct
{
  WeftNocThingKind kind;
  guint device; /* index */
  guint index;  /* of the tile, the link, the DRAM controller, or the cable in the stats'
                 * fabric->chip_links; of what goes from one tile to another: from · tiles + to; of a
                 * flow: its route */
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

/* --- the legend --------------------------------------------------------------------------------- */

/* The height that the legend needs in a width, and the legend itself. */
int weft_noc_map_get_legend_height (const WeftNocMap *self, int width);
void weft_noc_map_paint_legend (const WeftNocMap *self, int x, int y, int width,
                                WeftPaintList *list);

G_END_DECLS
