/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-checks.h"

#include "weft-npu-index.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The summary's utilization may differ this much from what the events say. */
#define TOLERANCE 0.01

/* Digits in a message. */
#define NUMBER_SIZE 24

static const char *
print_number (char buffer[NUMBER_SIZE], gint64 number)
{
  g_snprintf (buffer, NUMBER_SIZE, "%" G_GINT64_FORMAT, number);
  return buffer;
}

/* The blocks that a trace should have but may lack. */
static void
check_blocks (const WeftNpuRun *run, const WeftNpuPlaces *places, WeftDiagnostics *diagnostics)
{
  const char *missing[5];
  guint n = 0;
  g_autofree char *list = NULL;

  if (run->metadata == NULL)
    missing[n++] = "run_metadata";
  if (run->config == NULL)
    missing[n++] = "config_snapshot";
  if (!places->has_samples)
    missing[n++] = "bandwidth_samples";
  if (run->summary == NULL)
    missing[n++] = "summary_metrics";
  missing[n] = NULL;
  if (n == 0)
    return;
  list = g_strjoinv (", ", (char **) missing);
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 1, 1,
                        _ ("The trace lacks %s; what they would say is unknown"), list);
}

static void
check_total (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
             WeftDiagnostics *diagnostics)
{
  char total[NUMBER_SIZE], last[NUMBER_SIZE];

  if (snapshot->run->cycles_total == WEFT_NPU_NONE
      || snapshot->run->cycles_total >= snapshot->last_cycle)
    return;
  weft_diagnostics_add (
    diagnostics, WEFT_SEVERITY_WARNING, places->total_line, places->total_column,
    _ ("“cycles_total” is %s, but the last event ends in cycle %s"),
    print_number (total, snapshot->run->cycles_total), print_number (last, snapshot->last_cycle));
}

static void
check_lanes (const WeftNpuSnapshot *snapshot, WeftDiagnostics *diagnostics)
{
  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      char id[NUMBER_SIZE], count[NUMBER_SIZE];
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      if (lane.kind > WEFT_NPU_VE || snapshot->run->n_engines[lane.kind] == WEFT_NPU_NONE
          || lane.id < snapshot->run->n_engines[lane.kind])
        continue;
      weft_diagnostics_add (
        diagnostics, WEFT_SEVERITY_INFO, lane.line, lane.column,
        _ ("There is an event of %s %s, but by “config_snapshot” there are only "
           "%s such engines, counted from 0"),
        lane.engine, print_number (id, lane.id),
        print_number (count, snapshot->run->n_engines[lane.kind]));
    }
}

/* --- samples ---------------------------------------------------------------------------------------- */

static void
check_peak (const WeftNpuSnapshot *snapshot, const WeftNpuSample *sample,
            WeftDiagnostics *diagnostics)
{
  gint64 peak = snapshot->run->peak;
  double moved = (double) MAX (sample->read, 0) + (double) MAX (sample->write, 0);
  char limit[NUMBER_SIZE];

  if (peak == WEFT_NPU_NONE || peak == 0 || moved <= (double) peak * (double) sample->length)
    return;
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, sample->line, sample->column,
                        _ ("The sample moves %.1f %% of what DRAM can at its peak of %s bytes per "
                           "cycle"),
                        100 * moved / ((double) peak * (double) sample->length),
                        print_number (limit, peak));
}

static void
check_samples (const WeftNpuSnapshot *snapshot, WeftDiagnostics *diagnostics)
{
  gint64 end = G_MININT64;

  for (guint32 i = 0; i < snapshot->index->n_samples; i++)
    {
      char before[NUMBER_SIZE];
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (snapshot, snapshot->index->samples[i], &sample);
      if (sample.start < end)
        weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, sample.line, sample.column,
                              _ ("The sample's window overlaps one that ends in cycle %s"),
                              print_number (before, end));
      end = MAX (end, sample.start + sample.length);
      check_peak (snapshot, &sample, diagnostics);
    }
}

/* --- the summary ------------------------------------------------------------------------------------ */

/* The share of the run in which the claim's engines were busy; NAN where there are none. */
static double
get_utilization (const WeftNpuSnapshot *snapshot, const WeftNpuClaim *claim)
{
  gint64 total = weft_npu_snapshot_get_total (snapshot), busy = 0, n = 0;

  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      if (lane.kind != claim->kind || (claim->id >= 0 && lane.id != claim->id))
        continue;
      busy += snapshot->index->lanes[i].busy.sum;
      n++;
    }
  if (claim->id < 0 && snapshot->run->n_engines[claim->kind] != WEFT_NPU_NONE)
    n = MAX (n, snapshot->run->n_engines[claim->kind]);
  return n > 0 && total > 0 ? (double) busy / (double) total / (double) n : NAN;
}

static void
check_claim (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
             const WeftNpuClaim *claim, WeftDiagnostics *diagnostics)
{
  static const char *const names[] = { "DMA", "TE", "VE" };
  double share = get_utilization (snapshot, claim);
  g_autofree char *engine =
    claim->id < 0 ? g_strdup (names[claim->kind])
                  : g_strdup_printf ("%s %" G_GINT64_FORMAT, names[claim->kind], claim->id);

  if (claim->utilization > 1)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, places->total_line, places->total_column,
                          _ ("The summary says that %s was busy for more than 100 %% of the run"),
                          engine);
  if (isnan (share) || isnan (claim->utilization) || fabs (share - claim->utilization) <= TOLERANCE)
    return;
  weft_diagnostics_add (
    diagnostics, WEFT_SEVERITY_INFO, places->total_line, places->total_column,
    _ ("The summary says that %s was busy for %.1f %% of the run; by its events "
       "it was %.1f %%"),
    engine, 100 * claim->utilization, 100 * share);
}

void
weft_npu_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                WeftDiagnostics *diagnostics)
{
  check_blocks (snapshot->run, places, diagnostics);
  check_total (snapshot, places, diagnostics);
  check_lanes (snapshot, diagnostics);
  check_samples (snapshot, diagnostics);
  for (guint i = 0; i < snapshot->run->n_claims; i++)
    check_claim (snapshot, places, &snapshot->run->claims[i], diagnostics);
}
