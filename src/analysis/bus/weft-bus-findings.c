/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-findings.h"

#include "weft-bus-sites.h"
#include "weft-bus-target.h"
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A part of the time tells something where it has so many times the waiting that it would have if
 * that were even. */
#define MIN_DENSITY 2

typedef struct
{
  GArray *findings;
  const WeftBusSummary *summary;
  const WeftBusIndex *index;
  const WeftBusSites *sites;
  double cycles; /* that all accesses took, waiting or served */
} Search;

static double
share_of (double part, double whole)
{
  return whole > 0 ? MIN (part / whole, 1) : 0;
}

static WeftFindingKind
get_kind (WeftBusTargetKind target)
{
  switch (target)
    {
    case WEFT_BUS_TARGET_REGION:
    case WEFT_BUS_TARGET_MASTER:
    case WEFT_BUS_TARGET_ACCESS:
    case WEFT_BUS_TARGET_WINDOW:
      return WEFT_FINDING_WAIT;
    case WEFT_BUS_TARGET_SYMMETRY:
      return WEFT_FINDING_SLOW;
    case WEFT_BUS_TARGET_UNWAITED:
    case WEFT_BUS_TARGET_GAP:
    case WEFT_BUS_TARGET_DRIFT:
    case WEFT_BUS_TARGET_NO_WAIT:
    case WEFT_BUS_N_TARGETS:
    default:
      return WEFT_FINDING_OTHER;
    }
}

/* Takes `text`. That nothing waited costs nothing. */
static void
take (Search *self, const char *key, double weight, char *text, const char *definition,
      WeftBusTargetKind kind, const WeftBusSite *site)
{
  const WeftBusTarget target = { kind, site->row, site->range };

  weft_findings_add_cost (self->findings,
                          &(WeftFinding){ .key = key,
                                          .kind = get_kind (kind),
                                          .text = text,
                                          .figure = kind != WEFT_BUS_TARGET_NO_WAIT
                                                      ? weft_findings_format_share (weight)
                                                      : NULL,
                                          .definition = definition,
                                          .target = weft_bus_target_to_string (&target),
                                          .weight = weight },
                          weight);
}

/* Cycles as a sentence says them, with "≈" where some of them are estimates: (transfer full). */
static char *
say_cycles (const Search *self, guint64 cycles)
{
  g_autofree char *words = weft_number_cycles (cycles);

  return self->summary->n_exact == self->summary->totals.n_accesses
           ? g_steal_pointer (&words)
           : g_strconcat ("≈ ", words, NULL);
}

static char *
say_share (guint64 part, guint64 whole)
{
  return weft_findings_format_share (whole > 0 ? (double) part / (double) whole : 0);
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

/* "DMA was served in 60.0 % of that time (inferred)": (transfer full). */
static char *
say_served (const guint64 *overlaps, guint64 wait)
{
  guint served = 0;
  g_autofree char *share = NULL;

  for (guint i = 1; i < WEFT_BUS_N_MASTERS; i++)
    if (overlaps[i] > overlaps[served])
      served = i;
  if (overlaps[served] == 0)
    return g_strdup (_ ("nothing in this trace was served meanwhile"));
  share = say_share (overlaps[served], wait);
  return g_strdup_printf (_ ("%s was served in %s of that time (inferred)"),
                          weft_bus_master_to_string (served), share);
}

/* --- waits ------------------------------------------------------------------------------------ */

static void
find_region (Search *self)
{
  const WeftBusSummary *summary = self->summary;
  guint region = find_greatest (summary->regions, WEFT_BUS_N_REGIONS);
  guint64 cycles = summary->regions[region].wait;
  g_autofree char *wait = say_cycles (self, cycles);
  g_autofree char *share = say_share (cycles, summary->totals.wait);
  g_autofree char *served = say_served (summary->region_overlaps[region], cycles);

  take (
    self, "contended-region", share_of ((double) cycles, self->cycles),
    g_strdup_printf (_ ("Accesses to %s waited %s, %s of all waiting; %s."),
                     weft_bus_region_get (region)->name, wait, share, served),
    _ ("The region whose accesses waited the most cycles together, and the master whose service "
       "overlaps most of these. The figure is the share of these cycles in all that accesses "
       "took, waiting or served."),
    WEFT_BUS_TARGET_REGION, &self->sites->regions[region]);
}

static void
find_waiter (Search *self)
{
  const WeftBusSummary *summary = self->summary;
  guint waiter = find_greatest (summary->masters, WEFT_BUS_N_MASTERS);
  guint64 cycles = summary->masters[waiter].wait;
  g_autofree char *wait = say_cycles (self, cycles);
  g_autofree char *served = say_served (summary->overlaps[waiter], cycles);

  take (self, "waiter", share_of ((double) cycles, self->cycles),
        g_strdup_printf (_ ("%s waited the most, %s; %s."), weft_bus_master_to_string (waiter),
                         wait, served),
        _ ("The master that waited the most cycles, and the one whose service overlaps most of "
           "these. The figure is the share of these cycles in all that accesses took, waiting or "
           "served."),
        WEFT_BUS_TARGET_MASTER, &self->sites->masters[waiter]);
}

/* "; meanwhile DMA seq 12 was served longest (inferred)": (transfer full). */
static char *
say_blocker (const Search *self, guint32 row)
{
  g_autoptr (GArray) blockers = weft_bus_index_find_blockers (self->index, row);
  g_autofree char *seq = NULL;
  WeftBusRecord record;

  if (blockers->len == 0)
    return g_strdup (_ ("nothing in this trace was served meanwhile"));
  weft_bus_snapshot_get_record (self->summary->snapshot,
                                g_array_index (blockers, WeftBusBlocker, 0).row, &record);
  seq = weft_number_count (record.seq);
  return g_strdup_printf (_ ("%s seq %s was served longest meanwhile (inferred)"),
                          weft_bus_master_to_string (record.master), seq);
}

static void
find_longest (Search *self)
{
  const WeftBusSite *site = &self->sites->longest;
  g_autofree char *wait = NULL, *seq = NULL, *blocker = NULL, *exact = NULL;
  WeftBusRecord record;

  if (site->row == WEFT_NO_ROW)
    return;
  weft_bus_snapshot_get_record (self->summary->snapshot, site->row, &record);
  exact = weft_number_cycles (site->most);
  wait =
    weft_bus_access_is_exact (&record) ? g_steal_pointer (&exact) : g_strconcat ("≈ ", exact, NULL);
  seq = weft_number_count (record.seq);
  blocker = say_blocker (self, site->row);
  take (
    self, "longest-wait", share_of ((double) site->most, self->cycles),
    g_strdup_printf (_ ("The longest wait is that of %s seq %s, %s at 0x%08X; %s."),
                     weft_bus_master_to_string (record.master), seq, wait, record.addr, blocker),
    _ ("The access that waited the most cycles, the first of several in the order in which they "
       "complete, and the access of another master whose service overlaps most of them. The "
       "figure is the share of these cycles in all that accesses took, waiting or served."),
    WEFT_BUS_TARGET_ACCESS, site);
}

static void
find_window (Search *self)
{
  const WeftBusSite *windows = self->sites->windows, *densest = &windows[0];
  guint64 all = self->summary->totals.wait;
  g_autofree char *first = NULL, *last = NULL, *wait = NULL, *share = NULL;

  for (guint i = 1; i < WEFT_BUS_N_WINDOWS; i++)
    if (windows[i].sum > densest->sum)
      densest = &windows[i];
  if (densest->row == WEFT_NO_ROW
      || (double) densest->sum * WEFT_BUS_N_WINDOWS < MIN_DENSITY * (double) all)
    return;
  first = weft_number_integer (densest->range.from);
  last = weft_number_integer (densest->range.to - 1);
  wait = say_cycles (self, densest->sum);
  share = say_share (densest->sum, all);
  take (self, "contended-window", share_of ((double) densest->sum, self->cycles),
        g_strdup_printf (_ ("Most waiting is in cycles %s to %s: %s, %s of all in 1/%d of the "
                            "time."),
                         first, last, wait, share, WEFT_BUS_N_WINDOWS),
        _ ("Of 64 equal parts of the time that with the most cycles waited by accesses that "
           "complete in it, where it has at least twice what it would have if waits were even. The "
           "figure is the share of these cycles in all that accesses took, waiting or served."),
        WEFT_BUS_TARGET_WINDOW, densest);
}

/* --- what waits should be but are not --------------------------------------------------------- */

static void
find_unwaited (Search *self)
{
  const WeftBusSite *site = &self->sites->unwaited;
  guint64 n = self->summary->n_unwaited;
  g_autofree char *count = weft_number_count (n);
  g_autofree char *cycles = weft_number_cycles (site->sum);

  if (site->row == WEFT_NO_ROW)
    return;
  take (
    self, "unwaited-retries", share_of ((double) site->sum, self->cycles),
    g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%s access was retried and yet did not wait by its ticks: %s of blocked "
                   "attempts are missing.",
                   "%s accesses were retried and yet did not wait by their ticks: %s of blocked "
                   "attempts are missing.",
                   n),
      count, cycles),
    _ ("Accesses with retries whose ticks leave no cycle for a wait, and the sum of their retries "
       "× service. The figure is that in relation to all cycles that accesses took, waiting or "
       "served."),
    WEFT_BUS_TARGET_UNWAITED, site);
}

/* Cycles that an SH-2 took more than the other one would have for as much. */
static double
get_excess (const WeftBusSymmetry *symmetry)
{
  const WeftBusTotals *m = &symmetry->msh2->totals, *s = &symmetry->ssh2->totals;
  double m_mean = (double) (m->wait + m->service) / (double) m->n_accesses;
  double s_mean = (double) (s->wait + s->service) / (double) s->n_accesses;

  return m_mean > s_mean ? (m_mean - s_mean) * (double) m->n_accesses
                         : (s_mean - m_mean) * (double) s->n_accesses;
}

static const WeftBusSymmetry *
find_worst_symmetry (const WeftBusSummary *summary)
{
  const WeftBusSymmetry *worst = NULL;

  for (guint i = 0; i < summary->symmetries->len; i++)
    {
      const WeftBusSymmetry *symmetry = &g_array_index (summary->symmetries, WeftBusSymmetry, i);

      if (symmetry->asymmetry != 0 && (worst == NULL || get_excess (symmetry) > get_excess (worst)))
        worst = symmetry;
    }
  return worst;
}

static void
find_asymmetry (Search *self, const WeftBusSymmetry *worst)
{
  g_autofree char *name = NULL, *excess = NULL;

  if (worst == NULL)
    return;
  name = weft_bus_summary_name_bucket (self->summary, worst->msh2, WEFT_BUS_BY_ACT);
  take (
    self, "asymmetry", share_of (get_excess (worst), self->cycles),
    g_strdup_printf (_ ("The SH-2s differ most in %s: p99 in cycles is %g on MSH2, %g on "
                        "SSH2."),
                     name, weft_bus_percentile (&worst->msh2->elapsed, 0.99),
                     weft_bus_percentile (&worst->ssh2->elapsed, 0.99)),
    _ ("Of what both SH-2s did at least 100 times and differ in, that in which the slower one "
       "took most cycles more than it would have at the other one's mean. The figure is the share "
       "of these cycles in all that accesses took, waiting or served."),
    WEFT_BUS_TARGET_SYMMETRY, &self->sites->bucket);
}

/* --- the model -------------------------------------------------------------------------------- */

static void
find_gaps (Search *self)
{
  const WeftBusSummary *summary = self->summary;
  guint64 n = summary->model->n_classes[WEFT_BUS_KNOWN_GAP], n_candidates = summary->sizes[1];
  g_autofree char *gaps = weft_number_count (n);
  g_autofree char *cycles = weft_number_cycles (summary->model->gap_wait);
  g_autofree char *candidates = weft_number_count (n_candidates);
  g_autofree char *share = say_share (n_candidates, summary->totals.n_accesses);

  take (
    self, "known-gap", share_of ((double) summary->model->gap_wait, self->cycles),
    g_strdup_printf (
      g_dngettext (
        GETTEXT_PACKAGE,
        "%s of %s byte accesses (%s of all) is a known gap of the trace, no error of the "
        "arbiter: the model waits %s longer.",
        "%s of %s byte accesses (%s of all) are known gaps of the trace, no errors of the "
        "arbiter: the model waits %s longer.",
        n),
      gaps, candidates, share, cycles),
    _ ("Byte accesses without a retry for which the model waits longer, as some of the emulator's "
       "byte accesses bypass its wait check; all byte accesses are candidates. The figure is what "
       "the model waits longer in relation to all cycles that accesses took, waiting or served."),
    WEFT_BUS_TARGET_GAP, &self->sites->gap);
}

static void
find_drift (Search *self)
{
  const WeftBusSnapshot *snapshot = self->summary->snapshot;
  gint64 drift = self->summary->model->last_drift_total;
  guint64 cycles = drift < 0 ? -(guint64) drift : (guint64) drift;
  guint64 run = snapshot->last_tick - snapshot->first_tick;
  g_autofree char *text = weft_number_cycles (cycles);
  g_autofree char *share = say_share (cycles, run);

  take (self, "drift", share_of ((double) cycles, (double) run),
        g_strdup_printf (drift < 0 ? _ ("At the end the model's bus is %s ahead of the trace, %s "
                                        "of the run.")
                                   : _ ("At the end the model's bus is %s behind the trace, %s of "
                                        "the run."),
                         text, share),
        _ ("By how much the arbiter's model, which grants the bus access by access, ends later or "
           "earlier than the trace. The figure is that in relation to the cycles of the run."),
        WEFT_BUS_TARGET_DRIFT, &self->sites->drift);
}

/* --- nothing waited --------------------------------------------------------------------------- */

/* No wait costs nothing, but whoever looks for waits must be told first that there are none. */
static void
say_no_wait (Search *self)
{
  const WeftBusSnapshot *snapshot = self->summary->snapshot;
  WeftBusSite all = { .row = WEFT_NO_ROW };

  weft_bus_site_cover (&all, weft_bus_tick_clamp (snapshot->first_tick), snapshot->last_tick);
  take (
    self, "no-wait", 1, weft_bus_describe_no_wait (self->summary),
    _ ("Unknown are byte accesses, some of which the emulator does not make wait (a known gap); "
       "accesses whose ticks leave no room for their service or their retries; and those whose "
       "ticks run backwards, of which retries say how long they took."),
    WEFT_BUS_TARGET_NO_WAIT, &all);
}

/* --- all -------------------------------------------------------------------------------------- */

GArray *
weft_bus_findings_new (const WeftBusSummary *summary, const WeftBusIndex *index)
{
  GArray *findings = weft_findings_new ();
  const WeftBusTotals *totals = &summary->totals;
  const WeftBusSymmetry *worst;
  WeftBusSites sites;
  Search search = { .findings = findings,
                    .summary = summary,
                    .index = index,
                    .sites = &sites,
                    .cycles = (double) totals->wait + (double) totals->service };

  if (summary->snapshot->n_rows == 0)
    return findings;
  worst = find_worst_symmetry (summary);
  weft_bus_sites_find (&sites, summary->snapshot, worst != NULL ? worst->msh2 : NULL);
  if (totals->n_waited == 0)
    say_no_wait (&search);
  find_region (&search);
  find_waiter (&search);
  find_window (&search);
  find_longest (&search);
  find_unwaited (&search);
  find_asymmetry (&search, worst);
  find_gaps (&search);
  find_drift (&search);
  weft_findings_rank (findings);
  return findings;
}

/* The file that the snapshot shows all of: NULL where there is none. */
static WeftTraceOrigin *
find_origin (const WeftBusSnapshot *snapshot)
{
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (snapshot->trace));
  g_autoptr (WeftBusSnapshot) newest = weft_bus_trace_ref_snapshot (snapshot->trace);

  return newest->generation == snapshot->generation ? g_steal_pointer (&origin) : NULL;
}

GArray *
weft_bus_findings_find (const WeftBusSnapshot *snapshot, WeftFindingsMake make, gpointer data,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = find_origin (snapshot);

  return weft_findings_find (origin, NULL, NULL, make, data, cancellable, error);
}
