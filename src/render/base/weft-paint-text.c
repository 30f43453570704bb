/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-text.h"

#include <glib.h>
#include <string.h>

#define REPLACEMENT "\357\277\275" /* U+FFFD */
#define ELLIPSIS "\342\200\246"    /* U+2026 */

bool
weft_paint_text_is_plain (const char *text, size_t length)
{
  if (length > WEFT_PAINT_TEXT_MAX)
    return false;
  for (size_t i = 0; i < length; i++)
    {
      if ((unsigned char) (text[i] - 0x20) > 0x7e - 0x20)
        return false;
    }
  return true;
}

/* The next character of the text, made fit to be shown. Returns the bytes it takes of the text. */
static size_t
clean_character (const char *text, size_t length, char out[6], size_t *out_length)
{
  gunichar c = g_utf8_get_char_validated (text, (gssize) length);
  size_t taken = 1;

  *out_length = 1;
  if (c == '\n' || c == '\t' || c == '\r' || c == 0x2028 || c == 0x2029)
    {
      out[0] = ' ';
      return c < 0x80 ? 1 : 3;
    }
  if (c & 0x80000000u)
    c = 0xfffd;
  else
    {
      taken = (size_t) g_unichar_to_utf8 (c, NULL);
      if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        c = 0xfffd;
    }
  *out_length = (size_t) g_unichar_to_utf8 (c, out);
  return taken;
}

/* Appends clean characters while they end within `limit` bytes. Returns what was read. */
static size_t
clean_span (const char *text, size_t length, char *clean, size_t *clean_length, size_t limit)
{
  size_t pos = 0;

  while (pos < length)
    {
      char character[6];
      size_t n;
      size_t taken = clean_character (text + pos, length - pos, character, &n);

      if (*clean_length + n > limit)
        break;
      memcpy (clean + *clean_length, character, n);
      *clean_length += n;
      pos += taken;
    }
  return pos;
}

size_t
weft_paint_text_clean (const char *text, size_t length, bool keep_tail,
                       char clean[WEFT_PAINT_TEXT_ROOM])
{
  size_t n = 0;
  size_t head = keep_tail ? WEFT_PAINT_TEXT_MAX / 2 : WEFT_PAINT_TEXT_MAX - strlen (ELLIPSIS);
  size_t read = clean_span (text, length, clean, &n, WEFT_PAINT_TEXT_MAX);
  size_t tail;

  if (read == length)
    return n;

  n = 0;
  read = clean_span (text, length, clean, &n, head);
  memcpy (clean + n, ELLIPSIS, strlen (ELLIPSIS));
  n += strlen (ELLIPSIS);
  if (!keep_tail)
    return n;

  /* Begin the tail at a character. A byte of it may become the three of U+FFFD, so where it is not
   * sound, a third of the room must do. */
  tail = MIN (WEFT_PAINT_TEXT_MAX / 2 - strlen (ELLIPSIS), length - read);
  while (tail > 0 && ((unsigned char) text[length - tail] & 0xc0) == 0x80)
    tail--;
  if (!g_utf8_validate_len (text + length - tail, tail, NULL))
    tail /= 3;
  clean_span (text + length - tail, tail, clean, &n, WEFT_PAINT_TEXT_MAX);
  return n;
}
