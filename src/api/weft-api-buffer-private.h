/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that are filled from the front, and then handed out as they lie. Entering fresh memory costs more than what is
 * written to it: large ones lie in huge pages. All zero is an empty one. */
typedef struct
{
  char *data;
  gsize size;
  gsize n_allocated;
  gsize n_expected; /* so many bytes there may be; 0: not known */
  GBytes *room;     /* the memory that it all lies in, which others may lie in, too; NULL: none */
} WeftApiBuffer;

void weft_api_buffer_clear (WeftApiBuffer *self);

/* Makes room for so many more bytes. */
void weft_api_buffer_grow (WeftApiBuffer *self, gsize n_bytes);

/* Adds `n_bytes`, and returns their place, for them to be written. */
static inline gpointer
weft_api_buffer_add (WeftApiBuffer *self, gsize n_bytes)
{
  if (self->n_allocated - self->size < n_bytes)
    weft_api_buffer_grow (self, n_bytes);
  self->size += n_bytes;
  return self->data + self->size - n_bytes;
}

/* Makes `rest`, an empty one, which is to follow: `self` keeps the first `n_kept` of the bytes that are expected (0: how
 * many is not known), and the others are there for `rest`. Each may then be filled by a thread of its own. */
void weft_api_buffer_split (WeftApiBuffer *self, gsize n_kept, WeftApiBuffer *rest);

/* Adds what is in `next`, which is empty then. It is moved within its room where they were split, and not at all where
 * `self` is full. */
void weft_api_buffer_join (WeftApiBuffer *self, WeftApiBuffer *next);

/* Takes all that was added; it is empty then. */
GBytes *weft_api_buffer_take (WeftApiBuffer *self);

G_END_DECLS
