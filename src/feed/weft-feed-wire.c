/* SPDX-License-Identifier: MIT */
#include "weft-feed-wire.h"

#include <pthread.h>
#include <string.h>

#define MAGIC 0x314c5454u
#define AT_LENGTH 4
#define AT_COUNT 24
#define AT_CRC 28

/* --- CRC-32C -------------------------------------------------------------------------------------- */

static uint32_t tables[8][256];
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void
make_tables (void)
{
  for (uint32_t byte = 0; byte < 256; byte++)
    {
      uint32_t crc = byte;

      for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
      tables[0][byte] = crc;
    }
  for (int k = 1; k < 8; k++)
    for (int byte = 0; byte < 256; byte++)
      tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xff];
}

uint32_t
wire_crc_by_table (uint32_t crc, const uint8_t *p, size_t length)
{
  pthread_once (&tables_once, make_tables);
  for (; length >= 8; length -= 8, p += 8)
    {
      uint32_t low = crc ^ wire_get_u32 (p);

      crc = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff]
            ^ tables[4][low >> 24] ^ tables[3][p[4]] ^ tables[2][p[5]] ^ tables[1][p[6]]
            ^ tables[0][p[7]];
    }
  for (; length > 0; length--)
    crc = crc >> 8 ^ tables[0][(crc ^ *p++) & 0xff];
  return crc;
}

#if defined(__x86_64__) && defined(__GNUC__)

__attribute__ ((target ("sse4.2"))) static uint32_t
update_by_processor (uint32_t crc, const uint8_t *p, size_t length)
{
  uint64_t wide = crc;

  for (; length >= 8; length -= 8, p += 8)
    {
      uint64_t word;

      memcpy (&word, p, sizeof word);
      wide = __builtin_ia32_crc32di (wide, word);
    }
  for (; length > 0; length--)
    wide = __builtin_ia32_crc32qi ((uint32_t) wide, *p++);
  return (uint32_t) wide;
}

static uint32_t
update (uint32_t crc, const uint8_t *p, size_t length)
{
  return __builtin_cpu_supports ("sse4.2") ? update_by_processor (crc, p, length)
                                           : wire_crc_by_table (crc, p, length);
}

#else

static uint32_t
update (uint32_t crc, const uint8_t *p, size_t length)
{
  return wire_crc_by_table (crc, p, length);
}

#endif

/* Over the frame, in which the field of the checksum counts as 0. */
static uint32_t
checksum (const uint8_t *bytes, size_t length)
{
  static const uint8_t zeros[4];
  uint32_t crc = update (UINT32_MAX, bytes, AT_CRC);

  crc = update (crc, zeros, sizeof zeros);
  return ~update (crc, bytes + WIRE_HEADER, length - WIRE_HEADER);
}

/* --- writing -------------------------------------------------------------------------------------- */

void
wire_bytes (wire_frame *frame, const void *bytes, size_t length)
{
  memcpy (frame->bytes + frame->length, bytes, length);
  frame->length += length;
}

void
wire_u8 (wire_frame *frame, uint8_t value)
{
  frame->bytes[frame->length++] = value;
}

void
wire_u16 (wire_frame *frame, uint16_t value)
{
  wire_u8 (frame, (uint8_t) value);
  wire_u8 (frame, (uint8_t) (value >> 8));
}

void
wire_u32 (wire_frame *frame, uint32_t value)
{
  wire_u16 (frame, (uint16_t) value);
  wire_u16 (frame, (uint16_t) (value >> 16));
}

void
wire_u64 (wire_frame *frame, uint64_t value)
{
  wire_u32 (frame, (uint32_t) value);
  wire_u32 (frame, (uint32_t) (value >> 32));
}

void
wire_double (wire_frame *frame, double value)
{
  uint64_t bits;

  memcpy (&bits, &value, sizeof bits);
  wire_u64 (frame, bits);
}

/* Bytes of the character of valid UTF-8 that begins at `p`; 0: none does. */
static unsigned
character_length (const uint8_t *p)
{
  unsigned n = p[0] < 0x80                   ? 1
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
               : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                             : 0;

  for (unsigned i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0)
      || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))
    return 0;
  return n;
}

void
wire_text (wire_frame *frame, const char *text)
{
  size_t at = frame->length, length = 0;

  wire_u16 (frame, 0);
  for (const uint8_t *p = (const uint8_t *) text; *p != 0;)
    {
      unsigned n = character_length (p);

      if (length + (n > 0 ? n : 1) > WIRE_MAX_TEXT)
        break;
      wire_bytes (frame, n > 0 ? (const void *) p : "?", n > 0 ? n : 1);
      length += n > 0 ? n : 1;
      p += n > 0 ? n : 1;
    }
  frame->bytes[at] = (uint8_t) length;
  frame->bytes[at + 1] = (uint8_t) (length >> 8);
}

void
wire_begin (wire_frame *frame, uint16_t type, uint32_t stream, uint64_t seq, uint32_t count)
{
  frame->length = 0;
  wire_u32 (frame, MAGIC);
  wire_u32 (frame, 0);
  wire_u16 (frame, type);
  wire_u16 (frame, 0);
  wire_u32 (frame, stream);
  wire_u64 (frame, seq);
  wire_u32 (frame, count);
  wire_u32 (frame, 0);
}

static void
set_u32 (uint8_t *p, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    p[i] = (uint8_t) (value >> 8 * i);
}

void
wire_set_count (wire_frame *frame, uint32_t count)
{
  set_u32 (frame->bytes + AT_COUNT, count);
}

void
wire_seal (wire_frame *frame)
{
  while (frame->length % 8 != 0)
    wire_u8 (frame, 0);
  set_u32 (frame->bytes + AT_LENGTH, (uint32_t) frame->length);
  set_u32 (frame->bytes + AT_CRC, checksum (frame->bytes, frame->length));
}

/* --- reading -------------------------------------------------------------------------------------- */

uint16_t
wire_get_u16 (const uint8_t *bytes)
{
  return (uint16_t) (bytes[0] | bytes[1] << 8);
}

uint32_t
wire_get_u32 (const uint8_t *bytes)
{
  return wire_get_u16 (bytes) | (uint32_t) wire_get_u16 (bytes + 2) << 16;
}

uint64_t
wire_get_u64 (const uint8_t *bytes)
{
  return wire_get_u32 (bytes) | (uint64_t) wire_get_u32 (bytes + 4) << 32;
}

uint32_t
wire_check (const uint8_t *bytes, size_t available)
{
  uint32_t length;

  if (available < 8)
    return 0;
  length = wire_get_u32 (bytes + AT_LENGTH);
  if (wire_get_u32 (bytes) != MAGIC || length < WIRE_HEADER || length > WIRE_MAX_FRAME
      || length % 8 != 0)
    return WIRE_WRONG;
  if (available < length)
    return 0;
  return checksum (bytes, length) == wire_get_u32 (bytes + AT_CRC) ? length : WIRE_WRONG;
}
