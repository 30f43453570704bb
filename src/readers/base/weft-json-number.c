/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-number.h"

#include <math.h>

/* A double is told apart from its neighbours by no more digits than this; whether any follow is all
 * that matters of the rest. */
#define MAX_DIGITS 780

/* No exponent matters beyond this one, not even to a number with many zeros. */
#define MAX_EXPONENT 100000000

/* digits × 10^exponent, without zeros at either end. */
typedef struct
{
  char digits[MAX_DIGITS + 2];
  guint n_digits;
  gint64 exponent;
  gboolean negative;
} Decimal;

static void
add_digit (Decimal *decimal, char digit, gboolean is_fraction)
{
  decimal->exponent -= is_fraction;
  if (decimal->n_digits == 0 && digit == '0')
    return;
  if (decimal->n_digits < MAX_DIGITS)
    decimal->digits[decimal->n_digits++] = digit;
  else
    {
      decimal->exponent++;
      /* A last digit stands for all that were dropped. */
      if (digit != '0' && decimal->n_digits == MAX_DIGITS)
        {
          decimal->digits[decimal->n_digits++] = '1';
          decimal->exponent--;
        }
    }
}

static gint64
read_exponent (const char *p, const char *end)
{
  gboolean negative = *p == '-';
  gint64 exponent = 0;

  for (p += *p == '-' || *p == '+'; p < end; p++)
    if (exponent < MAX_EXPONENT)
      exponent = exponent * 10 + (*p - '0');
  return negative ? -exponent : exponent;
}

static void
split (const WeftJsonValue *value, Decimal *decimal)
{
  const char *p = value->text, *end = p + value->length;
  gboolean is_fraction = FALSE;

  decimal->n_digits = 0;
  decimal->exponent = 0;
  decimal->negative = *p == '-';
  for (p += decimal->negative; p < end && *p != 'e' && *p != 'E'; p++)
    if (*p == '.')
      is_fraction = TRUE;
    else
      add_digit (decimal, *p, is_fraction);
  if (p < end)
    decimal->exponent += read_exponent (p + 1, end);
  while (decimal->n_digits > 0 && decimal->digits[decimal->n_digits - 1] == '0')
    {
      decimal->n_digits--;
      decimal->exponent++;
    }
}

/* Whether it is a whole number of 64 bits. */
static gboolean
read_whole (const Decimal *decimal, WeftJsonValue *value)
{
  guint64 n = 0;

  if (decimal->n_digits > 0
      && (decimal->exponent < 0 || decimal->exponent + decimal->n_digits > 20))
    return FALSE;
  for (guint i = 0; i < decimal->n_digits; i++)
    if (__builtin_mul_overflow (n, 10, &n)
        || __builtin_add_overflow (n, (guint64) (decimal->digits[i] - '0'), &n))
      return FALSE;
  for (gint64 i = 0; decimal->n_digits > 0 && i < decimal->exponent; i++)
    if (__builtin_mul_overflow (n, 10, &n))
      return FALSE;
  if (decimal->negative ? n > (guint64) G_MAXINT64 + 1 : n > G_MAXINT64)
    {
      value->kind = WEFT_JSON_UNSIGNED;
      value->number = n;
      return !decimal->negative;
    }
  value->kind = WEFT_JSON_INTEGER;
  value->integer = (gint64) (decimal->negative ? 0 - n : n);
  return TRUE;
}

/* Of at most 19 digits. */
static guint64
get_digits (const Decimal *decimal)
{
  guint64 n = 0;

  for (guint i = 0; i < decimal->n_digits; i++)
    n = n * 10 + (guint64) (decimal->digits[i] - '0');
  return n;
}

/* Up to 15 digits and 10^22 are exact as doubles, so that one operation rounds once. */
static gboolean
read_short (const Decimal *decimal, double *real)
{
  static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  double n;

  if (decimal->n_digits > 15 || decimal->exponent < -22 || decimal->exponent > 22)
    return FALSE;
  n = (double) get_digits (decimal);
  *real = decimal->exponent < 0 ? n / powers[-decimal->exponent] : n * powers[decimal->exponent];
  return TRUE;
}

/* A fraction of up to 19 digits, as times in nanoseconds since 1970 have: strtod() takes a fifth of the
 * time that their file takes to load. The quotient has at least 63 bits, and its last one also stands for
 * all that are cut off, so that the conversion rounds once and to the nearest. */
static gboolean
read_fraction (const Decimal *decimal, double *real)
{
  guint64 n, power = 1, quotient;
  __extension__ unsigned __int128 dividend;
  int n_shift, power_shift;

  if (decimal->n_digits > 19 || decimal->exponent < -19 || decimal->exponent >= 0)
    return FALSE;
  n = get_digits (decimal);
  for (gint64 i = decimal->exponent; i < 0; i++)
    power *= 10;
  n_shift = __builtin_clzll (n);
  power_shift = __builtin_clzll (power);
  dividend = n << n_shift;
  dividend <<= 63;
  power <<= power_shift;
  quotient = (guint64) (dividend / power);
  quotient |= dividend % power != 0;
  *real = ldexp ((double) quotient, power_shift - n_shift - 63);
  return TRUE;
}

static double
read_long (const Decimal *decimal)
{
  char text[MAX_DIGITS + 40];
  gint64 exponent = CLAMP (decimal->exponent, -MAX_EXPONENT, MAX_EXPONENT);

  g_snprintf (text, sizeof text, "%.*se%d", (int) decimal->n_digits, decimal->digits,
              (int) exponent);
  return g_ascii_strtod (text, NULL);
}

void
weft_json_read_number (WeftJsonValue *value)
{
  Decimal decimal;
  double real;

  split (value, &decimal);
  if (read_whole (&decimal, value))
    return;
  if (!read_short (&decimal, &real) && !read_fraction (&decimal, &real))
    real = read_long (&decimal);
  value->kind = WEFT_JSON_REAL;
  value->real = decimal.negative ? -real : real;
}
