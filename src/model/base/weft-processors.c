/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-processors.h"

guint
weft_processors_for (guint n_parts, guint most)
{
  const guint n = MIN (n_parts, most);

  return n > 1 ? MIN (n, g_get_num_processors ()) : n;
}
