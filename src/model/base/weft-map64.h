/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A growing hash map from 64-bit keys to 32-bit values, private to one thread. A GHashTable would
 * cost an allocation per key, and a reader looks up several keys per line. */

typedef struct
{
  uint64_t *keys;
  uint32_t *values;
  size_t n_slots; /* a power of two, or 0 */
  size_t n_used;
  uint64_t seed; /* keys are chosen by whoever wrote the log, and could be made to collide */
} WeftMap64;

/* A lookup returns this where the key is not in the map; no value may be it. */
#define WEFT_MAP64_NONE UINT32_MAX

#define WEFT_MAP64_INIT \
  { \
    NULL, NULL, 0, 0, 0 \
  }

void weft_map64_clear (WeftMap64 *map);
void weft_map64_set (WeftMap64 *map, uint64_t key, uint32_t value);
uint32_t weft_map64_get (const WeftMap64 *map, uint64_t key);

/* Forgets `key` if it is there. */
void weft_map64_remove (WeftMap64 *map, uint64_t key);

/* A hash of 64 bits whose every bit depends on every bit of `key`. */
static inline uint64_t
weft_map64_mix (uint64_t key)
{
  key ^= key >> 32;
  key *= 0x9e3779b97f4a7c15u;
  key ^= key >> 29;
  key *= 0xbf58476d1ce4e5b9u;
  return key ^ (key >> 32);
}
