/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-sealed-column.h"

G_BEGIN_DECLS

/* Writes an index file (weft-index-format.h). What was put is taken in the same order by a WeftIndexReader. Once
 * something goes wrong (a full disk, say), all that follows does nothing. One thread. */

typedef struct _WeftIndexWriter WeftIndexWriter;

/* A new file in `folder`, under a passing name until it is finished. It takes `most` bytes at most, and leaves
 * `reserve` bytes of the disk free. */
WeftIndexWriter *weft_index_writer_new (const char *folder, guint64 most, guint64 reserve,
                                        GCancellable *cancellable);

/* Where it was not finished, nothing of it is left. */
void weft_index_writer_free (WeftIndexWriter *self);

void weft_index_writer_put_number (WeftIndexWriter *self, guint64 number);

/* Any, as it is. */
void weft_index_writer_put_real (WeftIndexWriter *self, double real);

/* (nullable) */
void weft_index_writer_put_text (WeftIndexWriter *self, const char *text);

/* A block of any bytes. */
void weft_index_writer_put_block (WeftIndexWriter *self, const void *bytes, gsize size);

/* The same in parts, of a block that begins now and ends before anything else is put. */
void weft_index_writer_begin_block (WeftIndexWriter *self);
void weft_index_writer_add (WeftIndexWriter *self, const void *bytes, gsize size);
void weft_index_writer_end_block (WeftIndexWriter *self);

/* A packed column of `size` bytes, as it is before anybody reads it. `stays`: it is to be read where it is mapped. */
void weft_index_writer_put_column (WeftIndexWriter *self, const WeftSealedColumn *column,
                                   gsize size, gboolean stays);

/* Whether it is of use to go on. */
gboolean weft_index_writer_is_good (WeftIndexWriter *self);

/* Ends the file and gives it that name, in place of an older one. FALSE where that was not to be had. */
gboolean weft_index_writer_finish (WeftIndexWriter *self, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftIndexWriter, weft_index_writer_free)

G_END_DECLS
