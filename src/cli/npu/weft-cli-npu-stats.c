/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-npu-facts.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

/* --- machines: the keys are those of docs/formats/npu.md, "Statistics" ----------------------------- */

static void
write_name (WeftJsonWriter *writer, const char *key, const WeftNpuStats *stats, guint32 name)
{
  weft_json_writer_string_member (writer, key,
                                  weft_npu_trace_get_name (stats->snapshot->trace, name));
}

static void
write_table (WeftJsonWriter *writer, const char *key, const WeftNpuStats *stats, WeftNpuTable table)
{
  WeftFacts facts = weft_npu_facts_get (stats, table);

  weft_json_writer_key (writer, key);
  weft_cli_records_write_json (&facts, writer);
}

static void
write_types (WeftJsonWriter *writer, const WeftNpuStats *stats)
{
  weft_json_writer_key (writer, "by_type");
  weft_json_writer_begin_object (writer);
  for (guint type = 0; type < WEFT_NPU_OTHER; type++)
    if (stats->n_types[type] > 0)
      weft_json_writer_unsigned_member (writer, weft_npu_type_to_string (type),
                                        stats->n_types[type]);
  for (guint i = 0; i < stats->n_others; i++)
    {
      weft_json_writer_any_key (
        writer, weft_npu_trace_get_name (stats->snapshot->trace, stats->others[i].name));
      weft_json_writer_unsigned (writer, stats->others[i].sum.n_events);
    }
  weft_json_writer_end_object (writer);
}

static void
write_sum (WeftJsonWriter *writer, const WeftNpuSum *sum)
{
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  for (guint kind = 0; kind <= WEFT_NPU_OTHER_ENGINE; kind++)
    if (sum->cycles[kind] > 0)
      weft_json_writer_signed_member (writer, weft_npu_kind_to_string (kind), sum->cycles[kind]);
  weft_json_writer_end_object (writer);
  weft_json_writer_unsigned_member (writer, "events", sum->n_events);
  weft_json_writer_signed_member (writer, "bytes_read", sum->read);
  weft_json_writer_signed_member (writer, "bytes_written", sum->write);
  weft_json_writer_signed_member (writer, "bytes_asked_read", sum->asked_read);
  weft_json_writer_signed_member (writer, "bytes_asked_written", sum->asked_write);
  weft_json_writer_signed_member (writer, "macs", sum->macs);
  weft_json_writer_signed_member (writer, "stall_cycles", sum->stall);
}

static void
write_layers (WeftJsonWriter *writer, const WeftNpuStats *stats)
{
  weft_json_writer_key (writer, "layers");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < stats->n_layers; i++)
    {
      const WeftNpuNameStats *layer = &stats->layers[i];
      WeftNpuBound bound = weft_npu_stats_bound (stats, &layer->sum);

      weft_json_writer_begin_object (writer);
      write_name (writer, "layer", stats, layer->name);
      write_sum (writer, &layer->sum);
      weft_json_writer_real_member (writer, "memory_cycles", bound.memory);
      weft_json_writer_real_member (writer, "compute_cycles", bound.compute);
      weft_json_writer_string_member (writer, "bound", weft_npu_bound_to_string (&bound));
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_percentiles (WeftJsonWriter *writer, const WeftNpuStats *stats, const char *phase)
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
  weft_json_writer_key (writer, phase);
  weft_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    weft_json_writer_signed_member (writer, ranks[i].key,
                                    weft_npu_stats_latency (stats, name, ranks[i].per_mille));
  weft_json_writer_end_object (writer);
}

static void
write_bandwidth (WeftJsonWriter *writer, const WeftNpuStats *stats)
{
  gint64 peak = stats->bandwidth->peak;

  weft_json_writer_key (writer, "bandwidth");
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "source",
                                  weft_npu_bandwidth_source_to_string (stats->bandwidth->source));
  weft_json_writer_signed_member (writer, "bytes_read", stats->window_read);
  weft_json_writer_signed_member (writer, "bytes_written", stats->window_write);
  weft_json_writer_signed_member (writer, "kv_bytes", stats->window_kv);
  weft_json_writer_real_member (writer, "peak_bytes_per_cycle", stats->window_top);
  weft_json_writer_real_member (writer, "capacity_bytes_per_cycle",
                                peak != WEFT_NPU_NONE ? (double) peak : (double) NAN);
  weft_json_writer_real_member (
    writer, "peak_of_capacity",
    peak != WEFT_NPU_NONE && peak > 0 ? stats->window_top / (double) peak : (double) NAN);
  weft_json_writer_unsigned_member (writer, "windows_above_warning", stats->n_high_windows);
  weft_json_writer_end_object (writer);
}

/* What the frequency makes of cycles; nothing where there is none. */
static void
write_clock (WeftJsonWriter *writer, const WeftNpuStats *stats, const WeftClock *clock)
{
  double hertz = (double) clock->hertz, seconds = (double) stats->n_cycles / hertz;
  gint64 peak = stats->bandwidth->peak;

  if (clock->hertz == 0)
    return;
  weft_json_writer_key (writer, "clock");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "hertz", clock->hertz);
  weft_json_writer_real_member (writer, "seconds", seconds);
  weft_json_writer_real_member (writer, "read_bytes_per_second",
                                (double) stats->window_read / seconds);
  weft_json_writer_real_member (writer, "written_bytes_per_second",
                                (double) stats->window_write / seconds);
  weft_json_writer_real_member (writer, "peak_bytes_per_second", stats->window_top * hertz);
  weft_json_writer_real_member (writer, "capacity_bytes_per_second",
                                peak != WEFT_NPU_NONE ? (double) peak * hertz : (double) NAN);
  weft_json_writer_real_member (writer, "roof_macs_per_second", stats->roof * hertz);
  weft_json_writer_end_object (writer);
}

static void
write_json (const WeftNpuStats *stats, WeftTrace *trace, const WeftClock *clock)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);
  gboolean is_whole = stats->n_events == stats->snapshot->n_events;

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "events", stats->n_events);
  weft_json_writer_unsigned_member (writer, "samples", stats->n_samples);
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "first",
                                  is_whole ? stats->snapshot->first_cycle : stats->range.from);
  weft_json_writer_signed_member (writer, "last",
                                  is_whole ? stats->snapshot->last_cycle : stats->range.to);
  weft_json_writer_signed_member (writer, "total", stats->n_cycles);
  weft_json_writer_end_object (writer);
  write_types (writer, stats);
  write_table (writer, "engines", stats, WEFT_NPU_TABLE_ENGINE);
  write_layers (writer, stats);
  write_table (writer, "ops", stats, WEFT_NPU_TABLE_OP);
  write_table (writer, "phases", stats, WEFT_NPU_TABLE_PHASE);
  write_table (writer, "tokens", stats, WEFT_NPU_TABLE_TOKEN);
  weft_json_writer_key (writer, "latency");
  weft_json_writer_begin_object (writer);
  write_percentiles (writer, stats, "PREFILL");
  write_percentiles (writer, stats, "DECODE");
  weft_json_writer_end_object (writer);
  weft_json_writer_key (writer, "kv_cache");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "bytes_read", stats->sum.kv_read);
  weft_json_writer_signed_member (writer, "bytes_written", stats->sum.kv_write);
  weft_json_writer_end_object (writer);
  write_bandwidth (writer, stats);
  write_table (writer, "stalls", stats, WEFT_NPU_TABLE_STALL);
  write_table (writer, "qbits", stats, WEFT_NPU_TABLE_BITS);
  write_table (writer, "banks", stats, WEFT_NPU_TABLE_BANK);
  write_table (writer, "critical_path", stats, WEFT_NPU_TABLE_CRITICAL);
  weft_json_writer_real_member (writer, "roof_macs_per_cycle", stats->roof);
  write_clock (writer, stats, clock);
  weft_json_writer_unsigned_member (writer, "failed_events", stats->n_errors);
  weft_cli_write_diagnostics (writer, trace);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

static void
write_json_table (const WeftFacts *facts)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_cli_records_write_json (facts, writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

/* --- people ---------------------------------------------------------------------------------------- */

static void
print_bytes (const char *title, gint64 read, gint64 written)
{
  g_autofree char *in = weft_number_exact_bytes ((guint64) read);
  g_autofree char *out = weft_number_exact_bytes ((guint64) written);

  weft_cli_print_field (title, _ ("read %s, written %s"), in, out);
}

/* Bytes per second, in GB/s. */
static void
print_rates (const WeftNpuStats *stats, const WeftClock *clock)
{
  double giga = (double) clock->hertz / 1e9, cycles = (double) stats->n_cycles;
  gint64 peak = stats->bandwidth->peak;
  g_autofree char *read = weft_cli_format_real ((double) stats->window_read / cycles * giga);
  g_autofree char *write = weft_cli_format_real ((double) stats->window_write / cycles * giga);
  g_autofree char *top = weft_cli_format_real (stats->window_top * giga);
  g_autofree char *capacity =
    weft_cli_format_real (peak != WEFT_NPU_NONE ? (double) peak * giga : (double) NAN);

  weft_cli_print_field ("", _ ("read %s, written %s, at most %s of %s GB/s"), read, write, top,
                        capacity);
}

static void
print_bandwidth (const WeftNpuStats *stats)
{
  gint64 peak = stats->bandwidth->peak;
  g_autofree char *top = weft_cli_format_real (stats->window_top);
  g_autofree char *share = weft_cli_format_percent (
    peak != WEFT_NPU_NONE && peak > 0 ? stats->window_top / (double) peak : (double) NAN);
  g_autofree char *high = weft_number_count (stats->n_high_windows);

  if (stats->bandwidth->source == WEFT_NPU_FROM_SAMPLES)
    print_bytes (_ ("DRAM"), stats->window_read, stats->window_write);
  else
    print_bytes (_ ("DRAM, by events"), stats->window_read, stats->window_write);
  weft_cli_print_field (_ ("Bandwidth"),
                        _ ("at most %s bytes per cycle, %s of the peak; windows above 80 %%: %s"),
                        top, share, high);
}

/* Cycles, and their time where that is known: (transfer full). */
static char *
format_cycles (const WeftNpuStats *stats, gint64 cycles, const WeftClock *clock)
{
  g_autofree char *words = weft_npu_format_time (stats->snapshot, cycles);

  return weft_clock_format (clock, cycles, words);
}

static void
print_latency (const WeftNpuStats *stats, const WeftClock *clock, const char *title,
               const char *phase)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);
  g_autofree char *p50 = NULL, *p99 = NULL, *max = NULL;

  if (name == WEFT_NO_NAME)
    return;
  p50 = format_cycles (stats, weft_npu_stats_latency (stats, name, 500), clock);
  p99 = format_cycles (stats, weft_npu_stats_latency (stats, name, 990), clock);
  max = format_cycles (stats, weft_npu_stats_latency (stats, name, 1000), clock);
  weft_cli_print_field (title, _ ("p50 %s, p99 %s, max %s"), p50, p99, max);
}

static void
print (const WeftNpuStats *stats, WeftTrace *trace, const WeftClock *clock)
{
  static const WeftNpuTable tables[] = { WEFT_NPU_TABLE_ENGINE, WEFT_NPU_TABLE_LAYER,
                                         WEFT_NPU_TABLE_OP,     WEFT_NPU_TABLE_TOKEN,
                                         WEFT_NPU_TABLE_STALL,  WEFT_NPU_TABLE_BITS };
  g_autofree char *events = weft_number_count (stats->n_events);
  const WeftClock nanoseconds = { .hertz = 1000000000 };
  g_autofree char *number = stats->snapshot->is_chrome
                              ? weft_clock_format_exact (&nanoseconds, stats->n_cycles)
                              : weft_number_integer (stats->n_cycles);
  g_autofree char *cycles = weft_clock_format (clock, stats->n_cycles, number);
  g_autofree char *roof = weft_cli_format_real (stats->roof);

  weft_cli_print_field (_ ("Events"), "%s", events);
  weft_cli_print_field (stats->snapshot->is_chrome ? _ ("Time") : _ ("Cycles"), "%s", cycles);
  if (stats->bandwidth->top > 0)
    print_bandwidth (stats);
  if (stats->bandwidth->top > 0 && clock->hertz > 0)
    print_rates (stats, clock);
  if (stats->sum.kv_read > 0 || stats->sum.kv_write > 0)
    print_bytes (_ ("KV cache"), stats->sum.kv_read, stats->sum.kv_write);
  print_latency (stats, clock, _ ("Prefill"), "PREFILL");
  print_latency (stats, clock, _ ("Decode"), "DECODE");
  if (!isnan (stats->roof))
    weft_cli_print_field (_ ("Compute roof"), _ ("≈ %s MACs per cycle"), roof);
  weft_cli_print_diagnostics (trace);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      WeftFacts facts = weft_npu_facts_get (stats, tables[i]);

      if (facts.n_rows == 0)
        continue;
      putchar ('\n');
      weft_cli_records_print (&facts, stdout, MAX_ROWS);
    }
}

int
weft_cli_npu_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);
  WeftFacts facts;
  WeftClock clock;

  if (stats == NULL || !weft_cli_npu_get_clock (stats->snapshot, &clock))
    return WEFT_CLI_USAGE;
  facts =
    weft_npu_facts_get (stats, request->key_word != NULL ? request->key : WEFT_NPU_TABLE_ENGINE);
  if (request->csv)
    weft_cli_records_write_csv (&facts, stdout);
  else if (request->json && request->key_word != NULL)
    write_json_table (&facts);
  else if (request->json)
    write_json (stats, trace, &clock);
  else if (request->key_word != NULL)
    weft_cli_records_print (&facts, stdout, G_MAXUINT);
  else
    print (stats, trace, &clock);
  return WEFT_CLI_SUCCESS;
}
