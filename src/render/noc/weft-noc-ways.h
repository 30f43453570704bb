/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-flows.h"
#include "weft-noc-layout.h"

G_BEGIN_DECLS

/* The ways of flows through the streets between the tiles of a map. A flow runs along its true route,
 * beside the links that it takes: on NOC_0 above the row and left of the column in which they lie, on
 * NOC_1 below and right. A street has room for a few lanes; flows that run side by side have one
 * each, and those that find none share the last as a bundle. */

#define WEFT_NOC_STREET_LANES 4

/* A straight piece of a way: along a row (`across`) or a column of tiles, from tile `first` to tile
 * `last` of it, in the direction of the packet. */
typedef struct
{
  gboolean across;
  guint index;        /* the row or column */
  int first, last;    /* tiles along it */
  int sign;           /* of its direction on the screen: 1 or −1 */
  gboolean from_edge; /* it begins, or */
  gboolean to_edge;   /* ends, at the edge of the chip: the way goes around the torus */
  guint street;       /* street k lies between the rows or columns k − 1 and k */
  double lane;        /* its place across the street, in lanes from the middle */
} WeftNocLeg;

/* Where a way enters or leaves a tile. */
typedef struct
{
  guint tile;
  gboolean across;  /* from a leg along its row, and so at its upper or lower edge */
  gboolean is_head; /* it takes what comes; otherwise it sends */
  double place;     /* along the edge: −0.5 to 0.5 */
} WeftNocPort;

typedef struct
{
  guint flow;    /* its place among the flows */
  GArray *legs;  /* WeftNocLeg, in the order of the route; of a tree, branch by branch */
  GArray *ports; /* WeftNocPort: the sender's, then the receivers' */
} WeftNocWay;

/* A street in which more flows run side by side than there is room for. */
typedef struct
{
  guint device;
  gboolean across;
  guint street;
  double lane;
  double first, last; /* along it, in tiles */
  guint n_flows;      /* in one lane */
  guint last_flow;    /* of them: its place among the flows */
} WeftNocBundle;

/* A street that goes on at the other edge of the chip. */
typedef struct
{
  guint device;
  gboolean across;
  guint street;
} WeftNocPassage;

typedef struct
{
  GArray *ways;     /* WeftNocWay, in the order of the flows */
  GArray *bundles;  /* WeftNocBundle */
  GArray *passages; /* WeftNocPassage; each has its place in this as its number */
} WeftNocWays;

/* Of `n_flows` flows of a capture, those of most bytes first, which have the first choice of lanes. */
void weft_noc_ways_init (WeftNocWays *self, const WeftNocCapture *capture, const WeftNocFlow *flows,
                         guint n_flows);
void weft_noc_ways_clear (WeftNocWays *self);

/* The leg of a way that begins a turn off another: that one, where `leg` begins; NULL: it begins at
 * the sender or at the edge. */
const WeftNocLeg *weft_noc_way_find_parent (const WeftNocWay *self, guint leg);

/* Whether the leg passes, or ends at, a tile. */
gboolean weft_noc_leg_has_tile (const WeftNocLeg *self, guint width, guint tile);

G_END_DECLS
