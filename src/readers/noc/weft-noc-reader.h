/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* Reads NoC event traces in all dialects, one file or a directory of them, and another tool's
 * .npeviz timelines (docs/formats/noc.md). */

/* Looks for topology.json and cluster_coordinates.json where setup->path lies. */
WeftReader *weft_noc_reader_new (const WeftReaderSetup *setup);

G_END_DECLS
