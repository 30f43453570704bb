/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table.h"

/* Packs the full chunks of a trace's tables on a thread of its own, which lives only while there is
 * something to pack. The tables' writer hands chunks over and takes back the memory that they had. */

/* A new sealer, for tables of one writer. Packed chunks live in `store` (transfer full), which nobody else
 * uses. */
WeftSealer *weft_sealer_new (WeftChunkStore *store);

/* Stops packing, and frees what was packed: no table may be read any more. */
void weft_sealer_free (WeftSealer *sealer);

/* Writer: hands a chunk over. `grows`: more rows are to come, which can use its memory. Called by tables
 * alone. */
void weft_sealer_hand_over (WeftSealer *sealer, WeftTable *table, uint32_t chunk, bool grows);

/* Writer: prepares a chunk that was handed over for being changed. False when its store is exhausted. Called
 * by tables alone. */
bool weft_sealer_reopen (WeftSealer *sealer, WeftTable *table, uint32_t chunk);

/* Writer: gives the memory of chunks that were packed since back to their tables' stores. Called by tables
 * alone. */
void weft_sealer_recycle (WeftSealer *sealer);

/* Any thread: unpacks a packed column beside its packed form, in the place of the one unpacked first where there
 * are many. Called by tables alone. */
void weft_sealer_unpack (WeftSealer *sealer, const WeftTable *table, unsigned column,
                         uint32_t chunk);

/* Waits until all that was handed over is packed. Any thread, one at a time; for tests and figures of memory. */
void weft_sealer_wait (WeftSealer *sealer);

/* Bytes that packed chunks take, without those unpacked for reading. Any thread. */
size_t weft_sealer_get_memory (WeftSealer *sealer);
