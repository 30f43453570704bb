/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-npu-bound.h"
#include "weft-npu-facts.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

/* --- machines: the keys are those of docs/formats/npu.md, "Statistics" ----------------------------- */

static void
write_name (WeftReport *report, const char *key, const WeftNpuStats *stats, guint32 name)
{
  weft_report_text (report, key, weft_npu_trace_get_name (stats->snapshot->trace, name));
}

/* A table for machines, for people, or both. */
static void
report_table (WeftReport *report, const char *key, const WeftNpuStats *stats, WeftNpuTable table,
              guint max_rows)
{
  WeftFacts facts = weft_npu_facts_get (stats, table);

  weft_report_table (report, key, &facts, facts.n_rows > 0 ? max_rows : 0);
}

static void
write_types (WeftReport *report, const WeftNpuStats *stats)
{
  weft_report_begin (report, "by_type");
  for (guint type = 0; type < WEFT_NPU_OTHER; type++)
    if (stats->n_types[type] > 0)
      weft_report_count (report, weft_npu_type_to_string (type), stats->n_types[type]);
  for (guint i = 0; i < stats->n_others; i++)
    weft_report_count (report,
                       weft_npu_trace_get_name (stats->snapshot->trace, stats->others[i].name),
                       stats->others[i].sum.n_events);
  weft_report_end (report);
}

/* A sum of what no event of the run says is not known. */
static void
write_known (WeftReport *report, const char *key, gboolean is_known, gint64 sum)
{
  if (is_known)
    weft_report_signed (report, key, sum);
  else
    weft_report_text (report, key, NULL);
}

static void
write_sum (WeftReport *report, const WeftNpuStats *stats, const WeftNpuSum *sum)
{
  weft_report_begin (report, "cycles");
  for (guint kind = 0; kind <= WEFT_NPU_OTHER_ENGINE; kind++)
    if (sum->cycles[kind] > 0)
      weft_report_signed (report, weft_npu_kind_to_string (kind), sum->cycles[kind]);
  weft_report_end (report);
  weft_report_count (report, "events", sum->n_events);
  write_known (report, "bytes_read", stats->has_bytes, sum->read);
  write_known (report, "bytes_written", stats->has_bytes, sum->write);
  write_known (report, "bytes_asked_read", stats->has_bytes, sum->asked_read);
  write_known (report, "bytes_asked_written", stats->has_bytes, sum->asked_write);
  write_known (report, "macs", stats->has_macs, sum->macs);
  weft_report_signed (report, "stall_cycles", sum->stall);
}

static void
write_layers (WeftReport *report, const WeftNpuStats *stats)
{
  weft_report_begin_list (report, "layers");
  for (guint i = 0; i < stats->n_layers; i++)
    {
      const WeftNpuNameStats *layer = &stats->layers[i];
      WeftNpuBound bound = weft_npu_stats_bound (stats, &layer->sum);

      weft_report_begin (report, NULL);
      write_name (report, "layer", stats, layer->name);
      write_sum (report, stats, &layer->sum);
      weft_report_real (report, "memory_cycles", bound.memory);
      weft_report_real (report, "compute_cycles", bound.compute);
      weft_report_text (report, "bound", weft_npu_bound_to_string (&bound));
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
write_percentiles (WeftReport *report, const WeftNpuStats *stats, const char *phase)
{
  static const struct
  {
    const char *key;
    guint per_mille;
  } ranks[] = {
    { "p50", 500 },
    { "p90", 900 },
    { "p99", 990 },
    { "max", 1000 },
  };
  guint32 name = weft_npu_stats_find_phase (stats, phase);

  if (name == WEFT_NO_NAME)
    return;
  weft_report_begin (report, phase);
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    weft_report_signed (report, ranks[i].key,
                        weft_npu_stats_latency (stats, name, ranks[i].per_mille));
  weft_report_end (report);
}

static void
write_bandwidth (WeftReport *report, const WeftNpuStats *stats)
{
  gint64 peak = stats->bandwidth->peak;

  weft_report_begin (report, "bandwidth");
  weft_report_text (report, "source",
                    weft_npu_bandwidth_source_to_string (stats->bandwidth->source));
  weft_report_signed (report, "bytes_read", stats->window_read);
  weft_report_signed (report, "bytes_written", stats->window_write);
  weft_report_signed (report, "kv_bytes", stats->window_kv);
  weft_report_real (report, "peak_bytes_per_cycle", stats->window_top);
  weft_report_real (report, "capacity_bytes_per_cycle",
                    peak != WEFT_NPU_NONE ? (double) peak : (double) NAN);
  weft_report_real (report, "peak_of_capacity",
                    peak != WEFT_NPU_NONE && peak > 0 ? stats->window_top / (double) peak
                                                      : (double) NAN);
  weft_report_count (report, "windows_above_warning", stats->n_high_windows);
  weft_report_end (report);
}

/* Times instead of cycles, where the frequency is known. */
static void
write_clock (WeftReport *report, const WeftNpuStats *stats, const WeftClock *clock)
{
  double hertz = (double) clock->hertz, seconds = (double) stats->n_cycles / hertz;
  gint64 peak = stats->bandwidth->peak;

  if (clock->hertz == 0)
    return;
  weft_report_begin (report, "clock");
  weft_report_signed (report, "hertz", clock->hertz);
  weft_report_real (report, "seconds", seconds);
  weft_report_real (report, "read_bytes_per_second", (double) stats->window_read / seconds);
  weft_report_real (report, "written_bytes_per_second", (double) stats->window_write / seconds);
  weft_report_real (report, "peak_bytes_per_second", stats->window_top * hertz);
  weft_report_real (report, "capacity_bytes_per_second",
                    peak != WEFT_NPU_NONE ? (double) peak * hertz : (double) NAN);
  weft_report_real (report, "roof_macs_per_second", stats->roof * hertz);
  weft_report_end (report);
}

/* --- people ---------------------------------------------------------------------------------------- */

static void
say_bytes (WeftReport *report, const char *title, gint64 read, gint64 written)
{
  weft_report_line (report, title, _ ("read %s, written %s"),
                    weft_report_say (report, weft_number_exact_bytes ((guint64) read)),
                    weft_report_say (report, weft_number_exact_bytes ((guint64) written)));
}

/* Bytes per second, in GB/s. */
static void
say_rates (WeftReport *report, const WeftNpuStats *stats, const WeftClock *clock)
{
  double giga = (double) clock->hertz / 1e9, cycles = (double) stats->n_cycles;
  gint64 peak = stats->bandwidth->peak;
  double capacity = peak != WEFT_NPU_NONE ? (double) peak * giga : (double) NAN;

  weft_report_line (report, "", _ ("read %s, written %s, at most %s of %s GB/s"),
                    weft_report_say_real (report, (double) stats->window_read / cycles * giga),
                    weft_report_say_real (report, (double) stats->window_write / cycles * giga),
                    weft_report_say_real (report, stats->window_top * giga),
                    weft_report_say_real (report, capacity));
}

static void
say_bandwidth (WeftReport *report, const WeftNpuStats *stats, const WeftClock *clock)
{
  gint64 peak = stats->bandwidth->peak;
  double share =
    peak != WEFT_NPU_NONE && peak > 0 ? stats->window_top / (double) peak : (double) NAN;

  if (!(stats->bandwidth->top > 0))
    return;
  say_bytes (report,
             stats->bandwidth->source == WEFT_NPU_FROM_SAMPLES ? _ ("DRAM") : _ ("DRAM, by events"),
             stats->window_read, stats->window_write);
  weft_report_line (report, _ ("Bandwidth"),
                    _ ("at most %s bytes per cycle, %s of the peak; windows above 80 %%: %s"),
                    weft_report_say_real (report, stats->window_top),
                    weft_report_say_percent (report, share),
                    weft_report_say_count (report, stats->n_high_windows));
  if (clock->hertz > 0)
    say_rates (report, stats, clock);
}

/* Cycles, and their time where that is known. */
static const char *
say_cycles (WeftReport *report, gint64 cycles, const WeftClock *clock)
{
  g_autofree char *words = weft_number_signed_cycles (cycles);

  return weft_report_say (report, weft_clock_format (clock, cycles, words));
}

static void
say_latency (WeftReport *report, const WeftNpuStats *stats, const WeftClock *clock,
             const char *title, const char *phase)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);

  if (name == WEFT_NO_NAME)
    return;
  weft_report_line (report, title, _ ("p50 %s, p99 %s, max %s"),
                    say_cycles (report, weft_npu_stats_latency (stats, name, 500), clock),
                    say_cycles (report, weft_npu_stats_latency (stats, name, 990), clock),
                    say_cycles (report, weft_npu_stats_latency (stats, name, 1000), clock));
}

static void
say_summary (WeftReport *report, const WeftNpuStats *stats, const WeftClock *clock)
{
  g_autofree char *cycles = weft_number_integer (stats->n_cycles);

  weft_report_line (report, _ ("Cycles"), "%s",
                    weft_report_say (report, weft_clock_format (clock, stats->n_cycles, cycles)));
  say_bandwidth (report, stats, clock);
  if (stats->sum.kv_read > 0 || stats->sum.kv_write > 0)
    say_bytes (report, _ ("KV cache"), stats->sum.kv_read, stats->sum.kv_write);
  say_latency (report, stats, clock, _ ("Prefill"), "PREFILL");
  say_latency (report, stats, clock, _ ("Decode"), "DECODE");
  if (!isnan (stats->roof))
    weft_report_line (report, _ ("Compute roof"), _ ("≈ %s MACs per cycle"),
                      weft_report_say_real (report, stats->roof));
}

/* --- both ------------------------------------------------------------------------------------------ */

static void
report_counts (WeftReport *report, const WeftNpuStats *stats)
{
  const WeftNpuSnapshot *snapshot = stats->snapshot;
  gboolean is_whole = stats->n_events == snapshot->n_events;

  weft_report_value (report, "events", _ ("Events"), weft_cell_count (stats->n_events));
  weft_report_count (report, "samples", stats->n_samples);
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", is_whole ? snapshot->first_cycle : stats->range.from);
  weft_report_signed (report, "last", is_whole ? snapshot->last_cycle : stats->range.to);
  weft_report_signed (report, "total", stats->n_cycles);
  weft_report_end (report);
  write_types (report, stats);
}

static void
report_middle (WeftReport *report, const WeftNpuStats *stats)
{
  weft_report_begin (report, "latency");
  write_percentiles (report, stats, "PREFILL");
  write_percentiles (report, stats, "DECODE");
  weft_report_end (report);
  weft_report_begin (report, "kv_cache");
  weft_report_signed (report, "bytes_read", stats->sum.kv_read);
  weft_report_signed (report, "bytes_written", stats->sum.kv_write);
  weft_report_end (report);
  write_bandwidth (report, stats);
}

/* `is_whole`: of all of the run, as its findings are. */
static void
write_report (WeftReport *report, const WeftNpuStats *stats, WeftTrace *trace,
              const WeftClock *clock, gboolean is_whole)
{
  static const WeftNpuTable shown[] = { WEFT_NPU_TABLE_ENGINE, WEFT_NPU_TABLE_LAYER,
                                        WEFT_NPU_TABLE_OP,     WEFT_NPU_TABLE_TOKEN,
                                        WEFT_NPU_TABLE_STALL,  WEFT_NPU_TABLE_BITS };

  weft_report_begin (report, NULL);
  report_counts (report, stats);
  say_summary (report, stats, clock);
  report_table (report, "engines", stats, WEFT_NPU_TABLE_ENGINE, 0);
  write_layers (report, stats);
  report_table (report, "tiles", stats, WEFT_NPU_TABLE_TILE, 0);
  report_table (report, "ops", stats, WEFT_NPU_TABLE_OP, 0);
  report_table (report, "phases", stats, WEFT_NPU_TABLE_PHASE, 0);
  report_table (report, "tokens", stats, WEFT_NPU_TABLE_TOKEN, 0);
  report_middle (report, stats);
  report_table (report, "stalls", stats, WEFT_NPU_TABLE_STALL, 0);
  report_table (report, "qbits", stats, WEFT_NPU_TABLE_BITS, 0);
  report_table (report, "banks", stats, WEFT_NPU_TABLE_BANK, 0);
  report_table (report, "critical_path", stats, WEFT_NPU_TABLE_CRITICAL, 0);
  weft_report_real (report, "roof_macs_per_cycle", stats->roof);
  write_clock (report, stats, clock);
  weft_report_count (report, "failed_events", stats->n_errors);
  weft_report_diagnostics (report, trace);
  if (is_whole)
    weft_cli_npu_report_findings (report, stats);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    report_table (report, NULL, stats, shown[i], MAX_ROWS);
  weft_report_end (report);
}

/* Without --by, CSV is the table of engines. */
int
weft_cli_npu_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);
  gboolean has_key = request->key_word != NULL;
  WeftFacts facts;
  WeftClock clock;

  if (stats == NULL || !weft_cli_npu_get_clock (&clock))
    return WEFT_CLI_USAGE;
  facts = weft_npu_facts_get (stats, has_key ? request->key : WEFT_NPU_TABLE_ENGINE);
  if (has_key || weft_report_get_format (request->report) == WEFT_REPORT_CSV)
    weft_report_only (request->report, &facts, G_MAXUINT);
  else
    write_report (request->report, stats, trace, &clock,
                  !request->has_range && request->filter == NULL);
  return WEFT_CLI_SUCCESS;
}
