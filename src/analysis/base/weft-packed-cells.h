/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-sealed-column.h"

G_BEGIN_DECLS

/* Numbers of rows in an order of their own, in few bits each, which are read as many at a time as a frame of a packed
 * column has. One thread adds; once all are there any thread reads. */

typedef struct _WeftPackedCells WeftPackedCells;

/* Of cells of 1, 2, 4 or 8 bytes. */
WeftPackedCells *weft_packed_cells_new (guint cell_width);
void weft_packed_cells_free (WeftPackedCells *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPackedCells, weft_packed_cells_free)

void weft_packed_cells_add (WeftPackedCells *self, guint64 cell);

/* All were added. */
void weft_packed_cells_end (WeftPackedCells *self);

/* Has the processor fetch what is read for the cells from `first` on, a multiple of WEFT_SEALED_CELLS: first what says
 * where they are, and when that is there, they. */
void weft_packed_cells_prefetch (const WeftPackedCells *self, guint32 first);
void weft_packed_cells_prefetch_cells (const WeftPackedCells *self, guint32 first);

/* One cell. */
guint64 weft_packed_cells_get (const WeftPackedCells *self, guint32 index);

/* Writes the WEFT_SEALED_CELLS cells from `first` on, a multiple of that, as far as there are so many. */
void weft_packed_cells_read (const WeftPackedCells *self, guint32 first, void *cells);

/* Of these only those from the `begin`th, a multiple of eight, to before the `end`th, and it may be some beside them. */
void weft_packed_cells_read_some (const WeftPackedCells *self, guint32 first, guint begin,
                                  guint end, void *cells);

G_END_DECLS
