/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-text-store.h"

G_BEGIN_DECLS

/* A window on a text store, for reading very many short texts that lie close to one another: they
 * come from memory instead of costing two system calls each. It grows while reads go forward, and
 * is small again after a jump, so that reads in any order cost little more than they would
 * without. One thread at a time. Zero-initialise; free with weft_text_window_clear(). */

typedef struct
{
  char *bytes;
  guint64 start; /* of the bytes in the store */
  gsize length;
  gsize size; /* wanted at the next fill */
} WeftTextWindow;

void weft_text_window_clear (WeftTextWindow *self);

/* Appends `length` bytes at `offset` of the store to `text`. FALSE, with nothing appended, where
 * weft_text_store_read() says so; that the file has changed shows with the next fill. */
gboolean weft_text_window_read (WeftTextWindow *self, WeftTextStore *store, guint64 offset,
                                gsize length, GString *text);

G_END_DECLS
