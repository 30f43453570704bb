/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-writer.h"

#include "weft-map64.h"
#include "weft-name-cache.h"
#include "weft-npu-index-builder.h"
#include "weft-npu-trace-private.h"
#include "weft-tick-extent.h"

/* No more lanes than this: what comes later shares the last one. */
#define MAX_LANES 4096

struct _WeftNpuWriter
{
  WeftNpuTrace *trace;
  WeftNpuSnapshot fields;
  GHashTable *lanes; /* LaneKey: itself, and its number */
  WeftShortNames words;
  GHashTable *series; /* name id + 1 → number of the series + 1 */
  WeftNpuRun *run;    /* (nullable) not published yet */
  gboolean is_full;
  gboolean has_cycles;   /* an event has some, or else */
  gboolean has_windows;  /* a sample */
  WeftTickExtent extent; /* of the cycles that were asked about, and 0 */
  WeftNameCache names;
};

typedef struct
{
  gint64 id;
  guint32 engine;
  guint32 lane;
} LaneKey;

static guint
hash_lane (gconstpointer data)
{
  const LaneKey *key = data;

  return (guint) (key->engine * 2654435761u + (guint64) key->id * 40503u);
}

static gboolean
equal_lanes (gconstpointer a, gconstpointer b)
{
  const LaneKey *x = a, *y = b;

  return x->engine == y->engine && x->id == y->id;
}

WeftNpuWriter *
weft_npu_writer_new (WeftNpuTrace *trace)
{
  WeftNpuWriter *self = g_new0 (WeftNpuWriter, 1);
  guint32 none;

  self->trace = g_object_ref (trace);
  self->fields = trace->newest;
  weft_tick_extent_take (&self->extent, 0);
  self->lanes = g_hash_table_new_full (hash_lane, equal_lanes, g_free, NULL);
  self->series = g_hash_table_new (NULL, NULL);
  self->is_full = !weft_short_names_init (&self->words, &trace->words)
                  || !weft_table_append (&trace->spots, &none);
  weft_name_cache_init (&self->names, &trace->names);
  return self;
}

void
weft_npu_writer_free (WeftNpuWriter *self)
{
  if (self == NULL)
    return;
  weft_table_seal (&self->trace->events);
  weft_table_seal (&self->trace->samples);
  weft_table_seal (&self->trace->points);
  weft_table_seal (&self->trace->spots);
  g_hash_table_unref (self->lanes);
  weft_short_names_clear (&self->words);
  g_hash_table_unref (self->series);
  g_clear_pointer (&self->run, weft_npu_run_free);
  g_object_unref (self->trace);
  g_free (self);
}

/* --- names and lanes ------------------------------------------------------------------------------ */

guint32
weft_npu_writer_intern (WeftNpuWriter *self, const char *name, gsize length)
{
  return weft_name_cache_intern (&self->names, name, length);
}

guint
weft_npu_writer_get_lane (WeftNpuWriter *self, WeftNpuLaneKind kind, guint32 engine, gint64 id,
                          gint64 line, gint64 column)
{
  WeftTable *table = &self->trace->lanes;
  LaneKey wanted = { .engine = engine, .id = id };
  LaneKey *known = g_hash_table_lookup (self->lanes, &wanted);
  guint32 lane;

  if (known != NULL)
    return known->lane;
  if (table->n_rows == MAX_LANES)
    return MAX_LANES - 1;
  if (!weft_table_append (table, &lane))
    {
      self->is_full = TRUE;
      return WEFT_NPU_NO_LANE;
    }
  weft_table_set_u32 (table, NPU_LANE_ENGINE, lane, engine);
  weft_table_set_i64 (table, NPU_LANE_ID, lane, id);
  weft_table_set_i64 (table, NPU_LANE_LINE, lane, line);
  weft_table_set_i64 (table, NPU_LANE_COLUMN, lane, column);
  weft_table_set_u8 (table, NPU_LANE_KIND, lane, (guint8) kind);
  wanted.lane = lane;
  g_hash_table_add (self->lanes, g_memdup2 (&wanted, sizeof wanted));
  return lane;
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void
cover (WeftNpuWriter *self, gboolean has_cycles, gint64 start, gint64 end)
{
  WeftNpuSnapshot *fields = &self->fields;

  fields->first_cycle = has_cycles ? MIN (fields->first_cycle, start) : start;
  fields->last_cycle = has_cycles ? MAX (fields->last_cycle, end) : end;
}

static inline guint32
encode (WeftNpuWriter *self, gint64 number)
{
  return number == WEFT_NPU_NONE ? WEFT_COMPACT_NONE
                                 : weft_compact_encode (&self->trace->compact, number);
}

/* `number` from `other` on, and from 0 where one is not there. */
static inline gint64
difference (gint64 number, gint64 other)
{
  return number == WEFT_NPU_NONE || other == WEFT_NPU_NONE
           ? number
           : (gint64) ((guint64) number - (guint64) other);
}

/* The text's place, by that of the event before. */
static void
set_text (WeftNpuWriter *self, guint32 row, const WeftNpuEvent *event)
{
  WeftTable *table = &self->trace->events;
  guint64 before = row > 0 ? weft_table_get_u64 (table, NPU_TEXT_END, row - 1) : 0;

  weft_table_set_u64 (table, NPU_TEXT_END, row, event->place + event->length);
  weft_table_set_u32 (
    table, NPU_TEXT_GAP, row,
    weft_compact_encode (&self->trace->compact, (gint64) (event->place - before)));
}

/* The addresses of an event: as the columns of `spots` have them. */
static void
set_addresses (WeftNpuWriter *self, guint32 row, gint64 address, gint64 dram)
{
  WeftTable *table = &self->trace->spots;
  guint32 beyond = WEFT_COMPACT_NONE;

  if (dram != WEFT_NPU_NONE)
    beyond = address == WEFT_NPU_NONE
               ? WEFT_COMPACT_SPECIAL
               : weft_compact_encode (&self->trace->compact, difference (dram, address));
  weft_table_set_u32 (table, NPU_SPOT_ADDRESS, row,
                      encode (self, address != WEFT_NPU_NONE ? address : dram));
  weft_table_set_u32 (table, NPU_SPOT_DRAM_ADDRESS, row, beyond);
}

/* The cell of where in the memories the event is. */
static guint32
add_spot (WeftNpuWriter *self, const WeftNpuEvent *event)
{
  WeftTable *table = &self->trace->spots;
  const guint32 last = (table->n_rows - 1) << 1;
  guint32 row;

  if (event->bank == WEFT_NPU_NONE && event->address == WEFT_NPU_NONE
      && event->dram_address == WEFT_NPU_NONE && event->offset == WEFT_NPU_NONE)
    return last;
  if (table->n_rows > G_MAXUINT32 >> 1 || !weft_table_append (table, &row))
    {
      self->is_full = TRUE;
      return last;
    }
  weft_table_set_u32 (table, NPU_SPOT_BANK, row, encode (self, event->bank));
  set_addresses (self, row, event->address, event->dram_address);
  weft_table_set_u32 (table, NPU_SPOT_OFFSET, row, encode (self, event->offset));
  return row << 1 | 1;
}

/* Which way the lane's events move data, if all do and say so. */
static void
add_direction (WeftNpuWriter *self, const WeftNpuEvent *event)
{
  WeftTable *table = &self->trace->lanes;
  guint direction = event->flags & (WEFT_NPU_READ | WEFT_NPU_WRITE);
  guint moves;

  if (event->lane >= table->n_rows)
    return;
  moves = weft_table_get_u8 (table, NPU_LANE_MOVES, event->lane);
  direction = moves | (direction != 0 ? direction : NPU_MOVES_NOT);
  if (direction != moves)
    weft_table_set_u8 (table, NPU_LANE_MOVES, event->lane, (guint8) direction);
}

gboolean
weft_npu_writer_reach (WeftNpuWriter *self, gint64 cycle)
{
  return weft_tick_extent_take (&self->extent, cycle);
}

void
weft_npu_writer_add_event (WeftNpuWriter *self, const WeftNpuEvent *event)
{
  WeftTable *table = &self->trace->events;
  guint32 row;

  if (!weft_table_append (table, &row))
    {
      self->is_full = TRUE;
      return;
    }
  weft_table_set_i64 (table, NPU_START, row, event->start);
  set_text (self, row, event);
  weft_table_set_u32 (table, NPU_SPAN, row, encode (self, event->end - event->start));
  weft_table_set_u32 (table, NPU_LINE, row, encode (self, event->line));
  weft_table_set_u32 (table, NPU_NAME, row, event->name);
  weft_table_set_u32 (table, NPU_LAYER, row, event->layer);
  weft_table_set_u32 (table, NPU_TILE, row, event->tile);
  weft_table_set_u32 (table, NPU_TOKEN, row, encode (self, event->token));
  weft_table_set_u32 (table, NPU_COMMAND, row, encode (self, event->command));
  weft_table_set_u32 (table, NPU_BYTES, row, encode (self, event->bytes));
  weft_table_set_u32 (table, NPU_ALIGNED, row,
                      encode (self, difference (event->aligned, event->bytes)));
  weft_table_set_u32 (table, NPU_MACS, row, encode (self, event->macs));
  weft_table_set_u32 (table, NPU_SPOT, row, add_spot (self, event));
  weft_table_set_u16 (table, NPU_LANE, row, (guint16) event->lane);
  weft_table_set_u16 (table, NPU_PHASE, row,
                      weft_short_names_get_place (&self->words, event->phase));
  weft_table_set_u16 (table, NPU_ROLE, row, weft_short_names_get_place (&self->words, event->role));
  weft_table_set_u16 (table, NPU_COLOR, row,
                      weft_short_names_get_place (&self->words, event->color));
  weft_table_set_u8 (table, NPU_TYPE, row, (guint8) event->type);
  weft_table_set_u8 (table, NPU_FLAGS, row, (guint8) event->flags);
  weft_table_set_u8 (table, NPU_QBITS, row, event->qbits);
  weft_table_set_u8 (table, NPU_WEIGHT_BITS, row, event->weight_bits);
  weft_table_set_u8 (table, NPU_ACTIVATION_BITS, row, event->activation_bits);
  add_direction (self, event);
  if ((event->flags & WEFT_NPU_NO_TIME) != 0)
    return;
  cover (self, self->has_cycles, event->start, event->end);
  self->has_cycles = TRUE;
}

void
weft_npu_writer_add_sample (WeftNpuWriter *self, const WeftNpuSample *sample)
{
  WeftTable *table = &self->trace->samples;
  guint32 row;

  if (!weft_table_append (table, &row))
    {
      self->is_full = TRUE;
      return;
    }
  weft_table_set_i64 (table, NPU_SAMPLE_START, row, sample->start);
  weft_table_set_u32 (table, NPU_SAMPLE_LENGTH, row, encode (self, sample->length));
  weft_table_set_u32 (table, NPU_SAMPLE_READ, row, encode (self, sample->read));
  weft_table_set_u32 (table, NPU_SAMPLE_WRITE, row, encode (self, sample->write));
  weft_table_set_u32 (table, NPU_SAMPLE_KV, row, encode (self, sample->kv));
  weft_table_set_u32 (table, NPU_SAMPLE_STALL, row, encode (self, sample->stall));
  weft_table_set_u32 (table, NPU_SAMPLE_LINE, row, encode (self, sample->line));
  weft_table_set_u32 (table, NPU_SAMPLE_COLUMN, row, encode (self, sample->column));
  if (self->has_cycles)
    return;
  cover (self, self->has_windows, sample->start, sample->start + sample->length);
  self->has_windows = TRUE;
}

gboolean
weft_npu_writer_add_point (WeftNpuWriter *self, guint32 series, gint64 time, double value)
{
  WeftNpuTrace *trace = self->trace;
  guint number =
    GPOINTER_TO_UINT (g_hash_table_lookup (self->series, GUINT_TO_POINTER (series + 1)));
  guint64 bits;
  guint32 row;

  if (number == 0)
    {
      if (trace->series.n_rows == WEFT_NPU_MAX_SERIES || !weft_table_append (&trace->series, &row))
        return FALSE;
      weft_table_set_u32 (&trace->series, 0, row, series);
      number = row + 1;
      g_hash_table_insert (self->series, GUINT_TO_POINTER (series + 1), GUINT_TO_POINTER (number));
    }
  if (!weft_table_append (&trace->points, &row))
    {
      self->is_full = TRUE;
      return TRUE;
    }
  memcpy (&bits, &value, sizeof bits);
  weft_table_set_i64 (&trace->points, NPU_POINT_TIME, row, time);
  weft_table_set_u64 (&trace->points, NPU_POINT_VALUE, row, bits);
  weft_table_set_u16 (&trace->points, NPU_POINT_SERIES, row, (guint16) (number - 1));
  return TRUE;
}

/* --- the run -------------------------------------------------------------------------------------- */

WeftNpuRun *
weft_npu_writer_new_run (WeftNpuWriter *self)
{
  const WeftNpuRun *old = self->fields.run;
  WeftNpuRun *run = g_memdup2 (old, sizeof *old);

  run->version = g_strdup (old->version);
  run->metadata = g_strdup (old->metadata);
  run->config = g_strdup (old->config);
  run->summary = g_strdup (old->summary);
  run->run_id = g_strdup (old->run_id);
  run->model = g_strdup (old->model);
  run->workload = g_strdup (old->workload);
  run->notes = g_strdup (old->notes);
  run->command_file = g_strdup (old->command_file);
  run->claims = g_memdup2 (old->claims, old->n_claims * sizeof *old->claims);
  return run;
}

void
weft_npu_writer_set_run (WeftNpuWriter *self, WeftNpuRun *run)
{
  g_clear_pointer (&self->run, weft_npu_run_free);
  self->run = run;
  self->fields.run = run;
}

void
weft_npu_writer_set_dependencies (WeftNpuWriter *self, WeftNpuDependencies *dependencies)
{
  if (dependencies == NULL)
    return;
  self->fields.dependencies = dependencies;
  weft_npu_writer_publish (self);
}

WeftNpuSnapshot *
weft_npu_writer_get_next (WeftNpuWriter *self)
{
  return &self->fields;
}

static const WeftNpuSnapshot *
peek (WeftNpuWriter *self)
{
  self->fields.n_events = self->trace->events.n_rows;
  self->fields.n_samples = self->trace->samples.n_rows;
  self->fields.n_points = self->trace->points.n_rows;
  self->fields.n_series = self->trace->series.n_rows;
  self->fields.n_lanes = self->trace->lanes.n_rows;
  self->fields.trace = self->trace;
  return &self->fields;
}

void
weft_npu_writer_publish (WeftNpuWriter *self)
{
  WeftNpuSnapshot newest = *peek (self);

  newest.index = weft_npu_index_build (&newest, NULL);
  weft_npu_trace_publish (self->trace, &newest);
  self->run = NULL;
}

gboolean
weft_npu_writer_is_full (WeftNpuWriter *self)
{
  return self->is_full;
}
