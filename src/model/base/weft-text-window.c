/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-text-window.h"

#include <string.h>

#define SIZE_MIN ((gsize) 4 << 10)
#define SIZE_MAX_WINDOW ((gsize) 1 << 20)

/* A window reaches back by this part of its size: the texts of one op go on after those of the
 * next have begun. */
#define PART_BEHIND 4

void
weft_text_window_clear (WeftTextWindow *self)
{
  g_clear_pointer (&self->bytes, g_free);
  memset (self, 0, sizeof *self);
}

static gboolean
holds (const WeftTextWindow *self, guint64 offset, gsize length)
{
  return offset >= self->start && offset - self->start <= self->length
         && length <= self->length - (gsize) (offset - self->start);
}

/* A read goes on where the window is, or not far from it. */
static gboolean
is_near (const WeftTextWindow *self, guint64 offset)
{
  guint64 end = self->start + self->length;

  return self->length > 0 && offset + self->size >= self->start && offset <= end + self->size;
}

static gboolean
fill (WeftTextWindow *self, WeftTextStore *store, guint64 offset)
{
  guint64 end = weft_text_store_get_length (store);
  gsize behind;

  self->size = is_near (self, offset) ? MIN (self->size * 2, SIZE_MAX_WINDOW) : SIZE_MIN;
  behind = self->size / PART_BEHIND;
  self->start = offset > behind ? offset - behind : 0;
  self->length = end > self->start ? (gsize) MIN (end - self->start, self->size) : 0;
  self->bytes = g_realloc (self->bytes, self->size);
  if (weft_text_store_read (store, self->start, self->bytes, self->length))
    return TRUE;
  self->length = 0;
  return FALSE;
}

gboolean
weft_text_window_read (WeftTextWindow *self, WeftTextStore *store, guint64 offset, gsize length,
                       GString *text)
{
  gsize before = text->len;

  if (holds (self, offset, length)
      || (length <= SIZE_MIN / 2 && fill (self, store, offset) && holds (self, offset, length)))
    {
      if (length > 0) /* nothing is also held where there are no bytes */
        g_string_append_len (text, self->bytes + (offset - self->start), (gssize) length);
      return TRUE;
    }
  g_string_set_size (text, before + length);
  if (weft_text_store_read (store, offset, text->str + before, length))
    return TRUE;
  g_string_truncate (text, before);
  return FALSE;
}
