/* SPDX-License-Identifier: MIT */
#ifndef WEFT_FEED_WIRE_H
#define WEFT_FEED_WIRE_H

#include <stddef.h>
#include <stdint.h>

/* The frames that a producer says and hears, as docs/formats/live.md has them. Private to the
 * library. */

enum
{
  WIRE_HELLO = 1,
  WIRE_WELCOME = 2,
  WIRE_ERROR = 3,
  WIRE_STREAM_ADD = 5,
  WIRE_STREAM_END = 6,
  WIRE_PROGRAM = 7,
  WIRE_SYNC = 8,
  WIRE_RECORDS = 10,
  WIRE_LOSS = 11,
  WIRE_STATS = 12,
  WIRE_PING = 13,
  WIRE_PONG = 14,
  WIRE_BYE = 15,
  WIRE_ACK = 16,
};

enum
{
  WIRE_AT_TYPE = 8,
  WIRE_AT_STREAM = 12,
  WIRE_AT_SEQ = 16,
  WIRE_HEADER = 32,
};

#define WIRE_MAX_FRAME 262144u
#define WIRE_NOT_KNOWN UINT64_MAX /* in a ledger: what the sender does not know */
#define WIRE_PRODUCER 1
#define WIRE_STAGE_RING 1
#define WIRE_MAX_TEXT 4096u
#define WIRE_BATCH_RECORDS 2046u /* 48 + 2046 × 32 bytes are 64 KiB less 16 */

/* A frame that is being written: what is said never exceeds it. */
typedef struct
{
  size_t length;
  uint8_t bytes[65536];
} wire_frame;

void wire_begin (wire_frame *frame, uint16_t type, uint32_t stream, uint64_t seq, uint32_t count);
void wire_u8 (wire_frame *frame, uint8_t value);
void wire_u16 (wire_frame *frame, uint16_t value);
void wire_u32 (wire_frame *frame, uint32_t value);
void wire_u64 (wire_frame *frame, uint64_t value);
void wire_double (wire_frame *frame, double value);
void wire_bytes (wire_frame *frame, const void *bytes, size_t length);
void wire_set_count (wire_frame *frame, uint32_t count);

/* Its length and its bytes, at most WIRE_MAX_TEXT of them and only whole characters of valid UTF-8;
 * what is not becomes "?". */
void wire_text (wire_frame *frame, const char *text);

/* Pads the frame and fills in its length and checksum. */
void wire_seal (wire_frame *frame);

uint16_t wire_get_u16 (const uint8_t *bytes);
uint32_t wire_get_u32 (const uint8_t *bytes);
uint64_t wire_get_u64 (const uint8_t *bytes);

/* The length of the whole frame at the beginning of `available` bytes; 0 where it is not whole yet,
 * WIRE_WRONG where none begins there. */
#define WIRE_WRONG UINT32_MAX
uint32_t wire_check (const uint8_t *bytes, size_t available);

/* Continues CRC-32C, which begins and ends with all bits inverted, on any processor: frames have the sum by the
 * processor's own instruction where it has one. */
uint32_t wire_crc_by_table (uint32_t crc, const uint8_t *bytes, size_t length);

#endif
