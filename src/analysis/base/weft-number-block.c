/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-number-block.h"

#include <string.h>

#define WIDEN(type) \
  do \
    { \
      type cells[WEFT_FIELD_BLOCK]; \
      weft_table_read (table, column, first, n, cells); \
      for (guint i = 0; i < n; i++) \
        numbers[i] = cells[i]; \
    } \
  while (0)

void
weft_number_block_read_narrow (const WeftTable *table, guint column, guint first, guint n,
                               guint32 *numbers)
{
  switch (table->columns[column].width)
    {
    case 1:
      WIDEN (guint8);
      break;
    case 2:
      WIDEN (guint16);
      break;
    default:
      weft_table_read (table, column, first, n, numbers);
      break;
    }
}

void
weft_number_block_read (const WeftTable *table, guint column, guint first, guint n, gint64 *numbers)
{
  switch (table->columns[column].width)
    {
    case 1:
      WIDEN (guint8);
      break;
    case 2:
      WIDEN (guint16);
      break;
    case 4:
      WIDEN (guint32);
      break;
    default:
      weft_table_read (table, column, first, n, numbers);
      break;
    }
}

/* Returns how many there are of those that stand elsewhere: in general none. */
static guint
widen_compact (const guint32 *cells, guint n, gint64 *numbers, guint8 *gaps, guint *n_gaps)
{
  guint n_far = 0;

  *n_gaps = 0;
  for (guint i = 0; i < n; i++)
    {
      const guint32 cell = cells[i];

      gaps[i] = cell == WEFT_COMPACT_NONE;
      *n_gaps += gaps[i];
      n_far += cell - WEFT_COMPACT_WIDE < WEFT_COMPACT_NONE - WEFT_COMPACT_WIDE;
      numbers[i] = cell & (gaps[i] - 1u);
    }
  return n_far;
}

/* `n_far` cells stand elsewhere. */
static guint
read_compact (const WeftTable *table, const WeftCompact *compact, guint column, guint first,
              guint n, gint64 *numbers, guint8 *gaps, guint *n_far)
{
  guint32 cells[WEFT_FIELD_BLOCK], all = 0;
  guint n_gaps;

  weft_table_read (table, column, first, n, cells);
  *n_far = 0;
  for (guint i = 0; i < n; i++)
    all |= cells[i];
  if (all < WEFT_COMPACT_WIDE)
    {
      for (guint i = 0; i < n; i++)
        numbers[i] = cells[i];
      return 0;
    }
  *n_far = widen_compact (cells, n, numbers, gaps, &n_gaps);
  for (guint i = 0; *n_far > 0 && i < n; i++)
    numbers[i] = weft_compact_decode (compact, cells[i]);
  return n_gaps;
}

guint
weft_number_block_read_compact (const WeftTable *table, const WeftCompact *compact, guint column,
                                guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  guint n_far;

  return read_compact (table, compact, column, first, n, numbers, gaps, &n_far);
}

guint
weft_number_block_read_known (const WeftTable *table, const WeftCompact *compact, guint column,
                              gint64 none, guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  guint n_far, n_gaps = read_compact (table, compact, column, first, n, numbers, gaps, &n_far);
  gboolean any = FALSE;

  g_assert (none < 0);
  for (guint i = 0; n_far > 0 && i < n; i++)
    any |= numbers[i] == none;
  return any ? WEFT_FIELD_ONE_BY_ONE : n_gaps;
}

void
weft_number_block_read_ends (const WeftTable *table, const WeftCompact *compact, guint start,
                             guint span, guint first, guint n, gint64 *numbers)
{
  gint64 starts[WEFT_FIELD_BLOCK];
  guint8 ignored[WEFT_FIELD_BLOCK];

  weft_number_block_read (table, start, first, n, starts);
  weft_number_block_read_compact (table, compact, span, first, n, numbers, ignored);
  for (guint i = 0; i < n; i++)
    numbers[i] = (gint64) ((guint64) numbers[i] + (guint64) starts[i]);
}

void
weft_number_block_clear (guint n, gint64 *numbers, const guint8 *gaps)
{
  /* Where the gaps are is as good as random: there is no branch. */
  for (guint i = 0; i < n; i++)
    numbers[i] &= (gint64) gaps[i] - 1;
}

/* Whether all cells have `value` in the bits `mask`: as many at once as a word has. */
static gboolean
are_all (const guint8 *cells, guint n, guint mask, guint value)
{
  const guint64 masks = mask * (G_MAXUINT64 / G_MAXUINT8),
                values = value * (G_MAXUINT64 / G_MAXUINT8);
  guint64 different = 0;
  guint at = 0;

  for (; at + sizeof (guint64) <= n; at += sizeof (guint64))
    {
      guint64 word;

      memcpy (&word, cells + at, sizeof word);
      different |= (word & masks) ^ values;
    }
  for (; at < n; at++)
    different |= (cells[at] & mask) ^ value;
  return different == 0;
}

guint
weft_number_block_keep (const WeftTable *table, guint column, guint mask, guint value, guint first,
                        guint n, guint n_gaps, gint64 *numbers, guint8 *gaps)
{
  guint8 cells[WEFT_FIELD_BLOCK];

  weft_table_read (table, column, first, n, cells);
  if (are_all (cells, n, mask, value))
    return n_gaps;
  if (n_gaps == 0)
    memset (gaps, 0, n);
  n_gaps = 0;
  for (guint i = 0; i < n; i++)
    {
      gaps[i] |= (cells[i] & mask) != value;
      n_gaps += gaps[i];
    }
  if (n_gaps > 0)
    weft_number_block_clear (n, numbers, gaps);
  return n_gaps;
}
