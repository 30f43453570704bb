/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-facts.h"

#include <glib/gi18n-lib.h>

#include "weft-words.h"

/* "1 234 (12.3 %)". */
static char *
count_and_share (guint64 count, guint64 whole)
{
  g_autofree char *number = weft_number_count (count);
  g_autofree char *share = weft_words_share (count, whole);

  return whole == 0 ? g_strdup (number) : g_strdup_printf ("%s (%s)", number, share);
}

/* A link to the ops that nothing else is told of. */
static void
take_open (WeftFactSection *section, guint32 n_open, guint32 n_ops)
{
  g_autofree char *count = weft_number_count (n_open);
  g_autofree char *share = count_and_share (n_open, n_ops);
  g_autofree char *name = g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s op never ends", "%s ops never end", n_open), count);

  weft_fact_section_add (
    section, &(WeftFact){ .name = name,
                          .value = share,
                          .target = "filter:open",
                          .tooltip = _ ("Left out of latencies, stalls and PCs. Press to see them "
                                        "alone") });
}

void
weft_pipeline_stats_facts_write_counts (WeftFactSection *section, guint32 n_ops, guint32 n_retired,
                                        guint32 n_flushed, guint32 n_open)
{
  weft_fact_section_take (section, _ ("Retired"), count_and_share (n_retired, n_ops));
  weft_fact_section_take (section, _ ("Flushed"), count_and_share (n_flushed, n_ops));
  if (n_open > 0)
    take_open (section, n_open, n_ops);
}

void
weft_pipeline_stats_facts_write_cycles (WeftFactSection *section, const char *name, guint64 cycles,
                                        const WeftClock *clock)
{
  weft_fact_section_take (section, name, weft_words_length (clock, cycles));
}

static void
take_latency (WeftFactSection *section, const WeftHistogram *latency, const WeftClock *clock)
{
  if (latency->n_values == 0)
    return;
  weft_pipeline_stats_facts_write_cycles (section, _ ("Latency, median"),
                                          weft_histogram_get_percentile (latency, 500), clock);
  weft_pipeline_stats_facts_write_cycles (section, _ ("Latency, 90 % within"),
                                          weft_histogram_get_percentile (latency, 900), clock);
  weft_pipeline_stats_facts_write_cycles (section, _ ("Latency, most"), latency->max, clock);
}

static void
take_stall (WeftFactSection *section, const WeftPipelineStats *stats, const WeftClock *clock)
{
  g_autofree char *cycles = weft_words_length (clock, stats->stall_cycles_within);
  g_autofree char *value = g_strconcat ("≈ ", cycles, NULL);
  const WeftFact fact = {
    .name = _ ("Stalled"),
    .value = value,
    .tooltip = _ ("Estimated: those of these cycles in which an op was held up before its result "
                  "was there, summed over the ops, whenever they ended"),
  };

  weft_fact_section_add (section, &fact);
}

static void
take_rate (WeftFactSection *section, const char *name, double rate, guint decimals,
           const char *unit, const char *tooltip)
{
  g_autofree char *number = weft_number_ratio (rate, decimals);
  g_autofree char *value = unit != NULL ? g_strdup_printf ("%s %s", number, unit) : NULL;
  const WeftFact fact = { .name = name,
                          .value = value != NULL ? value : number,
                          .tooltip = tooltip };

  weft_fact_section_add (section, &fact);
}

void
weft_pipeline_stats_facts_write (WeftFactSection *section, const WeftPipelineStats *stats,
                                 gboolean is_range, const WeftClock *clock)
{
  g_autofree char *count = weft_number_count (stats->n_fetched);
  const WeftFact fetched = {
    .name = _ ("Fetched"),
    .value = count,
    .tooltip = _ ("Ops that were fetched in these cycles, whenever they ended"),
  };

  take_rate (section, _ ("IPC"), weft_pipeline_stats_get_ipc (stats), 3, NULL,
             _ ("Retired ops per cycle"));
  take_rate (section, _ ("CPI"), weft_pipeline_stats_get_cpi (stats), 3, NULL,
             _ ("Cycles per retired op"));
  weft_fact_section_add (section, &fetched);
  weft_pipeline_stats_facts_write_counts (section, stats->n_ops, stats->n_retired, stats->n_flushed,
                                          stats->n_open);
  take_rate (section, _ ("Squashes"), weft_pipeline_stats_get_squash_rate (stats), 1,
             _ ("per 1 000 retired ops"), _ ("A squash is a run of flushed ops"));
  take_rate (section, _ ("In flight, mean"), stats->in_flight_mean, 1, _ ("ops"),
             _ ("Ops in a cycle that are fetched and not yet retired or flushed"));
  weft_fact_section_take (section, _ ("In flight, most"), weft_number_ops (stats->in_flight_max));
  take_stall (section, stats, clock);
  if (is_range && stats->latency.n_values > 0)
    weft_fact_section_add (section,
                           &(WeftFact){ .note = _ ("Of the ops that ended in these cycles:") });
  take_latency (section, &stats->latency, clock);
}
