/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-facts.h"
#include "weft-npu-bound.h"

#include <glib/gi18n-lib.h>

const char *const weft_npu_table_words[] = { "engine", "layer",    "tile",  "op",   "token",
                                             "phase",  "stall",    "qbits", "bank", "roofline",
                                             "type",   "critical", NULL };

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

  if (lane->id == WEFT_NPU_UNKNOWN_ID)
    return g_strconcat (engine, " —", NULL);
  if (lane->id < 0)
    return g_steal_pointer (&engine);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT, engine, lane->id);
}

/* --- cells ---------------------------------------------------------------------------------------- */

/* The data of all tables are the statistics. */

static WeftCell
as_name (gconstpointer data, gint64 name)
{
  const WeftNpuStats *stats = data;

  return weft_cell_word ((guint) name,
                         weft_npu_trace_get_name (stats->snapshot->trace, (guint32) name));
}

static WeftCell
as_number (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number == WEFT_NPU_NONE ? weft_cell_none () : weft_cell_signed (number);
}

/* Sums of what no event of the run says. */
static WeftCell
as_bytes (gconstpointer data, gint64 number)
{
  return ((const WeftNpuStats *) data)->has_bytes ? weft_cell_signed (number) : weft_cell_none ();
}

static WeftCell
as_macs (gconstpointer data, gint64 number)
{
  return ((const WeftNpuStats *) data)->has_macs ? weft_cell_signed (number) : weft_cell_none ();
}

static WeftCell
as_id (gconstpointer data G_GNUC_UNUSED, gint64 id)
{
  return id >= 0 ? weft_cell_signed (id) : weft_cell_none ();
}

static WeftCell
as_kind (gconstpointer data G_GNUC_UNUSED, gint64 kind)
{
  return weft_cell_word ((guint) kind, weft_npu_kind_to_string ((WeftNpuLaneKind) kind));
}

static WeftCell
as_cause (gconstpointer data G_GNUC_UNUSED, gint64 cause)
{
  static const char *const causes[] = { NULL, "dependency", "engine" };

  return weft_cell_word ((guint) cause, causes[cause]);
}

/* A getter of what stands for the number of a lane. */
#define LANE(name, cell) \
  static WeftCell name (gconstpointer data, gint64 number) \
  { \
    WeftNpuLane lane; \
    weft_npu_snapshot_get_lane (((const WeftNpuStats *) data)->snapshot, (guint) number, &lane); \
    return cell; \
  }

LANE (as_lane, weft_cell_text (weft_npu_lane_to_string (&lane)))
LANE (as_engine, weft_cell_text (g_utf8_make_valid (lane.engine, -1)))
LANE (as_engine_id, as_id (data, lane.id))

/* And for that of an event. */
#define EVENT(name, cell) \
  static WeftCell name (gconstpointer data, gint64 row) \
  { \
    WeftNpuEvent event; \
    weft_npu_snapshot_get_event (((const WeftNpuStats *) data)->snapshot, (guint32) row, &event); \
    return cell; \
  }

EVENT (event_lane, as_lane (data, event.lane))
EVENT (event_op, as_name (data, event.name))
EVENT (event_layer, as_name (data, event.layer))
EVENT (event_start, weft_cell_signed (event.start))
EVENT (event_end, weft_cell_signed (event.end))
EVENT (event_length, weft_cell_signed (event.end - event.start))

static WeftCell
get_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer sum)
{
  return weft_cell_signed (weft_npu_sum_get_cycles (sum));
}

static WeftCell
get_other_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  WeftNpuSum others = *(const WeftNpuSum *) item;

  others.cycles[WEFT_NPU_DMA] = others.cycles[WEFT_NPU_TE] = others.cycles[WEFT_NPU_VE] = 0;
  return weft_cell_signed (weft_npu_sum_get_cycles (&others));
}

static WeftCell
get_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuSum *sum = item;

  return weft_cell_real ((double) weft_npu_sum_get_cycles (sum) / (double) sum->n_events);
}

static WeftCell
get_moved (gconstpointer data, gconstpointer item)
{
  const WeftNpuSum *sum = item;

  return as_bytes (data, weft_npu_sum_get_moved (sum));
}

static WeftCell
get_latency (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuTokenStats *token = item;

  return weft_cell_signed (token->end - token->start);
}

/* A getter of what bounds a layer. */
#define BOUND(name, cell) \
  static WeftCell name (gconstpointer data, gconstpointer sum) \
  { \
    WeftNpuBound bound = weft_npu_stats_bound (data, sum); \
    return cell; \
  }

BOUND (get_intensity, weft_cell_real (bound.intensity))
BOUND (get_memory_cycles, weft_cell_real (bound.memory))
BOUND (get_compute_cycles, weft_cell_real (bound.compute))
BOUND (get_bound, weft_cell_text (g_strdup (weft_npu_bound_to_string (&bound))))

/* The types of the format come first, those that it does not know after them. */
static WeftCell
get_type (gconstpointer data, guint row)
{
  const WeftNpuStats *stats = data;

  return row < WEFT_NPU_OTHER ? weft_cell_text (g_strdup (weft_npu_type_to_string (row)))
                              : weft_cell_text (g_strdup (weft_npu_trace_get_name (
                                stats->snapshot->trace, stats->others[row - WEFT_NPU_OTHER].name)));
}

static WeftCell
get_type_events (gconstpointer data, guint row)
{
  const WeftNpuStats *stats = data;

  return weft_cell_count (row < WEFT_NPU_OTHER ? stats->n_types[row]
                                               : stats->others[row - WEFT_NPU_OTHER].sum.n_events);
}

static WeftCell
get_type_bytes (gconstpointer data, guint row)
{
  const WeftNpuStats *stats = data;

  return as_bytes (data, row < WEFT_NPU_OTHER ? stats->type_bytes[row]
                                              : stats->others[row - WEFT_NPU_OTHER].bytes);
}

/* --- the columns of all tables -------------------------------------------------------------------- */

/* A field is in the tables that its flags name; what has a sum has it first. */
enum
{
  ENGINES = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_ENGINE),
  LAYERS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_LAYER),
  TILES = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_TILE),
  OPS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_OP),
  TOKENS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_TOKEN),
  PHASES = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_PHASE),
  STALLS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_STALL),
  BITS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_BITS),
  BANKS = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_BANK),
  ROOFLINE = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_ROOFLINE),
  TYPES = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_TYPE),
  PATH = WEFT_FIELD_COLUMN (WEFT_NPU_TABLE_CRITICAL),
  NAMED = LAYERS | TILES | OPS | PHASES,
};

/* The members of what rows are. */
#define SUM(name) .member = WEFT_MEMBER (WeftNpuSum, name)
#define ENGINE(name) .member = WEFT_MEMBER (WeftNpuEngineStats, name)
#define NAME(name) .member = WEFT_MEMBER (WeftNpuNameStats, name)
#define TOKEN(name) .member = WEFT_MEMBER (WeftNpuTokenStats, name)
#define STALL(name) .member = WEFT_MEMBER (WeftNpuStallStats, name)
#define BIT(name) .member = WEFT_MEMBER (WeftNpuBitsStats, name)
#define BANK(name) .member = WEFT_MEMBER (WeftNpuBankStats, name)
#define STEP(name) .member = WEFT_MEMBER (WeftNpuStep, name)

#define ALIGNED N_ ("Bytes of DRAM, as they were aligned")
#define CACHE N_ ("Bytes of the key-value cache")

static const WeftField fields[] = {
  { "engine", N_ ("Engine"), .flags = ENGINES, ENGINE (info.engine) },
  { "id", N_ ("Id"), .flags = ENGINES, ENGINE (info.id), .as = as_id },
  { "layer", N_ ("Layer"), .flags = LAYERS | ROOFLINE, NAME (name), .as = as_name },
  { "tile", N_ ("Tile"), .flags = TILES, NAME (name), .as = as_name },
  { "op", N_ ("Op"), .flags = OPS, NAME (name), .as = as_name },
  { "phase", N_ ("Phase"), .flags = PHASES, NAME (name), .as = as_name },
  { "engine", N_ ("Engine"), .flags = BITS, BIT (kind), .as = as_kind },
  { "qbits", N_ ("Bits"), .flags = BITS,
    .doc = N_ ("DMA: of what is moved; TE: of the weights; others: of the activations"),
    BIT (bits) },
  { "bank", N_ ("Bank"), .flags = BANKS, .doc = N_ ("Of the scratch pad"), BANK (bank) },
  { "events", N_ ("Events"), .flags = BANKS, BANK (n_events) },
  { "bytes_read", N_ ("Filled"), .flags = BANKS,
    .doc = N_ ("Bytes that were read from DRAM into it"), BANK (read), .as = as_bytes },
  { "bytes_written", N_ ("Drained"), .flags = BANKS,
    .doc = N_ ("Bytes that were written to DRAM from it"), BANK (write), .as = as_bytes },
  { "type", N_ ("Type"), get_type, .flags = TYPES },
  { "events", N_ ("Events"), get_type_events, .flags = TYPES },
  { "bytes", N_ ("Bytes"), get_type_bytes, .flags = TYPES,
    .doc = N_ ("That its events name, as they were aligned, or else as asked for") },

  { "phase", N_ ("Phase"), .flags = TOKENS, TOKEN (phase), .as = as_name },
  { "index", N_ ("Token"), .flags = TOKENS, TOKEN (index), .as = as_number },
  { "start", N_ ("Start"), .flags = TOKENS, .unit = WEFT_UNIT_CYCLE, TOKEN (start) },
  { "end", N_ ("End"), .flags = TOKENS, .unit = WEFT_UNIT_CYCLE, TOKEN (end) },
  { "latency", N_ ("Latency"), .flags = TOKENS, .unit = WEFT_UNIT_CYCLES, .of = get_latency },
  { "kv_bytes_read", N_ ("KV read"), .flags = TOKENS, .doc = CACHE, SUM (kv_read), .as = as_bytes },
  { "kv_bytes_written", N_ ("KV written"), .flags = TOKENS, .doc = CACHE, SUM (kv_write),
    .as = as_bytes },
  { "bytes_read", N_ ("Read"), .flags = TOKENS, .doc = ALIGNED, SUM (read), .as = as_bytes },
  { "bytes_written", N_ ("Written"), .flags = TOKENS, .doc = ALIGNED, SUM (write), .as = as_bytes },

  { "events", N_ ("Events"), .flags = ENGINES | NAMED | BITS | TOKENS, SUM (n_events) },
  { "busy_cycles", N_ ("Busy"), .flags = ENGINES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Events that overlap count once"), ENGINE (busy) },
  { "stall_cycles", N_ ("Stalled"), .flags = ENGINES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While it was stalled and not busy"), ENGINE (stalled) },
  { "idle_cycles", N_ ("Idle"), .flags = ENGINES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While it was neither busy nor stalled"), ENGINE (idle) },
  { "utilization", N_ ("Utilization"), .flags = ENGINES, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Busy time by that of the run or the range"), ENGINE (utilization) },
  { "utilization_of_span", N_ ("Of its span"), .flags = ENGINES, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Busy time by that from the first to the last event of the engine"),
    ENGINE (of_span) },
  { "cycles", N_ ("Total"), .flags = NAMED | BITS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Sum of the events' lengths; overlaps count twice"), .of = get_cycles },
  { "dma_cycles", N_ ("DMA"), .flags = NAMED | TOKENS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("In DMA engines"), SUM (cycles[WEFT_NPU_DMA]) },
  { "te_cycles", N_ ("TE"), .flags = NAMED | TOKENS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("In tensor engines"), SUM (cycles[WEFT_NPU_TE]) },
  { "ve_cycles", N_ ("VE"), .flags = NAMED | TOKENS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("In vector engines"), SUM (cycles[WEFT_NPU_VE]) },
  { "other_cycles", N_ ("Other"), .flags = NAMED, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("In other engines"), .of = get_other_cycles },
  { "bytes_read", N_ ("Read"), .flags = ENGINES | NAMED | BITS, .doc = ALIGNED, SUM (read),
    .as = as_bytes },
  { "bytes_written", N_ ("Written"), .flags = ENGINES | NAMED | BITS, .doc = ALIGNED, SUM (write),
    .as = as_bytes },
  { "macs", N_ ("MACs"), .flags = ENGINES | NAMED | BITS | TOKENS | ROOFLINE, SUM (macs),
    .as = as_macs },
  { "stall_cycles", N_ ("Stalls"), .flags = NAMED | TOKENS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of its stalls, which may overlap"), SUM (stall) },
  { "bound", N_ ("Bound"), .flags = LAYERS,
    .doc = N_ ("What it waits for, by its bytes at the peak bandwidth and its MACs at the ≈ roof"),
    .of = get_bound },
  { "mean_cycles", N_ ("Mean"), .flags = OPS | BITS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of an event"), .of = get_mean },
  { "bytes", N_ ("Bytes"), .flags = ROOFLINE, .doc = N_ ("Of DRAM, as they were aligned"),
    .of = get_moved },
  { "intensity", N_ ("MACs/byte"), .flags = ROOFLINE, .of = get_intensity },
  { "memory_cycles", N_ ("At peak bandwidth"), .flags = ROOFLINE,
    .doc = N_ ("Cycles that its bytes take at the peak bandwidth"), .of = get_memory_cycles },
  { "compute_cycles", N_ ("At ≈ roof"), .flags = ROOFLINE,
    .doc = N_ (
      "Cycles that its MACs take at the roof, an estimate: the best rate that a tensor engine was "
      "seen at, times the number of these engines"),
    .of = get_compute_cycles },
  { "bound", N_ ("Bound"), .flags = ROOFLINE, .doc = N_ ("Which of the two takes longer"),
    .of = get_bound },

  { "master", N_ ("Master"), .flags = STALLS, STALL (lane), .as = as_engine },
  { "id", N_ ("Id"), .flags = STALLS, STALL (lane), .as = as_engine_id },
  { "reason", N_ ("Reason"), .flags = STALLS, STALL (reason), .as = as_name },
  { "count", N_ ("Stalls"), .flags = STALLS, STALL (count) },
  { "cycles", N_ ("Total"), .flags = STALLS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Sum of the stalls' lengths; they may overlap"), STALL (cycles) },

  { "engine", N_ ("Engine"), .flags = PATH, STEP (row), .as = event_lane },
  { "op", N_ ("Op"), .flags = PATH, STEP (row), .as = event_op },
  { "layer", N_ ("Layer"), .flags = PATH, STEP (row), .as = event_layer },
  { "start", N_ ("Start"), .flags = PATH, .unit = WEFT_UNIT_CYCLE, STEP (row), .as = event_start },
  { "end", N_ ("End"), .flags = PATH, .unit = WEFT_UNIT_CYCLE, STEP (row), .as = event_end },
  { "length", N_ ("Length"), .flags = PATH, .unit = WEFT_UNIT_CYCLES, STEP (row),
    .as = event_length },
  { "after", N_ ("After"), .flags = PATH,
    .doc = N_ ("What it began after: the last command that it depends on, or the one before on its "
               "engine"),
    STEP (cause), .as = as_cause },
  { "wait", N_ ("Wait"), .flags = PATH, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("From the end of that"), STEP (wait) },
};

#define SCHEMA(name, doc, table, Type) \
  { \
    name, doc, fields, G_N_ELEMENTS (fields), WEFT_FIELD_KIND (table), sizeof (Type) \
  }

const WeftSchema weft_npu_table_schemas[WEFT_NPU_N_TABLES] = {
  [WEFT_NPU_TABLE_ENGINE] =
    SCHEMA ("npu_engine", "Engines of an NPU run", WEFT_NPU_TABLE_ENGINE, WeftNpuEngineStats),
  [WEFT_NPU_TABLE_LAYER] =
    SCHEMA ("npu_layer", "Layers of an NPU run", WEFT_NPU_TABLE_LAYER, WeftNpuNameStats),
  [WEFT_NPU_TABLE_TILE] =
    SCHEMA ("npu_tile", "Tiles of an NPU run", WEFT_NPU_TABLE_TILE, WeftNpuNameStats),
  [WEFT_NPU_TABLE_OP] = SCHEMA ("npu_op", "Ops of an NPU run", WEFT_NPU_TABLE_OP, WeftNpuNameStats),
  [WEFT_NPU_TABLE_TOKEN] =
    SCHEMA ("npu_token", "Tokens of an NPU run", WEFT_NPU_TABLE_TOKEN, WeftNpuTokenStats),
  [WEFT_NPU_TABLE_PHASE] =
    SCHEMA ("npu_phase", "Phases of an NPU run", WEFT_NPU_TABLE_PHASE, WeftNpuNameStats),
  [WEFT_NPU_TABLE_STALL] = SCHEMA ("npu_stall", "Stalls of an NPU run by engine and reason",
                                   WEFT_NPU_TABLE_STALL, WeftNpuStallStats),
  [WEFT_NPU_TABLE_BITS] = SCHEMA ("npu_qbits", "Events of an NPU run by the bits of their numbers",
                                  WEFT_NPU_TABLE_BITS, WeftNpuBitsStats),
  [WEFT_NPU_TABLE_BANK] =
    SCHEMA ("npu_bank", "Banks of an NPU's scratch pad", WEFT_NPU_TABLE_BANK, WeftNpuBankStats),
  [WEFT_NPU_TABLE_ROOFLINE] = SCHEMA ("npu_roofline", "What bounds the layers of an NPU run",
                                      WEFT_NPU_TABLE_ROOFLINE, WeftNpuNameStats),
  [WEFT_NPU_TABLE_TYPE] =
    SCHEMA ("npu_type", "Types of NPU events", WEFT_NPU_TABLE_TYPE, WeftNpuNameStats),
  [WEFT_NPU_TABLE_CRITICAL] = SCHEMA ("npu_step", "Events on the critical path of an NPU run",
                                      WEFT_NPU_TABLE_CRITICAL, WeftNpuStep),
};

/* --- the tables ----------------------------------------------------------------------------------- */

WeftFacts
weft_npu_facts_get (const WeftNpuStats *stats, WeftNpuTable table)
{
  const WeftNpuPath *path = stats->path;
  const struct
  {
    gconstpointer items;
    guint n;
  } rows[WEFT_NPU_N_TABLES] = {
    [WEFT_NPU_TABLE_ENGINE] = { stats->engines, stats->n_engines },
    [WEFT_NPU_TABLE_LAYER] = { stats->layers, stats->n_layers },
    [WEFT_NPU_TABLE_TILE] = { stats->tiles, stats->n_tiles },
    [WEFT_NPU_TABLE_OP] = { stats->ops, stats->n_ops },
    [WEFT_NPU_TABLE_TOKEN] = { stats->tokens, stats->n_tokens },
    [WEFT_NPU_TABLE_PHASE] = { stats->phases, stats->n_phases },
    [WEFT_NPU_TABLE_STALL] = { stats->stalls, stats->n_stalls },
    [WEFT_NPU_TABLE_BITS] = { stats->bits, stats->n_bits },
    [WEFT_NPU_TABLE_BANK] = { stats->banks, stats->n_banks },
    [WEFT_NPU_TABLE_ROOFLINE] = { stats->layers, stats->n_layers },
    [WEFT_NPU_TABLE_TYPE] = { NULL, WEFT_NPU_OTHER + stats->n_others },
    [WEFT_NPU_TABLE_CRITICAL] = { path != NULL ? path->steps : NULL,
                                  path != NULL ? path->n_steps : 0 },
  };
  const WeftSchema *schema = &weft_npu_table_schemas[table];
  WeftFacts facts =
    weft_facts_of_items (schema, WEFT_FIELD_TABLE, stats, rows[table].items, rows[table].n);

  return facts;
}
