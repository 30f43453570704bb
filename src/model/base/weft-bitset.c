/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bitset.h"

WeftBitset *
weft_bitset_new (guint32 n_bits)
{
  WeftBitset *self = g_new0 (WeftBitset, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_bits = n_bits;
  self->words = g_new0 (guint64, weft_bitset_count_words (n_bits) + 1);
  return self;
}

WeftBitset *
weft_bitset_ref (WeftBitset *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_bitset_unref (WeftBitset *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->words);
  g_free (self);
}

void
weft_bitset_seal (WeftBitset *self)
{
  self->n_set = 0;
  for (guint32 i = 0; i < weft_bitset_count_words (self->n_bits); i++)
    self->n_set += (guint32) __builtin_popcountll (self->words[i]);
}

guint32 *
weft_bitset_list (const WeftBitset *self)
{
  guint32 *rows = g_new (guint32, MAX (self->n_set, 1)), n = 0;

  for (guint32 i = 0; i < weft_bitset_count_words (self->n_bits); i++)
    for (guint64 word = self->words[i]; word != 0; word &= word - 1)
      rows[n++] = i * 64 + (guint32) __builtin_ctzll (word);
  return rows;
}
