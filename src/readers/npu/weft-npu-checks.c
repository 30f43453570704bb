/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-checks.h"

#include "weft-npu-claims.h"
#include "weft-npu-index.h"

#include <glib/gi18n-lib.h>

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
  const char *missing[6];
  guint n = 0;
  g_autofree char *list = NULL;

  if (run->metadata == NULL)
    missing[n++] = "run_metadata";
  if (run->config == NULL)
    missing[n++] = "config_snapshot";
  if (!places->has_events)
    missing[n++] = "timeline_events";
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

static void
check_banks (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
             WeftDiagnostics *diagnostics)
{
  char bank[NUMBER_SIZE], count[NUMBER_SIZE];

  if (snapshot->run->n_banks == WEFT_NPU_NONE || places->top_bank < snapshot->run->n_banks)
    return;
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, places->bank.line, places->bank.column,
                        _ ("There is an event of bank %s, but by “config_snapshot” there are only "
                           "%s banks, counted from 0"),
                        print_number (bank, places->top_bank),
                        print_number (count, snapshot->run->n_banks));
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

void
weft_npu_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                WeftDiagnostics *diagnostics)
{
  check_blocks (snapshot->run, places, diagnostics);
  check_lanes (snapshot, diagnostics);
  check_banks (snapshot, places, diagnostics);
  check_samples (snapshot, diagnostics);
  weft_npu_claims_check (snapshot, places, diagnostics);
}
