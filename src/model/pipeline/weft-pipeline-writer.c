/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-writer-private.h"

#include <string.h>

#define MAX_KINDS 65535u

/* A dependency whose producer has not begun yet. */
typedef struct
{
  guint32 consumer;
  guint32 dep;
  guint32 next;
} Forward;

void
weft_pipeline_writer_find_revision (WeftPipelineWriter *self, guint32 block)
{
  self->revisions[block % WEFT_REVISIONS_AT_HAND] =
    (WeftRevisionAtHand){ block, weft_table_cells (&self->trace->revisions, 0, block) };
}

static WeftPipelineWriter *
writer_new (WeftPipelineTrace *trace)
{
  WeftPipelineWriter *self = g_new0 (WeftPipelineWriter, 1);

  self->trace = g_object_ref (trace);
  self->ids_rise = TRUE;
  self->last_id = G_MININT64;
  self->forward = g_array_new (FALSE, FALSE, sizeof (Forward));
  self->kind_traits = g_array_new (FALSE, FALSE, sizeof (WeftKindTraits));
  self->lane_marks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lane_ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < WEFT_OPS_AT_HAND; i++)
    self->at_hand[i].op = WEFT_NO_ROW;
  return self;
}

WeftPipelineWriter *
weft_pipeline_writer_new (WeftPipelineTrace *trace, WeftPipelineDialect dialect)
{
  g_assert (trace->ops.n_rows == 0);
  trace->dialect = dialect;
  return writer_new (trace);
}

WeftPipelineWriter *
weft_pipeline_writer_new_behind (WeftPipelineTrace *trace)
{
  WeftPipelineWriter *self = writer_new (trace);

  if (weft_pipeline_writer_learn (self))
    return self;
  weft_pipeline_writer_free (self);
  return NULL;
}

void
weft_pipeline_writer_free (WeftPipelineWriter *self)
{
  WeftMap64 *maps[] = { &self->kinds, &self->lanes, &self->pcs, &self->latest, &self->waiting };
  WeftPipelineTrace *trace = self->trace;
  WeftTable *tables[] = { &trace->ops, &trace->stages, &trace->texts, &trace->deps };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    weft_table_seal (tables[i]);
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    weft_map64_clear (maps[i]);
  weft_id_map_clear (&self->ops_by_id);
  g_array_unref (self->forward);
  g_array_unref (self->kind_traits);
  g_array_unref (self->lane_marks);
  g_array_unref (self->lane_ranks);
  g_object_unref (self->trace);
  g_free (self);
}

WeftPipelineTrace *
weft_pipeline_writer_get_trace (WeftPipelineWriter *self)
{
  return self->trace;
}

gboolean
weft_pipeline_writer_is_full (WeftPipelineWriter *self)
{
  const WeftPipelineTrace *trace = self->trace;

  return self->full || trace->ops.exhausted || trace->stages.exhausted || trace->texts.exhausted
         || trace->deps.exhausted;
}

/* --- cells ------------------------------------------------------------------------------------- */

void
weft_newest_chunk_find (WeftNewestChunk *newest, const WeftTable *table, guint32 row)
{
  for (guint i = 0; i < table->n_columns; i++)
    newest->cells[i] = weft_table_cells (table, i, row & ~WEFT_CHUNK_MASK);
}

/* A tick of the op as the difference from its fetch. */
static guint32
encode_tick (WeftPipelineWriter *self, guint32 op, gint64 tick)
{
  return weft_pipeline_writer_encode (
    self, weft_ticks_between (weft_pipeline_writer_at_hand (self, op)->fetch, tick));
}

/* --- kinds ---------------------------------------------------------------------------------------- */

static guint32
intern_lane (WeftPipelineWriter *self, guint32 name)
{
  guint32 lane = weft_map64_get (&self->lanes, name);
  guint32 zero = 0;

  if (lane != WEFT_MAP64_NONE || !weft_pipeline_writer_append (self, &self->trace->lanes, &lane))
    return lane;
  weft_table_set_u32 (&self->trace->lanes, 0, lane, name);
  weft_table_publish (&self->trace->lanes);
  weft_map64_set (&self->lanes, name, lane);
  g_array_append_val (self->lane_marks, zero);
  g_array_append_val (self->lane_ranks, zero);
  return lane;
}

static gboolean
name_executes (WeftPipelineWriter *self, const char *name, gsize length)
{
  if (self->trace->dialect == WEFT_PIPELINE_O3)
    return length == 2 && memcmp (name, "Cm", 2) == 0;
  return memchr (name, 'X', length) != NULL;
}

gint64
weft_pipeline_writer_intern_word (WeftPipelineWriter *self, const char *word, gsize length)
{
  return WEFT_FIRST_WORD + (gint64) weft_string_pool_intern (&self->trace->names, word, length);
}

WeftKind
weft_pipeline_writer_intern_kind (WeftPipelineWriter *self, const char *lane, gsize lane_length,
                                  const char *name, gsize name_length)
{
  WeftPipelineTrace *trace = self->trace;
  guint32 lane_name = weft_string_pool_intern (&trace->names, lane, lane_length);
  guint32 stage_name = weft_string_pool_intern (&trace->names, name, name_length);
  guint64 key = (guint64) lane_name << 32 | stage_name;
  guint32 kind = weft_map64_get (&self->kinds, key);
  guint32 lane_index;
  WeftKindTraits traits = { .executes = name_executes (self, name, name_length) };

  if (kind != WEFT_MAP64_NONE)
    return (WeftKind) kind;
  traits.lane = lane_index = intern_lane (self, lane_name);
  if (trace->kinds.n_rows == MAX_KINDS || lane_name == WEFT_NO_NAME || stage_name == WEFT_NO_NAME
      || lane_index == WEFT_MAP64_NONE || !weft_pipeline_writer_append (self, &trace->kinds, &kind))
    return (WeftKind) (MAX (trace->kinds.n_rows, 1) - 1);
  weft_table_set_u32 (&trace->kinds, KIND_LANE, kind, lane_index);
  weft_table_set_u32 (&trace->kinds, KIND_NAME, kind, stage_name);
  weft_table_set_u32 (&trace->kinds, KIND_RANK, kind,
                      g_array_index (self->lane_ranks, guint32, lane_index)++);
  weft_table_set_u32 (&trace->kinds, KIND_DEPTH, kind, WEFT_NO_ROW);
  weft_table_set_u8 (&trace->kinds, KIND_FLAGS, kind, traits.executes ? KIND_EXECUTES : 0);
  g_array_append_val (self->kind_traits, traits);
  weft_table_publish (&trace->kinds);
  weft_map64_set (&self->kinds, key, kind);
  return (WeftKind) kind;
}

/* --- ops --------------------------------------------------------------------------------------------- */

guint32
weft_pipeline_writer_find_op (WeftPipelineWriter *self, gint64 id)
{
  return weft_id_map_get (&self->ops_by_id, id);
}

gboolean
weft_pipeline_writer_find_open_op (WeftPipelineWriter *self, gint64 id, guint32 *op)
{
  *op = weft_id_map_get (&self->ops_by_id, id);
  return *op != WEFT_NO_ROW
         && (weft_pipeline_writer_get_flags (self, *op) & OP_STATE_MASK) == WEFT_OP_OPEN;
}

guint32
weft_pipeline_writer_get_n_ops (WeftPipelineWriter *self)
{
  return self->trace->ops.n_rows;
}

/* Completes the dependencies that named this id before its op began. */
static void
resolve_waiting (WeftPipelineWriter *self, gint64 id, guint32 op)
{
  guint32 entry = weft_map64_get (&self->waiting, (guint64) id);

  if (entry == WEFT_MAP64_NONE)
    return;
  weft_map64_remove (&self->waiting, (guint64) id);
  while (entry != WEFT_NO_ROW)
    {
      Forward forward = g_array_index (self->forward, Forward, entry);

      weft_table_set_u32 (&self->trace->deps, DEP_PRODUCER, forward.dep,
                          weft_pipeline_writer_encode (self, op));
      weft_pipeline_writer_touch (self, forward.consumer);
      entry = forward.next;
    }
}

guint32
weft_pipeline_writer_begin_op (WeftPipelineWriter *self, gint64 id, gint64 gid, gint64 tid,
                               gint64 line, gint64 tick)
{
  static const guint8 none[] = { OP_RID, OP_END,        OP_CONSUMES,  OP_PRODUCES, OP_STORE,
                                 OP_PC,  OP_LAST_STAGE, OP_LAST_TEXT, OP_LAST_DEP };
  WeftTable *ops = &self->trace->ops;
  WeftNewestChunk *newest = &self->ops;
  guint32 op, block, index;

  if ((ops->n_rows & (WEFT_BLOCK_OPS - 1)) == 0
      && self->trace->revisions.n_rows <= ops->n_rows >> WEFT_BLOCK_SHIFT
      && !weft_pipeline_writer_append (self, &self->trace->revisions, &block))
    return WEFT_NO_ROW;
  if (!weft_pipeline_writer_append_row (self, ops, newest, &op, &index))
    return WEFT_NO_ROW;
  weft_put_i64 (newest->cells[OP_FETCH], index, tick);
  self->at_hand[op % WEFT_OPS_AT_HAND] =
    (WeftOpAtHand){ .op = op,
                    .fetch = tick,
                    .last_stage = WEFT_NO_ROW,
                    .knows_lanes = TRUE,
                    .last = { { .stage = WEFT_NO_ROW }, { .stage = WEFT_NO_ROW } } };
  if (op > 0 && G_UNLIKELY (tick < weft_table_get_i64 (ops, OP_FETCH, op - 1)))
    atomic_store_explicit (&self->trace->fetch_falls, TRUE, memory_order_relaxed);
  weft_put_u32 (newest->cells[OP_ID], index,
                weft_pipeline_writer_encode (self, weft_ticks_between (op, id)));
  weft_put_u32 (newest->cells[OP_GID], index, weft_pipeline_writer_encode (self, gid));
  weft_put_u32 (newest->cells[OP_TID], index, weft_pipeline_writer_encode (self, tid));
  weft_put_u32 (newest->cells[OP_LINE], index, weft_pipeline_writer_encode (self, line));
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    weft_put_u32 (newest->cells[none[i]], index, WEFT_NO_ROW);
  weft_id_map_set (&self->ops_by_id, id, op);
  self->ids_rise &= id > self->last_id;
  self->last_id = id;
  if (self->waiting.n_used > 0)
    resolve_waiting (self, id, op);
  weft_pipeline_writer_touch (self, op);
  return op;
}

WeftOpState
weft_pipeline_writer_get_state (WeftPipelineWriter *self, guint32 op)
{
  return weft_pipeline_writer_get_flags (self, op) & OP_STATE_MASK;
}

static void
set_op_tick (WeftPipelineWriter *self, guint column, guint32 op, gint64 tick)
{
  weft_pipeline_writer_set_cell (self, column, op, encode_tick (self, op, tick));
  weft_pipeline_writer_touch (self, op);
}

void
weft_pipeline_writer_set_consumes (WeftPipelineWriter *self, guint32 op, gint64 tick)
{
  set_op_tick (self, OP_CONSUMES, op, tick);
}

void
weft_pipeline_writer_set_produces (WeftPipelineWriter *self, guint32 op, gint64 tick)
{
  set_op_tick (self, OP_PRODUCES, op, tick);
}

void
weft_pipeline_writer_set_store (WeftPipelineWriter *self, guint32 op, gint64 tick)
{
  set_op_tick (self, OP_STORE, op, tick);
}

void
weft_pipeline_writer_set_tid (WeftPipelineWriter *self, guint32 op, gint64 tid)
{
  weft_pipeline_writer_set_cell (self, OP_TID, op, weft_pipeline_writer_encode (self, tid));
  weft_pipeline_writer_touch (self, op);
}

/* --- texts ------------------------------------------------------------------------------------------- */

static gboolean
add_piece (WeftPipelineWriter *self, guint32 op, WeftTextType type, guint64 offset, gsize length,
           guint32 stage)
{
  WeftNewestChunk *newest = &self->texts;
  guint32 text, index;

  if (offset >= TEXT_MAX_OFFSET
      || !weft_pipeline_writer_append_row (self, &self->trace->texts, newest, &text, &index))
    return FALSE;
  weft_put_u64 (newest->cells[TEXT_PLACE], index, offset << 20 | (guint64) length << 2 | type);
  weft_put_u32 (newest->cells[TEXT_PREVIOUS], index,
                weft_pipeline_writer_get_cell (self, OP_LAST_TEXT, op));
  weft_put_u32 (newest->cells[TEXT_STAGE], index, stage);
  weft_pipeline_writer_set_cell (self, OP_LAST_TEXT, op, text);
  return TRUE;
}

/* A text that is too long for one piece is several, each but the last of the largest length. */
static gboolean
add_text (WeftPipelineWriter *self, guint32 op, WeftTextType type, guint64 offset, gsize length,
          guint32 stage)
{
  for (; length > TEXT_MAX_LENGTH; offset += TEXT_MAX_LENGTH, length -= TEXT_MAX_LENGTH)
    if (!add_piece (self, op, type, offset, TEXT_MAX_LENGTH, stage))
      return FALSE;
  return add_piece (self, op, type, offset, length, stage);
}

static void
set_pc (WeftPipelineWriter *self, guint32 op, guint64 pc)
{
  guint32 index = weft_map64_get (&self->pcs, pc);

  if (index == WEFT_MAP64_NONE)
    {
      if (!weft_pipeline_writer_append (self, &self->trace->pcs, &index))
        return;
      weft_table_set_u64 (&self->trace->pcs, 0, index, pc);
      weft_table_publish (&self->trace->pcs);
      weft_map64_set (&self->pcs, pc, index);
    }
  weft_pipeline_writer_set_cell (self, OP_PC, op, index);
}

/* Keeps what was found in a piece of the op's label. */
static void
keep_pc (WeftPipelineWriter *self, guint32 op, WeftPcState state, guint64 pc)
{
  guint8 flags = weft_pipeline_writer_get_flags (self, op);

  if (state != WEFT_PC_NONE)
    set_pc (self, op, pc);
  else if ((flags & OP_PC_OPEN) != 0)
    weft_pipeline_writer_set_cell (self, OP_PC, op, WEFT_NO_ROW);
  weft_pipeline_writer_set_flags (
    self, op, (flags & ~OP_PC_OPEN) | OP_HAS_LABEL | (state == WEFT_PC_OPEN ? OP_PC_OPEN : 0u));
}

/* Looks for the PC in a further piece of the op's label. */
static void
read_pc (WeftPipelineWriter *self, guint32 op, const char *text, gsize length)
{
  guint8 flags = weft_pipeline_writer_get_flags (self, op);
  guint32 index = weft_pipeline_writer_get_cell (self, OP_PC, op);
  gboolean continued = (flags & OP_PC_OPEN) != 0 && index != WEFT_NO_ROW;
  guint64 pc = continued ? weft_pipeline_trace_get_pc (self->trace, index) : 0;
  WeftPcState state;

  if (length == 0 || ((flags & OP_HAS_LABEL) != 0 && !continued))
    return;
  state = weft_pipeline_pc_parse (text, length, continued, &pc);
  keep_pc (self, op, state, pc);
}

gboolean
weft_pipeline_writer_add_label (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                const char *text, gsize length)
{
  read_pc (self, op, text, length);
  weft_pipeline_writer_touch (self, op);
  return add_text (self, op, WEFT_TEXT_LABEL, offset, length, WEFT_NO_ROW);
}

gboolean
weft_pipeline_writer_add_first_label (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                      const char *text, gsize length, WeftPcState state, guint64 pc)
{
  if (length == 0 || (weft_pipeline_writer_get_flags (self, op) & OP_HAS_LABEL) != 0)
    return weft_pipeline_writer_add_label (self, op, offset, text, length);
  keep_pc (self, op, state, pc);
  weft_pipeline_writer_touch (self, op);
  return add_text (self, op, WEFT_TEXT_LABEL, offset, length, WEFT_NO_ROW);
}

gboolean
weft_pipeline_writer_add_detail (WeftPipelineWriter *self, guint32 op, guint64 offset, gsize length)
{
  weft_pipeline_writer_touch (self, op);
  return add_text (self, op, WEFT_TEXT_DETAIL, offset, length, WEFT_NO_ROW);
}

gboolean
weft_pipeline_writer_add_stage_text (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                     gsize length)
{
  guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);

  weft_pipeline_writer_touch (self, op);
  return stage != WEFT_NO_ROW && add_text (self, op, WEFT_TEXT_STAGE, offset, length, stage);
}

gboolean
weft_pipeline_writer_add_note (WeftPipelineWriter *self, guint32 op, guint64 offset, gsize length,
                               gint64 tick)
{
  weft_pipeline_writer_touch (self, op);
  /* Which stage that is shows only once the op's records have been read. */
  return add_text (self, op, tick >= 0 ? WEFT_TEXT_STAGE : WEFT_TEXT_DETAIL, offset, length,
                   tick >= 0 ? encode_tick (self, op, tick) : WEFT_NO_ROW);
}

gboolean
weft_pipeline_writer_add_fetch_line (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                     gsize length, const guint64 *pc)
{
  if (pc != NULL)
    set_pc (self, op, *pc);
  weft_pipeline_writer_touch (self, op);
  return add_text (self, op, WEFT_TEXT_FETCH, offset, length, WEFT_NO_ROW);
}

gboolean
weft_pipeline_writer_add_raw_tick (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                   gsize length)
{
  weft_pipeline_writer_touch (self, op);
  return add_text (self, op, WEFT_TEXT_DETAIL, offset, length,
                   weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op));
}

/* --- dependencies ---------------------------------------------------------------------------------------- */

void
weft_pipeline_writer_wait_for (WeftPipelineWriter *self, gint64 producer_id, guint32 consumer,
                               guint32 dep)
{
  Forward forward = { consumer, dep, weft_map64_get (&self->waiting, (guint64) producer_id) };

  weft_map64_set (&self->waiting, (guint64) producer_id, self->forward->len);
  g_array_append_val (self->forward, forward);
}

gboolean
weft_pipeline_writer_add_dependency (WeftPipelineWriter *self, guint32 consumer, gint64 producer_id,
                                     gint64 type, gint64 tick)
{
  WeftNewestChunk *newest = &self->deps;
  guint32 last = weft_pipeline_writer_get_cell (self, OP_LAST_DEP, consumer);
  guint32 producer = weft_id_map_get (&self->ops_by_id, producer_id);
  gboolean known = producer != WEFT_NO_ROW;
  guint32 dep, types, index;

  if (!weft_pipeline_writer_append_row (self, &self->trace->deps, newest, &dep, &index))
    return FALSE;
  weft_put_u32 (newest->cells[DEP_PREVIOUS], index, last);
  weft_put_u32 (newest->cells[DEP_PRODUCER], index,
                weft_pipeline_writer_encode (self, known ? producer : -1 - producer_id));
  weft_put_u32 (newest->cells[DEP_CYCLE], index, encode_tick (self, consumer, tick));
  weft_put_u32 (newest->cells[DEP_TYPE], index, weft_pipeline_writer_encode (self, type));
  weft_pipeline_writer_set_cell (self, OP_LAST_DEP, consumer, dep);
  types = 1u << CLAMP (type, 0, 31);
  if (G_UNLIKELY (
        (atomic_load_explicit (&self->trace->dependency_types, memory_order_relaxed) & types) == 0))
    atomic_fetch_or (&self->trace->dependency_types, types);
  if (!known)
    weft_pipeline_writer_wait_for (self, producer_id, consumer, dep);
  weft_pipeline_writer_touch (self, consumer);
  return known;
}

void
weft_pipeline_writer_clear_dependencies (WeftPipelineWriter *self, guint32 op)
{
  WeftTable *deps = &self->trace->deps;
  guint32 dep = weft_pipeline_writer_get_cell (self, OP_LAST_DEP, op);

  for (; dep != WEFT_NO_ROW; dep = weft_table_get_u32 (deps, DEP_PREVIOUS, dep))
    self->trace->n_cleared_deps++;
  weft_pipeline_writer_set_cell (self, OP_LAST_DEP, op, WEFT_NO_ROW);
  weft_pipeline_writer_touch (self, op);
}

/* --- publication ------------------------------------------------------------------------------------------ */

void
weft_pipeline_writer_publish (WeftPipelineWriter *self, gint64 last_tick)
{
  WeftPipelineSnapshot fields = { .ticks_per_cycle = 1,
                                  .last_tick = last_tick,
                                  .last_end = self->trace->last_end_tick,
                                  .ids_rise = self->ids_rise };

  fields.stable_rows = weft_table_length (&self->trace->ops);
  weft_pipeline_trace_publish (self->trace, &fields);
}
