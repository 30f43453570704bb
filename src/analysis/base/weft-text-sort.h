/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Finds the order of texts by their bytes, as strcmp() has it. A million different ones of a few
 * words take 150 ms, as much memory as they have bytes, and 60 bytes each besides. One thread at a
 * time. */
typedef struct _WeftTextSort WeftTextSort;

WeftTextSort *weft_text_sort_new (void);
void weft_text_sort_free (WeftTextSort *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTextSort, weft_text_sort_free)

/* Copies a text and returns its number, from 0 up. One that came before has the number that it had
 * then, as long as there are few that differ. */
guint32 weft_text_sort_add (WeftTextSort *self, const char *text);

/* Adds the texts of another, which is freed. Their numbers rise by what is returned. */
guint32 weft_text_sort_take (WeftTextSort *self, WeftTextSort *other);

guint32 weft_text_sort_get_n_texts (const WeftTextSort *self);

/* Memory that the texts take. */
gsize weft_text_sort_get_n_bytes (const WeftTextSort *self);

/* The place of each text in their order, which equal ones share: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
guint32 *weft_text_sort_rank (const WeftTextSort *self, GCancellable *cancellable, GError **error);

G_END_DECLS
