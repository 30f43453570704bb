/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* A link that a transfer takes. */
typedef struct
{
  guint32 transfer; /* its number, device by device */
  guint32 link;
  guint device; /* index */
} WeftNocHop;

/* The fields of one, whose data is the capture. */
extern const WeftSchema weft_noc_hop_schema;

/* Appends those of a transfer in the order of its route; of a multicast, the links of its tree. */
void weft_noc_list_hops (const WeftNocCapture *capture, const WeftNocTransfer *transfer,
                         guint32 number, GArray *hops);

G_END_DECLS
