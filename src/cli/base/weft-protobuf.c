/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-protobuf.h"

#include <string.h>

#define MAX_VARINT 10 /* bytes */

typedef enum
{
  WIRE_VARINT = 0,
  WIRE_FIXED64 = 1,
  WIRE_LENGTH = 2,
} WireType;

/* Room for so many bytes more. Fields are short and many, and g_string_append_len() would look at each again. */
static char *
reserve (GString *message, gsize n)
{
  gsize length = message->len;

  if (G_UNLIKELY (length + n >= message->allocated_len))
    {
      g_string_set_size (message, length + n);
      message->len = length;
    }
  return message->str + length;
}

static gsize
encode (guint64 value, char *bytes)
{
  gsize n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (char) (value | 0x80);
  bytes[n++] = (char) value;
  return n;
}

static void
append_varint (GString *message, guint64 value)
{
  message->len += encode (value, reserve (message, MAX_VARINT));
}

static void
append_tag (GString *message, guint field, WireType type)
{
  append_varint (message, (guint64) field << 3 | type);
}

static void
append (GString *message, gconstpointer bytes, gsize n)
{
  memcpy (reserve (message, n), bytes, n);
  message->len += n;
}

void
weft_protobuf_unsigned (GString *message, guint field, guint64 value)
{
  append_tag (message, field, WIRE_VARINT);
  append_varint (message, value);
}

void
weft_protobuf_signed (GString *message, guint field, gint64 value)
{
  weft_protobuf_unsigned (message, field, (guint64) value);
}

void
weft_protobuf_fixed64 (GString *message, guint field, guint64 value)
{
  guint64 little = GUINT64_TO_LE (value);

  append_tag (message, field, WIRE_FIXED64);
  append (message, &little, sizeof little);
}

void
weft_protobuf_double (GString *message, guint field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  weft_protobuf_fixed64 (message, field, bits);
}

static void
append_bytes (GString *message, guint field, const char *bytes, gsize length)
{
  append_tag (message, field, WIRE_LENGTH);
  append_varint (message, length);
  append (message, bytes, length);
}

void
weft_protobuf_string (GString *message, guint field, const char *text)
{
  g_autofree char *valid = NULL;
  gsize length = strlen (text);

  if (!g_utf8_validate_len (text, length, NULL))
    {
      valid = g_utf8_make_valid (text, (gssize) length);
      text = valid;
      length = strlen (text);
    }
  append_bytes (message, field, text, length);
}

void
weft_protobuf_message (GString *message, guint field, const GString *part)
{
  append_bytes (message, field, part->str, part->len);
}

/* Most messages are short: room is left for a length of one byte. */
gsize
weft_protobuf_begin (GString *message, guint field)
{
  append_tag (message, field, WIRE_LENGTH);
  append (message, "", 1);
  return message->len;
}

void
weft_protobuf_end (GString *message, gsize place)
{
  char bytes[MAX_VARINT];
  gsize n = encode (message->len - place, bytes);

  message->str[place - 1] = bytes[0];
  if (n == 1)
    return;
  reserve (message, n - 1);
  memmove (message->str + place + n - 1, message->str + place, message->len - place);
  memcpy (message->str + place, bytes + 1, n - 1);
  message->len += n - 1;
}
