/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-runs.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  char *name;  /* UTF-8 */
  char *model; /* nullable, likewise */
  guint64 n_events;
  gint64 cycles;
  gint64 read; /* bytes; WEFT_NPU_NONE: not known, as in those below */
  gint64 write;
  gint64 kv_read;
  gint64 stall;
  gint64 n_tokens;
  gint64 prefill; /* median latencies; WEFT_NPU_NONE: there is none */
  gint64 decode;
  gint64 decode_p99;
  double utilization[WEFT_NPU_VE + 1]; /* mean of the engines of a kind; NAN: there is none */
  gint64 n_different;                  /* WEFT_NPU_NONE: not compared */
} Run;

struct _WeftNpuRuns
{
  GArray *rows; /* Run */
};

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_free (run->name);
  g_free (run->model);
}

WeftNpuRuns *
weft_npu_runs_new (void)
{
  WeftNpuRuns *self = g_new0 (WeftNpuRuns, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (self->rows, clear_run);
  return self;
}

void
weft_npu_runs_free (WeftNpuRuns *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

static double
get_utilization (const WeftNpuStats *stats, WeftNpuLaneKind kind)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < stats->n_engines; i++)
    if (stats->engines[i].info.kind == kind)
      {
        sum += stats->engines[i].utilization;
        n++;
      }
  return n > 0 ? sum / n : (double) NAN;
}

static gint64
get_latency (const WeftNpuStats *stats, const char *phase, guint per_mille)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);

  return name != WEFT_NO_NAME ? weft_npu_stats_latency (stats, name, per_mille) : WEFT_NPU_NONE;
}

/* Only the summary has a figure for engines of a kind: of all together, or else of each. */
static double
get_claimed_utilization (const WeftNpuRun *run, WeftNpuLaneKind kind)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < run->n_claims; i++)
    {
      const WeftNpuClaim *claim = &run->claims[i];

      if (claim->kind != kind || isnan (claim->utilization))
        continue;
      if (claim->id < 0)
        return claim->utilization;
      sum += claim->utilization;
      n++;
    }
  return n > 0 ? sum / n : (double) NAN;
}

/* Of a run of which there is the summary alone. */
static void
take_summary (Run *self, const WeftNpuRun *run)
{
  self->read = run->dram_read;
  self->write = run->dram_write;
  self->kv_read = run->kv_read;
  self->stall = self->n_tokens = WEFT_NPU_NONE;
  self->prefill = run->prefill_latency;
  for (guint kind = 0; kind < G_N_ELEMENTS (self->utilization); kind++)
    self->utilization[kind] = get_claimed_utilization (run, (WeftNpuLaneKind) kind);
}

void
weft_npu_runs_add (WeftNpuRuns *self, const char *name, const WeftNpuStats *stats,
                   const WeftNpuComparison *comparison)
{
  const char *model = stats->snapshot->run->model;
  Run run = {
    .name = g_utf8_make_valid (name, -1),
    .model = g_strdup (model),
    .n_events = stats->n_events,
    .cycles = stats->n_cycles,
    .read = stats->sum.read,
    .write = stats->sum.write,
    .kv_read = stats->sum.kv_read,
    .stall = stats->sum.stall,
    .n_tokens = stats->n_tokens,
    .prefill = get_latency (stats, "PREFILL", 500),
    .decode = get_latency (stats, "DECODE", 500),
    .decode_p99 = get_latency (stats, "DECODE", 990),
    .n_different = comparison != NULL ? (gint64) comparison->n_different : WEFT_NPU_NONE,
  };

  for (guint kind = 0; kind < G_N_ELEMENTS (run.utilization); kind++)
    run.utilization[kind] = get_utilization (stats, kind);
  if (weft_npu_snapshot_is_summary (stats->snapshot))
    take_summary (&run, stats->snapshot->run);
  g_array_append_val (self->rows, run);
}

static WeftCell
as_number (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number == WEFT_NPU_NONE ? weft_cell_none () : weft_cell_signed (number);
}

#define RUN(name) .member = WEFT_MEMBER (Run, name)
#define ALIGNED N_ ("Bytes of DRAM, as they were aligned")

static const WeftField columns[] = {
  { "run", N_ ("Run"), RUN (name) },
  { "model", N_ ("Model"), RUN (model) },
  { "events", N_ ("Events"), RUN (n_events) },
  { "cycles", N_ ("Cycles"), RUN (cycles) },
  { "bytes_read", N_ ("Read"), .doc = ALIGNED, RUN (read), .as = as_number },
  { "bytes_written", N_ ("Written"), .doc = ALIGNED, RUN (write), .as = as_number },
  { "kv_bytes_read", N_ ("KV read"), .doc = N_ ("Bytes of the key-value cache"), RUN (kv_read),
    .as = as_number },
  { "stall_cycles", N_ ("Stalls"), .doc = N_ ("Cycles of the stalls, which may overlap"),
    RUN (stall), .as = as_number },
  { "tokens", N_ ("Tokens"), RUN (n_tokens), .as = as_number },
  { "prefill_latency", N_ ("Prefill"), .doc = N_ ("Median latency in cycles"), RUN (prefill),
    .as = as_number },
  { "decode_latency", N_ ("Decode"), .doc = N_ ("Median latency in cycles"), RUN (decode),
    .as = as_number },
  { "decode_latency_p99", N_ ("Decode p99"), .doc = N_ ("Latency in cycles, nearest rank"),
    RUN (decode_p99), .as = as_number },
  { "dma_utilization", N_ ("DMA"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Mean utilization of the DMA engines"), RUN (utilization[WEFT_NPU_DMA]) },
  { "te_utilization", N_ ("TE"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Mean utilization of the tensor engines"), RUN (utilization[WEFT_NPU_TE]) },
  { "ve_utilization", N_ ("VE"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Mean utilization of the vector engines"), RUN (utilization[WEFT_NPU_VE]) },
  { "different", N_ ("Differ"),
    .doc = N_ ("Numbers that differ from those of the first run by more than the tolerance"),
    RUN (n_different), .as = as_number },
};

WeftFacts
weft_npu_runs_get_facts (const WeftNpuRuns *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->rows);
}
