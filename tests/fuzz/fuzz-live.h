/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-mutator.h"
#include "weft-crc32c.h"
#include "weft-live-frame.h"
#include "weft-live-trace.h"

#include <string.h>

/* A copy of the bytes in which every other input's frames are sealed again, so that mutations get
 * past the checksum: (transfer full). */
static inline guint8 *
fuzz_reseal (const guint8 *data, gsize size)
{
  guint8 *copy = g_memdup2 (data, MAX (size, 1));
  gsize at = 0;

  if (size > 0 && data[size - 1] % 2 == 1)
    return copy;
  while (size - at >= WEFT_LIVE_HEADER_SIZE)
    {
      guint32 length, crc = 0;

      memcpy (&length, copy + at + 4, sizeof length);
      length = GUINT32_FROM_LE (length);
      if (length < WEFT_LIVE_HEADER_SIZE || length > size - at)
        break;
      memcpy (copy + at + 28, &crc, sizeof crc);
      crc = GUINT32_TO_LE (weft_crc32c (0, copy + at, length));
      memcpy (copy + at + 28, &crc, sizeof crc);
      at += length;
    }
  return copy;
}

/* The size of a frame, as it says itself. */
static inline gsize
fuzz_find_frame (const guint8 *data, gsize size, gsize at)
{
  guint32 length;

  if (size - at < WEFT_LIVE_HEADER_SIZE)
    return 0;
  memcpy (&length, data + at + 4, sizeof length);
  length = GUINT32_FROM_LE (length);
  return length >= WEFT_LIVE_HEADER_SIZE && length <= size - at ? length : 0;
}

/* The books balance, whatever came. */
static inline void
fuzz_check_lanes (WeftLiveTrace *trace)
{
  for (guint i = 0; i < weft_live_trace_get_n_lanes (trace); i++)
    {
      WeftLiveLane lane;
      guint32 first, end;

      weft_live_trace_get_lane (trace, i, &lane);
      g_assert_cmpuint (lane.head - lane.first_seq, ==,
                        lane.delivered + weft_live_lane_get_lost (&lane));
      g_assert_true (g_utf8_validate (lane.arch, -1, NULL));
      weft_live_trace_get_rows (trace, i, &first, &end);
      for (guint32 row = first; row < end; row++)
        {
          WeftLiveRow value;

          weft_live_trace_get_row (trace, i, row, &value);
          g_assert_cmpint (value.start, <=, value.end);
          if (value.program != WEFT_NO_ROW)
            g_assert_true (
              g_utf8_validate (weft_live_trace_get_program (trace, value.program), -1, NULL));
        }
    }
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  return seed % 4 < 3 ? fuzz_mutate_pieces (fuzz_find_frame, data, size, max_size, seed)
                      : LLVMFuzzerMutate (data, size, max_size);
}
