/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-sort.h"

#define DIGIT_BITS 11
#define N_DIGITS 6
#define N_VALUES (1u << DIGIT_BITS)

static guint
get_digit (guint64 key, guint digit)
{
  return (guint) (key >> digit * DIGIT_BITS) & (N_VALUES - 1);
}

guint32 *
weft_noc_sort_keys (const guint64 *keys, guint32 n)
{
  g_autofree guint32 *counts = g_new0 (guint32, N_DIGITS * N_VALUES);
  guint32 *order = g_new (guint32, MAX (n, 1));
  guint32 *other = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      order[i] = i;
      for (guint digit = 0; digit < N_DIGITS; digit++)
        counts[digit * N_VALUES + get_digit (keys[i], digit)]++;
    }
  for (guint digit = 0; digit < N_DIGITS && n > 0; digit++)
    {
      guint32 *places = counts + digit * N_VALUES, first = 0;
      guint32 *swap;

      if (places[get_digit (keys[0], digit)] == n)
        continue; /* all have the same */
      for (guint value = 0; value < N_VALUES; value++)
        {
          guint32 count = places[value];

          places[value] = first;
          first += count;
        }
      for (guint32 i = 0; i < n; i++)
        other[places[get_digit (keys[order[i]], digit)]++] = order[i];
      swap = order;
      order = other;
      other = swap;
    }
  g_free (other);
  return order;
}
