/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"

G_BEGIN_DECLS

/* Where long text (labels, details) is read back from by its place: the trace's own file, or for
 * compressed and piped input a temporary file that such texts are spilled to, or an index file that
 * what was spilled was put into. Reading is safe from any thread; spilling is the reader's. */

typedef struct _WeftTextStore WeftTextStore;

/* How much text a spill file takes unless $WEFT_SPILL_QUOTA (bytes) says otherwise. */
#define WEFT_SPILL_QUOTA ((guint64) 4 << 30)

/* A store over the open file `fd`, which is duplicated. Text is given out only while the file is
 * still the one that was read: same inode, not shorter, and where it changed since, the same
 * bytes at its head, before the end of what was read, and at places between. */
WeftTextStore *weft_text_store_new_for_file (int fd);

/* A store over a nameless temporary file; NULL with errno set when there is no room for one. */
WeftTextStore *weft_text_store_new_spill (void);

/* Puts what a spill holds into an index file, and a store over that, which takes no more text: (transfer full). NULL: the
 * reader is bad. */
void weft_text_store_put (WeftTextStore *store, WeftIndexWriter *writer);
WeftTextStore *weft_text_store_take (WeftIndexReader *reader);

WeftTextStore *weft_text_store_ref (WeftTextStore *store);
void weft_text_store_unref (WeftTextStore *store);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTextStore, weft_text_store_unref)

/* File: says that the first `length` bytes have been read, so that a later change shows. A spill
 * knows that itself. */
void weft_text_store_extend (WeftTextStore *store, guint64 length);

/* Spill: appends `length` bytes. Past the quota, or when the disk is full, they are dropped and
 * counted. */
void weft_text_store_spill (WeftTextStore *store, const void *bytes, gsize length);

/* Keeps a text that stands at `offset` of what is read, and returns the place to read it back from.
 * File: that is the offset. Spill: appends the text. `store` is nullable: there is no place then. */
guint64 weft_text_store_keep (WeftTextStore *store, const void *bytes, gsize length,
                              guint64 offset);

/* File: the bytes that have been read, as weft_text_store_extend() says. Others: those that are
 * kept. Any thread. */
guint64 weft_text_store_get_length (WeftTextStore *store);

/* Bytes of text that a spill had to drop. */
guint64 weft_text_store_get_dropped (WeftTextStore *store);

/* Reads `length` bytes at `offset` into `buffer`. FALSE where the file is not the one that was
 * read any more, or the text was dropped. */
gboolean weft_text_store_read (WeftTextStore *store, guint64 offset, void *buffer, gsize length);

/* Whether it has returned FALSE before. */
gboolean weft_text_store_has_refused (WeftTextStore *store);

/* Whether it is the trace's own file. */
gboolean weft_text_store_is_file (WeftTextStore *store);

/* Whether the file is still the one that was read (always TRUE for others). */
gboolean weft_text_store_is_intact (WeftTextStore *store);

G_END_DECLS
