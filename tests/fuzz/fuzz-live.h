/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-mutator.h"
#include "weft-crc32c.h"
#include "weft-live-frame.h"

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

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  return seed % 4 < 3 ? fuzz_mutate_pieces (fuzz_find_frame, data, size, max_size, seed)
                      : LLVMFuzzerMutate (data, size, max_size);
}
