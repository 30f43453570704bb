/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* The side of the mesh map: DRAM controllers, and the matrix of tiles, of which a cell selects
 * its sender. */

#define WEFT_TYPE_NOC_SIDE (weft_noc_side_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocSide, weft_noc_side, WEFT, NOC_SIDE, WeftPanel)

G_END_DECLS
