/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-map64.h"

#include <glib.h>
#include <string.h>

void
weft_map64_clear (WeftMap64 *map)
{
  g_free (map->keys);
  g_free (map->values);
  *map = (WeftMap64) WEFT_MAP64_INIT;
}

static inline size_t
home_slot (const WeftMap64 *map, uint64_t key)
{
  return weft_map64_mix (key ^ map->seed) & (map->n_slots - 1);
}

/* The slot of `key`, or the free slot where it would go. */
static size_t
find_slot (const WeftMap64 *map, uint64_t key)
{
  size_t mask = map->n_slots - 1;
  size_t slot = home_slot (map, key);

  while (map->values[slot] != WEFT_MAP64_NONE && map->keys[slot] != key)
    slot = (slot + 1) & mask;
  return slot;
}

static void
resize (WeftMap64 *map, size_t n_slots)
{
  WeftMap64 old = *map;

  if (map->seed == 0)
    map->seed = (uint64_t) g_random_int () << 32 | g_random_int ();
  map->n_slots = n_slots;
  map->keys = g_new (uint64_t, n_slots);
  map->values = g_new (uint32_t, n_slots);
  memset (map->values, 0xff, n_slots * sizeof *map->values);
  for (size_t i = 0; i < old.n_slots; i++)
    if (old.values[i] != WEFT_MAP64_NONE)
      {
        size_t slot = find_slot (map, old.keys[i]);

        map->keys[slot] = old.keys[i];
        map->values[slot] = old.values[i];
      }
  weft_map64_clear (&old);
}

void
weft_map64_set (WeftMap64 *map, uint64_t key, uint32_t value)
{
  size_t slot;

  if (map->n_used * 4 >= map->n_slots * 3)
    resize (map, MAX (map->n_slots * 2, 64));
  slot = find_slot (map, key);
  map->n_used += map->values[slot] == WEFT_MAP64_NONE;
  map->keys[slot] = key;
  map->values[slot] = value;
}

uint32_t
weft_map64_get (const WeftMap64 *map, uint64_t key)
{
  return map->n_slots == 0 ? WEFT_MAP64_NONE : map->values[find_slot (map, key)];
}

void
weft_map64_remove (WeftMap64 *map, uint64_t key)
{
  size_t mask = map->n_slots - 1;
  size_t hole;

  if (map->n_slots == 0)
    return;
  hole = find_slot (map, key);
  if (map->values[hole] == WEFT_MAP64_NONE)
    return;
  map->values[hole] = WEFT_MAP64_NONE;
  map->n_used--;
  /* Linear probing leaves no gap in a run: move up what could no longer be found. */
  for (size_t slot = (hole + 1) & mask; map->values[slot] != WEFT_MAP64_NONE;
       slot = (slot + 1) & mask)
    {
      size_t home = home_slot (map, map->keys[slot]);

      if (((slot - home) & mask) >= ((slot - hole) & mask))
        {
          map->keys[hole] = map->keys[slot];
          map->values[hole] = map->values[slot];
          map->values[slot] = WEFT_MAP64_NONE;
          hole = slot;
        }
    }
}
