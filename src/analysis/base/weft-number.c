/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* GROUPING */
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define GROUP_SPACE "\u202f"
#define GROUP_SIZES "\3"

/* Amounts of data below it are exact: bytes. */
#define EXACT_BYTES 10240

/* --- the locale's way ----------------------------------------------------------------------------- */

/* A word of the locale in UTF-8: NULL where it has none. */
static const char *
get_word (nl_item item)
{
  const char *word = nl_langinfo (item);
  g_autofree char *converted = NULL;

  if (*word == '\0' || g_utf8_validate (word, -1, NULL))
    return *word != '\0' ? word : NULL;
  converted = g_locale_to_utf8 (word, -1, NULL, NULL, NULL);
  return g_intern_string (converted);
}

/* A space is narrow, and no line breaks there. */
static const char *
get_separator (void)
{
  const char *word = get_word (THOUSEP);

  return word == NULL || g_unichar_isspace (g_utf8_get_char (word)) ? GROUP_SPACE : word;
}

const char *
weft_number_get_point (void)
{
  const char *word = get_word (RADIXCHAR);

  return word != NULL ? word : ".";
}

char *
weft_number_set_point (const char *number)
{
  GString *text = g_string_new (number);

  g_string_replace (text, ".", weft_number_get_point (), 1);
  return g_string_free (text, FALSE);
}

/* Whether groups meet where so many digits follow. The last size goes for all that come. */
static gboolean
groups_meet (const char *grouping, gsize n_digits)
{
  gsize n = 0;

  while (*grouping > 0 && *grouping < CHAR_MAX && n < n_digits)
    {
      n += (gsize) *grouping;
      if (grouping[1] != '\0')
        grouping++;
    }
  return n == n_digits;
}

char *
weft_number_group (const char *digits, const char *separator, const char *grouping)
{
  GString *text = g_string_new (NULL);

  for (const char *p = digits, *end = digits + strlen (digits); p < end; p++)
    {
      if (p > digits && groups_meet (grouping, (gsize) (end - p)))
        g_string_append (text, separator);
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

char *
weft_number_group_digits (const char *digits)
{
  const char *sizes = nl_langinfo (GROUPING);

  return weft_number_group (digits, get_separator (), *sizes != '\0' ? sizes : GROUP_SIZES);
}

/* Whether digits go on behind a separator as those of a group do: "1,10" is none. */
static gboolean
is_group (const char *text, const char *separator)
{
  gsize n = 0;

  while (g_ascii_isdigit (text[n]))
    n++;
  return n == 3 || (n == 2 && g_str_has_prefix (text + n, separator));
}

char *
weft_number_ungroup (const char *text)
{
  const char *const separators[] = { get_separator (), GROUP_SPACE };
  GString *plain = g_string_new (NULL);

  while (*text != '\0')
    {
      gboolean follows = plain->len > 0 && g_ascii_isdigit (plain->str[plain->len - 1]);

      for (guint i = 0; follows && i < G_N_ELEMENTS (separators); i++)
        if (g_str_has_prefix (text, separators[i])
            && is_group (text + strlen (separators[i]), separators[i]))
          text += strlen (separators[i]);
      g_string_append_c (plain, *text++);
    }
  return g_string_free (plain, FALSE);
}

/* --- numbers -------------------------------------------------------------------------------------- */

char *
weft_number_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return weft_number_group_digits (digits);
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
  gboolean is_less;
  g_autofree char *text = NULL;

  if (!isfinite (percent))
    return g_strdup ("—");
  g_ascii_formatd (number, sizeof number, "%.1f", ABS (percent));
  is_less = strcmp (number, "0.0") == 0 && (percent < 0 || percent > 0);
  text = weft_number_set_point (is_less ? "0.1" : number);
  return g_strdup_printf ("%s%s%s\u00a0%%",
                          !is_less      ? ""
                          : percent < 0 ? ">\u00a0"
                                        : "<\u00a0",
                          percent < 0 ? "−" : "", text);
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
  /* A number that rounds to 1000 takes the next prefix. */
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
