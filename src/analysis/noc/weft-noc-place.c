/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-place.h"

gboolean
weft_noc_place_find_link (const WeftNocTopology *topology, guint device, guint noc, guint from,
                          guint to, guint32 *place)
{
  /* On a torus NOC_1 goes the other way, which between two tiles alone makes the difference. */
  static const WeftNocDirection orders[2][4] = {
    { WEFT_NOC_EAST, WEFT_NOC_SOUTH, WEFT_NOC_WEST, WEFT_NOC_NORTH },
    { WEFT_NOC_WEST, WEFT_NOC_NORTH, WEFT_NOC_EAST, WEFT_NOC_SOUTH }
  };

  for (guint i = 0; i < 4 && from != to; i++)
    {
      WeftNocDirection direction = orders[noc == 2][i];

      if (weft_noc_link_get_to (topology, weft_noc_make_link (topology, 0, from, direction)) != to)
        continue;
      *place = weft_noc_place_link (topology, device, noc, from, direction);
      return TRUE;
    }
  return FALSE;
}
