/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-noc-topology.h"

G_BEGIN_DECLS

/* Reads the `soc_descriptor` of a timeline: what the tiles of the chip are. Returns NULL and the
 * topology, (transfer full), or what was expected, translated. */
const char *weft_noc_soc_read (const WeftJsonValue *object, WeftNocTopology **topology);

G_END_DECLS
