/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-fields.h"

#include "weft-npu-facts.h"
#include "weft-npu-numbers.h"
#include "weft-npu-trace-private.h"

#include <glib/gi18n-lib.h>

/* The data of all getters is a snapshot, and their rows are its events. */

/* --- names ------------------------------------------------------------------------------------------ */

static WeftCell
name_cell (const WeftNpuSnapshot *snapshot, guint32 name)
{
  return weft_cell_word (name, weft_npu_trace_get_name (snapshot->trace, name));
}

static const char *
get_type_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_NPU_OTHER ? weft_npu_type_to_string (word) : NULL;
}

static WeftCell
get_known_type (gconstpointer data, guint row)
{
  WeftNpuType type = weft_npu_type (((const WeftNpuSnapshot *) data)->trace, row);

  return type != WEFT_NPU_OTHER ? weft_cell_word (type, weft_npu_type_to_string (type))
                                : weft_cell_none ();
}

/* Types that the format does not know are names, whose numbers come behind those of the others. */
static WeftCell
get_type (gconstpointer data, guint row)
{
  const WeftNpuTrace *trace = ((const WeftNpuSnapshot *) data)->trace;
  guint32 name = weft_npu_name (trace, row);

  if (weft_npu_type (trace, row) != WEFT_NPU_OTHER)
    return get_known_type (data, row);
  return weft_cell_word (WEFT_NPU_N_TYPES + name,
                         weft_npu_trace_get_name ((WeftNpuTrace *) trace, name));
}

static WeftCell
get_name (gconstpointer data, guint row)
{
  return name_cell (data, weft_npu_name (((const WeftNpuSnapshot *) data)->trace, row));
}

/* The name of events of one type, which dumps call as the file does. */
static WeftCell
name_of (gconstpointer data, guint type, guint row)
{
  return weft_npu_type (((const WeftNpuSnapshot *) data)->trace, row) == type ? get_name (data, row)
                                                                              : weft_cell_none ();
}

/* In a column of names. */
static WeftCell
named (gconstpointer data, guint column, guint row)
{
  const WeftNpuSnapshot *snapshot = data;

  return name_cell (snapshot, weft_table_get_u32 (&snapshot->trace->events, column, row));
}

/* In one of the few words that it may have. */
static WeftCell
word (gconstpointer data, guint column, guint row)
{
  const WeftNpuSnapshot *snapshot = data;
  guint16 place = weft_table_get_u16 (&snapshot->trace->events, column, row);

  return place == 0 ? weft_cell_none ()
                    : name_cell (snapshot, weft_table_get_u32 (&snapshot->trace->words, 0, place));
}

/* That of a token is its name. */
static WeftCell
get_other_phase (gconstpointer data, guint row)
{
  return weft_npu_type (((const WeftNpuSnapshot *) data)->trace, row) != WEFT_NPU_TOKEN
           ? word (data, NPU_PHASE, row)
           : weft_cell_none ();
}

/* --- lanes ------------------------------------------------------------------------------------------ */

static gboolean
find_lane (const WeftNpuSnapshot *snapshot, guint row, guint *lane)
{
  *lane = weft_npu_lane (snapshot->trace, row);
  return *lane < snapshot->n_lanes;
}

static WeftCell
get_lane (gconstpointer data, guint row)
{
  WeftNpuLane info;
  guint lane;

  if (!find_lane (data, row, &lane))
    return weft_cell_none ();
  weft_npu_snapshot_get_lane (data, lane, &info);
  return weft_cell_text (weft_npu_lane_to_string (&info));
}

static WeftCell
get_engine (gconstpointer data, guint row)
{
  const WeftNpuSnapshot *snapshot = data;
  guint lane;

  if (!find_lane (snapshot, row, &lane))
    return weft_cell_none ();
  return name_cell (snapshot, weft_table_get_u32 (&snapshot->trace->lanes, NPU_LANE_ENGINE, lane));
}

static WeftCell
get_id (gconstpointer data, guint row)
{
  const WeftNpuSnapshot *snapshot = data;
  gint64 id;
  guint lane;

  if (!find_lane (snapshot, row, &lane))
    return weft_cell_none ();
  id = weft_table_get_i64 (&snapshot->trace->lanes, NPU_LANE_ID, lane);
  return id >= 0 ? weft_cell_signed (id) : weft_cell_none ();
}

/* --- time ------------------------------------------------------------------------------------------- */

/* One that the event has. */
static WeftCell
time_cell (const WeftNpuSnapshot *snapshot, guint row, gint64 time)
{
  return (weft_npu_flags (snapshot->trace, row) & WEFT_NPU_NO_TIME) != 0 ? weft_cell_none ()
                                                                         : weft_cell_signed (time);
}

static WeftCell
get_start (gconstpointer data, guint row)
{
  return time_cell (data, row, weft_npu_start (((const WeftNpuSnapshot *) data)->trace, row));
}

static WeftCell
get_end (gconstpointer data, guint row)
{
  return time_cell (data, row, weft_npu_end (((const WeftNpuSnapshot *) data)->trace, row));
}

static WeftCell
get_length (gconstpointer data, guint row)
{
  return time_cell (data, row, weft_npu_span (((const WeftNpuSnapshot *) data)->trace, row));
}

static gboolean
is_point (gconstpointer data, guint row)
{
  return weft_npu_span (((const WeftNpuSnapshot *) data)->trace, row) <= 0;
}

/* Of an event that is no point. */
static WeftCell
get_later_end (gconstpointer data, guint row)
{
  return is_point (data, row) ? weft_cell_none () : get_end (data, row);
}

static WeftCell
get_taken (gconstpointer data, guint row)
{
  return is_point (data, row) ? weft_cell_none () : get_length (data, row);
}

/* --- numbers ---------------------------------------------------------------------------------------- */

static WeftCell
number_cell (gint64 number)
{
  return number == WEFT_NPU_NONE ? weft_cell_none () : weft_cell_signed (number);
}

/* In a compact column. */
static WeftCell
number (gconstpointer data, guint column, guint row)
{
  const WeftNpuTrace *trace = ((const WeftNpuSnapshot *) data)->trace;

  return number_cell (weft_npu_number (trace, weft_table_get_u32 (&trace->events, column, row)));
}

static WeftCell
get_aligned (gconstpointer data, guint row)
{
  return number_cell (weft_npu_aligned (((const WeftNpuSnapshot *) data)->trace, row));
}

static WeftCell
get_moved (gconstpointer data, guint row)
{
  WeftCell aligned = get_aligned (data, row);

  return aligned.type != WEFT_CELL_NONE ? aligned : number (data, NPU_BYTES, row);
}

/* An amount by the cycles that it took. */
static WeftCell
rate_cell (gconstpointer data, guint row, WeftCell amount)
{
  gint64 length = weft_npu_span (((const WeftNpuSnapshot *) data)->trace, row);

  return amount.type != WEFT_CELL_NONE && length > 0
           ? weft_cell_real ((double) amount.integer / (double) length)
           : weft_cell_none ();
}

static WeftCell
get_rate (gconstpointer data, guint row)
{
  WeftCell moved = get_moved (data, row);

  return moved.integer > 0 ? rate_cell (data, row, moved) : weft_cell_none ();
}

static WeftCell
get_macs_rate (gconstpointer data, guint row)
{
  return rate_cell (data, row, number (data, NPU_MACS, row));
}

/* Where in the memories it is. */
static WeftCell
spot (gconstpointer data, guint column, guint row)
{
  return number_cell (weft_npu_spot (((const WeftNpuSnapshot *) data)->trace, column, row));
}

static WeftCell
bits (gconstpointer data, guint column, guint row)
{
  const WeftNpuSnapshot *snapshot = data;
  guint8 n_bits = weft_table_get_u8 (&snapshot->trace->events, column, row);

  return n_bits == WEFT_NPU_NO_BITS ? weft_cell_none () : weft_cell_signed (n_bits);
}

/* --- flags ------------------------------------------------------------------------------------------ */

static gboolean
has_flag (gconstpointer data, guint row, guint which)
{
  return (weft_npu_flags (((const WeftNpuSnapshot *) data)->trace, row) & which) != 0;
}

static WeftCell
flag (gconstpointer data, guint which, guint row)
{
  return weft_cell_flag (has_flag (data, row, which));
}

static WeftCell
get_direction (gconstpointer data, guint row)
{
  if (has_flag (data, row, WEFT_NPU_READ))
    return weft_cell_word (0, "read");
  return has_flag (data, row, WEFT_NPU_WRITE) ? weft_cell_word (1, "write") : weft_cell_none ();
}

static WeftCell
get_bytes_read (gconstpointer data, guint row)
{
  return has_flag (data, row, WEFT_NPU_READ) ? get_moved (data, row) : weft_cell_none ();
}

/* Of an event that says neither, such as one of a bus. */
static WeftCell
get_bytes_alone (gconstpointer data, guint row)
{
  return has_flag (data, row, WEFT_NPU_READ | WEFT_NPU_WRITE) ? weft_cell_none ()
                                                              : get_moved (data, row);
}

static WeftCell
get_bytes_written (gconstpointer data, guint row)
{
  return has_flag (data, row, WEFT_NPU_WRITE) ? get_moved (data, row) : weft_cell_none ();
}

/* --- the fields ------------------------------------------------------------------------------------- */

#define FILTER WEFT_FIELD_FILTER
#define TABLE WEFT_FIELD_TABLE
#define SEARCH WEFT_FIELD_SEARCH
#define INSPECT WEFT_FIELD_INSPECT
#define HOVER WEFT_FIELD_HOVER
#define DUMP (WEFT_FIELD_DUMP | WEFT_FIELD_ARGUMENT)

#define CODE(column) .codes = weft_npu_codes_column, .code = (column)
#define COMPACT .numbers = weft_npu_numbers_compact

static const WeftField fields[] = {
  { "type", N_ ("Type"), get_type, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | WEFT_FIELD_DUMP,
    .doc = N_ ("Type of the event: \"ENGINE_EVENT\""), .word = get_type_word,
    .codes = weft_npu_codes_type },
  { "type", N_ ("Type"), get_known_type, WEFT_FIELD_TEXT, INSPECT },
  { "engine", N_ ("Engine"), get_lane, WEFT_FIELD_TEXT, TABLE | SEARCH | INSPECT },
  { "name", N_ ("Name"), get_name, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH,
    .doc = N_ ("What it is called: op, reason of a stall, marker, memory, event of a command"),
    .codes = weft_npu_codes_column, .code = NPU_NAME },
  { "start", N_ ("Start"), get_start, WEFT_FIELD_NUMBER, FILTER | TABLE | INSPECT | WEFT_FIELD_DUMP,
    WEFT_UNIT_CYCLE, .doc = N_ ("Cycle in which it begins"), .numbers = weft_npu_numbers_start },
  { "end", N_ ("End"), get_end, WEFT_FIELD_NUMBER, FILTER | TABLE | WEFT_FIELD_DUMP,
    WEFT_UNIT_CYCLE, .doc = N_ ("Cycle in which it has ended"), .cost = 2,
    .numbers = weft_npu_numbers_end },
  { "end", N_ ("End"), get_later_end, WEFT_FIELD_NUMBER, INSPECT, WEFT_UNIT_CYCLE },
  { "length", N_ ("Length"), get_length, WEFT_FIELD_NUMBER, FILTER | TABLE, WEFT_UNIT_CYCLES,
    .doc = N_ ("Cycles from start to end"), .numbers = weft_npu_numbers_length },
  { "length", N_ ("Took"), get_taken, WEFT_FIELD_NUMBER, INSPECT, WEFT_UNIT_CYCLES },
  { "engine", NULL, get_engine, WEFT_FIELD_TEXT, FILTER | DUMP,
    .doc = N_ ("Engine, or what caused the event: \"TE\""), CODE (NPU_LANE) },
  { "id", NULL, get_id, WEFT_FIELD_NUMBER, FILTER | DUMP, .doc = N_ ("Number of the engine"),
    .dump_key = "engine_id", CODE (NPU_LANE) },
  { "op", NULL, WEFT_PART (name_of, WEFT_NPU_ENGINE), WEFT_FIELD_TEXT, DUMP,
    .codes = weft_npu_codes_type },
  { "mem_type", NULL, WEFT_PART (name_of, WEFT_NPU_MEMORY), WEFT_FIELD_TEXT, DUMP,
    .codes = weft_npu_codes_type },
  { "name", NULL, WEFT_PART (name_of, WEFT_NPU_MARKER), WEFT_FIELD_TEXT, DUMP,
    .codes = weft_npu_codes_type },
  { "event", NULL, WEFT_PART (name_of, WEFT_NPU_COMMAND), WEFT_FIELD_TEXT, DUMP,
    .codes = weft_npu_codes_type },
  { "reason", NULL, WEFT_PART (name_of, WEFT_NPU_STALL), WEFT_FIELD_TEXT, DUMP,
    .codes = weft_npu_codes_type },
  { "layer", N_ ("Layer"), WEFT_PART (named, NPU_LAYER), WEFT_FIELD_TEXT,
    FILTER | TABLE | SEARCH | INSPECT | HOVER | DUMP, .doc = N_ ("Layer"), .dump_key = "layer_id",
    CODE (NPU_LAYER) },
  { "tile", N_ ("Tile"), WEFT_PART (named, NPU_TILE), WEFT_FIELD_TEXT,
    FILTER | TABLE | SEARCH | INSPECT | HOVER | DUMP, .doc = N_ ("Tile"), .dump_key = "tile_id",
    CODE (NPU_TILE) },
  { "phase", N_ ("Phase"), WEFT_PART (word, NPU_PHASE), WEFT_FIELD_TEXT,
    FILTER | TABLE | SEARCH | INSPECT | DUMP,
    .doc = N_ ("PREFILL, DECODE, or the phase of a command"), CODE (NPU_PHASE) },
  { "phase", N_ ("Phase"), get_other_phase, WEFT_FIELD_TEXT, HOVER },
  { "token", N_ ("Token"), WEFT_PART (number, NPU_TOKEN), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP, .doc = N_ ("Index of the token"),
    .dump_key = "token_index", COMPACT },
  { "command", N_ ("Command"), WEFT_PART (number, NPU_COMMAND), WEFT_FIELD_NUMBER,
    FILTER | INSPECT | DUMP, .doc = N_ ("Number of the command: cmdq_id, or else cmd_id"),
    COMPACT },
  { "role", N_ ("Role"), WEFT_PART (word, NPU_ROLE), WEFT_FIELD_TEXT, FILTER | INSPECT | DUMP,
    .doc = N_ ("Role of the tensor: \"kv\""), .dump_key = "tensor_role", CODE (NPU_ROLE) },
  { "color_hint", NULL, WEFT_PART (word, NPU_COLOR), WEFT_FIELD_TEXT, DUMP, CODE (NPU_COLOR) },
  { "direction", NULL, get_direction, WEFT_FIELD_TEXT, DUMP, CODE (NPU_FLAGS) },
  { "bytes", N_ ("Bytes"), WEFT_PART (number, NPU_BYTES), WEFT_FIELD_NUMBER,
    FILTER | INSPECT | DUMP, WEFT_UNIT_BYTES, .doc = N_ ("Bytes that were asked for"), COMPACT },
  { "bytes_aligned", N_ ("Aligned"), get_aligned, WEFT_FIELD_NUMBER, INSPECT | DUMP,
    WEFT_UNIT_BYTES, .doc = N_ ("What DRAM moves for it"), .numbers = weft_npu_numbers_aligned },
  { "moved", NULL, get_moved, WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Bytes as they were aligned, or else as asked for"), .cost = 2,
    .numbers = weft_npu_numbers_moved },
  { "bytes", N_ ("Bytes"), get_moved, WEFT_FIELD_NUMBER, TABLE,
    .doc = N_ ("As they were aligned, or else as they were asked for"),
    .numbers = weft_npu_numbers_moved },
  { "bytes", N_ ("Bytes"), get_bytes_alone, WEFT_FIELD_NUMBER, HOVER, WEFT_UNIT_BYTES },
  { "reads", N_ ("Reads"), get_bytes_read, WEFT_FIELD_NUMBER, HOVER, WEFT_UNIT_BYTES },
  { "writes", N_ ("Writes"), get_bytes_written, WEFT_FIELD_NUMBER, HOVER, WEFT_UNIT_BYTES },
  { "rate", N_ ("Rate"), get_rate, WEFT_FIELD_REAL, INSPECT, WEFT_UNIT_RATE },
  { "macs", N_ ("MACs"), WEFT_PART (number, NPU_MACS), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP, .doc = N_ ("Multiplications with addition"), COMPACT },
  { "macs_per_cycle", N_ ("MACs per cycle"), get_macs_rate, WEFT_FIELD_REAL, INSPECT },
  { "command", N_ ("Command"), WEFT_PART (number, NPU_COMMAND), WEFT_FIELD_NUMBER, TABLE, COMPACT },
  { "qbits", N_ ("Bits"), WEFT_PART (bits, NPU_QBITS), WEFT_FIELD_NUMBER, FILTER | INSPECT | DUMP,
    .doc = N_ ("Bits of what is moved"), CODE (NPU_QBITS) },
  { "qbits_weight", N_ ("Bits of weights"), WEFT_PART (bits, NPU_WEIGHT_BITS), WEFT_FIELD_NUMBER,
    FILTER | INSPECT | DUMP, .doc = N_ ("Bits of the weights"), CODE (NPU_WEIGHT_BITS) },
  { "qbits_activation", N_ ("Bits of activations"), WEFT_PART (bits, NPU_ACTIVATION_BITS),
    WEFT_FIELD_NUMBER, FILTER | INSPECT | DUMP, .doc = N_ ("Bits of the activations"),
    CODE (NPU_ACTIVATION_BITS) },
  { "bank", N_ ("Bank"), WEFT_PART (spot, NPU_SPOT_BANK), WEFT_FIELD_NUMBER,
    FILTER | INSPECT | HOVER | DUMP, .doc = N_ ("Bank of the scratch pad"), .dump_key = "spm_bank",
    .numbers = weft_npu_numbers_spot },
  { "addr", N_ ("Address"), WEFT_PART (spot, NPU_SPOT_ADDRESS), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP, WEFT_UNIT_ADDRESS,
    .doc = N_ ("Address of a memory access, in the memory that it is about"),
    .show = weft_field_show_name, .numbers = weft_npu_numbers_spot },
  { "dram_addr", N_ ("DRAM address"), WEFT_PART (spot, NPU_SPOT_DRAM_ADDRESS), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP, WEFT_UNIT_ADDRESS,
    .doc = N_ ("Address in DRAM that a transfer begins at"), .show = weft_field_show_name,
    .numbers = weft_npu_numbers_spot },
  { "spm_offset", N_ ("SPM offset"), WEFT_PART (spot, NPU_SPOT_OFFSET), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP,
    .doc = N_ ("Where in its bank of the scratch pad a transfer begins, in bytes"),
    .numbers = weft_npu_numbers_spot },
  { "read", NULL, WEFT_PART (flag, WEFT_NPU_READ), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("It reads memory"), CODE (NPU_FLAGS) },
  { "write", NULL, WEFT_PART (flag, WEFT_NPU_WRITE), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("It writes memory"), CODE (NPU_FLAGS) },
  { "kv", NULL, WEFT_PART (flag, WEFT_NPU_KV), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("It is about the key-value cache"), CODE (NPU_FLAGS) },
  { "spm", NULL, WEFT_PART (flag, WEFT_NPU_SPM), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("It accesses the scratch pad rather than DRAM"), CODE (NPU_FLAGS) },
  { "error", NULL, WEFT_PART (flag, WEFT_NPU_ERROR), WEFT_FIELD_FLAG, FILTER | WEFT_FIELD_DUMP,
    .doc = N_ ("It says that something failed"), CODE (NPU_FLAGS) },
  { "flagged", NULL, WEFT_PART (flag, WEFT_NPU_FLAGGED), WEFT_FIELD_FLAG, FILTER | WEFT_FIELD_DUMP,
    .doc = N_ ("A diagnostic is about it"), CODE (NPU_FLAGS) },
  { "line", N_ ("Line"), WEFT_PART (number, NPU_LINE), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | WEFT_FIELD_DUMP | WEFT_FIELD_NAMES_ROW,
    .doc = N_ ("Line of the file, from 1"), COMPACT },
};

const WeftSchema weft_npu_event_schema = { "npu_event", "Events of an NPU run", fields,
                                           G_N_ELEMENTS (fields) };

/* --- samples ---------------------------------------------------------------------------------------- */

static WeftCell
get_cycle (gconstpointer data, guint row)
{
  const WeftNpuSnapshot *snapshot = data;

  return weft_cell_signed (weft_table_get_i64 (&snapshot->trace->samples, NPU_SAMPLE_START, row));
}

static WeftCell
amount (gconstpointer data, guint column, guint row)
{
  const WeftNpuTrace *trace = ((const WeftNpuSnapshot *) data)->trace;

  return number_cell (weft_npu_number (trace, weft_table_get_u32 (&trace->samples, column, row)));
}

static const WeftField sample_fields[] = {
  { "cycle", NULL, get_cycle, WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP, .part = NPU_SAMPLE_START,
    .numbers = weft_npu_numbers_sample },
  { "window_cycles", NULL, WEFT_PART (amount, NPU_SAMPLE_LENGTH), WEFT_FIELD_NUMBER,
    WEFT_FIELD_DUMP, .numbers = weft_npu_numbers_sample },
  { "dram_read_bytes", NULL, WEFT_PART (amount, NPU_SAMPLE_READ), WEFT_FIELD_NUMBER,
    WEFT_FIELD_DUMP, .numbers = weft_npu_numbers_sample },
  { "dram_write_bytes", NULL, WEFT_PART (amount, NPU_SAMPLE_WRITE), WEFT_FIELD_NUMBER,
    WEFT_FIELD_DUMP, .numbers = weft_npu_numbers_sample },
  { "kv_bytes", NULL, WEFT_PART (amount, NPU_SAMPLE_KV), WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP,
    .numbers = weft_npu_numbers_sample },
  { "stall_cycles", NULL, WEFT_PART (amount, NPU_SAMPLE_STALL), WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP,
    .numbers = weft_npu_numbers_sample },
  { "line", NULL, WEFT_PART (amount, NPU_SAMPLE_LINE), WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP,
    .numbers = weft_npu_numbers_sample },
};

const WeftSchema weft_npu_sample_schema = { "npu_sample", "Samples of the memory's bandwidth",
                                            sample_fields, G_N_ELEMENTS (sample_fields) };

/* --- filters ---------------------------------------------------------------------------------------- */

const WeftLanguage *
weft_npu_language (void)
{
  static const WeftLanguage language = { &weft_npu_event_schema, NULL, 0,
                                         "engine == \"TE\" && length > 100" };

  return &language;
}

char **
weft_npu_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);

  return weft_field_list_texts (field, snapshot, snapshot->n_events);
}
