/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-findings.h"

static void
clear_finding (gpointer data)
{
  WeftFinding *finding = data;

  g_free (finding->text);
  g_free (finding->figure);
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
weft_findings_add (GArray *findings, const WeftFinding *finding)
{
  WeftFinding taken = *finding;

  if (taken.weight > 0)
    g_array_append_val (findings, taken);
  else
    clear_finding (&taken);
}

void
weft_findings_add_cost (GArray *findings, const WeftFinding *finding, double share)
{
  WeftFinding costly = *finding;

  if (share < WEFT_FINDINGS_MIN_SHARE)
    costly.weight = 0;
  weft_findings_add (findings, &costly);
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

char *
weft_findings_format_share (double share)
{
  return g_strdup_printf ("%.1f\302\240%%", 100 * share);
}
