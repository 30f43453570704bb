/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-route.h"

G_BEGIN_DECLS

/* Numbers of tiles and links of a capture's chips, of which a part may be left open: the same tile of all devices, the
 * way from a tile to the next on both networks. `device` is 0 for all, otherwise its index + 1; `noc` likewise. */

/* The kinds of things that the numbers are of. */
#define WEFT_NOC_PLACE_TILE "tile"
#define WEFT_NOC_PLACE_LINK "link"

static inline guint32
weft_noc_place_tile (const WeftNocTopology *topology, guint device, guint tile)
{
  return device * topology->n_tiles + tile;
}

static inline guint32
weft_noc_place_link (const WeftNocTopology *topology, guint device, guint noc, guint tile,
                     WeftNocDirection direction)
{
  return ((device * (WEFT_NOC_N_NOCS + 1) + noc) * topology->n_tiles + tile) * 4 + direction;
}

/* The way from a tile to the next: FALSE where the two are no neighbours. */
gboolean weft_noc_place_find_link (const WeftNocTopology *topology, guint device, guint noc,
                                   guint from, guint to, guint32 *place);

G_END_DECLS
