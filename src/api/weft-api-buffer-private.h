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

/* Takes all that was added; it is empty then. */
GBytes *weft_api_buffer_take (WeftApiBuffer *self);

G_END_DECLS
