/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-topology.h"

G_BEGIN_DECLS

/* The links that a packet takes (docs/formats/noc.md, "Routing"). On a torus NOC_0 goes east, then
 * south, and NOC_1 north, then west, always that way round. On a mesh NOC_0 goes along x first and
 * NOC_1 along y first, either way. */

#define WEFT_NOC_N_NOCS 2u

typedef enum
{
  WEFT_NOC_EAST,
  WEFT_NOC_SOUTH,
  WEFT_NOC_WEST,
  WEFT_NOC_NORTH,
} WeftNocDirection;

/* A link is the way out of a tile in a direction, on one of the networks: a number below
 * weft_noc_count_links(). */
static inline guint
weft_noc_count_links (const WeftNocTopology *topology)
{
  return WEFT_NOC_N_NOCS * topology->n_tiles * 4;
}

static inline guint
weft_noc_make_link (const WeftNocTopology *topology, guint noc, guint tile,
                    WeftNocDirection direction)
{
  return (noc * topology->n_tiles + tile) * 4 + direction;
}

static inline guint
weft_noc_link_get_noc (const WeftNocTopology *topology, guint link)
{
  return link / 4 / topology->n_tiles;
}

static inline guint
weft_noc_link_get_from (const WeftNocTopology *topology, guint link)
{
  return link / 4 % topology->n_tiles;
}

static inline WeftNocDirection
weft_noc_link_get_direction (guint link)
{
  return (WeftNocDirection) (link % 4);
}

/* The tile at the other end, modulo the grid. */
guint weft_noc_link_get_to (const WeftNocTopology *topology, guint link);

/* Where one transfer goes. Initialise for a topology, use for one route after another. */
typedef struct
{
  guint32 *links; /* in the order in which the packet takes them; a tree's, branch by branch */
  guint n_links;
  guint32 *receivers; /* tiles: one, or those of a multicast */
  guint n_receivers;
  gboolean undecided; /* the source of a multicast lies inside its rectangle: documents do not say
                       * how such a tree looks */
  guint8 *marks;      /* by link: for trees */
} WeftNocRoute;

void weft_noc_route_init (WeftNocRoute *route, const WeftNocTopology *topology);
void weft_noc_route_clear (WeftNocRoute *route);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftNocRoute, weft_noc_route_clear)

/* From tile to tile. No link where they are the same. */
void weft_noc_route_unicast (WeftNocRoute *route, const WeftNocTopology *topology, guint noc,
                             guint from, guint to);

/* From a tile to those of a rectangle that take multicasts, but for the source itself. The
 * rectangle reaches from tile `start` to tile `end` in the direction in which the network goes,
 * around the torus where it must. Each link carries the payload once. */
void weft_noc_route_multicast (WeftNocRoute *route, const WeftNocTopology *topology, guint noc,
                               guint from, guint start, guint end);

/* How many links a unicast takes. */
guint weft_noc_count_hops (const WeftNocTopology *topology, guint noc, guint from, guint to);

G_END_DECLS
