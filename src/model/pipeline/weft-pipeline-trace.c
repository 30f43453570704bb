/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-trace-private.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (WeftPipelineTrace, weft_pipeline_trace, WEFT_TYPE_TRACE)

static const char *
weft_pipeline_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("cycles");
}

static void
weft_pipeline_trace_finalize (GObject *object)
{
  WeftPipelineTrace *self = WEFT_PIPELINE_TRACE (object);

  self->newest->trace = NULL;
  weft_pipeline_snapshot_unref (self->newest);
  weft_pipeline_assumptions_unref (self->assumptions);
  g_clear_pointer (&self->resources, weft_pipeline_resources_free);
  weft_sealer_free (self->sealer);
  weft_string_pool_clear (&self->reasons);
  weft_string_pool_clear (&self->names);
  weft_chunk_store_free (self->store);
  g_clear_pointer (&self->index, weft_index_reader_unref);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_pipeline_trace_parent_class)->finalize (object);
}

static void
weft_pipeline_trace_class_init (WeftPipelineTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_pipeline_trace_get_time_unit;
}

static void
weft_pipeline_trace_init (WeftPipelineTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->assumptions = weft_pipeline_assumptions_new (NULL, 0, TRUE);
}

static void
init_tables (WeftPipelineTrace *self)
{
  static const uint8_t ops[N_OP_COLUMNS] = { 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1 };
  static const uint8_t stages[N_STAGE_COLUMNS] = { 4, 4, 4, 2 };
  static const uint8_t texts[N_TEXT_COLUMNS] = { 8, 4, 4 };
  static const uint8_t deps[N_DEP_COLUMNS] = { 4, 4, 4, 4 };
  static const uint8_t kinds[N_KIND_COLUMNS] = { 4, 4, 4, 4, 1 };
  WeftTable *sealed[] = { &self->ops, &self->stages, &self->texts, &self->deps,
                          &self->attributions };

  weft_table_init (&self->ops, self->store, ops, N_OP_COLUMNS);
  weft_table_init (&self->stages, self->store, stages, N_STAGE_COLUMNS);
  weft_table_init (&self->texts, self->store, texts, N_TEXT_COLUMNS);
  weft_table_init (&self->deps, self->store, deps, N_DEP_COLUMNS);
  weft_table_init (&self->kinds, self->store, kinds, N_KIND_COLUMNS);
  weft_table_init (&self->revisions, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->pcs, self->store, (const uint8_t[]){ 8 }, 1);
  weft_table_init (&self->lanes, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->attributions, self->store, (const uint8_t[]){ 4, 4, 4 },
                   N_ATTRIBUTION_COLUMNS);
  weft_compact_init (&self->compact, self->store);
  weft_string_pool_init (&self->reasons, self->store);
  weft_string_pool_init (&self->names, self->store);
  for (guint i = 0; i < G_N_ELEMENTS (sealed); i++)
    weft_table_set_sealer (sealed[i], self->sealer);
}

WeftPipelineTrace *
weft_pipeline_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  WeftPipelineTrace *self =
    g_object_new (WEFT_TYPE_PIPELINE_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->sealer = weft_sealer_new (weft_storage_open (storage));
  init_tables (self);
  self->last_end_tick = G_MININT64;
  self->newest = g_new0 (WeftPipelineSnapshot, 1);
  self->newest->ticks_per_cycle = 1;
  self->newest->last_end = G_MININT64;
  g_atomic_ref_count_init (&self->newest->ref_count);
  return self;
}

/* --- kinds, lanes, PCs ------------------------------------------------------------------------ */

guint
weft_pipeline_trace_get_n_kinds (WeftPipelineTrace *self)
{
  return weft_table_length (&self->kinds);
}

const char *
weft_pipeline_trace_get_kind_name (WeftPipelineTrace *self, WeftKind kind)
{
  return weft_string_pool_get (&self->names, weft_table_get_u32 (&self->kinds, KIND_NAME, kind),
                               NULL);
}

guint
weft_pipeline_trace_get_kind_lane (WeftPipelineTrace *self, WeftKind kind)
{
  return weft_table_get_u32 (&self->kinds, KIND_LANE, kind);
}

void
weft_pipeline_trace_get_kind (WeftPipelineTrace *self, WeftKind kind, WeftKindInfo *info)
{
  info->name = weft_pipeline_trace_get_kind_name (self, kind);
  info->lane_index = weft_pipeline_trace_get_kind_lane (self, kind);
  info->lane = weft_pipeline_trace_get_lane_name (self, info->lane_index);
  info->rank = weft_table_get_u32 (&self->kinds, KIND_RANK, kind);
  info->depth = weft_table_get_u32 (&self->kinds, KIND_DEPTH, kind);
  if (info->depth == WEFT_NO_ROW) /* no stage of the kind has begun yet */
    info->depth = 0;
  info->executes = (weft_table_get_u8 (&self->kinds, KIND_FLAGS, kind) & KIND_EXECUTES) != 0;
}

const char *
weft_pipeline_trace_get_word (WeftPipelineTrace *self, gint64 id)
{
  guint64 word = (guint64) id - (guint64) WEFT_FIRST_WORD;

  return word < weft_string_pool_size (&self->names)
           ? weft_string_pool_get (&self->names, (guint32) word, NULL)
           : NULL;
}

char *
weft_pipeline_trace_format_id (WeftPipelineTrace *self, gint64 id)
{
  const char *word = weft_pipeline_trace_get_word (self, id);

  return word != NULL ? g_utf8_make_valid (word, -1) : g_strdup_printf ("%" G_GINT64_FORMAT, id);
}

guint
weft_pipeline_trace_get_n_lanes (WeftPipelineTrace *self)
{
  return weft_table_length (&self->lanes);
}

const char *
weft_pipeline_trace_get_lane_name (WeftPipelineTrace *self, guint lane)
{
  return weft_string_pool_get (&self->names, weft_table_get_u32 (&self->lanes, 0, lane), NULL);
}

guint32
weft_pipeline_trace_get_n_pcs (WeftPipelineTrace *self)
{
  return weft_table_length (&self->pcs);
}

/* Both ends of a length are rounded to cycles, and a stage of gem5 that lasts one cycle has no length in ticks. */
#define LAG_MARGIN 2

void
weft_pipeline_snapshot_get_lags (const WeftPipelineSnapshot *snapshot, gint64 *least,
                                 gint64 *greatest)
{
  WeftPipelineTrace *trace = snapshot->trace;
  gint64 from = atomic_load_explicit (&trace->least_lag, memory_order_relaxed);
  gint64 to = atomic_load_explicit (&trace->greatest_lag, memory_order_relaxed);

  *least = MAX (from / snapshot->ticks_per_cycle, G_MININT64 + LAG_MARGIN) - LAG_MARGIN;
  *greatest = MIN (to / snapshot->ticks_per_cycle, G_MAXINT64 - LAG_MARGIN) + LAG_MARGIN;
}

/* In a log of so many ticks that cycles turn over, the last op seems to be before the first. */
gboolean
weft_pipeline_snapshot_fetch_rises (const WeftPipelineSnapshot *snapshot)
{
  if (atomic_load_explicit (&snapshot->trace->fetch_falls, memory_order_relaxed))
    return FALSE;
  return snapshot->n_ops == 0
         || weft_op_fetch (snapshot, 0) <= weft_op_fetch (snapshot, snapshot->n_ops - 1);
}

guint64
weft_pipeline_trace_get_pc (WeftPipelineTrace *self, guint32 index)
{
  return weft_table_get_u64 (&self->pcs, 0, index);
}

/* --- snapshots --------------------------------------------------------------------------------- */

WeftPipelineSnapshot *
weft_pipeline_trace_ref_snapshot (WeftPipelineTrace *self)
{
  WeftPipelineSnapshot *snapshot;

  weft_lock (&self->lock);
  snapshot = g_memdup2 (self->newest, sizeof *self->newest);
  weft_shared_ref (snapshot->ops_by_row);
  weft_shared_ref (snapshot->rows_by_op);
  weft_shared_ref (snapshot->rids);
  weft_unlock (&self->lock);
  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = g_object_ref (self);
  return snapshot;
}

guint32
weft_pipeline_trace_get_dependency_types (WeftPipelineTrace *self)
{
  return atomic_load (&self->dependency_types);
}

void
weft_pipeline_trace_set_assumptions (WeftPipelineTrace *self, WeftPipelineAssumptions *assumptions)
{
  WeftPipelineAssumptions *old;

  weft_lock (&self->lock);
  old = self->assumptions;
  self->assumptions = weft_pipeline_assumptions_ref (assumptions);
  weft_unlock (&self->lock);
  weft_pipeline_assumptions_unref (old);
}

WeftPipelineAssumptions *
weft_pipeline_trace_ref_assumptions (WeftPipelineTrace *self)
{
  WeftPipelineAssumptions *assumptions;

  weft_lock (&self->lock);
  assumptions = weft_pipeline_assumptions_ref (self->assumptions);
  weft_unlock (&self->lock);
  return assumptions;
}

void
weft_pipeline_trace_take_resources (WeftPipelineTrace *self, WeftPipelineResources *resources)
{
  g_return_if_fail (self->resources == NULL);

  weft_lock (&self->lock);
  self->resources = resources;
  weft_unlock (&self->lock);
}

const WeftPipelineResources *
weft_pipeline_trace_get_resources (WeftPipelineTrace *self)
{
  const WeftPipelineResources *resources;

  weft_lock (&self->lock);
  resources = self->resources;
  weft_unlock (&self->lock);
  return resources;
}

WeftPipelineSnapshot *
weft_pipeline_snapshot_ref (WeftPipelineSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->ref_count);
  return snapshot;
}

void
weft_pipeline_snapshot_unref (WeftPipelineSnapshot *snapshot)
{
  if (!g_atomic_ref_count_dec (&snapshot->ref_count))
    return;
  g_clear_pointer (&snapshot->ops_by_row, weft_shared_unref);
  g_clear_pointer (&snapshot->rows_by_op, weft_shared_unref);
  g_clear_pointer (&snapshot->rids, weft_shared_unref);
  g_clear_object (&snapshot->trace);
  g_free (snapshot);
}

/* Where retire ids are counted, an op that retired late, or came late, moves those of the ops after
 * it: what shows them is out of date, though nothing has happened to these ops. */
static void
touch_moved (WeftPipelineTrace *self, const WeftPipelineSnapshot *old,
             const WeftPipelineSnapshot *snapshot)
{
  if (old->rids == NULL || snapshot->rids == NULL)
    return;
  for (guint32 op = 0; op < old->n_ops; op++)
    if (old->rids[op] != snapshot->rids[op])
      {
        guint32 block = op >> WEFT_BLOCK_SHIFT;

        weft_table_set_u32 (&self->revisions, 0, block,
                            weft_table_get_u32 (&self->revisions, 0, block) + 1);
      }
}

void
weft_pipeline_trace_publish (WeftPipelineTrace *self, const WeftPipelineSnapshot *fields)
{
  WeftPipelineSnapshot *snapshot = g_memdup2 (fields, sizeof *fields);
  WeftPipelineSnapshot *old;

  weft_table_publish (&self->stages);
  weft_table_publish (&self->texts);
  weft_table_publish (&self->deps);
  weft_table_publish (&self->attributions);
  weft_table_publish (&self->revisions);
  weft_table_publish (&self->ops);

  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = NULL;
  snapshot->n_ops = self->ops.n_rows;
  snapshot->n_dependencies = self->deps.n_rows - self->n_cleared_deps;
  weft_lock (&self->lock);
  old = self->newest;
  snapshot->generation = old->generation + 1;
  self->newest = snapshot;
  weft_unlock (&self->lock);
  /* Now, as what is made from here on is made of the new snapshot. */
  touch_moved (self, old, snapshot);
  weft_pipeline_snapshot_unref (old);
  weft_trace_changed (WEFT_TRACE (self));
}

gint64
weft_pipeline_snapshot_get_first_cycle (const WeftPipelineSnapshot *snapshot)
{
  if (snapshot->n_ops == 0)
    return 0;
  return weft_pipeline_snapshot_get_fetch (snapshot,
                                           weft_pipeline_snapshot_op_at_row (snapshot, 0));
}

gint64
weft_pipeline_snapshot_get_last_cycle (const WeftPipelineSnapshot *snapshot)
{
  gint64 last;

  if (snapshot->n_ops == 0)
    return 0;
  last = weft_pipeline_snapshot_to_cycle (snapshot, snapshot->last_tick);
  if (snapshot->last_end != G_MININT64)
    last = MAX (last, weft_cycle_after_end (snapshot, snapshot->last_end));
  return last;
}

guint32
weft_pipeline_snapshot_op_at_row (const WeftPipelineSnapshot *snapshot, guint32 row)
{
  return snapshot->ops_by_row != NULL ? snapshot->ops_by_row[row] : row;
}

guint32
weft_pipeline_snapshot_row_of_op (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return snapshot->rows_by_op != NULL ? snapshot->rows_by_op[op] : op;
}

static gint64
raw_id (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return weft_ticks_after (
    op, weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->ops, OP_ID, op)));
}

guint32 *
weft_pipeline_snapshot_order_by_id (const WeftPipelineSnapshot *snapshot)
{
  weft_auto_bulk guint64 *keys = NULL;
  guint32 *order;
  guint32 op;

  for (op = 1; op < snapshot->n_ops && raw_id (snapshot, op - 1) < raw_id (snapshot, op); op++)
    ;
  if (op >= snapshot->n_ops)
    return NULL;
  order = weft_bulk_alloc_anyway (snapshot->n_ops * sizeof *order);
  keys = weft_bulk_alloc_anyway (snapshot->n_ops * sizeof *keys);
  for (op = 0; op < snapshot->n_ops; op++)
    {
      order[op] = op;
      keys[op] = weft_key_signed (raw_id (snapshot, op));
    }
  weft_key_sort_anyway (keys, order, snapshot->n_ops);
  return order;
}

/* The row of the op whose id in the log is `raw`, where ids rise from row to row. */
static guint32
find_risen_id (const WeftPipelineSnapshot *snapshot, gint64 raw)
{
  guint32 low = 0, high = snapshot->n_ops;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (raw_id (snapshot, weft_pipeline_snapshot_op_at_row (snapshot, middle)) < raw)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
weft_pipeline_snapshot_find_id (const WeftPipelineSnapshot *snapshot, gint64 id)
{
  gint64 raw = weft_ticks_after (id, snapshot->id_origin);
  guint32 row = 0;

  if (snapshot->ids_rise)
    row = find_risen_id (snapshot, raw);
  else
    while (row < snapshot->n_ops && raw_id (snapshot, row) != raw)
      row++;
  if (row == snapshot->n_ops)
    return WEFT_NO_ROW;
  row = weft_pipeline_snapshot_op_at_row (snapshot, row);
  return raw_id (snapshot, row) == raw ? row : WEFT_NO_ROW;
}

/* --- ops ------------------------------------------------------------------------------------------ */

const char *
weft_op_state_to_string (WeftOpState state)
{
  static const char *const words[] = { "eof", "retired", "flush" };

  return words[state];
}

static gint64
compact_cell (const WeftPipelineTrace *trace, const WeftTable *table, guint column, guint32 row)
{
  return weft_compact_decode (&trace->compact, weft_table_get_u32 (table, column, row));
}

/* Ops stand in file order. */
guint32
weft_pipeline_snapshot_find_line (const WeftPipelineSnapshot *snapshot, gint64 line)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 low = 0, high = snapshot->n_ops;

  if (snapshot->n_ops == 0)
    return WEFT_NO_ROW;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (compact_cell (trace, &trace->ops, OP_LINE, middle) <= line)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : 0;
}

/* The cycle of an op's tick that stands as a difference from its fetch. */
static gint64
cycle_cell (const WeftPipelineSnapshot *snapshot, guint column, guint32 op, gint64 fetch_tick)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_table_get_u32 (&trace->ops, column, op);

  if (cell == WEFT_COMPACT_NONE)
    return WEFT_NO_CYCLE;
  return weft_pipeline_snapshot_to_cycle (
    snapshot, weft_ticks_after (fetch_tick, weft_compact_decode (&trace->compact, cell)));
}

gint64
weft_pipeline_snapshot_get_fetch (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_pipeline_snapshot_to_cycle (snapshot,
                                          weft_table_get_i64 (&snapshot->trace->ops, OP_FETCH, op));
}

static gint64
retire_id (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  guint32 cell;

  if (snapshot->rids != NULL)
    return snapshot->rids[op];
  cell = weft_table_get_u32 (&snapshot->trace->ops, OP_RID, op);
  return cell == WEFT_COMPACT_NONE ? -1 : weft_compact_decode (&snapshot->trace->compact, cell);
}

gint64
weft_pipeline_snapshot_get_id (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_ticks_between (snapshot->id_origin, raw_id (snapshot, op));
}

void
weft_pipeline_snapshot_get_op (const WeftPipelineSnapshot *snapshot, guint32 op, WeftOp *result)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  gint64 fetch_tick = weft_table_get_i64 (&trace->ops, OP_FETCH, op);

  result->op = op;
  result->state = weft_op_state (snapshot, op);
  result->id = weft_pipeline_snapshot_get_id (snapshot, op);
  result->gid = compact_cell (trace, &trace->ops, OP_GID, op);
  result->tid = compact_cell (trace, &trace->ops, OP_TID, op);
  result->line = compact_cell (trace, &trace->ops, OP_LINE, op);
  result->rid = retire_id (snapshot, op);
  result->fetch = weft_pipeline_snapshot_to_cycle (snapshot, fetch_tick);
  result->end = weft_op_end (snapshot, op);
  result->consumes = cycle_cell (snapshot, OP_CONSUMES, op, fetch_tick);
  result->produces = cycle_cell (snapshot, OP_PRODUCES, op, fetch_tick);
  result->store = cycle_cell (snapshot, OP_STORE, op, fetch_tick);
  result->pc_index = weft_table_get_u32 (&trace->ops, OP_PC, op);
  result->has_pc = result->pc_index != WEFT_NO_ROW;
}

/* --- dependencies ----------------------------------------------------------------------------------- */

void
weft_pipeline_snapshot_get_producers (const WeftPipelineSnapshot *snapshot, guint32 op,
                                      GArray *dependencies)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  gint64 fetch = weft_table_get_i64 (&trace->ops, OP_FETCH, op);
  guint32 row = weft_table_get_u32 (&trace->ops, OP_LAST_DEP, op);
  guint first = dependencies->len;

  for (; row != WEFT_NO_ROW; row = weft_table_get_u32 (&trace->deps, DEP_PREVIOUS, row))
    {
      gint64 producer = compact_cell (trace, &trace->deps, DEP_PRODUCER, row);
      gint64 tick = weft_ticks_after (fetch, compact_cell (trace, &trace->deps, DEP_CYCLE, row));
      WeftDependency dependency = { .producer = WEFT_NO_ROW };

      dependency.type = compact_cell (trace, &trace->deps, DEP_TYPE, row);
      dependency.cycle = weft_pipeline_snapshot_to_cycle (snapshot, tick);
      if (producer >= 0)
        dependency.producer = (guint32) producer;
      dependency.producer_id = weft_ticks_between (
        snapshot->id_origin, producer >= 0 ? raw_id (snapshot, (guint32) producer) : -1 - producer);
      g_array_append_val (dependencies, dependency);
    }
  for (guint i = first, j = dependencies->len; i + 1 < j; i++)
    {
      WeftDependency *items = (WeftDependency *) (gpointer) dependencies->data;
      WeftDependency swap = items[i];

      items[i] = items[--j];
      items[j] = swap;
    }
}
