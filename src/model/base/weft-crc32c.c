/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-crc32c.h"

#include <pthread.h>
#include <string.h>

/* The polynomial, its bits in reverse. */
#define POLYNOMIAL 0x82f63b78u

/* tables[k][b]: the checksum of byte b followed by k zeros. */
static uint32_t tables[8][256];

static void
make_tables (void)
{
  for (uint32_t byte = 0; byte < 256; byte++)
    {
      uint32_t crc = byte;

      for (int bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
      tables[0][byte] = crc;
    }
  for (int k = 1; k < 8; k++)
    for (int byte = 0; byte < 256; byte++)
      tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
}

uint32_t
weft_crc32c_table (uint32_t crc, const void *bytes, size_t length)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const uint8_t *p = bytes;

  pthread_once (&once, make_tables);
  crc = ~crc;
  for (; length >= 8; length -= 8, p += 8)
    {
      uint32_t low =
        crc
        ^ ((uint32_t) p[0] | (uint32_t) p[1] << 8 | (uint32_t) p[2] << 16 | (uint32_t) p[3] << 24);

      crc = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff]
            ^ tables[4][low >> 24] ^ tables[3][p[4]] ^ tables[2][p[5]] ^ tables[1][p[6]]
            ^ tables[0][p[7]];
    }
  for (; length > 0; length--)
    crc = (crc >> 8) ^ tables[0][(crc ^ *p++) & 0xff];
  return ~crc;
}

#if defined(__x86_64__)

/* The instruction answers after three cycles, and begins a new one in each: so three lanes of so many bytes at once. */
#define LANE 1024

static uint32_t shifts[4][256]; /* by byte of a register: what LANE zeros make of it */

__attribute__ ((target ("sse4.2"))) static void
make_shifts (void)
{
  for (unsigned bit = 0; bit < 32; bit++)
    {
      uint64_t wide = (uint64_t) 1 << bit;

      for (unsigned i = 0; i < LANE; i += 8)
        wide = __builtin_ia32_crc32di (wide, 0);
      for (unsigned byte = 0; byte < 256; byte++)
        if ((byte >> bit % 8 & 1) != 0)
          shifts[bit / 8][byte] ^= (uint32_t) wide;
    }
}

static uint32_t
shift (uint64_t crc)
{
  return shifts[0][crc & 0xff] ^ shifts[1][crc >> 8 & 0xff] ^ shifts[2][crc >> 16 & 0xff]
         ^ shifts[3][crc >> 24 & 0xff];
}

/* Continues a register over three lanes. */
__attribute__ ((target ("sse4.2"))) static uint64_t
add_lanes (uint64_t wide, const uint8_t *p)
{
  uint64_t second = 0, third = 0;

  for (size_t i = 0; i < LANE; i += 8)
    {
      uint64_t words[3];

      memcpy (&words[0], p + i, 8);
      memcpy (&words[1], p + LANE + i, 8);
      memcpy (&words[2], p + 2 * LANE + i, 8);
      wide = __builtin_ia32_crc32di (wide, words[0]);
      second = __builtin_ia32_crc32di (second, words[1]);
      third = __builtin_ia32_crc32di (third, words[2]);
    }
  return shift (shift (wide) ^ second) ^ third;
}

__attribute__ ((target ("sse4.2"))) static uint32_t
crc32c_sse42 (uint32_t crc, const void *bytes, size_t length)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const uint8_t *p = bytes;
  uint64_t wide = ~crc;

  if (length >= 3 * LANE)
    pthread_once (&once, make_shifts);
  for (; length >= 3 * LANE; length -= 3 * LANE, p += 3 * LANE)
    wide = add_lanes (wide, p);
  for (; length >= 8; length -= 8, p += 8)
    {
      uint64_t word;

      memcpy (&word, p, sizeof word);
      wide = __builtin_ia32_crc32di (wide, word);
    }
  crc = (uint32_t) wide;
  for (; length > 0; length--)
    crc = __builtin_ia32_crc32qi (crc, *p++);
  return ~crc;
}

uint32_t
weft_crc32c (uint32_t crc, const void *bytes, size_t length)
{
  return __builtin_cpu_supports ("sse4.2") ? crc32c_sse42 (crc, bytes, length)
                                           : weft_crc32c_table (crc, bytes, length);
}

#else

uint32_t
weft_crc32c (uint32_t crc, const void *bytes, size_t length)
{
  return weft_crc32c_table (crc, bytes, length);
}

#endif
