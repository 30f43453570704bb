/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table.h"

/* Packs the full chunks of a trace's tables on a thread of its own, which lives while there is
 * something to pack, and a moment longer. The tables' writer hands chunks over and takes back the memory that they had. */

/* A new sealer, for tables of one writer. Packed chunks live in `store` (transfer full), which nobody else
 * uses. */
WeftSealer *weft_sealer_new (WeftChunkStore *store);

/* Stops packing, and frees what was packed: no table may be read any more. */
void weft_sealer_free (WeftSealer *sealer);

/* Waits until all that was handed over is packed. Any thread, one at a time. */
void weft_sealer_wait (WeftSealer *sealer);

/* The writer: makes packed columns that somebody else keeps, for as long as the table is there, the table's next
 * chunk, whose number is `chunk`. */
void weft_sealer_adopt (WeftSealer *sealer, WeftTable *table, uint32_t chunk, void *const *columns);

/* Bytes that packed chunks take, without those unpacked for reading. Any thread. */
size_t weft_sealer_get_memory (WeftSealer *sealer);
