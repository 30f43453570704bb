/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-key-sort.h"

#include "weft-bulk.h"
#include "weft-room.h"

#include <string.h>

/* By digits, from the lowest to the highest. */
#define DIGIT_BITS 11
#define N_DIGITS (1u << DIGIT_BITS)

/* Of so many each goes to its place. */
#define SHORT_RUN 24

typedef struct
{
  guint64 *keys;
  guint64 *scratch; /* as many */
  guint32 *items;
  guint32 n;
  GCancellable *cancellable;
  gboolean anyway; /* there is no doing without memory for it */
} Sorter;

static gboolean sort (guint64 *keys, guint32 *items, guint32 n, gboolean anyway,
                      GCancellable *cancellable, GError **error);

/* A bulk for so many bytes. */
static gpointer
make_room (gsize size, gboolean anyway, GError **error)
{
  gpointer bulk = anyway ? weft_bulk_alloc_anyway (size) : weft_bulk_alloc (size);

  return weft_room_found (bulk, error) ? bulk : NULL;
}

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

/* Sorts the places of keys from `first` to `end`, which differ in few bits. */
static gboolean
sort_run (Sorter *self, const guint64 *wide, guint32 first, guint32 end, guint64 mask,
          GError **error)
{
  const gsize n = end - first;
  weft_auto_bulk guint64 *keys = make_room (n * sizeof *keys, self->anyway, error);
  weft_auto_bulk guint32 *places =
    keys != NULL ? make_room (n * sizeof *places, self->anyway, error) : NULL;

  if (places == NULL)
    return FALSE;
  for (guint32 i = first; i < end; i++)
    {
      places[i - first] = (guint32) (self->keys[i] & mask);
      keys[i - first] = wide[places[i - first]];
    }
  if (!sort (keys, places, end - first, self->anyway, self->cancellable, error))
    return FALSE;
  for (guint32 i = first; i < end; i++)
    self->keys[i] = places[i - first];
  return TRUE;
}

/* The same for a few of them. */
static void
sort_short_run (Sorter *self, const guint64 *wide, guint32 first, guint32 end, guint64 mask)
{
  for (guint32 i = first + 1; i < end; i++)
    {
      guint64 key = self->keys[i];
      guint32 at = i;

      for (; at > first && wide[self->keys[at - 1] & mask] > wide[key & mask]; at--)
        self->keys[at] = self->keys[at - 1];
      self->keys[at] = key;
    }
}

/* Where they don't, only the high bits of the key do, and those that have the same are sorted by
 * all. */
static gboolean
sort_wide (Sorter *self, guint64 lowest, guint key_bits, guint place_bits, GError **error)
{
  const guint low_bits = key_bits + place_bits - 64;
  const guint64 mask = ((guint64) 1 << place_bits) - 1;
  weft_auto_bulk guint64 *wide = make_room (self->n * sizeof *wide, self->anyway, error);
  guint32 end;

  if (wide == NULL)
    return FALSE;
  memcpy (wide, self->keys, self->n * sizeof *wide);

  for (guint32 i = 0; i < self->n; i++)
    self->keys[i] = (self->keys[i] - lowest) >> low_bits << place_bits | i;
  if (!sort_by_bits (self, place_bits, 64 - place_bits, error))
    return FALSE;
  for (guint32 i = 0; i < self->n; i = end)
    {
      guint64 high = self->keys[i] >> place_bits;

      for (end = i + 1; end < self->n && self->keys[end] >> place_bits == high;)
        end++;
      if (end - i <= SHORT_RUN)
        sort_short_run (self, wide, i, end, mask);
      else if (!sort_run (self, wide, i, end, mask, error))
        return FALSE;
    }
  permute_items (self, place_bits);
  return TRUE;
}

/* Found in one pass over all keys: whether they need sorting at all, and how many digits do. */
typedef struct
{
  guint64 lowest;
  guint64 highest;
  guint32 n_rises; /* how often a key is above the one before it, */
  guint32 n_falls; /* and below */
} Range;

static Range
find_range (const guint64 *keys, guint32 n)
{
  Range range = { keys[0], keys[0], 0, 0 };

  for (guint32 i = 1; i < n; i++)
    {
      range.lowest = MIN (range.lowest, keys[i]);
      range.highest = MAX (range.highest, keys[i]);
      range.n_rises += keys[i] > keys[i - 1];
      range.n_falls += keys[i] < keys[i - 1];
    }
  return range;
}

void
weft_key_reverse (guint32 *items, guint32 n)
{
  for (guint32 i = 0; i < n / 2; i++)
    {
      guint32 item = items[i];

      items[i] = items[n - 1 - i];
      items[n - 1 - i] = item;
    }
}

/* Keys that never rise: those of equal keys go back to the order that they had. */
static void
turn_round (const guint64 *keys, guint32 *items, guint32 n)
{
  guint32 end;

  weft_key_reverse (items, n);
  for (guint32 i = 0; i < n; i = end)
    {
      for (end = i + 1; end < n && keys[end] == keys[i];)
        end++;
      weft_key_reverse (items + (n - end), end - i);
    }
}

static gboolean
sort (guint64 *keys, guint32 *items, guint32 n, gboolean anyway, GCancellable *cancellable,
      GError **error)
{
  weft_auto_bulk guint64 *scratch = NULL;
  Sorter self = { keys, NULL, items, n, cancellable, anyway };
  guint key_bits, place_bits;
  Range range;

  if (n < 2)
    return TRUE;
  range = find_range (keys, n);
  if (range.n_rises == 0 && range.n_falls > 0)
    turn_round (keys, items, n);
  if (range.n_rises == 0 || range.n_falls == 0)
    return TRUE;
  scratch = make_room (n * sizeof *scratch, anyway, error);
  if (scratch == NULL)
    return FALSE;
  self.scratch = scratch;
  key_bits = 64 - (guint) __builtin_clzll (range.highest - range.lowest);
  place_bits = 32 - (guint) __builtin_clz (n - 1);
  if (key_bits + place_bits <= 64)
    return sort_packed (&self, range.lowest, key_bits, place_bits, error);
  return sort_wide (&self, range.lowest, key_bits, place_bits, error);
}

gboolean
weft_key_sort (guint64 *keys, guint32 *items, guint32 n, GCancellable *cancellable, GError **error)
{
  return sort (keys, items, n, FALSE, cancellable, error);
}

void
weft_key_sort_anyway (guint64 *keys, guint32 *items, guint32 n)
{
  sort (keys, items, n, TRUE, NULL, NULL);
}
