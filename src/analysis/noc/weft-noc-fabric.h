/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Traffic from chip to chip. A trace says what was sent, and where it leaves the chip; the legs
 * behind are inferred (docs/formats/noc.md, "Fabric event"): the event's network to the Ethernet
 * tile of its channel, Ethernet by topology.json's pairs, relays by its forwarding pairs, and NOC_0
 * on receiving chips. Where the trace has the path itself, that is taken. */

/* The load of a chip's link by fabric events. */
typedef struct
{
  guint device; /* index */
  guint32 link;
  guint64 bytes;
  guint32 n_transfers;
} WeftNocFabricLink;

/* And on a cable. */
typedef struct
{
  guint32 n_transfers;
  guint64 bytes;
  gint32 from_device; /* ids */
  gint32 from_channel;
  gint32 to_device;
  gint32 to_channel;
} WeftNocChipLink;

typedef struct
{
  GArray *links;      /* WeftNocFabricLink, by device and link */
  GArray *chip_links; /* WeftNocChipLink, by device and channel */
  guint64 n_events;
  guint64
    n_unknown; /* events whose way can't be told, as there is no topology.json or it lacks what
                       * they need */
} WeftNocFabricTraffic;

/* Of the events in `records` (nullable: all) that were issued in [from, to). NULL with
 * G_IO_ERROR_CANCELLED. */
WeftNocFabricTraffic *weft_noc_fabric_traffic_new (const WeftNocCapture *capture, gint64 from,
                                                   gint64 to, const WeftBitset *records,
                                                   GCancellable *cancellable, GError **error);
void weft_noc_fabric_traffic_free (WeftNocFabricTraffic *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocFabricTraffic, weft_noc_fabric_traffic_free)

G_END_DECLS
