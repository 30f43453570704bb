/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-comparison.h"
#include "weft-noc-stats.h"

/* How much went over each link of a map's chips, what their tiles sent and received, and how long they
 * waited. */

typedef struct
{
  guint64 bytes;
  gboolean is_partial; /* no barrier bounds some of them: the share is at least what it says */
  float share;         /* of capacity; of a comparison, the difference. NaN: not known */
} WeftNocLane;

/* A tile's part of what the busiest tile sends or receives, and of the interval in barriers: 0 to 1. */
typedef struct
{
  float sent, received, waited;
} WeftNocTileShares;

typedef struct
{
  WeftNocFigureKind figure;
  gboolean peak;
  guint n_links;
  guint n_tiles;
  guint n_devices;
  WeftNocLane *lanes;       /* by device and link */
  guint64 largest;          /* bytes of a lane */
  WeftNocTileShares *tiles; /* by device and tile */
} WeftNocLanes;

/* Of `comparison` (nullable), or of the traffic over the chips' fabric, or else of the figure. */
void weft_noc_lanes_init (WeftNocLanes *self, const WeftNocStats *stats,
                          const WeftNocComparison *comparison, gboolean fabric,
                          WeftNocFigureKind figure, gboolean peak);
void weft_noc_lanes_clear (WeftNocLanes *self);

static inline WeftNocLane *
weft_noc_lanes_get (const WeftNocLanes *self, guint device, guint32 link)
{
  return &self->lanes[(gsize) device * self->n_links + link];
}
