/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-findings.h"

#include "weft-bus-trace-private.h"
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static double
share_of (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* Waiting tells much where much of the time that accesses take is waiting. */
static double
weigh_wait (const WeftBusSummary *summary)
{
  return share_of (summary->totals.wait, summary->totals.wait + summary->totals.service);
}

/* The index of the greatest wait. */
static guint
find_greatest (const WeftBusTotals *totals, guint n)
{
  guint greatest = 0;

  for (guint i = 1; i < n; i++)
    if (totals[i].wait > totals[greatest].wait)
      greatest = i;
  return greatest;
}

/* --- waits ------------------------------------------------------------------------------------ */

static void
find_region (GArray *findings, const WeftBusSummary *summary)
{
  guint region = find_greatest (summary->regions, WEFT_BUS_N_REGIONS);
  const char *name = weft_bus_region_get (region)->name;
  double part = share_of (summary->regions[region].wait, summary->totals.wait);
  g_autofree char *wait = weft_number_cycles (summary->regions[region].wait);
  g_autofree char *share = weft_findings_format_share (part);

  weft_findings_take (
    findings, "contended-region", WEFT_FINDING_WAIT, part * weigh_wait (summary),
    g_strdup_printf (_ ("Accesses to %s waited %s, %s of all waiting."), name, wait, share),
    _ ("The region whose accesses waited the most cycles together."),
    g_strdup_printf ("filter:region == \"%s\" && wait > 0", name));
}

static void
find_waiter (GArray *findings, const WeftBusSummary *summary)
{
  guint waiter = find_greatest (summary->masters, WEFT_BUS_N_MASTERS);
  const WeftBusTotals *totals = &summary->masters[waiter];
  guint served = waiter == 0 ? 1 : 0;
  g_autofree char *wait = weft_number_cycles (totals->wait);
  g_autofree char *share = NULL;

  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (summary->overlaps[waiter][i] > summary->overlaps[waiter][served])
      served = i;
  share = weft_findings_format_share (share_of (summary->overlaps[waiter][served], totals->wait));
  weft_findings_take (
    findings, "waiter", WEFT_FINDING_WAIT,
    0.9 * share_of (totals->wait, summary->totals.wait) * weigh_wait (summary),
    g_strdup_printf (_ ("%s waited the most, %s; in %s of that time %s was served (inferred)."),
                     weft_bus_master_to_string (waiter), wait, share,
                     weft_bus_master_to_string (served)),
    _ ("The master that waited the most cycles, and the one whose service overlaps most of these."),
    g_strdup_printf ("filter:master == \"%s\" && wait > 0", weft_bus_master_to_string (waiter)));
}

static void
find_longest (GArray *findings, const WeftBusSummary *summary)
{
  WeftBusSnapshot *snapshot = summary->snapshot;
  guint64 longest = 0;
  guint32 found = 0;
  WeftBusRecord record;
  g_autofree char *wait = NULL;
  g_autofree char *seq = NULL;

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      guint64 cycles;

      weft_bus_record_read (snapshot->trace, row, &record);
      cycles = weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      if (cycles > longest)
        {
          longest = cycles;
          found = row;
        }
    }
  if (longest == 0)
    return;
  weft_bus_snapshot_get_record (snapshot, found, &record);
  wait = weft_number_cycles (longest);
  seq = weft_number_count (record.seq);
  weft_findings_take (findings, "longest-wait", WEFT_FINDING_WAIT, 0.3 * weigh_wait (summary),
                      g_strdup_printf (_ ("The longest wait is that of seq %s, %s: %s at 0x%08X."),
                                       seq, wait, weft_bus_master_to_string (record.master),
                                       record.addr),
                      _ ("The access that waited the most cycles; the first of several."),
                      g_strdup_printf ("row:%u", found));
}

/* --- the two SH-2s ---------------------------------------------------------------------------- */

static double
get_distance (const WeftBusSymmetry *symmetry)
{
  return fabs (weft_bus_percentile (&symmetry->msh2->elapsed, 0.99)
               - weft_bus_percentile (&symmetry->ssh2->elapsed, 0.99));
}

static void
find_asymmetry (GArray *findings, const WeftBusSummary *summary)
{
  const WeftBusSymmetry *worst = NULL;
  g_autofree char *name = NULL;
  g_autofree char *filter = NULL;

  for (guint i = 0; i < summary->symmetries->len; i++)
    {
      const WeftBusSymmetry *symmetry = &g_array_index (summary->symmetries, WeftBusSymmetry, i);

      if (symmetry->asymmetry != 0
          && (worst == NULL || get_distance (symmetry) > get_distance (worst)))
        worst = symmetry;
    }
  if (worst == NULL)
    return;
  name = weft_bus_summary_name_bucket (summary, worst->msh2, WEFT_BUS_BY_ACT);
  filter = weft_bus_summary_match_bucket (summary, worst->msh2, WEFT_BUS_BY_ACT);
  weft_findings_take (
    findings, "asymmetry", WEFT_FINDING_OTHER, 0.35,
    g_strdup_printf (_ ("The SH-2s differ most in %s: p99 in cycles is %g on MSH2, %g on SSH2."),
                     name, weft_bus_percentile (&worst->msh2->elapsed, 0.99),
                     weft_bus_percentile (&worst->ssh2->elapsed, 0.99)),
    _ ("Of what both SH-2s did at least 100 times, where their p99 of elapsed cycles are furthest "
       "apart."),
    g_strconcat ("filter:", filter, NULL));
}

/* --- the model -------------------------------------------------------------------------------- */

static void
find_gaps (GArray *findings, const WeftBusSummary *summary)
{
  guint64 n = summary->model->n_classes[WEFT_BUS_KNOWN_GAP];
  double part = share_of (n, summary->totals.n_accesses);
  g_autofree char *gaps = weft_number_count (n);
  g_autofree char *share = weft_findings_format_share (part);

  weft_findings_take (
    findings, "known-gap", WEFT_FINDING_OTHER, sqrt (part) / 2,
    g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%s access (%s) is a known gap of the trace, not an error of the arbiter.",
                   "%s accesses (%s) are known gaps of the trace, not errors of the arbiter.", n),
      gaps, share),
    _ ("Byte accesses without a retry for which the model waits longer: some of the emulator's "
       "byte accesses bypass its wait check."),
    g_strdup ("filter:known_gap"));
}

static void
find_drift (GArray *findings, const WeftBusSummary *summary)
{
  const WeftBusSnapshot *snapshot = summary->snapshot;
  gint64 drift = summary->model->last_drift_total;
  guint64 cycles = drift < 0 ? -(guint64) drift : (guint64) drift;
  g_autofree char *text = weft_number_signed_cycles (drift);

  weft_findings_take (
    findings, "drift", WEFT_FINDING_SLOW,
    MIN (share_of (cycles, snapshot->last_tick - snapshot->first_tick), 0.5),
    g_strdup_printf (_ ("At the end the model's bus is %s behind the trace."), text),
    _ (
      "By how much the arbiter's model, which grants the bus access by access, ends later than the "
      "trace."),
    g_strdup_printf ("row:%u", weft_bus_snapshot_row_at (snapshot, snapshot->n_rows - 1)));
}

GArray *
weft_bus_findings_new (const WeftBusSummary *summary)
{
  GArray *findings = weft_findings_new ();

  if (summary->snapshot->n_rows == 0)
    return findings;
  find_region (findings, summary);
  find_waiter (findings, summary);
  find_longest (findings, summary);
  find_asymmetry (findings, summary);
  find_gaps (findings, summary);
  find_drift (findings, summary);
  weft_findings_rank (findings);
  return findings;
}
