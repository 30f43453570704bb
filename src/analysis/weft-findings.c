/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-findings.h"

#include <string.h>

static void
clear_finding (gpointer data)
{
  WeftFinding *finding = data;

  g_free (finding->text);
  g_free (finding->target);
}

GArray *
weft_findings_new (void)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (WeftFinding));

  g_array_set_clear_func (findings, clear_finding);
  return findings;
}

void
weft_findings_take (GArray *findings, const char *key, double weight, char *text,
                    const char *definition, char *target)
{
  WeftFinding finding = { key, text, definition, target, weight };

  if (weight > 0)
    g_array_append_val (findings, finding);
  else
    clear_finding (&finding);
}

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const WeftFinding *x = a, *y = b;

  return (x->weight < y->weight) - (x->weight > y->weight);
}

void
weft_findings_rank (GArray *findings)
{
  /* g_array_sort() is stable. */
  g_array_sort (findings, compare_findings);
  if (findings->len > WEFT_FINDINGS_SHOWN)
    g_array_set_size (findings, WEFT_FINDINGS_SHOWN);
}

/* Groups of three digits, parted by U+202F, as the axes write them. */
char *
weft_findings_format_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  GString *text = g_string_new (NULL);

  for (const char *p = digits, *end = digits + strlen (digits); p < end; p++)
    {
      if (p > digits && (end - p) % 3 == 0)
        g_string_append (text, "\342\200\257");
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

char *
weft_findings_format_share (double share)
{
  return g_strdup_printf ("%.1f\302\240%%", 100 * share);
}
