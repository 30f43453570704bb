/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-value.h"

double
weft_json_get_real (const WeftJsonValue *value)
{
  switch (value->kind)
    {
    case WEFT_JSON_INTEGER:
      return (double) value->integer;
    case WEFT_JSON_UNSIGNED:
      return (double) value->number;
    case WEFT_JSON_REAL:
      return value->real;
    default:
      return 0;
    }
}

/* The four digits behind "\u", which the scanner has checked. */
static gunichar
read_hex (const char *digits)
{
  gunichar c = 0;

  for (guint i = 0; i < 4; i++)
    c = c << 4 | (gunichar) g_ascii_xdigit_value (digits[i]);
  return c;
}

/* Appends what stands behind "\u" at `p`; a pair of surrogates is one character, a lone one is
 * none. Returns what is behind it. */
static const char *
append_unicode (GString *out, const char *p, const char *end)
{
  gunichar c = read_hex (p), low;

  p += 4;
  if (c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u')
    {
      low = read_hex (p + 2);
      if (low >= 0xdc00 && low < 0xe000)
        {
          c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
          p += 6;
        }
    }
  g_string_append_unichar (out, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  return p;
}

const char *
weft_json_get_string (const WeftJsonValue *value, GString *scratch, gsize *length)
{
  static const char names[] = "bfnrt", bytes[] = "\b\f\n\r\t";
  const char *p = value->text, *end = p + value->length;

  *length = value->length;
  if ((value->flags & WEFT_JSON_ESCAPED) == 0)
    return value->text;
  g_string_truncate (scratch, 0);
  while (p < end)
    {
      const char *escape = memchr (p, '\\', (gsize) (end - p));
      const char *name;

      g_string_append_len (scratch, p, (escape != NULL ? escape : end) - p);
      if (escape == NULL)
        break;
      p = escape + 2;
      name = strchr (names, escape[1]);
      if (escape[1] == 'u')
        p = append_unicode (scratch, p, end);
      else
        g_string_append_c (scratch, name != NULL ? bytes[name - names] : escape[1]);
    }
  *length = scratch->len;
  return scratch->str;
}

gboolean
weft_json_is_among (const WeftJsonValue *value, const char *const *words)
{
  for (; *words != NULL; words++)
    if (weft_json_is_string (value, *words, strlen (*words)))
      return TRUE;
  return FALSE;
}

char *
weft_json_show (const WeftJsonValue *value)
{
  return g_utf8_make_valid (value->text, (gssize) MIN (value->length, 40));
}
