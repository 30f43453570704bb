/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* The order in which `keys` rise, those that are equal as they stand: (transfer full), of `n`
 * places. Time grows with n alone. */
guint32 *weft_noc_sort_keys (const guint64 *keys, guint32 n);

/* A key that rises with a double of at least 0. */
static inline guint64
weft_noc_real_key (double value)
{
  guint64 key;

  memcpy (&key, &value, sizeof key);
  return key;
}

G_END_DECLS
