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

static inline guint32
load_4 (const char *bytes)
{
  guint32 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT32_FROM_LE (word);
}

/* Up to 8 bytes, padded with zeros. Where they are 4 and more, as two words that overlap. */
static inline guint64
load_part (const char *bytes, gsize n)
{
  guint64 word = 0;

  if (n >= 4)
    return load_4 (bytes) | (guint64) load_4 (bytes + n - 4) << (8 * (n - 4));
  for (gsize i = 0; i < n; i++)
    word |= (guint64) (guchar) bytes[i] << (8 * i);
  return word;
}

guint32
weft_name_cache_intern (WeftNameCache *self, const char *name, gsize length)
{
  guint64 words[3] = { 0 }, hash;
  WeftNameCacheEntry *entry;

  if (length > sizeof words)
    return weft_string_pool_intern (self->pool, name, length);
  for (gsize i = 0; i < length; i += sizeof *words)
    words[i / sizeof *words] = load_part (name + i, MIN (length - i, sizeof *words));
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
