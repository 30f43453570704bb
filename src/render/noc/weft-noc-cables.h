/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-layout.h"
#include "weft-noc-stats.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The Ethernet cables between the chips of a map: they run from the edge of one chip, beside the tile
 * of their channel, through the room between chips to the edge of the other. Grey until they carry
 * something, then as wide as what they carry. */

/* One way of a cable. */
typedef struct
{
  guint link; /* its place in the traffic's chip_links; G_MAXUINT: it carries nothing */
  guint64 bytes;
  double share;     /* of its capacity; NaN: not known */
  guint devices[2]; /* indexes, from and to */
  guint tiles[2];
  gint32 channels[2];
} WeftNocCable;

typedef struct
{
  GArray *cables; /* WeftNocCable: those that carry something last */
  guint64 largest;
} WeftNocCables;

/* Those that topology.json names, and those that carried something in the interval of the stats. Cables
 * whose ends are not known, or not in the capture, are left out. */
void weft_noc_cables_init (WeftNocCables *self, const WeftNocStats *stats,
                           const WeftNocCluster *cluster);
void weft_noc_cables_clear (WeftNocCables *self);

void weft_noc_cables_paint (const WeftNocCables *self, const WeftNocLayout *layout,
                            const WeftNocViewport *viewport, const WeftStyle *style,
                            WeftPaintList *list);

/* Paints a line along the cable that carries a chip link's traffic. */
void weft_noc_cables_mark (const WeftNocCables *self, const WeftNocLayout *layout,
                           const WeftNocViewport *viewport, guint link, double width,
                           WeftColor color, WeftPaintList *list);

/* The chip link at a point within `reach` pixels; G_MAXUINT: none. */
guint weft_noc_cables_hit (const WeftNocCables *self, const WeftNocLayout *layout,
                           const WeftNocViewport *viewport, double x, double y, double reach);

G_END_DECLS
