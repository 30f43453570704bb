/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-name-cache.h"

#include <string.h>

void
weft_name_cache_init (WeftNameCache *self, WeftStringPool *pool)
{
  self->pool = pool;
  for (guint i = 0; i < G_N_ELEMENTS (self->entries); i++)
    self->entries[i].length = G_MAXUINT32;
}

guint32
weft_name_cache_intern (WeftNameCache *self, const char *name, gsize length)
{
  char text[sizeof self->entries[0].text] = { 0 };
  WeftNameCacheEntry *entry;
  guint64 head[3];

  if (length > sizeof text)
    return weft_string_pool_intern (self->pool, name, length);
  memcpy (text, name, length);
  memcpy (head, text, sizeof head);
  head[0] = (head[0] ^ (head[1] << 7 | head[1] >> 57) ^ (head[2] << 13 | head[2] >> 51))
            * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  entry = &self->entries[head[0] >> 56];
  if (entry->length != length || memcmp (entry->text, text, sizeof text) != 0)
    {
      memcpy (entry->text, text, sizeof text);
      entry->length = (guint32) length;
      entry->id = weft_string_pool_intern (self->pool, name, length);
    }
  return entry->id;
}
