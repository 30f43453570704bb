/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"

/* From an op's id in the file to its number. Ids that run along with the ops, as nearly all logs'
 * do, stand in a plain array; the others in a hash. Zero-initialise. */
typedef struct
{
  uint32_t *dense; /* by id; WEFT_MAP64_NONE: not here */
  size_t n_dense;
  WeftMap64 sparse;
} WeftIdMap;

void weft_id_map_clear (WeftIdMap *map);

/* Adds `id`, which is not in the map, for op number `op`. */
void weft_id_map_set (WeftIdMap *map, int64_t id, uint32_t op);

/* WEFT_MAP64_NONE where there is no such id. */
static inline uint32_t
weft_id_map_get (const WeftIdMap *map, int64_t id)
{
  if ((uint64_t) id < map->n_dense && map->dense[id] != WEFT_MAP64_NONE)
    return map->dense[id];
  return map->sparse.n_used == 0 ? WEFT_MAP64_NONE : weft_map64_get (&map->sparse, (uint64_t) id);
}
