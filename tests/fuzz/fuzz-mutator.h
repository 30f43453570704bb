/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz.h"

#include <string.h>

/* Mutations that know what an input is made of: pieces that a target finds, each a line, a record or a frame. They
 * are left out, doubled, swapped, moved and cut off, or a word of one of them changes; what seals a piece is mended
 * by the target behind that. */

/* The size of the piece at `at`; 0: there is none. */
typedef gsize (*FuzzPiece) (const guint8 *data, gsize size, gsize at);

#define FUZZ_MAX_PIECES 512

typedef struct
{
  gsize at[FUZZ_MAX_PIECES + 1]; /* and where the last ends */
  guint n;
} FuzzPieces;

static inline void
fuzz_find_pieces (FuzzPieces *pieces, FuzzPiece find, const guint8 *data, gsize size)
{
  gsize at = 0, length;

  for (pieces->n = 0; pieces->n < FUZZ_MAX_PIECES; pieces->n++)
    {
      pieces->at[pieces->n] = at;
      length = at < size ? find (data, size, at) : 0;
      if (length == 0 || length > size - at)
        return;
      at += length;
    }
  pieces->at[pieces->n] = at;
}

/* Puts a copy of a piece before the place of another, where there is room. */
static inline gsize
fuzz_copy_piece (guint8 *data, gsize size, gsize max_size, const FuzzPieces *pieces, guint from,
                 guint to)
{
  const gsize length = pieces->at[from + 1] - pieces->at[from], at = pieces->at[to];
  g_autofree guint8 *piece = g_memdup2 (data + pieces->at[from], length);

  if (length > max_size - size)
    return size;
  memmove (data + at + length, data + at, size - at);
  memcpy (data + at, piece, length);
  return size + length;
}

static inline gsize
fuzz_remove_piece (guint8 *data, gsize size, const FuzzPieces *pieces, guint piece)
{
  const gsize at = pieces->at[piece], next = pieces->at[piece + 1];

  memmove (data + at, data + next, size - next);
  return size - (next - at);
}

/* One word of a piece becomes one of those that are odd, or one more or less. */
static inline void
fuzz_change_word (guint8 *data, const FuzzPieces *pieces, guint piece, GRand *random)
{
  static const guint64 odd[] = { 0,          1,          127,        128,        255,
                                 256,        65535,      65536,      0x7fffffff, 0x80000000,
                                 0xffffffff, G_MAXINT64, G_MAXUINT64 };
  const gsize start = pieces->at[piece], length = pieces->at[piece + 1] - start;
  const gsize most = (gsize) 1 << g_rand_int_range (random, 0, 4), width = MIN (most, length);
  const gsize at = start + g_rand_int (random) % (length - width + 1);
  guint64 word = 0;

  memcpy (&word, data + at, width);
  word = g_rand_boolean (random) ? odd[g_rand_int_range (random, 0, G_N_ELEMENTS (odd))]
                                 : word + (guint64) g_rand_int_range (random, -2, 3);
  memcpy (data + at, &word, width);
}

/* The bytes [start, end) become `text`, where there is room; returns the size then. */
static inline gsize
fuzz_replace (guint8 *data, gsize size, gsize max_size, gsize start, gsize end, const char *text)
{
  const gsize length = strlen (text);

  if (size - (end - start) + length > max_size)
    return size;
  memmove (data + start + length, data + end, size - end);
  memcpy (data + start, text, length);
  return size - (end - start) + length;
}

/* Changes the input in place, whose size is returned then. */
static inline gsize
fuzz_mutate_pieces (FuzzPiece find, guint8 *data, gsize size, gsize max_size, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  FuzzPieces pieces;
  guint one, other;

  fuzz_find_pieces (&pieces, find, data, size);
  if (pieces.n == 0)
    return size;
  one = g_rand_int (random) % pieces.n;
  other = g_rand_int (random) % pieces.n;
  switch (g_rand_int_range (random, 0, 6))
    {
    case 0:
      return fuzz_remove_piece (data, size, &pieces, one);
    case 1:
    case 2:
      return fuzz_copy_piece (data, size, max_size, &pieces, one, other);
    case 3:
      return pieces.at[one + 1];
    default:
      fuzz_change_word (data, &pieces, one, random);
      return size;
    }
}
