/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"

G_BEGIN_DECLS

/* Arrays in index files, packed as the columns of tables are, but read into memory: what is derived of rows, one value for
 * each. */

/* `n` cells of `cell_width` 1, 2, 4 or 8 bytes. */
void weft_index_put_cells (WeftIndexWriter *writer, const void *cells, unsigned cell_width,
                           guint32 n);

/* As many cells, each of which `rule` lets through (of more than 4 bytes: only a rule that lets all through): from
 * weft_bulk_alloc(), with room for one more, which is 0. NULL: the reader is bad, or there is no room, which makes it so. */
void *weft_index_take_cells (WeftIndexReader *reader, unsigned cell_width, guint32 n,
                             const WeftCellRule *rule);

G_END_DECLS
