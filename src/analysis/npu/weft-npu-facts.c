/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-facts.h"

#include <glib/gi18n-lib.h>

const char *const weft_npu_table_words[] = { "engine",   "layer", "op",       "token",
                                             "phase",    "stall", "qbits",    "bank",
                                             "roofline", "type",  "critical", NULL };

const char *
weft_npu_kind_to_string (WeftNpuLaneKind kind)
{
  static const char *const words[WEFT_NPU_N_LANE_KINDS] = { "DMA",  "TE",    "VE",
                                                            "HOST", "OTHER", "OTHER" };

  return words[kind];
}

char *
weft_npu_lane_to_string (const WeftNpuLane *lane)
{
  g_autofree char *engine = g_utf8_make_valid (lane->engine, -1);

  if (lane->id < 0)
    return g_steal_pointer (&engine);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT, engine, lane->id);
}

/* --- cells ---------------------------------------------------------------------------------------- */

static WeftCell
name_cell (const WeftNpuStats *stats, guint32 name)
{
  const char *text = weft_npu_trace_get_name (stats->snapshot->trace, name);

  return weft_cell_text (text != NULL ? g_utf8_make_valid (text, -1) : NULL);
}

static WeftCell
number_cell (gint64 number)
{
  return number == WEFT_NPU_NONE ? weft_cell_none () : weft_cell_signed (number);
}

static gint64
get_cycles (const WeftNpuSum *sum)
{
  gint64 cycles = 0;

  for (guint i = 0; i < WEFT_NPU_N_LANE_KINDS; i++)
    cycles += sum->cycles[i];
  return cycles;
}

static gint64
get_other_cycles (const WeftNpuSum *sum)
{
  return get_cycles (sum) - sum->cycles[WEFT_NPU_DMA] - sum->cycles[WEFT_NPU_TE]
         - sum->cycles[WEFT_NPU_VE];
}

/* --- engines -------------------------------------------------------------------------------------- */

static const WeftField engine_columns[] = {
  { "engine", N_ ("Engine") },
  { "id", N_ ("Id") },
  { "events", N_ ("Events") },
  { "busy_cycles", N_ ("Busy"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Events that overlap count once") },
  { "stall_cycles", N_ ("Stalled"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While it was stalled and not busy") },
  { "idle_cycles", N_ ("Idle"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While it was neither busy nor stalled") },
  { "utilization", N_ ("Utilization"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Busy time by that of the run or the range") },
  { "utilization_of_span", N_ ("Of its span"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Busy time by that from the first to the last event of the engine") },
  { "bytes_read", N_ ("Read"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "bytes_written", N_ ("Written"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "macs", N_ ("MACs") },
};

static void
fill_engine (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuEngineStats *engine = &stats->engines[row];

  cells[0] = weft_cell_text (g_utf8_make_valid (engine->info.engine, -1));
  cells[1] = engine->info.id >= 0 ? weft_cell_signed (engine->info.id) : weft_cell_none ();
  cells[2] = weft_cell_count (engine->sum.n_events);
  cells[3] = weft_cell_signed (engine->busy);
  cells[4] = weft_cell_signed (engine->stalled);
  cells[5] = weft_cell_signed (engine->idle);
  cells[6] = weft_cell_real (engine->utilization);
  cells[7] = weft_cell_real (engine->of_span);
  cells[8] = weft_cell_signed (engine->sum.read);
  cells[9] = weft_cell_signed (engine->sum.write);
  cells[10] = weft_cell_signed (engine->sum.macs);
}

/* --- layers, ops, phases -------------------------------------------------------------------------- */

#define SUM_COLUMNS \
  { "events", N_ ("Events") }, \
    { "cycles", N_ ("Total"), .unit = WEFT_UNIT_CYCLES, \
      .doc = N_ ("Sum of the events' lengths; overlaps count twice") }, \
    { "dma_cycles", N_ ("DMA"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In DMA engines") }, \
    { "te_cycles", N_ ("TE"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In tensor engines") }, \
    { "ve_cycles", N_ ("VE"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In vector engines") }, \
    { "other_cycles", N_ ("Other"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In other engines") }, \
    { "bytes_read", N_ ("Read"), .doc = N_ ("Bytes of DRAM, as they were aligned") }, \
    { "bytes_written", N_ ("Written"), .doc = N_ ("Bytes of DRAM, as they were aligned") }, \
    { "macs", N_ ("MACs") }, \
  { \
    "stall_cycles", N_ ("Stalls"), .unit = WEFT_UNIT_CYCLES, \
                                   .doc = N_ ("Of its stalls, which may overlap") \
  }

#define N_SUM_COLUMNS 10

static void
fill_sum (const WeftNpuSum *sum, WeftCell *cells)
{
  cells[0] = weft_cell_count (sum->n_events);
  cells[1] = weft_cell_signed (get_cycles (sum));
  cells[2] = weft_cell_signed (sum->cycles[WEFT_NPU_DMA]);
  cells[3] = weft_cell_signed (sum->cycles[WEFT_NPU_TE]);
  cells[4] = weft_cell_signed (sum->cycles[WEFT_NPU_VE]);
  cells[5] = weft_cell_signed (get_other_cycles (sum));
  cells[6] = weft_cell_signed (sum->read);
  cells[7] = weft_cell_signed (sum->write);
  cells[8] = weft_cell_signed (sum->macs);
  cells[9] = weft_cell_signed (sum->stall);
}

static const WeftField layer_columns[] = {
  { "layer", N_ ("Layer") },
  SUM_COLUMNS,
  { "bound", N_ ("Bound"),
    .doc =
      N_ ("What it waits for, by its bytes at the peak bandwidth and its MACs at the ≈ roof") },
};

static void
fill_layer (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  WeftNpuBound bound = weft_npu_stats_bound (stats, &stats->layers[row].sum);

  cells[0] = name_cell (stats, stats->layers[row].name);
  fill_sum (&stats->layers[row].sum, cells + 1);
  cells[1 + N_SUM_COLUMNS] = weft_cell_text (g_strdup (weft_npu_bound_to_string (&bound)));
}

static const WeftField op_columns[] = {
  { "op", N_ ("Op") },
  SUM_COLUMNS,
  { "mean_cycles", N_ ("Mean"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("Of an event") },
};

static void
fill_op (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuSum *sum = &stats->ops[row].sum;

  cells[0] = name_cell (stats, stats->ops[row].name);
  fill_sum (sum, cells + 1);
  cells[1 + N_SUM_COLUMNS] = weft_cell_real ((double) get_cycles (sum) / (double) sum->n_events);
}

static const WeftField phase_columns[] = {
  { "phase", N_ ("Phase") },
  SUM_COLUMNS,
};

static void
fill_phase (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;

  cells[0] = name_cell (stats, stats->phases[row].name);
  fill_sum (&stats->phases[row].sum, cells + 1);
}

/* --- tokens --------------------------------------------------------------------------------------- */

static const WeftField token_columns[] = {
  { "phase", N_ ("Phase") },
  { "index", N_ ("Token") },
  { "start", N_ ("Start"), .unit = WEFT_UNIT_CYCLE },
  { "end", N_ ("End"), .unit = WEFT_UNIT_CYCLE },
  { "latency", N_ ("Latency"), .unit = WEFT_UNIT_CYCLES },
  { "kv_bytes_read", N_ ("KV read"), .doc = N_ ("Bytes of the key-value cache") },
  { "kv_bytes_written", N_ ("KV written"), .doc = N_ ("Bytes of the key-value cache") },
  { "bytes_read", N_ ("Read"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "bytes_written", N_ ("Written"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "events", N_ ("Events") },
  { "dma_cycles", N_ ("DMA"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In DMA engines") },
  { "te_cycles", N_ ("TE"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In tensor engines") },
  { "ve_cycles", N_ ("VE"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("In vector engines") },
  { "macs", N_ ("MACs") },
  { "stall_cycles", N_ ("Stalls"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of its stalls, which may overlap") },
};

static void
fill_token (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuTokenStats *token = &stats->tokens[row];

  cells[0] = name_cell (stats, token->phase);
  cells[1] = number_cell (token->index);
  cells[2] = weft_cell_signed (token->start);
  cells[3] = weft_cell_signed (token->end);
  cells[4] = weft_cell_signed (token->end - token->start);
  cells[5] = weft_cell_signed (token->sum.kv_read);
  cells[6] = weft_cell_signed (token->sum.kv_write);
  cells[7] = weft_cell_signed (token->sum.read);
  cells[8] = weft_cell_signed (token->sum.write);
  cells[9] = weft_cell_count (token->sum.n_events);
  cells[10] = weft_cell_signed (token->sum.cycles[WEFT_NPU_DMA]);
  cells[11] = weft_cell_signed (token->sum.cycles[WEFT_NPU_TE]);
  cells[12] = weft_cell_signed (token->sum.cycles[WEFT_NPU_VE]);
  cells[13] = weft_cell_signed (token->sum.macs);
  cells[14] = weft_cell_signed (token->sum.stall);
}

/* --- stalls, bits, banks -------------------------------------------------------------------------- */

static const WeftField stall_columns[] = {
  { "master", N_ ("Master") },
  { "id", N_ ("Id") },
  { "reason", N_ ("Reason") },
  { "count", N_ ("Stalls") },
  { "cycles", N_ ("Total"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Sum of the stalls' lengths; they may overlap") },
};

static void
fill_stall (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  WeftNpuLane lane;

  weft_npu_snapshot_get_lane (stats->snapshot, stats->stalls[row].lane, &lane);
  cells[0] = weft_cell_text (g_utf8_make_valid (lane.engine, -1));
  cells[1] = lane.id >= 0 ? weft_cell_signed (lane.id) : weft_cell_none ();
  cells[2] = name_cell (stats, stats->stalls[row].reason);
  cells[3] = weft_cell_count (stats->stalls[row].count);
  cells[4] = weft_cell_signed (stats->stalls[row].cycles);
}

static const WeftField bits_columns[] = {
  { "engine", N_ ("Engine") },
  { "qbits", N_ ("Bits"),
    .doc = N_ ("DMA: of what is moved; TE: of the weights; others: of the activations") },
  { "events", N_ ("Events") },
  { "cycles", N_ ("Total"), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Sum of the events' lengths; overlaps count twice") },
  { "bytes_read", N_ ("Read"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "bytes_written", N_ ("Written"), .doc = N_ ("Bytes of DRAM, as they were aligned") },
  { "macs", N_ ("MACs") },
  { "mean_cycles", N_ ("Mean"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("Of an event") },
};

static void
fill_bits (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuBitsStats *bits = &stats->bits[row];

  cells[0] = weft_cell_text (g_strdup (weft_npu_kind_to_string (bits->kind)));
  cells[1] = weft_cell_count (bits->bits);
  cells[2] = weft_cell_count (bits->sum.n_events);
  cells[3] = weft_cell_signed (get_cycles (&bits->sum));
  cells[4] = weft_cell_signed (bits->sum.read);
  cells[5] = weft_cell_signed (bits->sum.write);
  cells[6] = weft_cell_signed (bits->sum.macs);
  cells[7] = weft_cell_real ((double) get_cycles (&bits->sum) / (double) bits->sum.n_events);
}

static const WeftField bank_columns[] = {
  { "bank", N_ ("Bank"), .doc = N_ ("Of the scratch pad") },
  { "events", N_ ("Events") },
  { "bytes_read", N_ ("Filled"), .doc = N_ ("Bytes that were read from DRAM into it") },
  { "bytes_written", N_ ("Drained"), .doc = N_ ("Bytes that were written to DRAM from it") },
};

static void
fill_bank (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuBankStats *bank = &stats->banks[row];

  cells[0] = weft_cell_count (bank->bank);
  cells[1] = weft_cell_count (bank->n_events);
  cells[2] = weft_cell_signed (bank->read);
  cells[3] = weft_cell_signed (bank->write);
}

/* --- roofline, types ------------------------------------------------------------------------------ */

static const WeftField roofline_columns[] = {
  { "layer", N_ ("Layer") },
  { "macs", N_ ("MACs") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("Of DRAM, as they were aligned") },
  { "intensity", N_ ("MACs/byte") },
  { "memory_cycles", N_ ("At peak bandwidth"),
    .doc = N_ ("Cycles that its bytes take at the peak bandwidth") },
  { "compute_cycles", N_ ("At ≈ roof"),
    .doc = N_ (
      "Cycles that its MACs take at the roof, an estimate: the best rate that a tensor engine was "
      "seen at, times the number of these engines") },
  { "bound", N_ ("Bound"), .doc = N_ ("Which of the two takes longer") },
};

static void
fill_roofline (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;
  const WeftNpuSum *sum = &stats->layers[row].sum;
  WeftNpuBound bound = weft_npu_stats_bound (stats, sum);

  cells[0] = name_cell (stats, stats->layers[row].name);
  cells[1] = weft_cell_signed (sum->macs);
  cells[2] = weft_cell_signed (sum->read + sum->write);
  cells[3] = weft_cell_real (bound.intensity);
  cells[4] = weft_cell_real (bound.memory);
  cells[5] = weft_cell_real (bound.compute);
  cells[6] = weft_cell_text (g_strdup (weft_npu_bound_to_string (&bound)));
}

static const WeftField type_columns[] = {
  { "type", N_ ("Type") },
  { "events", N_ ("Events") },
};

/* The types of the format come first, those that it does not know after them. */
static void
fill_type (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuStats *stats = data;

  if (row < WEFT_NPU_OTHER)
    {
      cells[0] = weft_cell_text (g_strdup (weft_npu_type_to_string (row)));
      cells[1] = weft_cell_count (stats->n_types[row]);
      return;
    }
  cells[0] = name_cell (stats, stats->others[row - WEFT_NPU_OTHER].name);
  cells[1] = weft_cell_count (stats->others[row - WEFT_NPU_OTHER].sum.n_events);
}

/* --- the critical path ---------------------------------------------------------------------------- */

static const WeftField critical_columns[] = {
  { "engine", N_ ("Engine") },
  { "op", N_ ("Op") },
  { "layer", N_ ("Layer") },
  { "start", N_ ("Start"), .unit = WEFT_UNIT_CYCLE },
  { "end", N_ ("End"), .unit = WEFT_UNIT_CYCLE },
  { "length", N_ ("Length"), .unit = WEFT_UNIT_CYCLES },
  { "after", N_ ("After"),
    .doc = N_ ("What it began after: the last command that it depends on, or the one before on its "
               "engine") },
  { "wait", N_ ("Wait"), .unit = WEFT_UNIT_CYCLES, .doc = N_ ("From the end of that") },
};

static void
fill_critical (gpointer data, guint row, WeftCell *cells)
{
  static const char *const causes[] = { NULL, "dependency", "engine" };
  const WeftNpuStats *stats = data;
  const WeftNpuStep *step = &stats->path->steps[row];
  WeftNpuEvent event;
  WeftNpuLane lane;

  weft_npu_snapshot_get_event (stats->snapshot, step->row, &event);
  weft_npu_snapshot_get_lane (stats->snapshot, event.lane, &lane);
  cells[0] = weft_cell_text (weft_npu_lane_to_string (&lane));
  cells[1] = name_cell (stats, event.name);
  cells[2] = name_cell (stats, event.layer);
  cells[3] = weft_cell_signed (event.start);
  cells[4] = weft_cell_signed (event.end);
  cells[5] = weft_cell_signed (event.end - event.start);
  cells[6] = weft_cell_text (g_strdup (causes[step->cause]));
  cells[7] = weft_cell_signed (step->wait);
}

static WeftFacts
get_table (const WeftNpuStats *stats, WeftNpuTable table)
{
  switch (table)
    {
#define TABLE(columns, n, fill) \
  (WeftFacts) \
  { \
    columns, G_N_ELEMENTS (columns), n, fill, (gpointer) stats \
  }
    case WEFT_NPU_TABLE_LAYER:
      return TABLE (layer_columns, stats->n_layers, fill_layer);
    case WEFT_NPU_TABLE_OP:
      return TABLE (op_columns, stats->n_ops, fill_op);
    case WEFT_NPU_TABLE_TOKEN:
      return TABLE (token_columns, stats->n_tokens, fill_token);
    case WEFT_NPU_TABLE_PHASE:
      return TABLE (phase_columns, stats->n_phases, fill_phase);
    case WEFT_NPU_TABLE_STALL:
      return TABLE (stall_columns, stats->n_stalls, fill_stall);
    case WEFT_NPU_TABLE_BITS:
      return TABLE (bits_columns, stats->n_bits, fill_bits);
    case WEFT_NPU_TABLE_BANK:
      return TABLE (bank_columns, stats->n_banks, fill_bank);
    case WEFT_NPU_TABLE_ROOFLINE:
      return TABLE (roofline_columns, stats->n_layers, fill_roofline);
    case WEFT_NPU_TABLE_TYPE:
      return TABLE (type_columns, WEFT_NPU_OTHER + stats->n_others, fill_type);
    case WEFT_NPU_TABLE_CRITICAL:
      return TABLE (critical_columns, stats->path != NULL ? stats->path->n_steps : 0,
                    fill_critical);
    case WEFT_NPU_TABLE_ENGINE:
    case WEFT_NPU_N_TABLES:
    default:
      return TABLE (engine_columns, stats->n_engines, fill_engine);
#undef TABLE
    }
}

void
weft_npu_facts_set_time (WeftFacts *facts, const WeftNpuSnapshot *snapshot)
{
  if (!snapshot->is_chrome)
    return;
  facts->hertz = 1000000000;
  facts->zero = snapshot->first_cycle;
}

WeftFacts
weft_npu_facts_get (const WeftNpuStats *stats, WeftNpuTable table)
{
  WeftFacts facts = get_table (stats, table);

  weft_npu_facts_set_time (&facts, stats->snapshot);
  return facts;
}
