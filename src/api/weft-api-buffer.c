/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-buffer-private.h"

#include "weft-exhausted.h"
#include "weft-huge-pages.h"

#include <string.h>

#define LEAST_SIZE 512

void
weft_api_buffer_clear (WeftApiBuffer *self)
{
  g_clear_pointer (&self->data, g_free);
  self->size = self->n_allocated = 0;
}

/* Room that is never written to costs nothing. */
void
weft_api_buffer_grow (WeftApiBuffer *self, gsize n_bytes)
{
  gsize size = MAX (MAX (2 * self->n_allocated, LEAST_SIZE), self->size + n_bytes);
  char *data;

  size = MAX (size, self->n_expected);
  data = weft_huge_pages_alloc (&size);
  if (data == NULL)
    weft_exhausted ("a column");
  if (self->size > 0)
    memcpy (data, self->data, self->size);
  g_free (self->data);
  self->data = data;
  self->n_allocated = size;
}

GBytes *
weft_api_buffer_take (WeftApiBuffer *self)
{
  GBytes *bytes = g_bytes_new_take (self->data, self->size);

  *self = (WeftApiBuffer){ NULL, 0, 0, 0 };
  return bytes;
}
