/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define GROUP_SPACE "\u202f"

/* Amounts of data below it are exact: bytes. */
#define EXACT_BYTES 10240

char *
weft_number_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  GString *text = g_string_new (NULL);

  for (const char *p = digits, *end = digits + strlen (digits); p < end; p++)
    {
      if (p > digits && (end - p) % 3 == 0)
        g_string_append (text, GROUP_SPACE);
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

static guint64
get_amount (gint64 number)
{
  return number < 0 ? -(guint64) number : (guint64) number;
}

char *
weft_number_integer (gint64 number)
{
  g_autofree char *count = weft_number_count (get_amount (number));

  return g_strconcat (number < 0 ? "−" : "", count, NULL);
}

/* With `number` as its digits and sign. */
static char *
name_cycles (const char *number, guint64 amount)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s cycle", "%s cycles", amount), number);
}

char *
weft_number_cycles (guint64 cycles)
{
  g_autofree char *count = weft_number_count (cycles);

  return name_cycles (count, cycles);
}

char *
weft_number_signed_cycles (gint64 cycles)
{
  g_autofree char *integer = weft_number_integer (cycles);

  return name_cycles (integer, get_amount (cycles));
}

char *
weft_number_ops (guint64 ops)
{
  g_autofree char *count = weft_number_count (ops);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s op", "%s ops", ops), count);
}

char *
weft_number_percent (double percent)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.1f", ABS (percent));
  if (strcmp (number, "0.0") == 0 && (percent < 0 || percent > 0))
    return g_strdup (percent < 0 ? ">\u00a0−0.1\u00a0%" : "<\u00a00.1\u00a0%");
  return g_strdup_printf ("%s%s\u00a0%%", percent < 0 ? "−" : "", number);
}

char *
weft_number_exact_bytes (guint64 bytes)
{
  g_autofree char *count = weft_number_count (bytes);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte", "%s bytes", bytes), count);
}

char *
weft_number_bytes (guint64 bytes)
{
  if (bytes >= EXACT_BYTES)
    return g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  return weft_number_exact_bytes (bytes);
}

#define MAX_DECIMALS 9

char *
weft_number_scaled (double value)
{
  static const char *const prefixes[] = { "k", "M", "G", "T", "P", "E" };
  guint n = 0;
  double scaled = fabs (value);

  if (!isfinite (value) || scaled < 9999.5)
    return g_strdup_printf ("%s%.4g", value < 0 ? "−" : "", scaled);
  /* What rounds to 1000 is one of the next. */
  for (scaled /= 1000; scaled >= 999.95 && n + 1 < G_N_ELEMENTS (prefixes); n++)
    scaled /= 1000;
  return g_strdup_printf ("%s%.4g\302\240%s", value < 0 ? "−" : "", scaled, prefixes[n]);
}

char *
weft_number_value (double value)
{
  if (fabs (value) < 9e15 && value == rint (value))
    return weft_number_integer ((gint64) value);
  return g_strdup_printf ("%s%.6g", value < 0 ? "−" : "", fabs (value));
}

char *
weft_number_ratio (double ratio, guint decimals)
{
  if (isnan (ratio))
    return g_strdup ("—");
  /* As many more digits as show that it is not 0. */
  while (ratio != 0 && decimals < MAX_DECIMALS && fabs (ratio) * pow (10, decimals) < 1)
    decimals++;
  return g_strdup_printf ("%s%.*f", ratio < 0 ? "−" : "", (int) decimals, fabs (ratio));
}
