/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* One JSON value as it stands in a buffer. Values point into what was scanned and are valid as long
 * as that is. */

typedef enum
{
  WEFT_JSON_NULL,
  WEFT_JSON_BOOLEAN,
  WEFT_JSON_INTEGER,  /* fits in 64 bits with a sign; 1000.0 and 1e3 are integers too */
  WEFT_JSON_UNSIGNED, /* a whole number from 2^63 to 2^64 − 1 */
  WEFT_JSON_REAL,     /* any other number; NaN and the infinities, which Python writes, too */
  WEFT_JSON_STRING,
  WEFT_JSON_OBJECT,
  WEFT_JSON_ARRAY,
} WeftJsonKind;

enum
{
  WEFT_JSON_ESCAPED =
    1 << 0, /* string: its text is not its value, because of a backslash or a control
                                 * character */
  WEFT_JSON_POINT = 1 << 1,     /* number: written with a fraction or an exponent */
  WEFT_JSON_NO_NUMBER = 1 << 2, /* number: NaN or infinite */
};

typedef struct
{
  const char *text; /* as written: a string without its quotes, a container with its brackets */
  guint32 length;   /* of the text, in bytes */
  guint8 kind;      /* WeftJsonKind */
  guint8 flags;
  union
  {
    gint64 integer; /* and a boolean: 0 or 1 */
    guint64 number; /* WEFT_JSON_UNSIGNED */
    double real;
  };
} WeftJsonValue;

/* Whether it is any kind of number but NaN or an infinity. */
static inline gboolean
weft_json_is_number (const WeftJsonValue *value)
{
  return value->kind >= WEFT_JSON_INTEGER && value->kind <= WEFT_JSON_REAL
         && (value->flags & WEFT_JSON_NO_NUMBER) == 0;
}

/* Any number as a double; 0 for what is none. */
double weft_json_get_real (const WeftJsonValue *value);

/* The value of a string. Where nothing is escaped that is its text; otherwise `scratch` is
 * overwritten with it. Any bytes may come out, a zero too; lone surrogates become U+FFFD, and so do
 * control characters that are not escaped. `length`
 * receives how many bytes. Valid until the text or `scratch` changes; not zero-terminated. */
const char *weft_json_get_string (const WeftJsonValue *value, GString *scratch, gsize *length);

/* Whether it is a string of exactly these bytes, an unescaped one. */
static inline gboolean
weft_json_is_string (const WeftJsonValue *value, const char *text, gsize length)
{
  return value->kind == WEFT_JSON_STRING && value->length == length
         && memcmp (value->text, text, length) == 0;
}

/* Whether the string is one of the words, which end with NULL. */
gboolean weft_json_is_among (const WeftJsonValue *value, const char *const *words);

/* The value as it stands there, short enough for a message: (transfer full). */
char *weft_json_show (const WeftJsonValue *value);

G_END_DECLS
