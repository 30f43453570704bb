/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-fields.h"

#include "weft-expression-eval.h"
#include "weft-npu-trace-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- the language ----------------------------------------------------------------------------- */

enum
{
  FIELD_TYPE,
  FIELD_ENGINE,
  FIELD_ID,
  FIELD_START,
  FIELD_END,
  FIELD_LENGTH,
  FIELD_NAME,
  FIELD_LAYER,
  FIELD_TILE,
  FIELD_PHASE,
  FIELD_ROLE,
  FIELD_TOKEN,
  FIELD_COMMAND,
  FIELD_BYTES,
  FIELD_MOVED,
  FIELD_MACS,
  FIELD_QBITS,
  FIELD_WEIGHT_BITS,
  FIELD_ACTIVATION_BITS,
  FIELD_BANK,
  FIELD_LINE,
  FIELD_READ,
  FIELD_WRITE,
  FIELD_KV,
  FIELD_SPM,
  FIELD_FLAGGED,
  FIELD_ERROR,
  N_FIELDS
};

static const WeftField fields[N_FIELDS] = {
  { "type", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Type of the event: \"ENGINE_EVENT\"") },
  { "engine", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Engine, or what caused the event: \"TE\"") },
  { "id", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Number of the engine") },
  { "start", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Cycle in which it begins") },
  { "end", WEFT_FIELD_NUMBER, FALSE, 2, N_ ("Cycle in which it has ended") },
  { "length", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Cycles from start to end") },
  { "name", WEFT_FIELD_TEXT, FALSE, 1,
    N_ ("What it is called: op, reason of a stall, marker, memory, event of a command") },
  { "layer", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Layer") },
  { "tile", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Tile") },
  { "phase", WEFT_FIELD_TEXT, FALSE, 1, N_ ("PREFILL, DECODE, or the phase of a command") },
  { "role", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Role of the tensor: \"kv\"") },
  { "token", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Index of the token") },
  { "command", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Number of the command: cmdq_id, or else cmd_id") },
  { "bytes", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bytes that were asked for") },
  { "moved", WEFT_FIELD_NUMBER, FALSE, 2, N_ ("Bytes as they were aligned, or else as asked for") },
  { "macs", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Multiplications with addition") },
  { "qbits", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bits of what is moved") },
  { "qbits_weight", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bits of the weights") },
  { "qbits_activation", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bits of the activations") },
  { "bank", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bank of the scratch pad") },
  { "line", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Line of the file, from 1") },
  { "read", WEFT_FIELD_FLAG, FALSE, 1, N_ ("It reads memory") },
  { "write", WEFT_FIELD_FLAG, FALSE, 1, N_ ("It writes memory") },
  { "kv", WEFT_FIELD_FLAG, FALSE, 1, N_ ("It is about the key-value cache") },
  { "spm", WEFT_FIELD_FLAG, FALSE, 1, N_ ("It accesses the scratch pad rather than DRAM") },
  { "flagged", WEFT_FIELD_FLAG, FALSE, 1, N_ ("A diagnostic is about it") },
  { "error", WEFT_FIELD_FLAG, FALSE, 1, N_ ("It says that something failed") },
};

const WeftLanguage *
weft_npu_language (void)
{
  static const WeftLanguage language = { fields, N_FIELDS, NULL, 0,
                                         "engine == \"TE\" && length > 100" };

  return &language;
}

WeftExpression *
weft_npu_filter_parse (const char *text, WeftTextPlace *place, GError **error)
{
  return weft_expression_parse (weft_npu_language (), text, place, error);
}

/* --- what expressions ask ----------------------------------------------------------------------- */

static gint64
get_bits (const WeftNpuTrace *trace, guint32 row, guint shift)
{
  guint8 bits = (guint8) (*weft_table_u32 (&trace->events, NPU_BITS, row) >> shift);

  return bits == WEFT_NPU_NO_BITS ? WEFT_NPU_NONE : bits;
}

static gint64
get_time (const WeftNpuTrace *trace, guint32 row, gint64 time)
{
  return (weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) != 0 ? WEFT_NPU_NONE : time;
}

/* WEFT_NPU_NONE where the event has none. */
static gint64
read_number (const WeftNpuSnapshot *snapshot, guint field, guint32 row)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->events;
  guint lane = weft_npu_lane (trace, row);
  gint64 bytes;

  switch (field)
    {
    case FIELD_ID:
      return lane < snapshot->n_lanes && *weft_table_i64 (&trace->lanes, NPU_LANE_ID, lane) >= 0
               ? *weft_table_i64 (&trace->lanes, NPU_LANE_ID, lane)
               : WEFT_NPU_NONE;
    case FIELD_START:
      return get_time (trace, row, weft_npu_start (trace, row));
    case FIELD_END:
      return get_time (trace, row, weft_npu_end (trace, row));
    case FIELD_LENGTH:
      return get_time (trace, row, weft_npu_span (trace, row));
    case FIELD_TOKEN:
      return weft_npu_number (trace, *weft_table_u32 (table, NPU_TOKEN, row));
    case FIELD_COMMAND:
      return weft_npu_number (trace, *weft_table_u32 (table, NPU_COMMAND, row));
    case FIELD_BYTES:
      return weft_npu_number (trace, *weft_table_u32 (table, NPU_BYTES, row));
    case FIELD_MOVED:
      bytes = weft_npu_number (trace, *weft_table_u32 (table, NPU_ALIGNED, row));
      return bytes != WEFT_NPU_NONE
               ? bytes
               : weft_npu_number (trace, *weft_table_u32 (table, NPU_BYTES, row));
    case FIELD_MACS:
      return weft_npu_number (trace, *weft_table_u32 (table, NPU_MACS, row));
    case FIELD_QBITS:
      return get_bits (trace, row, 0);
    case FIELD_WEIGHT_BITS:
      return get_bits (trace, row, 8);
    case FIELD_ACTIVATION_BITS:
      return get_bits (trace, row, 16);
    case FIELD_BANK:
      return get_bits (trace, row, 24);
    case FIELD_LINE:
      return weft_npu_number (trace, *weft_table_u32 (table, NPU_LINE, row));
    default:
      g_assert_not_reached ();
    }
}

static void
read_numbers (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
              gint64 *values, guint64 *present)
{
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    values[i] = read_number (data, use->index, first + (guint32) i);
    if (values[i] != WEFT_NPU_NONE)
      weft_set_bit (present, i);
  }
}

static void
read_flags (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
            guint64 *flags)
{
  static const guint bits[] = { WEFT_NPU_READ, WEFT_NPU_WRITE,   WEFT_NPU_KV,
                                WEFT_NPU_SPM,  WEFT_NPU_FLAGGED, WEFT_NPU_ERROR };
  const WeftNpuSnapshot *snapshot = data;

  WEFT_FOR_EACH_BIT (wanted, i)
  if ((weft_npu_flags (snapshot->trace, first + (guint32) i) & bits[use->index - FIELD_READ]) != 0)
    weft_set_bit (flags, i);
}

static guint32
get_word (const WeftNpuTrace *trace, guint column, guint32 row)
{
  guint16 place = *weft_table_u16 (&trace->events, column, row);

  return place == 0 ? WEFT_NO_NAME : *weft_table_u32 (&trace->words, 0, place);
}

/* The id of a text that is a name; WEFT_NO_NAME where the event has none. */
static guint32
read_name (const WeftNpuSnapshot *snapshot, guint field, guint32 row)
{
  const WeftNpuTrace *trace = snapshot->trace;
  guint lane;

  switch (field)
    {
    case FIELD_ENGINE:
      lane = weft_npu_lane (trace, row);
      return lane < snapshot->n_lanes
               ? weft_cell_load (weft_table_u32 (&trace->lanes, NPU_LANE_ENGINE, lane))
               : WEFT_NO_NAME;
    case FIELD_NAME:
      return weft_npu_name (trace, row);
    case FIELD_LAYER:
      return weft_npu_layer (trace, row);
    case FIELD_TILE:
      return *weft_table_u32 (&trace->events, NPU_TILE, row);
    case FIELD_PHASE:
      return get_word (trace, NPU_PHASE, row);
    case FIELD_ROLE:
      return get_word (trace, NPU_ROLE, row);
    default:
      g_assert_not_reached ();
    }
}

/* --- texts -------------------------------------------------------------------------------------- */

/* Whether a text matches, asked once for each name that comes up. */
typedef enum
{
  UNASKED,
  MATCHES,
  DIFFERS,
} Answer;

static gboolean
matches_text (const WeftTextMatcher *matcher, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gsize from, to;

  return weft_text_matcher_find (matcher, valid, strlen (valid), &from, &to);
}

static void
match_types (const WeftNpuSnapshot *snapshot, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  gboolean known[WEFT_NPU_N_TYPES];

  for (guint type = 0; type < WEFT_NPU_N_TYPES; type++)
    known[type] = matches_text (matcher, weft_npu_type_to_string (type));
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    guint32 row = first + (guint32) i;
    WeftNpuType type = weft_npu_type (snapshot->trace, row);

    weft_set_bit (present, i);
    if (type == WEFT_NPU_OTHER ? matches_text (
          matcher, weft_npu_trace_get_name (snapshot->trace, weft_npu_name (snapshot->trace, row)))
                               : known[type])
      weft_set_bit (matches, i);
  }
}

static void
match_texts (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  const WeftNpuSnapshot *snapshot = data;
  g_autofree guint8 *answers = NULL;

  if (use->index == FIELD_TYPE)
    {
      match_types (snapshot, matcher, first, wanted, present, matches);
      return;
    }
  answers = g_new0 (guint8, weft_npu_trace_get_n_names (snapshot->trace));
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    guint32 name = read_name (snapshot, use->index, first + (guint32) i);

    if (name == WEFT_NO_NAME)
      continue;
    weft_set_bit (present, i);
    if (answers[name] == UNASKED)
      answers[name] =
        matches_text (matcher, weft_npu_trace_get_name (snapshot->trace, name)) ? MATCHES : DIFFERS;
    if (answers[name] == MATCHES)
      weft_set_bit (matches, i);
  }
}

/* --- values for completion ------------------------------------------------------------------------ */

/* Events that are looked through for the values of a field. */
#define MAX_LOOKED 100000

char **
weft_npu_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();
  guint index = (guint) (field - fields);

  if (index == FIELD_TYPE)
    {
      for (guint type = 0; type < WEFT_NPU_OTHER; type++)
        g_strv_builder_add (values, weft_npu_type_to_string (type));
      return g_strv_builder_end (values);
    }
  for (guint32 row = 0; row < MIN (snapshot->n_events, MAX_LOOKED); row++)
    {
      guint32 name = read_name (snapshot, index, row);

      if (name != WEFT_NO_NAME && g_hash_table_add (seen, GUINT_TO_POINTER (name + 1)))
        {
          g_autofree char *valid = g_utf8_make_valid (weft_npu_trace_get_name (trace, name), -1);

          g_strv_builder_add (values, valid);
        }
    }
  return g_strv_builder_end (values);
}

/* --- running ----------------------------------------------------------------------------------------- */

/* The bits of the first `n` rows. */
static void
set_first (guint64 *words, guint n)
{
  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  memset (words, 0xff, n / 64 * sizeof *words);
  if (n % 64 != 0)
    words[n / 64] = ((guint64) 1 << n % 64) - 1;
}

WeftBitset *
weft_npu_filter_run (WeftExpression *expression, WeftNpuSnapshot *snapshot,
                     GCancellable *cancellable, GError **error)
{
  static const WeftRowSource functions = { read_numbers, read_flags, match_texts };
  g_autoptr (WeftBitset) rows = weft_bitset_new (snapshot->n_events);

  for (guint32 first = 0; first < rows->n_bits;)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];
      guint n = MIN (rows->n_bits - first, WEFT_EVAL_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      set_first (wanted, n);
      weft_expression_eval (expression, &functions, snapshot, first, wanted, result);
      memcpy (rows->words + first / 64, result, weft_bitset_count_words (n) * sizeof *result);
      first += n;
    }
  weft_bitset_seal (rows);
  return g_steal_pointer (&rows);
}
