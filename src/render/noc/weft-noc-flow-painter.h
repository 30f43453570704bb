/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-colors.h"
#include "weft-noc-layout.h"
#include "weft-noc-ways.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Draws flows as arrows in the streets of a map (weft-noc-ways.h). A unicast is one line with a dot at
 * the sender and a head at the receiver, which is hollow for reads. A multicast has a double line as
 * stem, dots where it branches, a short tick into each receiver, and a dashed outline around its
 * rectangle. Flows of NOC_1 have long dashes. Width is bytes, in three steps. */

typedef struct
{
  const WeftNocCapture *capture;
  const WeftNocLayout *layout;
  const WeftStyle *style;
  const WeftNocFlow *flows; /* most bytes first */
  guint n_flows;
  guint64 largest;           /* bytes of a flow: that is as wide as can be */
  const WeftNocColors *said; /* (nullable) of a query, in the place of the kinds' */
  WeftColor quiet;           /* of flows that it says nothing of */
} WeftNocFlowPicture;

void weft_noc_flows_paint (const WeftNocFlowPicture *self, const WeftNocViewport *viewport,
                           WeftPaintList *list);

/* The flow at a point: its place, or G_MAXUINT. */
guint weft_noc_flows_hit (const WeftNocFlowPicture *self, const WeftNocViewport *viewport, double x,
                          double y);

/* The colour of a kind, and one sample of its lines for a legend, in any colour: from (x, y), `width` long. */
WeftColor weft_noc_flow_color (const WeftStyle *style, WeftNocFlowKind kind);
void weft_noc_flow_paint_sample (const WeftStyle *style, WeftNocFlowKind kind, guint noc,
                                 WeftColor color, double x, double y, double width,
                                 WeftPaintList *list);

G_END_DECLS
