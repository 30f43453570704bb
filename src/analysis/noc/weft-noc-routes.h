/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-transfer.h"

/* The routes of a capture's transfers, each kept once, as the series of demand that they load. */

guint weft_noc_capture_get_n_series (const WeftNocCapture *self);
void weft_noc_capture_get_series (const WeftNocCapture *self, guint32 series,
                                  WeftNocSeries *result);
guint32 weft_noc_capture_find_series (const WeftNocCapture *self, WeftNocSeriesKind kind,
                                      guint index);

guint32 weft_noc_capture_get_n_routes (const WeftNocCapture *self);

/* The series of a route; the first `n_links` are links. */
const guint32 *weft_noc_capture_get_route (const WeftNocCapture *self, guint32 route,
                                           guint *n_series, guint *n_links);

/* Whether it is the tree of a multicast; then the tiles where its rectangle starts and ends, in the
 * direction in which its network goes. Both may be NULL. */
gboolean weft_noc_capture_get_rectangle (const WeftNocCapture *self, guint32 route, guint *start,
                                         guint *end);

/* While the capture is made: the number of the route that a transfer takes, WEFT_NO_ROW where there is no
 * room for more; sets WEFT_TRANSFER_UNDECIDED. */
guint32 weft_noc_find_route (WeftNocCapture *self, WeftNocTransfer *transfer);
