/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-string-pool.h"

G_BEGIN_DECLS

/* Tables in index files. What was sealed lies there as it lay in memory, and is read where it is mapped. */

/* The writer of the table, or who stands in for it: all rows. Seals what can be, and waits for that. */
void weft_index_put_table (WeftIndexWriter *writer, WeftTable *table);
void weft_index_put_names (WeftIndexWriter *writer, WeftStringPool *pool);

/* Fills a table without rows, of integer cells, and publishes them; the reader must live as long as the table. `rules`,
 * one per column, must live as long as the reader checks. Full chunks of a table with a sealer may not be looked at
 * before weft_index_reader_check(); all others are checked already. FALSE: the reader is bad. */
gboolean weft_index_take_table (WeftIndexReader *reader, WeftTable *table,
                                const WeftCellRule *rules);
gboolean weft_index_take_names (WeftIndexReader *reader, WeftStringPool *pool);

G_END_DECLS
