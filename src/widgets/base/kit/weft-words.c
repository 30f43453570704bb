/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

char *
weft_words_length (const WeftClock *clock, guint64 cycles)
{
  g_autofree char *words = weft_number_cycles (cycles);

  return weft_clock_format (clock, (gint64) MIN (cycles, G_MAXINT64), words);
}

char *
weft_words_cycle (gint64 cycle)
{
  return cycle != WEFT_NO_CYCLE ? weft_number_integer (cycle) : g_strdup ("—");
}

char *
weft_words_share (guint64 part, guint64 whole)
{
  if (whole == 0)
    return g_strdup ("—");
  return weft_number_percent (100.0 * (double) part / (double) whole);
}

char *
weft_words_shorten (const char *text)
{
  gsize length = strlen (text);
  g_autofree char *start = NULL, *number = NULL;
  const char *end;

  if (length <= WEFT_WORDS_MAX)
    return g_strdup (text);
  end = g_utf8_find_prev_char (text, text + WEFT_WORDS_MAX + 1);
  start = g_strndup (text, (gsize) (end - text));
  number = weft_number_count ((guint64) g_utf8_strlen (text, (gssize) length));
  /* TRANSLATORS: the beginning of a long text, and of how many characters it is */
  return g_strdup_printf (_ ("%s… (%s characters in all)"), start, number);
}

char *
weft_words_diagnostics (WeftSeverity severity, guint64 count)
{
  g_autofree char *number = weft_number_count (count);
  gulong n = (gulong) MIN (count, 1000000);

  switch (severity)
    {
    case WEFT_SEVERITY_ERROR:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s error", "%s errors", n), number);
    case WEFT_SEVERITY_WARNING:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s warning", "%s warnings", n),
                              number);
    case WEFT_SEVERITY_INFO:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s note", "%s notes", n), number);
    }
}

char *
weft_words_all_diagnostics (WeftDiagnostics *diagnostics)
{
  GString *text = g_string_new (NULL);

  for (guint i = WEFT_N_SEVERITIES; i-- > 0;)
    {
      guint64 count = weft_diagnostics_count (diagnostics, i);
      g_autofree char *words = weft_words_diagnostics (i, count);

      if (count > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", words);
    }
  if (text->len == 0)
    g_string_append (text, _ ("none"));
  return g_string_free (text, FALSE);
}
