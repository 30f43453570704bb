/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-time-map.h"

#include <math.h>

/* Products of two 64-bit numbers. */
__extension__ typedef __int128 Wide;

/* Digits that are read on each side of a ratio: their product fits into Wide. */
#define MAX_DIGITS 18
#define MAX_DENOMINATOR 1000000

/* --- ratios ----------------------------------------------------------------------------------- */

static gint64
greatest_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

WeftRatio
weft_ratio_reduce (gint64 numerator, gint64 denominator)
{
  gint64 divisor = greatest_divisor (numerator, denominator);

  return (WeftRatio){ numerator / divisor, denominator / divisor };
}

/* Reads digits, appending them to `value`: the number of them, and where they end. */
static guint
read_digits (const char **text, gint64 *value, guint n_before)
{
  guint n = 0;

  for (; g_ascii_isdigit (**text) && n_before + n < MAX_DIGITS; (*text)++, n++)
    *value = *value * 10 + (**text - '0');
  return n;
}

gboolean
weft_ratio_parse (const char *text, WeftRatio *ratio)
{
  gint64 numerator = 0, denominator = 1;
  guint n = read_digits (&text, &numerator, 0);

  if (n > 0 && *text == '/')
    {
      text++;
      denominator = 0;
      n = read_digits (&text, &denominator, 0);
    }
  else if (n > 0 && *text == '.')
    {
      text++;
      n = read_digits (&text, &numerator, n);
      for (guint i = 0; i < n; i++)
        denominator *= 10;
    }
  if (n == 0 || *text != '\0' || numerator == 0 || denominator == 0)
    return FALSE;
  *ratio = weft_ratio_reduce (numerator, denominator);
  return TRUE;
}

char *
weft_ratio_format (WeftRatio ratio)
{
  if (ratio.denominator == 1)
    return g_strdup_printf ("%" G_GINT64_FORMAT, ratio.numerator);
  return g_strdup_printf ("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, ratio.numerator,
                          ratio.denominator);
}

/* Convergents of the continued fraction. */
WeftRatio
weft_ratio_approximate (double value)
{
  WeftRatio before = { 0, 1 }, last = { 1, 0 };
  double rest = CLAMP (value, 1.0 / MAX_DENOMINATOR, 1e15);

  for (;;)
    {
      double whole = floor (rest);
      WeftRatio next;

      if (whole * (double) last.denominator + (double) before.denominator > MAX_DENOMINATOR)
        break;
      next.numerator = (gint64) whole * last.numerator + before.numerator;
      next.denominator = (gint64) whole * last.denominator + before.denominator;
      before = last;
      last = next;
      if (rest - whole < 1e-9)
        break;
      rest = 1 / (rest - whole);
    }
  return last.numerator > 0 ? last : (WeftRatio){ 1, MAX_DENOMINATOR };
}

/* --- maps ------------------------------------------------------------------------------------- */

/* from + (value − origin) · up / down, rounded down. */
static gint64
map (gint64 value, gint64 origin, gint64 up, gint64 down, gint64 from, double *fraction)
{
  Wide product = ((Wide) value - origin) * up;
  Wide quotient = product / down, rest = product % down;

  if (rest < 0)
    {
      quotient--;
      rest += down;
    }
  if (fraction != NULL)
    *fraction = (double) rest / (double) down;
  return (gint64) CLAMP (quotient + from, (Wide) G_MININT64, (Wide) G_MAXINT64);
}

gint64
weft_time_map_to_shared (const WeftTimeMap *self, gint64 tick, double *fraction)
{
  return map (tick, self->zero, self->ratio.numerator, self->ratio.denominator, self->offset,
              fraction);
}

gint64
weft_time_map_to_trace (const WeftTimeMap *self, gint64 shared, double *fraction)
{
  return map (shared, self->offset, self->ratio.denominator, self->ratio.numerator, self->zero,
              fraction);
}
