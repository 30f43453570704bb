/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-feed-wire.h"

#include "weft-crc32c.h"

#include <glib.h>
#include <string.h>

/* The frames that the library for producers writes and reads. */

/* The sum is the same by tables and by the processor, for parts of any length and place. */
static void
test_sum (void)
{
  guint8 bytes[64];

  g_assert_cmphex (~wire_crc_by_table (G_MAXUINT32, (const guint8 *) "123456789", 9), ==,
                   0xe3069283);
  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) (i * 37 + 11);
  for (guint first = 0; first < 9; first++)
    for (guint n = 0; first + n <= sizeof bytes; n++)
      g_assert_cmphex (~wire_crc_by_table (G_MAXUINT32, bytes + first, n), ==,
                       weft_crc32c (0, bytes + first, n));
}

static void
check_text (const char *text, const char *expected)
{
  static wire_frame frame;
  gsize length;

  wire_begin (&frame, WIRE_PROGRAM, 1, 0, 1);
  wire_text (&frame, text);
  length = wire_get_u16 (frame.bytes + WIRE_HEADER);
  g_assert_cmpuint (frame.length, ==, WIRE_HEADER + 2 + length);
  g_assert_cmpmem (frame.bytes + WIRE_HEADER + 2, length, expected, strlen (expected));
}

/* Every byte that belongs to no character becomes a question mark: wrong beginnings, ends that are missing, forms that
 * are longer than they need be, halves of pairs, and what is beyond the last character. */
static void
test_text (void)
{
  static const char *const texts[][2] = {
    { "a\u00e9\u20ac\U0001f600z", "a\u00e9\u20ac\U0001f600z" },
    { "a\x80z", "a?z" },
    { "\xc0\xaf", "??" },
    { "\xe2\x82z", "??z" },
    { "\xe0\x80\x80", "???" },
    { "\xed\xa0\x80", "???" },
    { "\xf0\x80\x80\x80", "????" },
    { "\xf4\x90\x80\x80", "????" },
    { "\xf5\x80\x80\x80", "????" },
    { "", "" },
  };
  g_autofree char *longest = g_strnfill (WIRE_MAX_TEXT - 1, 'a');
  g_autofree char *longer = g_strconcat (longest, "\u00e9", NULL);
  g_autofree char *wrong = g_strconcat (longest, "\x80", NULL);
  g_autofree char *full = g_strconcat (longest, "?", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_text (texts[i][0], texts[i][1]);
  /* The last character goes whole or not at all. */
  check_text (longer, longest);
  check_text (wrong, full);
}

/* A frame is whole, not yet whole, or none. */
static void
test_check (void)
{
  static wire_frame frame;
  guint32 length;

  wire_begin (&frame, WIRE_PING, 0, 7, 0);
  wire_u32 (&frame, 5);
  wire_seal (&frame);
  length = (guint32) frame.length;
  g_assert_cmpuint (length % 8, ==, 0);
  for (guint32 n = 0; n < length; n++)
    g_assert_cmpuint (wire_check (frame.bytes, n), ==, 0);
  g_assert_cmpuint (wire_check (frame.bytes, length), ==, length);
  for (guint32 i = 0; i < length; i++)
    {
      frame.bytes[i] ^= 1;
      g_assert_cmpuint (wire_check (frame.bytes, length), !=, length);
      frame.bytes[i] ^= 1;
    }
  frame.bytes[4] = 0;
  g_assert_cmpuint (wire_check (frame.bytes, length), ==, WIRE_WRONG);
}

/* Each byte of a number has its place, lowest first, wherever in a frame the number stands. */
static void
test_numbers (void)
{
  static wire_frame frame;
  const guint64 number = G_GUINT64_CONSTANT (0x0123456789abcdef);

  wire_begin (&frame, WIRE_PONG, 0, 0, 0);
  wire_u64 (&frame, number);
  wire_u64 (&frame, ~number);
  for (guint i = 0; i < 8; i++)
    g_assert_cmphex (frame.bytes[WIRE_HEADER + i], ==, number >> 8 * i & 0xff);
  g_assert_cmphex (wire_get_u64 (frame.bytes + WIRE_HEADER), ==, number);
  g_assert_cmphex (wire_get_u64 (frame.bytes + WIRE_HEADER + 8), ==, ~number);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed-wire/sum", test_sum);
  g_test_add_func ("/feed-wire/text", test_text);
  g_test_add_func ("/feed-wire/check", test_check);
  g_test_add_func ("/feed-wire/numbers", test_numbers);
  return g_test_run ();
}
