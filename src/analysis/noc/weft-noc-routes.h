/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-transfer.h"

/* The routes of a capture's transfers, each kept once, as the series of demand that they load. */

guint weft_noc_capture_get_n_series (const WeftNocCapture *self);
void weft_noc_capture_get_series (const WeftNocCapture *self, guint32 series,
                                  WeftNocSeries *result);
guint32 weft_noc_capture_find_series (const WeftNocCapture *self, WeftNocSeriesKind kind,
                                      guint index);

/* The series of a route; the first `n_links` are links. */
const guint32 *weft_noc_capture_get_route (const WeftNocCapture *self, guint32 route,
                                           guint *n_series, guint *n_links);

/* While the capture is made: the number of the route that a transfer takes, WEFT_NO_ROW where there is no
 * room for more; sets WEFT_TRANSFER_UNDECIDED. */
guint32 weft_noc_find_route (WeftNocCapture *self, WeftNocTransfer *transfer);
