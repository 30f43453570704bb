/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"

G_BEGIN_DECLS

/* A checksum (CRC-32C) of all bytes from the beginning of a file on, as they are read: tells whether a file that has got
 * more still begins so. It is kept for each piece of the file, which several threads hold against it. */

typedef struct _WeftFileSum WeftFileSum;

#define WEFT_FILE_SUM_PIECE ((guint64) 8 << 20)

WeftFileSum *weft_file_sum_new (void);
WeftFileSum *weft_file_sum_copy (const WeftFileSum *self);
void weft_file_sum_free (WeftFileSum *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFileSum, weft_file_sum_free)

/* The next bytes of the file. */
void weft_file_sum_add (WeftFileSum *self, const void *bytes, gsize length);

/* Bytes that were added. */
guint64 weft_file_sum_get_length (const WeftFileSum *self);

/* Whether the open file `fd` begins with these bytes: reads them all, with all processors. */
gboolean weft_file_sum_is_of (const WeftFileSum *self, int fd);

/* In an index file: of the first `length` bytes, (transfer full). NULL: the reader is bad. */
void weft_file_sum_put (const WeftFileSum *self, WeftIndexWriter *writer);
WeftFileSum *weft_file_sum_take (WeftIndexReader *reader, guint64 length);

G_END_DECLS
