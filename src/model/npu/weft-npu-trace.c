/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-trace-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Chunks of its tables beyond so many bytes, one of each column, fill up. */
#define EAGER_FROM ((gsize) 16 << 20)

/* Longer JSON of one event is not read back. */
#define MAX_TEXT ((guint32) 64 << 20)

const WeftNpuEvent weft_npu_event_unsaid = {
  .lane = WEFT_NPU_NO_LANE,
  .name = WEFT_NO_NAME,
  .layer = WEFT_NO_NAME,
  .tile = WEFT_NO_NAME,
  .phase = WEFT_NO_NAME,
  .role = WEFT_NO_NAME,
  .color = WEFT_NO_NAME,
  .token = WEFT_NPU_NONE,
  .command = WEFT_NPU_NONE,
  .bytes = WEFT_NPU_NONE,
  .aligned = WEFT_NPU_NONE,
  .macs = WEFT_NPU_NONE,
  .qbits = WEFT_NPU_NO_BITS,
  .weight_bits = WEFT_NPU_NO_BITS,
  .activation_bits = WEFT_NPU_NO_BITS,
  .bank = WEFT_NPU_NONE,
  .address = WEFT_NPU_NONE,
  .dram_address = WEFT_NPU_NONE,
  .offset = WEFT_NPU_NONE,
};

G_DEFINE_FINAL_TYPE (WeftNpuTrace, weft_npu_trace, WEFT_TYPE_TRACE)

static const char *
weft_npu_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("cycles");
}

void
weft_npu_run_free (WeftNpuRun *run)
{
  g_free (run->version);
  g_free (run->metadata);
  g_free (run->config);
  g_free (run->summary);
  g_free (run->run_id);
  g_free (run->model);
  g_free (run->workload);
  g_free (run->notes);
  g_free (run->command_file);
  g_free (run->claims);
  g_free (run);
}

WeftNpuDependencies *
weft_npu_dependencies_new (const guint32 *pairs, guint32 n_pairs, guint32 n_events)
{
  WeftNpuDependencies *self;
  g_autofree guint32 *fill = NULL;

  if (n_pairs == 0)
    return NULL;
  self = g_new0 (WeftNpuDependencies, 1);
  fill = g_new (guint32, n_events);
  self->n_events = n_events;
  self->first = g_new0 (guint32, (gsize) n_events + 1);
  self->producers = g_new (guint32, n_pairs);
  for (guint32 i = 0; i < n_pairs; i++)
    self->first[pairs[2 * i] + 1]++;
  for (guint32 row = 0; row < n_events; row++)
    {
      self->first[row + 1] += self->first[row];
      fill[row] = self->first[row];
    }
  for (guint32 i = 0; i < n_pairs; i++)
    self->producers[fill[pairs[2 * i]]++] = pairs[2 * i + 1];
  return self;
}

void
weft_npu_dependencies_free (WeftNpuDependencies *self)
{
  if (self == NULL)
    return;
  g_free (self->first);
  g_free (self->producers);
  g_free (self);
}

static void
weft_npu_trace_finalize (GObject *object)
{
  WeftNpuTrace *self = WEFT_NPU_TRACE (object);

  weft_npu_index_unref (self->newest.index);
  weft_sealer_free (self->sealer);
  weft_string_pool_clear (&self->names);
  weft_chunk_store_free (self->store);
  g_clear_pointer (&self->kept, weft_index_reader_unref);
  g_ptr_array_unref (self->runs);
  g_ptr_array_unref (self->dependencies);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_npu_trace_parent_class)->finalize (object);
}

static void
weft_npu_trace_class_init (WeftNpuTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_npu_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_npu_trace_get_time_unit;
}

static WeftNpuRun *
new_empty_run (void)
{
  WeftNpuRun *run = g_new0 (WeftNpuRun, 1);

  for (guint i = 0; i < G_N_ELEMENTS (run->n_engines); i++)
    run->n_engines[i] = WEFT_NPU_NONE;
  run->peak = run->n_banks = run->cycles_total = run->dram_read = run->dram_write = run->kv_read =
    run->kv_write = run->max_transfers = run->prefill_latency = run->prefill_tokens =
      run->decode_tokens = WEFT_NPU_NONE;
  run->decode_latency = (double) NAN;
  return run;
}

static void
weft_npu_trace_init (WeftNpuTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_npu_run_free);
  g_ptr_array_add (self->runs, new_empty_run ());
  self->dependencies = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_npu_dependencies_free);
  self->newest.run = g_ptr_array_index (self->runs, 0);
}

WeftNpuTrace *
weft_npu_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  static const uint8_t widths[N_NPU_COLUMNS] = { 8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
                                                 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1 };
  static const uint8_t sample_widths[N_NPU_SAMPLE_COLUMNS] = { 8, 4, 4, 4, 4, 4, 4, 4 };
  static const uint8_t point_widths[N_NPU_POINT_COLUMNS] = { 8, 8, 2 };
  static const uint8_t lane_widths[N_NPU_LANE_COLUMNS] = { 4, 8, 8, 8, 1, 1 };
  static const uint8_t spot_widths[N_NPU_SPOT_COLUMNS] = { 4, 4, 4, 4 };
  WeftNpuTrace *self = g_object_new (WEFT_TYPE_NPU_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->sealer = weft_sealer_new (weft_storage_open (storage));
  weft_chunk_store_set_eager (self->store, EAGER_FROM);
  weft_table_init (&self->events, self->store, widths, N_NPU_COLUMNS);
  weft_table_set_sealer (&self->events, self->sealer);
  weft_table_init (&self->samples, self->store, sample_widths, N_NPU_SAMPLE_COLUMNS);
  weft_table_set_sealer (&self->samples, self->sealer);
  weft_table_init (&self->lanes, self->store, lane_widths, N_NPU_LANE_COLUMNS);
  weft_table_init (&self->words, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->points, self->store, point_widths, N_NPU_POINT_COLUMNS);
  weft_table_set_sealer (&self->points, self->sealer);
  weft_table_init (&self->series, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->spots, self->store, spot_widths, N_NPU_SPOT_COLUMNS);
  weft_table_set_sealer (&self->spots, self->sealer);
  weft_compact_init (&self->compact, self->store);
  weft_string_pool_init (&self->names, self->store);
  self->newest.index = weft_npu_index_new_empty (0);
  return self;
}

/* --- snapshots ------------------------------------------------------------------------------------ */

WeftNpuSnapshot *
weft_npu_trace_ref_snapshot (WeftNpuTrace *self)
{
  WeftNpuSnapshot *snapshot;

  weft_lock (&self->lock);
  snapshot = g_memdup2 (&self->newest, sizeof self->newest);
  weft_npu_index_ref (snapshot->index);
  weft_unlock (&self->lock);
  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = g_object_ref (self);
  return snapshot;
}

WeftNpuSnapshot *
weft_npu_snapshot_ref (WeftNpuSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->ref_count);
  return snapshot;
}

void
weft_npu_snapshot_unref (WeftNpuSnapshot *snapshot)
{
  if (!g_atomic_ref_count_dec (&snapshot->ref_count))
    return;
  weft_npu_index_unref (snapshot->index);
  g_object_unref (snapshot->trace);
  g_free (snapshot);
}

void
weft_npu_trace_publish (WeftNpuTrace *self, const WeftNpuSnapshot *fields)
{
  WeftNpuSnapshot newest = *fields;
  WeftNpuIndex *old;

  weft_table_publish (&self->events);
  weft_table_publish (&self->samples);
  weft_table_publish (&self->lanes);
  weft_table_publish (&self->words);
  weft_table_publish (&self->points);
  weft_table_publish (&self->series);
  weft_table_publish (&self->spots);
  old = self->newest.index;
  newest.generation = weft_trace_get_generation (WEFT_TRACE (self)) + 1;
  weft_lock (&self->lock);
  if (!g_ptr_array_find (self->runs, fields->run, NULL))
    g_ptr_array_add (self->runs, (gpointer) fields->run);
  if (fields->dependencies != NULL
      && !g_ptr_array_find (self->dependencies, fields->dependencies, NULL))
    g_ptr_array_add (self->dependencies, (gpointer) fields->dependencies);
  self->newest = newest;
  weft_unlock (&self->lock);
  weft_npu_index_unref (old);
  weft_trace_changed (WEFT_TRACE (self));
}

/* --- rows ----------------------------------------------------------------------------------------- */

void
weft_npu_snapshot_get_event (const WeftNpuSnapshot *snapshot, guint32 row, WeftNpuEvent *event)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->events;
  guint lane = weft_npu_lane (trace, row);

  *event = (WeftNpuEvent){
    .type = weft_npu_type (trace, row),
    .flags = weft_npu_flags (trace, row),
    .start = weft_npu_start (trace, row),
    .end = weft_npu_end (trace, row),
    .lane = lane,
    .name = weft_npu_name (trace, row),
    .layer = weft_npu_layer (trace, row),
    .tile = weft_table_get_u32 (table, NPU_TILE, row),
    .phase = weft_short_names_read (&trace->words, weft_table_get_u16 (table, NPU_PHASE, row)),
    .role = weft_short_names_read (&trace->words, weft_table_get_u16 (table, NPU_ROLE, row)),
    .color = weft_short_names_read (&trace->words, weft_table_get_u16 (table, NPU_COLOR, row)),
    .token = weft_npu_number (trace, weft_table_get_u32 (table, NPU_TOKEN, row)),
    .command = weft_npu_number (trace, weft_table_get_u32 (table, NPU_COMMAND, row)),
    .bytes = weft_npu_number (trace, weft_table_get_u32 (table, NPU_BYTES, row)),
    .aligned = weft_npu_aligned (trace, row),
    .macs = weft_npu_number (trace, weft_table_get_u32 (table, NPU_MACS, row)),
    .qbits = weft_table_get_u8 (table, NPU_QBITS, row),
    .weight_bits = weft_table_get_u8 (table, NPU_WEIGHT_BITS, row),
    .activation_bits = weft_table_get_u8 (table, NPU_ACTIVATION_BITS, row),
    .bank = weft_npu_spot (trace, NPU_SPOT_BANK, row),
    .address = weft_npu_spot (trace, NPU_SPOT_ADDRESS, row),
    .dram_address = weft_npu_spot (trace, NPU_SPOT_DRAM_ADDRESS, row),
    .offset = weft_npu_spot (trace, NPU_SPOT_OFFSET, row),
    .line = weft_npu_number (trace, weft_table_get_u32 (table, NPU_LINE, row)),
    .place = weft_npu_text_start (trace, row),
    .length = weft_npu_text_length (trace, row),
  };
}

void
weft_npu_snapshot_get_sample (const WeftNpuSnapshot *snapshot, guint32 index, WeftNpuSample *sample)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->samples;

  *sample = (WeftNpuSample){
    .start = weft_table_get_i64 (table, NPU_SAMPLE_START, index),
    .length = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_LENGTH, index)),
    .read = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_READ, index)),
    .write = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_WRITE, index)),
    .kv = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_KV, index)),
    .stall = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_STALL, index)),
    .line = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_LINE, index)),
    .column = weft_npu_number (trace, weft_table_get_u32 (table, NPU_SAMPLE_COLUMN, index)),
  };
}

void
weft_npu_snapshot_get_lane (const WeftNpuSnapshot *snapshot, guint lane, WeftNpuLane *result)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftTable *table = &trace->lanes;
  guint moves = weft_table_get_u8 (table, NPU_LANE_MOVES, lane);

  result->kind = (WeftNpuLaneKind) weft_table_get_u8 (table, NPU_LANE_KIND, lane);
  result->engine =
    weft_string_pool_get (&trace->names, weft_table_get_u32 (table, NPU_LANE_ENGINE, lane), NULL);
  result->id = weft_table_get_i64 (table, NPU_LANE_ID, lane);
  result->line = weft_table_get_i64 (table, NPU_LANE_LINE, lane);
  result->column = weft_table_get_i64 (table, NPU_LANE_COLUMN, lane);
  result->moves = moves == WEFT_NPU_READ || moves == WEFT_NPU_WRITE ? moves : 0;
}

gint64
weft_npu_snapshot_get_total (const WeftNpuSnapshot *snapshot)
{
  gint64 total = snapshot->run->cycles_total;

  return total != WEFT_NPU_NONE && total > 0 ? total : MAX (snapshot->last_cycle, 0);
}

gboolean
weft_npu_snapshot_is_summary (const WeftNpuSnapshot *snapshot)
{
  return snapshot->n_events == 0 && snapshot->n_samples == 0 && snapshot->run->summary != NULL;
}

gint64
weft_npu_snapshot_count_dependencies (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuDependencies *dependencies = snapshot->dependencies;

  return dependencies != NULL ? dependencies->first[dependencies->n_events] : WEFT_NPU_NONE;
}

/* --- names and texts ------------------------------------------------------------------------------ */

const char *
weft_npu_trace_get_name (WeftNpuTrace *self, guint32 id)
{
  return id != WEFT_NO_NAME ? weft_string_pool_get (&self->names, id, NULL) : NULL;
}

guint32
weft_npu_trace_get_n_names (WeftNpuTrace *self)
{
  return weft_string_pool_size (&self->names);
}

const char *
weft_npu_type_to_string (WeftNpuType type)
{
  static const char *const words[WEFT_NPU_N_TYPES] = {
    "ENGINE_EVENT", "MEM_ACCESS_EVENT", "TOKEN_EVENT", "MARKER_EVENT",
    "CMD_EVENT",    "STALL_EVENT",      "OTHER",
  };

  return words[type];
}

static char *
read_text (WeftNpuTrace *trace, guint64 place, guint32 length)
{
  WeftTextStore *store = weft_trace_get_text (WEFT_TRACE (trace));
  g_autofree char *text = NULL;

  if (store == NULL || length > MAX_TEXT)
    return NULL;
  text = g_malloc ((gsize) length + 1);
  if (!weft_text_store_read (store, place, text, length))
    return NULL;
  text[length] = 0;
  return g_steal_pointer (&text);
}

char *
weft_npu_snapshot_get_text (const WeftNpuSnapshot *snapshot, guint32 row)
{
  WeftNpuTrace *trace = snapshot->trace;

  return read_text (trace, weft_npu_text_start (trace, row), weft_npu_text_length (trace, row));
}
