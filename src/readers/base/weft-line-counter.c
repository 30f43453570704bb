/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-line-counter.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static gint64
count_newlines (const char *p, const char *end)
{
  gint64 n = 0;

#ifdef __SSE2__
  const __m128i newline = _mm_set1_epi8 ('\n');

  while (end - p >= 16)
    {
      /* A byte counts to 255. */
      const char *stop = p + MIN ((end - p) / 16, 255) * 16;
      __m128i counts = _mm_setzero_si128 ();

      for (; p < stop; p += 16)
        counts = _mm_sub_epi8 (
          counts, _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) (const void *) p), newline));
      counts = _mm_sad_epu8 (counts, _mm_setzero_si128 ());
      n += _mm_cvtsi128_si32 (counts) + _mm_cvtsi128_si32 (_mm_srli_si128 (counts, 8));
    }
#endif
  for (; p < end; p++)
    n += *p == '\n';
  return n;
}

void
weft_line_counter_init (WeftLineCounter *counter)
{
  *counter = (WeftLineCounter){ .line = 1 };
}

void
weft_line_counter_advance (WeftLineCounter *counter, const char *piece, guint64 piece_offset,
                           guint64 offset)
{
  const char *begin, *last;
  gsize length;

  if (offset <= counter->offset)
    return;
  begin = piece + (counter->offset - piece_offset);
  length = (gsize) (offset - counter->offset);
  last = memrchr (begin, '\n', length);
  if (last != NULL)
    {
      counter->line += count_newlines (begin, last + 1);
      counter->line_start = piece_offset + (guint64) (last + 1 - piece);
    }
  counter->offset = offset;
}

void
weft_line_counter_pass (WeftLineCounter *counter, gsize length, gint64 n_newlines, gsize last_line)
{
  counter->line += n_newlines;
  if (n_newlines > 0)
    counter->line_start = counter->offset + last_line;
  counter->offset += length;
}

void
weft_line_counter_locate (WeftLineCounter *counter, const char *piece, guint64 piece_offset,
                          guint64 offset, gint64 *line, gint64 *column)
{
  const char *place, *newline;

  weft_line_counter_advance (counter, piece, piece_offset, offset);
  *line = counter->line;
  *column = (gint64) (offset - counter->line_start) + 1;
  if (offset >= counter->line_start)
    return;
  place = piece + (offset - piece_offset);
  *line -= count_newlines (place, piece + (counter->offset - piece_offset));
  newline = memrchr (piece, '\n', (gsize) (offset - piece_offset));
  /* Lines that began before the piece are rare here: their column counts from it. */
  *column = newline != NULL ? place - newline : place - piece + 1;
}
