/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Some of many rows: a bit for each of them. Whoever made it fills it; from then on it does not
 * change, and any thread reads. */
typedef struct
{
  gatomicrefcount ref_count;
  guint32 n_bits;
  guint32 n_set;  /* as of the last weft_bitset_seal() */
  guint64 *words; /* row i is bit i % 64 of word i / 64; bits behind the last row are 0 */
} WeftBitset;

/* No row of `n_bits`. */
WeftBitset *weft_bitset_new (guint32 n_bits);
WeftBitset *weft_bitset_ref (WeftBitset *self);
void weft_bitset_unref (WeftBitset *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBitset, weft_bitset_unref)

/* Counts the rows that are in it, once it is filled. */
void weft_bitset_seal (WeftBitset *self);

/* The rows that are in it, in order, of one that is sealed: (transfer full), `n_set` of them. */
guint32 *weft_bitset_list (const WeftBitset *self);

static inline guint32
weft_bitset_count_words (guint32 n_bits)
{
  return n_bits / 64 + (n_bits % 64 != 0);
}

/* Rows behind the last one are not in it. */
static inline gboolean
weft_bitset_has (const WeftBitset *self, guint32 row)
{
  return row < self->n_bits && (self->words[row / 64] >> row % 64 & 1) != 0;
}

/* The same of a set that may be NULL, which stands for all rows. */
static inline gboolean
weft_bitset_includes (const WeftBitset *self, guint32 row)
{
  return self == NULL || weft_bitset_has (self, row);
}

G_END_DECLS
