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

/* The four digits behind "\u"; FALSE where none stand there. */
static gboolean
read_hex (const char *digits, const char *end, gunichar *c)
{
  *c = 0;
  if (end - digits < 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (digits[i]))
        return FALSE;
      *c = *c << 4 | (gunichar) g_ascii_xdigit_value (digits[i]);
    }
  return TRUE;
}

/* Appends what stands behind "\u" at `p`; a pair of surrogates is one character, a lone one and
 * NUL are none. Returns what is behind it. */
static const char *
append_unicode (GString *out, const char *p, const char *end)
{
  gunichar c, low;

  if (!read_hex (p, end, &c))
    {
      g_string_append (out, "\\u");
      return p;
    }
  p += 4;
  if (c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u'
      && read_hex (p + 2, end, &low) && low >= 0xdc00 && low < 0xe000)
    {
      c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      p += 6;
    }
  /* Texts end with NUL here. */
  g_string_append_unichar (out, c == 0 || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
  return p;
}

/* Appends what is not escaped. */
static void
append_plain (GString *out, const char *p, const char *end)
{
  const char *from = p;

  for (; p < end; p++)
    if ((guchar) *p < 0x20)
      {
        g_string_append_len (out, from, p - from);
        g_string_append (out, "\xef\xbf\xbd");
        from = p + 1;
      }
  g_string_append_len (out, from, end - from);
}

/* Appends what the backslash at `p` and what follows it stand for, and returns what is behind. */
static const char *
append_escape (GString *out, const char *p, const char *end)
{
  static const char names[] = "bfnrt\"\\/", bytes[] = "\b\f\n\r\t\"\\/";
  const char *name = p[1] != 0 ? strchr (names, p[1]) : NULL;

  if (p[1] == 'u')
    return append_unicode (out, p + 2, end);
  if (name != NULL)
    g_string_append_c (out, bytes[name - names]);
  else
    {
      g_string_append_c (out, '\\');
      append_plain (out, p + 1, p + 2);
    }
  return p + 2;
}

const char *
weft_json_get_string (const WeftJsonValue *value, GString *scratch, gsize *length)
{
  const char *p = value->text, *end = p + value->length;

  *length = value->length;
  if ((value->flags & WEFT_JSON_ESCAPED) == 0)
    return value->text;
  g_string_truncate (scratch, 0);
  while (p < end)
    {
      const char *escape = memchr (p, '\\', (gsize) (end - p));

      append_plain (scratch, p, escape != NULL ? escape : end);
      if (escape == NULL)
        break;
      p = append_escape (scratch, escape, end);
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
