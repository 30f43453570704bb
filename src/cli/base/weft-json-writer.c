/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-writer.h"

#include <math.h>
#include <string.h>

#include "weft-digits.h"

struct _WeftJsonWriter
{
  FILE *stream;
  gsize length;
  gboolean need_comma;
  char buffer[65536];
};

static void
flush_buffer (WeftJsonWriter *self)
{
  fwrite (self->buffer, 1, self->length, self->stream);
  self->length = 0;
}

WeftJsonWriter *
weft_json_writer_new (FILE *stream)
{
  WeftJsonWriter *self = g_new (WeftJsonWriter, 1);

  self->stream = stream;
  self->length = 0;
  self->need_comma = FALSE;
  return self;
}

void
weft_json_writer_free (WeftJsonWriter *self)
{
  flush_buffer (self);
  g_free (self);
}

static void
reserve (WeftJsonWriter *self, gsize length)
{
  if (G_UNLIKELY (self->length + length > sizeof self->buffer))
    flush_buffer (self);
}

static void
put (WeftJsonWriter *self, const char *bytes, gsize length)
{
  while (G_UNLIKELY (length > sizeof self->buffer - self->length))
    {
      gsize part = sizeof self->buffer - self->length;

      memcpy (self->buffer + self->length, bytes, part);
      self->length += part;
      bytes += part;
      length -= part;
      flush_buffer (self);
    }
  memcpy (self->buffer + self->length, bytes, length);
  self->length += length;
}

static void
put_char (WeftJsonWriter *self, char c)
{
  reserve (self, 1);
  self->buffer[self->length++] = c;
}

/* Before each value and key. */
static void
separate (WeftJsonWriter *self)
{
  if (self->need_comma)
    put_char (self, ',');
  self->need_comma = TRUE;
}

static void
begin (WeftJsonWriter *self, char bracket)
{
  separate (self);
  put_char (self, bracket);
  self->need_comma = FALSE;
}

static void
end (WeftJsonWriter *self, char bracket)
{
  put_char (self, bracket);
  self->need_comma = TRUE;
}

void
weft_json_writer_begin_object (WeftJsonWriter *self)
{
  begin (self, '{');
}

void
weft_json_writer_end_object (WeftJsonWriter *self)
{
  end (self, '}');
}

void
weft_json_writer_begin_array (WeftJsonWriter *self)
{
  begin (self, '[');
}

void
weft_json_writer_end_array (WeftJsonWriter *self)
{
  end (self, ']');
}

static void
put_word (WeftJsonWriter *self, const char *word)
{
  separate (self);
  put (self, word, strlen (word));
}

/* --- text ---------------------------------------------------------------------------------------- */

static void
put_escape (WeftJsonWriter *self, guchar c)
{
  static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
  char escape[8];

  for (const char *s = shorts; *s != '\0'; s += 2)
    if ((guchar) *s == c)
      {
        escape[0] = '\\';
        escape[1] = s[1];
        put (self, escape, 2);
        return;
      }
  put (self, escape, (gsize) g_snprintf (escape, sizeof escape, "\\u%04x", c));
}

/* Bytes that stand for themselves in a string of valid UTF-8. */
static gsize
plain_length (const char *text, const char *end)
{
  const char *p = text;

  while (p < end && (guchar) *p >= 0x20 && *p != '"' && *p != '\\')
    p++;
  return (gsize) (p - text);
}

static void
put_valid (WeftJsonWriter *self, const char *text, const char *end)
{
  while (text < end)
    {
      gsize plain = plain_length (text, end);

      put (self, text, plain);
      text += plain;
      if (text < end)
        put_escape (self, (guchar) *text++);
    }
}

/* ASCII that stands for itself, as nearly all does, is copied while it is looked at: most texts are
 * short. Returns where the rest begins, which may be more of it. */
static const char *
put_plain (WeftJsonWriter *self, const char *text)
{
  char *to = self->buffer + self->length, *end = self->buffer + sizeof self->buffer;

  for (; to < end; to++, text++)
    {
      guchar c = (guchar) *text;

      if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
        break;
      *to = *text;
    }
  self->length = (gsize) (to - self->buffer);
  return text;
}

static void
put_any (WeftJsonWriter *self, const char *text)
{
  const char *end = text + strlen (text);

  while (text < end)
    {
      const char *invalid;

      g_utf8_validate_len (text, (gsize) (end - text), &invalid);
      put_valid (self, text, invalid);
      text = invalid;
      if (text < end)
        {
          put (self, "\xef\xbf\xbd", 3);
          text++;
        }
    }
}

static void
put_string (WeftJsonWriter *self, const char *text)
{
  put_char (self, '"');
  text = put_plain (self, text);
  if (*text != '\0')
    put_any (self, text);
  put_char (self, '"');
}

void
weft_json_writer_string (WeftJsonWriter *self, const char *text)
{
  if (text == NULL)
    {
      weft_json_writer_null (self);
      return;
    }
  separate (self);
  put_string (self, text);
}

void
weft_json_writer_key (WeftJsonWriter *self, const char *key)
{
  gsize length = strlen (key);

  separate (self);
  put_char (self, '"');
  put (self, key, length);
  reserve (self, 2);
  self->buffer[self->length++] = '"';
  self->buffer[self->length++] = ':';
  self->need_comma = FALSE;
}

void
weft_json_writer_any_key (WeftJsonWriter *self, const char *key)
{
  separate (self);
  put_string (self, key);
  put_char (self, ':');
  self->need_comma = FALSE;
}

/* --- numbers --------------------------------------------------------------------------------------- */

static void
put_digits (WeftJsonWriter *self, guint64 value)
{
  reserve (self, WEFT_DIGITS_SIZE);
  self->length += weft_digits_count (value);
  weft_digits_before (self->buffer + self->length, value);
}

void
weft_json_writer_unsigned (WeftJsonWriter *self, guint64 value)
{
  separate (self);
  put_digits (self, value);
}

void
weft_json_writer_signed (WeftJsonWriter *self, gint64 value)
{
  separate (self);
  if (value < 0)
    put_char (self, '-');
  put_digits (self, value < 0 ? -(guint64) value : (guint64) value);
}

/* The fewest digits that read back as `value`, which is finite; not for the locale. `buffer` has
 * room for G_ASCII_DTOSTR_BUF_SIZE bytes and is returned. */
static char *
format_real (char *buffer, double value)
{
  /* 17 digits always do; most doubles that people meet need fewer. */
  for (guint digits = 15; digits <= 17; digits++)
    {
      char format[] = { '%', '.', '1', (char) ('0' + digits % 10), 'g', '\0' };

      g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return buffer;
}

void
weft_json_writer_real (WeftJsonWriter *self, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  put_word (self, isfinite (value) ? format_real (buffer, value) : "null");
}

void
weft_json_writer_boolean (WeftJsonWriter *self, gboolean value)
{
  put_word (self, value ? "true" : "false");
}

void
weft_json_writer_null (WeftJsonWriter *self)
{
  put_word (self, "null");
}

/* --- members --------------------------------------------------------------------------------------- */

void
weft_json_writer_string_member (WeftJsonWriter *self, const char *key, const char *text)
{
  weft_json_writer_key (self, key);
  weft_json_writer_string (self, text);
}

void
weft_json_writer_signed_member (WeftJsonWriter *self, const char *key, gint64 value)
{
  weft_json_writer_key (self, key);
  weft_json_writer_signed (self, value);
}

void
weft_json_writer_unsigned_member (WeftJsonWriter *self, const char *key, guint64 value)
{
  weft_json_writer_key (self, key);
  weft_json_writer_unsigned (self, value);
}

void
weft_json_writer_real_member (WeftJsonWriter *self, const char *key, double value)
{
  weft_json_writer_key (self, key);
  weft_json_writer_real (self, value);
}

void
weft_json_writer_thousandths_member (WeftJsonWriter *self, const char *key, gint64 value)
{
  guint64 amount = value < 0 ? 0 - (guint64) value : (guint64) value;
  char digits[WEFT_DIGITS_SIZE + 8];
  int length = g_snprintf (digits, sizeof digits, "%s%" G_GUINT64_FORMAT ".%03u",
                           value < 0 ? "-" : "", amount / 1000, (guint) (amount % 1000));

  while (digits[length - 1] == '0')
    length--;
  length -= digits[length - 1] == '.' ? 1 : 0;
  weft_json_writer_key (self, key);
  separate (self);
  put (self, digits, (gsize) length);
}

void
weft_json_writer_newline (WeftJsonWriter *self)
{
  put_char (self, '\n');
  self->need_comma = FALSE;
}
