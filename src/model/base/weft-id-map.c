/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-id-map.h"

#include <glib.h>
#include <string.h>

/* The array may be this much longer than there are ops: sparse ids of a real log (one in ten
 * kept, say) still fit, hostile ones cannot make it eat memory. */
#define SLACK 4
#define FLOOR 4096

void
weft_id_map_clear (WeftIdMap *map)
{
  g_clear_pointer (&map->dense, g_free);
  map->n_dense = 0;
  weft_map64_clear (&map->sparse);
}

static void
grow_dense (WeftIdMap *map, size_t n_needed)
{
  size_t n = MAX (FLOOR, map->n_dense + map->n_dense / 4);

  n = MAX (n, n_needed);
  map->dense = g_renew (uint32_t, map->dense, n);
  memset (map->dense + map->n_dense, 0xff, (n - map->n_dense) * sizeof *map->dense);
  map->n_dense = n;
}

void
weft_id_map_set (WeftIdMap *map, int64_t id, uint32_t op)
{
  if (id < 0 || (uint64_t) id >= (uint64_t) SLACK * op + FLOOR)
    {
      weft_map64_set (&map->sparse, (uint64_t) id, op);
      return;
    }
  if ((uint64_t) id >= map->n_dense)
    grow_dense (map, (size_t) id + 1);
  map->dense[id] = op;
}
