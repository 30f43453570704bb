/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-buffer-private.h"

#include "weft-exhausted.h"
#include "weft-huge-pages.h"

#include <string.h>

#define LEAST_SIZE 512

void
weft_api_buffer_clear (WeftApiBuffer *self)
{
  g_clear_pointer (&self->room, g_bytes_unref);
  self->data = NULL;
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
  g_clear_pointer (&self->room, g_bytes_unref);
  self->room = g_bytes_new_with_free_func (data, size, free, data);
  self->data = data;
  self->n_allocated = size;
}

void
weft_api_buffer_split (WeftApiBuffer *self, gsize n_kept, WeftApiBuffer *rest)
{
  g_return_if_fail (rest->data == NULL);

  rest->n_expected = self->n_expected - MIN (n_kept, self->n_expected);
  if (n_kept <= self->size || rest->n_expected == 0)
    return;
  if (self->n_allocated < self->n_expected)
    weft_api_buffer_grow (self, n_kept - self->size);
  if (self->n_allocated <= n_kept)
    return;
  rest->room = g_bytes_ref (self->room);
  rest->data = self->data + n_kept;
  rest->n_allocated = self->n_allocated - n_kept;
  self->n_allocated = n_kept;
}

void
weft_api_buffer_join (WeftApiBuffer *self, WeftApiBuffer *next)
{
  if (next->size > 0 && self->room == next->room)
    {
      char *place = self->data + self->size;

      if (place != next->data)
        memmove (place, next->data, next->size);
      self->size += next->size;
      self->n_allocated = (gsize) (next->data - self->data) + next->n_allocated;
    }
  else if (next->size > 0)
    memcpy (weft_api_buffer_add (self, next->size), next->data, next->size);
  weft_api_buffer_clear (next);
}

GBytes *
weft_api_buffer_take (WeftApiBuffer *self)
{
  const WeftApiBuffer taken = *self;

  *self = (WeftApiBuffer){ .size = 0 };
  if (taken.room == NULL)
    return g_bytes_new (NULL, 0);
  return g_bytes_new_with_free_func (taken.data, taken.size, (GDestroyNotify) g_bytes_unref,
                                     taken.room);
}
