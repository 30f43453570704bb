/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cell-rule.h"
#include "weft-handover.h"
#include "weft-sealed-column.h"

#include <glib.h>

G_BEGIN_DECLS

/* Reads an index file (weft-index-format.h), which lies mapped as long as there is a reader: what was put is taken
 * in the same order. Nothing in the file is believed: what leads out of the file makes the reader bad, as does what
 * has another checksum than it had when it was written. A bad reader returns zeros. */

typedef struct _WeftIndexReader WeftIndexReader;

/* NULL where there is no such file, or none that this version can read: then its directory is whole. */
WeftIndexReader *weft_index_reader_open (const char *path);

WeftIndexReader *weft_index_reader_ref (WeftIndexReader *self);
void weft_index_reader_unref (WeftIndexReader *self);

guint64 weft_index_reader_take_number (WeftIndexReader *self);

/* The same, of a number that is at most `most`. */
guint64 weft_index_reader_take_at_most (WeftIndexReader *self, guint64 most);

/* Any, infinities and NaN as well. */
double weft_index_reader_take_real (WeftIndexReader *self);

/* (transfer none) (nullable): lives as long as the reader. */
const char *weft_index_reader_take_text (WeftIndexReader *self);

/* The same, of a text that is valid UTF-8. */
const char *weft_index_reader_take_utf8 (WeftIndexReader *self);

/* A block of `size` bytes, checked now; NULL where the reader is bad. */
const void *weft_index_reader_take_block (WeftIndexReader *self, gsize size);

/* A block that is checked when it is needed. */
typedef struct
{
  const void *bytes;
  gsize size;
  guint32 sum;
} WeftIndexBlock;

WeftIndexBlock weft_index_reader_take_later (WeftIndexReader *self);

/* Whether the block is as it was written; any thread. */
gboolean weft_index_block_is_whole (const WeftIndexBlock *block);

/* Finds that out on another thread; the block and its reader live until the check has ended, which says it. */
WeftThread *weft_index_block_start_check (const WeftIndexBlock *block);
gboolean weft_index_block_end_check (const WeftIndexBlock *block, WeftThread *check);

/* A packed column of `n_cells` cells, each of which `rule` lets through; `row` is the first one's. It must not be
 * looked at before weft_index_reader_check(), which checks all of them. The rule must live until then. */
WeftSealedColumn *weft_index_reader_take_column (WeftIndexReader *self, unsigned cell_width,
                                                 guint32 n_cells, guint32 row,
                                                 const WeftCellRule *rule);

/* Checks the columns that were taken since the last time, with all processors. FALSE: the reader is bad. */
gboolean weft_index_reader_check (WeftIndexReader *self);

/* The last that was taken makes no sense to whoever took it. */
void weft_index_reader_set_bad (WeftIndexReader *self);
gboolean weft_index_reader_is_good (WeftIndexReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftIndexReader, weft_index_reader_unref)

G_END_DECLS
