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
  guint64 words[3] = { 0 }, hash;
  WeftNameCacheEntry *entry;

  if (length > sizeof words)
    return weft_string_pool_intern (self->pool, name, length);
  memcpy (words, name, length);
  hash = (words[0] ^ (words[1] << 7 | words[1] >> 57) ^ (words[2] << 13 | words[2] >> 51))
         * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  entry = &self->entries[hash >> 56];
  if (entry->length != length || entry->words[0] != words[0] || entry->words[1] != words[1]
      || entry->words[2] != words[2])
    {
      memcpy (entry->words, words, sizeof words);
      entry->length = (guint32) length;
      entry->id = weft_string_pool_intern (self->pool, name, length);
    }
  return entry->id;
}
