/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-noc-demand-index.h"

/* Fills the index, in which capture and transfers of the device (`n_all` of them) are set. FALSE,
 * with G_IO_ERROR_CANCELLED, where it was cancelled. */
gboolean weft_noc_demand_build (WeftNocDemand *self, guint32 n_all, const WeftBitset *records,
                                GCancellable *cancellable, GError **error);
