/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-value.h"

#include <math.h>
#include <string.h>

#define NANO 1000000000
#define LARGEST (G_MAXINT64 / 4)

__extension__ typedef __int128 Wide;

/* Of a text: what stands before a field, and the field. Of a number: a product that is added. */
typedef struct
{
  char *literal; /* of a text */
  gsize length;  /* of that */
  guint field;   /* G_MAXUINT: none */
  gint64 factor;
  WeftDescribedNumber number; /* where there is no field */
} Part;

struct _WeftDescribedValue
{
  guint n_parts;
  Part parts[];
};

static WeftDescribedValue *
take_parts (GArray *parts)
{
  WeftDescribedValue *self = g_malloc (sizeof *self + parts->len * sizeof (Part));

  self->n_parts = parts->len;
  if (parts->len > 0) /* of none there may be no memory, which memcpy() does not take */
    memcpy (self->parts, parts->data, parts->len * sizeof (Part));
  g_array_unref (parts);
  return self;
}

static void
clear_part (gpointer data)
{
  g_free (((Part *) data)->literal);
}

void
weft_described_value_free (WeftDescribedValue *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_parts; i++)
    clear_part (&self->parts[i]);
  g_free (self);
}

/* "{name}" at `*p`, which is left behind it. FALSE: there is no such field. */
static gboolean
take_field (const char **p, WeftFieldFunc find, gpointer data, guint *field)
{
  const char *end = strchr (*p, '}');
  g_autofree char *name = NULL;

  if (end == NULL)
    return FALSE;
  name = g_strndup (*p + 1, (gsize) (end - *p - 1));
  *field = find (name, data);
  if (*field == G_MAXUINT)
    return FALSE;
  *p = end + 1;
  return TRUE;
}

static WeftDescribedValue *
fail (GArray *parts, const char *text, const char *p, gsize *place)
{
  g_array_set_clear_func (parts, clear_part);
  g_array_unref (parts);
  *place = (gsize) (p - text);
  return NULL;
}

WeftDescribedValue *
weft_described_value_new_text (const char *text, WeftFieldFunc find, gpointer data, gsize *place)
{
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (Part));
  const char *p = text;

  while (*p != '\0')
    {
      g_autoptr (GString) literal = g_string_new (NULL);
      Part part = { .field = G_MAXUINT };

      for (; *p != '\0' && (*p != '{' || p[1] == '{'); p += *p == '{' ? 2 : 1)
        g_string_append_c (literal, *p);
      if (*p == '{' && !take_field (&p, find, data, &part.field))
        return fail (parts, text, p, place);
      part.length = literal->len;
      part.literal = g_string_free (g_steal_pointer (&literal), FALSE);
      g_array_append_val (parts, part);
    }
  return take_parts (parts);
}

static const char *
skip_blanks (const char *p)
{
  while (*p == ' ')
    p++;
  return p;
}

/* A number that stands for itself, at `*p`, which is left behind it and blanks. FALSE: there is none. */
static gboolean
take_literal (const char **p, WeftDescribedNumber *number)
{
  const char *begin = *p, *end = begin;

  while (g_ascii_isalnum (*end) || *end == '.')
    end++;
  if (!weft_described_number_read (begin, (gsize) (end - begin), number))
    return FALSE;
  *p = skip_blanks (end);
  return TRUE;
}

/* Factors behind a field: "*64". FALSE: something else does. */
static gboolean
take_factors (const char **p, Part *part)
{
  while (**p == '*')
    {
      const char *begin = *p = skip_blanks (*p + 1);
      WeftDescribedNumber number;

      if (take_literal (p, &number) && number.nano == 0 && number.whole >= 1 && number.whole <= NANO
          && !__builtin_mul_overflow (part->factor, number.whole, &part->factor)
          && ABS (part->factor) <= NANO)
        continue;
      *p = begin;
      return FALSE;
    }
  return **p == '\0' || **p == '+' || **p == '-';
}

WeftDescribedValue *
weft_described_value_new_number (const char *text, WeftFieldFunc find, gpointer data, gsize *place)
{
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (Part));
  const char *p = skip_blanks (text);

  do
    {
      Part part = { .field = G_MAXUINT, .factor = *p == '-' ? -1 : 1 };

      p = skip_blanks (p + (*p == '-' || *p == '+'));
      if (*p == '{' ? !take_field (&p, find, data, &part.field) : !take_literal (&p, &part.number))
        return fail (parts, text, p, place);
      p = skip_blanks (p);
      if (!take_factors (&p, &part))
        return fail (parts, text, p, place);
      g_array_append_val (parts, part);
    }
  while (*p != '\0');
  return take_parts (parts);
}

/* --- texts -------------------------------------------------------------------------------------- */

/* Most are a few bytes: too few for a call that looks which way of copying is the best. */
static inline char *
append_bytes (char *to, const char *from, gsize length)
{
  if (length > 32)
    return (char *) memcpy (to, from, length) + length;
  for (gsize i = 0; i < length; i++)
    to[i] = from[i];
  return to + length;
}

/* Several parts, one behind the other. */
static WeftDescribedField
join_parts (const WeftDescribedValue *self, const WeftDescribedRecord *record, GString *buffer)
{
  gboolean has_field = FALSE;
  gsize length = 0;
  char *end;

  for (guint i = 0; i < self->n_parts; i++)
    {
      const Part *part = &self->parts[i];

      length += part->length + (part->field != G_MAXUINT ? record->fields[part->field].length : 0);
      has_field =
        has_field || (part->field != G_MAXUINT && record->fields[part->field].text != NULL);
    }
  if (length >= buffer->allocated_len)
    g_string_set_size (buffer, length);
  end = buffer->str;
  for (guint i = 0; i < self->n_parts; i++)
    {
      const Part *part = &self->parts[i];

      end = append_bytes (end, part->literal, part->length);
      if (part->field != G_MAXUINT)
        end =
          append_bytes (end, record->fields[part->field].text, record->fields[part->field].length);
    }
  return (WeftDescribedField){ has_field ? buffer->str : NULL, length };
}

WeftDescribedField
weft_described_value_get_text (const WeftDescribedValue *self, const WeftDescribedRecord *record,
                               GString *buffer)
{
  const Part *part = &self->parts[0];

  if (self->n_parts == 0)
    return (WeftDescribedField){ NULL, 0 };
  if (self->n_parts == 1 && part->field == G_MAXUINT)
    return (WeftDescribedField){ part->literal, part->length };
  if (self->n_parts == 1 && part->length == 0)
    return record->fields[part->field];
  return join_parts (self, record, buffer);
}

/* --- numbers ------------------------------------------------------------------------------------ */

static gboolean
read_hexadecimal (const char *p, const char *end, gint64 *whole)
{
  if (p == end)
    return FALSE;
  for (*whole = 0; p < end; p++)
    {
      if (!g_ascii_isxdigit (*p) || *whole > LARGEST >> 4)
        return FALSE;
      *whole = *whole << 4 | g_ascii_xdigit_value (*p);
    }
  return TRUE;
}

/* Digits behind the point, of which nine count. */
static gboolean
read_fraction (const char *p, const char *end, gint32 *nano)
{
  gint32 unit = NANO / 10;

  for (*nano = 0; p < end; p++, unit /= 10)
    {
      if (!g_ascii_isdigit (*p))
        return FALSE;
      *nano += (*p - '0') * unit;
    }
  return TRUE;
}

/* So many digits are below LARGEST, whatever they are. */
#define SAFE_DIGITS 18

/* Digits at `p`; NULL where they are too large. */
static const char *
read_digits (const char *p, const char *end, gint64 *number)
{
  const char *safe = p + MIN (end - p, SAFE_DIGITS);
  guint64 whole = 0;
  guint digit;

  for (; p < safe && (digit = (guint) (guchar) *p - '0') < 10; p++)
    whole = 10 * whole + digit;
  for (; p < end && g_ascii_isdigit (*p); p++)
    {
      whole = 10 * whole + (guint64) (*p - '0');
      if (whole > LARGEST)
        return NULL;
    }
  *number = (gint64) whole;
  return p;
}

gboolean
weft_described_number_read (const char *text, gsize length, WeftDescribedNumber *number)
{
  const char *p = text, *end = text + length, *digits;
  gboolean negative;

  while (p < end && *p == ' ')
    p++;
  while (end > p && (end[-1] == ' ' || end[-1] == '\r'))
    end--;
  negative = p < end && *p == '-';
  p += p < end && (*p == '-' || *p == '+');
  number->nano = 0;
  if (end - p > 2 && p[0] == '0' && (p[1] | 0x20) == 'x')
    return !negative && read_hexadecimal (p + 2, end, &number->whole);
  digits = p;
  p = read_digits (p, end, &number->whole);
  if (p == NULL || p == digits)
    return FALSE;
  if (p < end && (*p != '.' || !read_fraction (p + 1, end, &number->nano)))
    return FALSE;
  if (negative)
    number->whole = -number->whole;
  if (negative && number->nano > 0)
    {
      number->whole--;
      number->nano = NANO - number->nano;
    }
  return TRUE;
}

static gboolean
add_product (WeftDescribedNumber *sum, const WeftDescribedNumber *number, gint64 factor)
{
  /* Less than 2⁶², as both are at most 10⁹. */
  gint64 nano = number->nano * factor + sum->nano, whole, carry = nano / NANO;

  nano %= NANO;
  if (nano < 0)
    {
      nano += NANO;
      carry--;
    }
  sum->nano = (gint32) nano;
  return !__builtin_mul_overflow (number->whole, factor, &whole)
         && !__builtin_add_overflow (whole, carry, &whole)
         && !__builtin_add_overflow (sum->whole, whole, &sum->whole);
}

gboolean
weft_described_value_get_number (const WeftDescribedValue *self, const WeftDescribedRecord *record,
                                 WeftDescribedNumber *number)
{
  const Part *first = &self->parts[0];

  if (self->n_parts == 1 && first->field != G_MAXUINT && first->factor == 1)
    return record->fields[first->field].text != NULL
           && weft_described_number_read (record->fields[first->field].text,
                                          record->fields[first->field].length, number);
  *number = (WeftDescribedNumber){ 0, 0 };
  for (guint i = 0; i < self->n_parts; i++)
    {
      const Part *part = &self->parts[i];
      WeftDescribedNumber read = part->number;

      if (part->field != G_MAXUINT
          && (record->fields[part->field].text == NULL
              || !weft_described_number_read (record->fields[part->field].text,
                                              record->fields[part->field].length, &read)))
        return FALSE;
      if (!add_product (number, &read, part->factor))
        return FALSE;
    }
  return TRUE;
}

gboolean
weft_described_value_has_field (const WeftDescribedValue *self, guint field)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].field == field)
      return TRUE;
  return FALSE;
}

gboolean
weft_described_value_is_literal (const WeftDescribedValue *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].field != G_MAXUINT)
      return FALSE;
  return TRUE;
}

gboolean
weft_described_value_is_blank (const WeftDescribedValue *self, const WeftDescribedRecord *record,
                               const char *never)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      guint number = self->parts[i].field;
      const WeftDescribedField *field = number != G_MAXUINT ? &record->fields[number] : NULL;

      if (field != NULL
          && (field->text == NULL || field->length == 0
              || (never != NULL && field->length == strlen (never)
                  && memcmp (field->text, never, field->length) == 0)))
        return TRUE;
    }
  return FALSE;
}

gboolean
weft_described_value_get_real (const WeftDescribedValue *self, const WeftDescribedRecord *record,
                               double *number)
{
  const Part *part = &self->parts[0];
  WeftDescribedNumber read;
  char buffer[64], *end;
  gsize length;

  if (weft_described_value_get_number (self, record, &read))
    {
      *number = (double) read.whole + (double) read.nano / NANO;
      if (read.nano == 0)
        return TRUE;
    }
  if (self->n_parts != 1 || part->field == G_MAXUINT || part->factor != 1)
    return weft_described_value_get_number (self, record, &read);
  length = record->fields[part->field].length;
  if (record->fields[part->field].text == NULL || length >= sizeof buffer || length == 0)
    return FALSE;
  memcpy (buffer, record->fields[part->field].text, length);
  buffer[length] = '\0';
  *number = g_ascii_strtod (g_strstrip (buffer), &end);
  return *buffer != '\0' && *end == '\0' && isfinite (*number);
}

gboolean
weft_described_number_scale (const WeftDescribedNumber *number, gint64 numerator,
                             gint64 denominator, gint64 *result)
{
  Wide product, quotient, divisor = (Wide) denominator * NANO;

  if (numerator == 1 && denominator == 1)
    {
      *result = number->whole;
      return TRUE;
    }
  if (__builtin_mul_overflow ((Wide) number->whole * NANO + number->nano, (Wide) numerator,
                              &product))
    return FALSE;
  quotient = product / divisor - (product % divisor < 0);
  *result = (gint64) quotient;
  return quotient >= -LARGEST && quotient <= LARGEST;
}
