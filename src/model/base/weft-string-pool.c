/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-string-pool.h"

#include <glib.h>
#include <string.h>

enum
{
  NAME_OFFSET,
  NAME_LENGTH
};

void
weft_string_pool_init (WeftStringPool *pool, WeftChunkStore *store)
{
  weft_table_init (&pool->bytes, store, (const uint8_t[]){ 1 }, 1);
  weft_table_init (&pool->names, store, (const uint8_t[]){ 4, 4 }, 2);
  pool->by_hash = (WeftMap64) WEFT_MAP64_INIT;
  pool->seed = (uint64_t) g_random_int () << 32 | g_random_int ();
}

void
weft_string_pool_clear (WeftStringPool *pool)
{
  weft_map64_clear (&pool->by_hash);
}

/* Seeded, because names are chosen by whoever wrote the log. 32 bits: so few that names do share
 * one now and then, and tests see that they are told apart. */
static uint64_t
hash_name (const WeftStringPool *pool, const char *name, size_t length)
{
  uint64_t hash = pool->seed ^ length;

  for (; length > 0; name += MIN (length, sizeof hash), length -= MIN (length, sizeof hash))
    {
      uint64_t word = 0;

      memcpy (&word, name, MIN (length, sizeof word));
      hash = weft_map64_mix (hash ^ word);
    }
  return hash >> 32;
}

const char *
weft_string_pool_get (const WeftStringPool *pool, uint32_t id, size_t *length)
{
  if (length != NULL)
    *length = weft_table_get_u32 (&pool->names, NAME_LENGTH, id);
  return (const char *) weft_table_cells (&pool->bytes, 0,
                                          weft_table_get_u32 (&pool->names, NAME_OFFSET, id));
}

static uint32_t
append_name (WeftStringPool *pool, const char *name, size_t length)
{
  uint32_t offset, id;

  if (!weft_table_append_run (&pool->bytes, (uint32_t) length + 1, &offset)
      || !weft_table_append (&pool->names, &id))
    return WEFT_NO_NAME;
  memcpy (weft_table_cells (&pool->bytes, 0, offset), name, length);
  weft_table_set_u32 (&pool->names, NAME_OFFSET, id, offset);
  weft_table_set_u32 (&pool->names, NAME_LENGTH, id, (uint32_t) length);
  weft_table_publish (&pool->names);
  return id;
}

/* The id of the name; WEFT_MAP64_NONE where it is not known, to be entered by `key`. */
static uint32_t
find_name (const WeftStringPool *pool, const char *name, size_t length, uint64_t *key)
{
  uint32_t id;

  for (*key = hash_name (pool, name, length);
       (id = weft_map64_get (&pool->by_hash, *key)) != WEFT_MAP64_NONE; (*key)++)
    {
      size_t known_length;
      const char *known = weft_string_pool_get (pool, id, &known_length);

      if (known_length == length && memcmp (known, name, length) == 0)
        break;
    }
  return id;
}

bool
weft_string_pool_learn (WeftStringPool *pool)
{
  for (uint32_t id = 0; id < pool->names.n_rows; id++)
    {
      size_t length;
      const char *name = weft_string_pool_get (pool, id, &length);
      uint64_t key;

      if (find_name (pool, name, length, &key) != WEFT_MAP64_NONE)
        return false;
      weft_map64_set (&pool->by_hash, key, id);
    }
  return true;
}

uint32_t
weft_string_pool_intern (WeftStringPool *pool, const char *name, size_t length)
{
  uint64_t key;
  uint32_t id;

  if (length > WEFT_NAME_MAX)
    length = WEFT_NAME_MAX;
  id = find_name (pool, name, length, &key);
  if (id != WEFT_MAP64_NONE)
    return id;
  id = append_name (pool, name, length);
  if (id != WEFT_NO_NAME)
    weft_map64_set (&pool->by_hash, key, id);
  return id;
}

uint32_t
weft_string_pool_size (const WeftStringPool *pool)
{
  return weft_table_length (&pool->names);
}
