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

/* Room that is never written to costs nothing, but there may be less than was expected to be needed. */
static char *
make_room (gsize *size, gsize n_expected)
{
  const gsize n_needed = *size;
  char *data = NULL;

  *size = MAX (n_needed, n_expected);
  data = weft_huge_pages_alloc (size);
  if (data != NULL)
    return data;
  *size = n_needed;
  data = weft_huge_pages_alloc (size);
  if (data == NULL)
    weft_exhausted ("a column");
  return data;
}

void
weft_api_buffer_grow (WeftApiBuffer *self, gsize n_bytes)
{
  gsize size = MAX (MAX (2 * self->n_allocated, LEAST_SIZE), self->size + n_bytes);
  char *data = make_room (&size, self->n_expected);

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
