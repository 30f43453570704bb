/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-lanes.h"
#include "weft-noc-layout.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Draws the tiles of a map: each with the letter of its type and its colour, a name where there is
 * room, bars of what it sent and received, and a hatched one of its time in barriers. */

/* The colours of the bars. */
WeftColor weft_noc_sent_color (const WeftStyle *style);
WeftColor weft_noc_received_color (const WeftStyle *style);

/* The colour of a type, where nothing else is said of tiles. */
WeftColor weft_noc_tile_color (const WeftStyle *style, WeftTileType type);

/* Draws a tile into a box: x, y, width, height. `name` (nullable) and `shares` (nullable) are left out
 * where `side`, of which boxes differ by a pixel, is too small for them. One in the colour of no value is hatched. */
void weft_noc_tile_paint (const WeftStyle *style, WeftTileType type, WeftColor color,
                          const char *name, const WeftNocTileShares *shares, double side,
                          const int box[4], WeftPaintList *list);

/* Crosses out a tile that this very chip does without. */
void weft_noc_tile_cross_out (const WeftStyle *style, const int box[4], WeftPaintList *list);

G_END_DECLS
