/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-key-sort.h"

#include <string.h>

/* By digits, from the lowest to the highest. */
#define DIGIT_BITS 11
#define N_DIGITS (1u << DIGIT_BITS)

typedef struct
{
  guint64 *keys;
  guint64 *scratch; /* as many */
  guint32 *items;
  guint32 n;
  GCancellable *cancellable;
} Sorter;

guint64
weft_key_real (double value)
{
  const guint64 sign = (guint64) 1 << 63;
  guint64 bits;

  value += 0.0; /* of the two zeros one */
  memcpy (&bits, &value, sizeof bits);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

static guint
digit_of (guint64 entry, guint shift, guint bits)
{
  return (guint) (entry >> shift) & ((1u << bits) - 1);
}

/* Sorts the keys by `bits` bits from `shift` on; equal ones keep their order. */
static gboolean
sort_by_digit (Sorter *self, guint shift, guint bits, GError **error)
{
  guint32 places[N_DIGITS] = { 0 };
  guint32 place = 0;
  guint64 *swap = self->keys;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  for (guint32 i = 0; i < self->n; i++)
    places[digit_of (self->keys[i], shift, bits)]++;
  if (places[digit_of (self->keys[0], shift, bits)] == self->n)
    return TRUE;
  for (guint i = 0; i < N_DIGITS; i++)
    {
      guint32 count = places[i];

      places[i] = place;
      place += count;
    }
  for (guint32 i = 0; i < self->n; i++)
    self->scratch[places[digit_of (self->keys[i], shift, bits)]++] = self->keys[i];
  self->keys = self->scratch;
  self->scratch = swap;
  return TRUE;
}

static gboolean
sort_by_bits (Sorter *self, guint first_bit, guint n_bits, GError **error)
{
  for (guint bit = 0; bit < n_bits; bit += DIGIT_BITS)
    if (!sort_by_digit (self, first_bit + bit, MIN (DIGIT_BITS, n_bits - bit), error))
      return FALSE;
  return TRUE;
}

/* Brings the items into the order of the places that stand in the low bits of the sorted keys. */
static void
permute_items (Sorter *self, guint place_bits)
{
  guint32 *sorted = (guint32 *) self->scratch;
  const guint64 mask = ((guint64) 1 << place_bits) - 1;

  for (guint32 i = 0; i < self->n; i++)
    sorted[i] = self->items[self->keys[i] & mask];
  memcpy (self->items, sorted, self->n * sizeof *sorted);
}

/* Nearly always a key and a place go into one word. */
static gboolean
sort_packed (Sorter *self, guint64 lowest, guint key_bits, guint place_bits, GError **error)
{
  for (guint32 i = 0; i < self->n; i++)
    self->keys[i] = (self->keys[i] - lowest) << place_bits | i;
  if (!sort_by_bits (self, place_bits, key_bits, error))
    return FALSE;
  permute_items (self, place_bits);
  return TRUE;
}

/* Where they don't, first the low half of the key does, then the high one. */
static gboolean
sort_halves (Sorter *self, GError **error)
{
  const guint place_bits = 32;
  g_autofree guint64 *wide = g_memdup2 (self->keys, self->n * sizeof *wide);

  for (guint32 i = 0; i < self->n; i++)
    self->keys[i] = wide[i] << place_bits | i;
  if (!sort_by_bits (self, place_bits, 32, error))
    return FALSE;
  for (guint32 i = 0; i < self->n; i++)
    {
      guint32 place = (guint32) self->keys[i];

      self->keys[i] = wide[place] >> 32 << place_bits | place;
    }
  if (!sort_by_bits (self, place_bits, 32, error))
    return FALSE;
  permute_items (self, place_bits);
  return TRUE;
}

gboolean
weft_key_sort (guint64 *keys, guint32 *items, guint32 n, GCancellable *cancellable, GError **error)
{
  g_autofree guint64 *scratch = NULL;
  Sorter self = { keys, NULL, items, n, cancellable };
  guint64 lowest = G_MAXUINT64, highest = 0;
  guint key_bits, place_bits;

  for (guint32 i = 0; i < n; i++)
    {
      lowest = MIN (lowest, keys[i]);
      highest = MAX (highest, keys[i]);
    }
  if (n < 2 || lowest == highest)
    return TRUE;
  scratch = g_new (guint64, n);
  self.scratch = scratch;
  key_bits = 64 - (guint) __builtin_clzll (highest - lowest);
  place_bits = 32 - (guint) __builtin_clz (n - 1);
  if (key_bits + place_bits <= 64)
    return sort_packed (&self, lowest, key_bits, place_bits, error);
  return sort_halves (&self, error);
}
