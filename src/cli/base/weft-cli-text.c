/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-text.h"

#include <math.h>

#define UNKNOWN "—"
#define SIGNIFICANT_DIGITS 4

char *
weft_cli_format_real (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  g_autofree char *number = NULL;
  int digits = value == 0 || !isfinite (value) ? 1 : (int) floor (log10 (fabs (value))) + 1;

  if (!isfinite (value))
    return g_strdup (UNKNOWN);
  if (fabs (value) >= 1e18 || (value != 0 && fabs (value) < 1e-4))
    g_ascii_formatd (buffer, sizeof buffer, "%.3e", fabs (value));
  else if (digits >= SIGNIFICANT_DIGITS)
    return weft_number_integer (llrint (value));
  else
    {
      g_snprintf (format, sizeof format, "%%.%df", SIGNIFICANT_DIGITS - MAX (digits, 0));
      g_ascii_formatd (buffer, sizeof buffer, format, fabs (value));
    }
  number = weft_number_set_point (buffer);
  return g_strconcat (value < 0 ? "−" : "", number, NULL);
}

char *
weft_cli_format_percent (double share)
{
  if (!isfinite (share))
    return g_strdup (UNKNOWN);
  return g_strdup_printf ("%.1f %%", share * 100);
}

char *
weft_cli_format_text (const char *text)
{
  g_autofree char *valid = NULL;
  GString *plain;

  if (text == NULL)
    return g_strdup (UNKNOWN);
  valid = g_utf8_make_valid (text, -1);
  plain = g_string_new (NULL);
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\n' || c == '\t' || c == '\r')
        c = ' ';
      else if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
        c = 0xfffd;
      g_string_append_unichar (plain, c);
    }
  return g_string_free (plain, FALSE);
}

gsize
weft_cli_measure_text (const char *text)
{
  gsize columns = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (!g_unichar_iszerowidth (c))
        columns += g_unichar_iswide (c) ? 2 : 1;
    }
  return columns;
}
