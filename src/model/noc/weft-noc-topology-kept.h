/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-noc-topology.h"

G_BEGIN_DECLS

/* In an index file: what an input says of a chip's tiles. All else follows from its name, as that of
 * weft_noc_topology_new_plain(). `self` is nullable. */
void weft_noc_topology_put (const WeftNocTopology *self, WeftIndexWriter *writer);

/* (transfer full) (nullable): there is none, or the reader is bad. */
WeftNocTopology *weft_noc_topology_take (WeftIndexReader *reader);

G_END_DECLS
