/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-ranks.h"

G_BEGIN_DECLS

/* Who sends how much to whom in an interval, and how: all transfers of one kind that take one route
 * are one flow. */

typedef enum
{
  WEFT_NOC_FLOW_WRITE,     /* from the core that issued it */
  WEFT_NOC_FLOW_READ,      /* the answer, to the core that asked */
  WEFT_NOC_FLOW_MULTICAST, /* from the core that issued it, to all that take it */
  WEFT_NOC_N_FLOW_KINDS
} WeftNocFlowKind;

typedef struct
{
  guint device;  /* index */
  guint32 route; /* see weft_noc_capture_get_route() */
  guint16 from;  /* tile that the payload comes from */
  guint8 noc;
  WeftNocFlowKind kind;
  guint32 n_transfers;
  guint64 bytes;
} WeftNocFlow;

/* The flows of the routes that each device uses (`used`: (element-type GArray of WeftNocUsedRoute),
 * as weft_noc_sum_routes() gives them), most bytes first: (transfer full) (element-type
 * WeftNocFlow). Time grows with the routes alone. */
GArray *weft_noc_flows_new (const WeftNocCapture *capture, const GPtrArray *used);

/* The flows of a capture's transfers that were issued in the range: (transfer full). `records`
 * (nullable: all) are those that count. Time grows with the transfers of the range. */
GArray *weft_noc_flows_sum (const WeftNocCapture *capture, const WeftCycleRange *range,
                            const WeftBitset *records);

/* The flows of what was issued in a zone, by its core and processor: (transfer full). `zone` is a place
 * among weft_noc_capture_get_zones(). Time grows with the transfers of the zone's time. */
GArray *weft_noc_flows_in_zone (const WeftNocCapture *capture, guint32 zone);

/* "Read (0,1) → (2,1) on NOC_0", "Multicast (1,1) → 9 tiles on NOC_1": (transfer full). */
char *weft_noc_flow_describe (const WeftNocCapture *capture, const WeftNocFlow *flow);

/* Those of a device that are wanted, in the same order, at most `max`: (transfer full). */
GArray *weft_noc_find_flows (const WeftNocCapture *capture, const GArray *flows, guint device,
                             const WeftNocWanted *wanted, guint max);

G_END_DECLS
