/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-noc-capture-data.h"

/* Fills in transfers, waits, zones and their counts, from the records of a group in
 * the order of their time. */
void weft_noc_walk_group (WeftNocCapture *self, const WeftNocGroup *group, const guint32 *order,
                          const WeftBitset *other_noc);
