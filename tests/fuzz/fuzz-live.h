/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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
