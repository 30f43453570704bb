/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-npu.h"

#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-findings.h"

typedef struct
{
  WeftNpuSnapshot *snapshot;
  WeftNpuStats *stats; /* NULL: not yet asked for */
} Source;

static gboolean
open_events (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  const Source *self = source;

  *facts = (WeftFacts){ .data = self->snapshot, .n_rows = self->snapshot->n_events };
  return TRUE;
}

static gboolean
open_samples (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
              GError **error G_GNUC_UNUSED)
{
  const Source *self = source;

  *facts = (WeftFacts){ .data = self->snapshot, .n_rows = self->snapshot->n_samples };
  return TRUE;
}

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;
  g_autoptr (WeftNpuPath) path = NULL;

  if (self->stats != NULL)
    return TRUE;
  bandwidth = weft_npu_bandwidth_new (self->snapshot);
  path = weft_npu_path_new (self->snapshot);
  self->stats =
    weft_npu_stats_new (self->snapshot, bandwidth, path, &WEFT_CYCLE_RANGE_ALL, NULL, cancellable);
  if (self->stats == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return self->stats != NULL;
}

#define OPEN(name, table) \
  WEFT_QUERY_OPEN (name, Source, measure, weft_npu_facts_get (self->stats, table))

OPEN (open_layers, WEFT_NPU_TABLE_LAYER)
OPEN (open_tokens, WEFT_NPU_TABLE_TOKEN)
OPEN (open_engines, WEFT_NPU_TABLE_ENGINE)
OPEN (open_ops, WEFT_NPU_TABLE_OP)
OPEN (open_phases, WEFT_NPU_TABLE_PHASE)
OPEN (open_stalls, WEFT_NPU_TABLE_STALL)
OPEN (open_qbits, WEFT_NPU_TABLE_BITS)
OPEN (open_banks, WEFT_NPU_TABLE_BANK)
OPEN (open_steps, WEFT_NPU_TABLE_CRITICAL)

static GArray *
make (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return measure (self, cancellable, error) ? weft_npu_findings_new (self->stats, FALSE) : NULL;
}

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  const Source *self = source;

  return weft_npu_findings_find (self->snapshot, make, source, cancellable, error);
}

#define DUMP WEFT_FIELD_DUMP
#define STATISTICS(table) .schema = &weft_npu_table_schemas[table], .flags = WEFT_FIELD_TABLE

static const WeftQueryTable tables[] = {
  { .name = "npu_event",
    .schema = &weft_npu_event_schema,
    .flags = WEFT_FIELD_FILTER,
    .more = DUMP,
    .indexed = WEFT_QUERY_KEYS ("start", "end", "line", "token", "command"),
    .is_shown = TRUE,
    .times = WEFT_QUERY_KEYS ("start", "end"),
    .links = WEFT_QUERY_LINKS ({ "line", "npu_event", "line" }),
    .open = open_events },
  { .name = "sample",
    .schema = &weft_npu_sample_schema,
    .flags = DUMP,
    .indexed = WEFT_QUERY_KEYS ("cycle"),
    .times = WEFT_QUERY_KEYS ("cycle"),
    .open = open_samples },
  { .name = "layer", STATISTICS (WEFT_NPU_TABLE_LAYER), .open = open_layers },
  { .name = "token",
    STATISTICS (WEFT_NPU_TABLE_TOKEN),
    .times = WEFT_QUERY_KEYS ("start", "end"),
    .open = open_tokens },
  { .name = "engine", STATISTICS (WEFT_NPU_TABLE_ENGINE), .open = open_engines },
  { .name = "op", STATISTICS (WEFT_NPU_TABLE_OP), .open = open_ops },
  { .name = "phase", STATISTICS (WEFT_NPU_TABLE_PHASE), .open = open_phases },
  { .name = "stall", STATISTICS (WEFT_NPU_TABLE_STALL), .open = open_stalls },
  { .name = "qbits", STATISTICS (WEFT_NPU_TABLE_BITS), .open = open_qbits },
  { .name = "bank", STATISTICS (WEFT_NPU_TABLE_BANK), .open = open_banks },
  { .name = "step",
    STATISTICS (WEFT_NPU_TABLE_CRITICAL),
    .times = WEFT_QUERY_KEYS ("start", "end"),
    .open = open_steps },
};

static const WeftQueryMetric metrics[] = {
  { "cycles", "Cycles until the last event has ended", "SELECT max(\"end\") FROM @npu_event" },
  { "dram_read_bytes", "Bytes read from DRAM, as they were aligned",
    "SELECT sum(bytes_read) FROM @layer" },
  { "dram_write_bytes", "Bytes written to DRAM", "SELECT sum(bytes_written) FROM @layer" },
  { "dram_bytes", "Bytes of both", "SELECT sum(bytes_read + bytes_written) FROM @layer" },
  { "macs", "MACs", "SELECT sum(macs) FROM @layer" },
  { "stall_cycles", "Cycles of stalls, which may overlap", "SELECT sum(cycles) FROM @stall" },
  { "token_p50", "Cycles that half of the tokens took at most",
    "SELECT percentile(latency, 50) FROM @token" },
  { "token_max", "Cycles of the slowest token", "SELECT max(latency) FROM @token" },
};

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  Source *self = g_new0 (Source, 1);

  self->snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  return self;
}

static void
close_source (gpointer source)
{
  Source *self = source;

  g_clear_pointer (&self->stats, weft_npu_stats_unref);
  weft_npu_snapshot_unref (self->snapshot);
  g_free (self);
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  const Source *self = source;

  *first = self->snapshot->first_cycle;
  *last = self->snapshot->last_cycle;
  return self->snapshot->n_events > 0 || self->snapshot->n_samples > 0;
}

const WeftQueryFamily weft_query_npu = {
  .name = "npu",
  .doc = "Runs on an NPU simulator. Time is in cycles",
  .get_type = weft_npu_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .find = find,
  .get_times = get_times,
};
