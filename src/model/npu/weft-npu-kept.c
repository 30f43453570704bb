/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-kept.h"

#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-index-items.h"
#include "weft-index-table.h"
#include "weft-npu-index-builder.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-writer.h"
#include "weft-tick-extent.h"

#include <math.h>

static const WeftIndexMember claim_members[] = {
  WEFT_INDEX_MEMBER (WeftNpuClaim, kind),        WEFT_INDEX_MEMBER (WeftNpuClaim, id),
  WEFT_INDEX_MEMBER (WeftNpuClaim, utilization), WEFT_INDEX_MEMBER (WeftNpuClaim, active),
  WEFT_INDEX_MEMBER (WeftNpuClaim, at),          WEFT_INDEX_MEMBER (WeftNpuClaim, active_at),
};
static const WeftIndexLayout claims_layout = WEFT_INDEX_LAYOUT (WeftNpuClaim, claim_members);

/* The texts of a run, and its numbers, in the order in which they are put. */
static const gsize run_texts[] = {
  G_STRUCT_OFFSET (WeftNpuRun, version),      G_STRUCT_OFFSET (WeftNpuRun, metadata),
  G_STRUCT_OFFSET (WeftNpuRun, config),       G_STRUCT_OFFSET (WeftNpuRun, summary),
  G_STRUCT_OFFSET (WeftNpuRun, run_id),       G_STRUCT_OFFSET (WeftNpuRun, model),
  G_STRUCT_OFFSET (WeftNpuRun, workload),     G_STRUCT_OFFSET (WeftNpuRun, notes),
  G_STRUCT_OFFSET (WeftNpuRun, command_file),
};
static const gsize run_numbers[] = {
  G_STRUCT_OFFSET (WeftNpuRun, n_engines[WEFT_NPU_DMA]),
  G_STRUCT_OFFSET (WeftNpuRun, n_engines[WEFT_NPU_TE]),
  G_STRUCT_OFFSET (WeftNpuRun, n_engines[WEFT_NPU_VE]),
  G_STRUCT_OFFSET (WeftNpuRun, peak),
  G_STRUCT_OFFSET (WeftNpuRun, n_banks),
  G_STRUCT_OFFSET (WeftNpuRun, cycles_total),
  G_STRUCT_OFFSET (WeftNpuRun, dram_read),
  G_STRUCT_OFFSET (WeftNpuRun, dram_write),
  G_STRUCT_OFFSET (WeftNpuRun, kv_read),
  G_STRUCT_OFFSET (WeftNpuRun, kv_write),
  G_STRUCT_OFFSET (WeftNpuRun, max_transfers),
  G_STRUCT_OFFSET (WeftNpuRun, prefill_latency),
  G_STRUCT_OFFSET (WeftNpuRun, prefill_tokens),
  G_STRUCT_OFFSET (WeftNpuRun, decode_tokens),
};

#define RUN_TEXT(run, i) G_STRUCT_MEMBER (char *, (run), run_texts[i])
#define RUN_NUMBER(run, i) G_STRUCT_MEMBER (gint64, (run), run_numbers[i])

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_run (WeftIndexWriter *writer, const WeftNpuRun *run)
{
  g_autoptr (GArray) claims = g_array_new (FALSE, FALSE, sizeof (WeftNpuClaim));

  if (run->n_claims > 0)
    g_array_append_vals (claims, run->claims, run->n_claims);
  for (guint i = 0; i < G_N_ELEMENTS (run_texts); i++)
    weft_index_writer_put_text (writer, RUN_TEXT (run, i));
  for (guint i = 0; i < G_N_ELEMENTS (run_numbers); i++)
    weft_index_writer_put_number (writer, (guint64) RUN_NUMBER (run, i));
  weft_index_writer_put_real (writer, run->decode_latency);
  weft_index_put_array (writer, claims, &claims_layout);
}

static void
put_dependencies (WeftIndexWriter *writer, const WeftNpuDependencies *dependencies)
{
  weft_index_writer_put_number (writer, dependencies != NULL);
  if (dependencies == NULL)
    return;
  weft_index_writer_put_number (writer, dependencies->first[dependencies->n_events]);
  weft_index_put_cells (writer, dependencies->first, sizeof *dependencies->first,
                        dependencies->n_events + 1);
  weft_index_put_cells (writer, dependencies->producers, sizeof *dependencies->producers,
                        dependencies->first[dependencies->n_events]);
}

void
weft_npu_trace_put (WeftTrace *trace, WeftIndexWriter *writer)
{
  WeftNpuTrace *self = WEFT_NPU_TRACE (trace);
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self);

  put_run (writer, snapshot->run);
  weft_index_writer_put_number (writer, snapshot->n_skipped);
  weft_index_writer_put_number (writer, snapshot->is_invalid != FALSE);
  weft_index_writer_put_number (writer, snapshot->inclusive_ends != FALSE);
  weft_index_put_table (writer, &self->compact.wide);
  weft_index_put_names (writer, &self->names);
  weft_index_put_table (writer, &self->words);
  weft_index_put_table (writer, &self->series);
  weft_index_put_table (writer, &self->lanes);
  weft_index_put_table (writer, &self->spots);
  weft_index_put_table (writer, &self->points);
  weft_index_put_table (writer, &self->samples);
  weft_index_put_table (writer, &self->events);
  put_dependencies (writer, snapshot->dependencies);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Engines that there are, and places in the summary. */
static gboolean
claims_are_right (const WeftNpuRun *run)
{
  const gsize length = run->summary != NULL ? strlen (run->summary) : 0;

  for (guint i = 0; i < run->n_claims; i++)
    {
      const WeftNpuClaim *claim = &run->claims[i];

      if ((guint) claim->kind > WEFT_NPU_VE || isinf (claim->utilization) || claim->at > length
          || claim->active_at > length)
        return FALSE;
    }
  return TRUE;
}

/* (transfer full): texts are any bytes. */
static WeftNpuRun *
take_run (WeftIndexReader *reader)
{
  WeftNpuRun *run = g_new0 (WeftNpuRun, 1);
  GArray *claims;

  for (guint i = 0; i < G_N_ELEMENTS (run_texts); i++)
    RUN_TEXT (run, i) = g_strdup (weft_index_reader_take_text (reader));
  for (guint i = 0; i < G_N_ELEMENTS (run_numbers); i++)
    {
      RUN_NUMBER (run, i) = (gint64) weft_index_reader_take_number (reader);
      if (RUN_NUMBER (run, i) < 0 && RUN_NUMBER (run, i) != WEFT_NPU_NONE)
        weft_index_reader_set_bad (reader);
    }
  run->decode_latency = weft_index_reader_take_real (reader);
  claims = weft_index_take_array (reader, &claims_layout, G_MAXUINT);
  run->n_claims = claims->len;
  run->claims = (WeftNpuClaim *) (gpointer) g_array_free (claims, FALSE);
  if (isinf (run->decode_latency) || !claims_are_right (run))
    weft_index_reader_set_bad (reader);
  return run;
}

/* The few, whose cells are in memory. */
static gboolean
take_small (WeftNpuTrace *self, WeftIndexReader *reader)
{
  const WeftCellRule any[] = { WEFT_CELL_ANY };

  weft_index_take_table (reader, &self->compact.wide, any);
  weft_index_take_names (reader, &self->names);

  const guint32 n_names = self->names.names.n_rows;
  const WeftCellRule words[] = { WEFT_CELL_LINK (MAX (n_names, 1)) };
  const WeftCellRule series[] = { WEFT_CELL_EXISTING (n_names) };
  const WeftCellRule lanes[N_NPU_LANE_COLUMNS] = {
    [NPU_LANE_ENGINE] = WEFT_CELL_EXISTING (n_names),
    [NPU_LANE_ID] = WEFT_CELL_ANY,
    [NPU_LANE_LINE] = WEFT_CELL_ANY,
    [NPU_LANE_COLUMN] = WEFT_CELL_ANY,
    [NPU_LANE_KIND] = WEFT_CELL_EXISTING (WEFT_NPU_GENERIC + 1),
    [NPU_LANE_MOVES] = WEFT_CELL_ANY,
  };

  weft_index_take_table (reader, &self->words, words);
  weft_index_take_table (reader, &self->series, series);
  weft_index_take_table (reader, &self->lanes, lanes);
  /* The first word is none, and refers to the first name, whether there is one or not. */
  return weft_index_reader_is_good (reader) && self->words.n_rows > 0
         && (n_names > 0 || self->words.n_rows == 1) && self->series.n_rows <= WEFT_NPU_MAX_SERIES
         && self->lanes.n_rows < WEFT_NPU_NO_LANE;
}

static void
take_events (WeftNpuTrace *self, WeftIndexReader *reader)
{
  const guint32 n_names = self->names.names.n_rows, n_wide = self->compact.wide.n_rows;
  const WeftCellRule events[N_NPU_COLUMNS] = {
    [NPU_START] = WEFT_CELL_ANY,
    [NPU_TEXT_END] = WEFT_CELL_ANY,
    [NPU_SPAN] = WEFT_CELL_COMPACT (n_wide),
    [NPU_TEXT_GAP] = WEFT_CELL_COMPACT (n_wide),
    [NPU_LINE] = WEFT_CELL_COMPACT (n_wide),
    [NPU_NAME] = WEFT_CELL_LINK (n_names),
    [NPU_LAYER] = WEFT_CELL_LINK (n_names),
    [NPU_TILE] = WEFT_CELL_LINK (n_names),
    [NPU_TOKEN] = WEFT_CELL_COMPACT (n_wide),
    [NPU_COMMAND] = WEFT_CELL_COMPACT (n_wide),
    [NPU_BYTES] = WEFT_CELL_COMPACT (n_wide),
    [NPU_ALIGNED] = WEFT_CELL_COMPACT (n_wide),
    [NPU_MACS] = WEFT_CELL_COMPACT (n_wide),
    [NPU_SPOT] = WEFT_CELL_EXISTING (MIN (self->spots.n_rows, G_MAXINT32) << 1),
    [NPU_LANE] = WEFT_CELL_ANY,
    [NPU_PHASE] = WEFT_CELL_EXISTING (self->words.n_rows),
    [NPU_ROLE] = WEFT_CELL_EXISTING (self->words.n_rows),
    [NPU_COLOR] = WEFT_CELL_EXISTING (self->words.n_rows),
    [NPU_TYPE] = WEFT_CELL_EXISTING (WEFT_NPU_N_TYPES),
    [NPU_FLAGS] = WEFT_CELL_ANY,
    [NPU_QBITS] = WEFT_CELL_ANY,
    [NPU_WEIGHT_BITS] = WEFT_CELL_ANY,
    [NPU_ACTIVATION_BITS] = WEFT_CELL_ANY,
  };

  /* The rules live until here. */
  weft_index_take_table (reader, &self->events, events);
  weft_index_reader_check (reader);
}

static gboolean
take_large (WeftNpuTrace *self, WeftIndexReader *reader)
{
  WeftCellRule spots[N_NPU_SPOT_COLUMNS], samples[N_NPU_SAMPLE_COLUMNS];
  const WeftCellRule any = WEFT_CELL_ANY, compact = WEFT_CELL_COMPACT (self->compact.wide.n_rows);
  const WeftCellRule points[N_NPU_POINT_COLUMNS] = {
    [NPU_POINT_TIME] = WEFT_CELL_ANY,
    [NPU_POINT_VALUE] = WEFT_CELL_ANY,
    [NPU_POINT_SERIES] = WEFT_CELL_EXISTING (self->series.n_rows),
  };

  for (guint i = 0; i < N_NPU_SPOT_COLUMNS; i++)
    spots[i] = compact;
  for (guint i = 0; i < N_NPU_SAMPLE_COLUMNS; i++)
    samples[i] = i == NPU_SAMPLE_START ? any : compact;
  weft_index_take_table (reader, &self->spots, spots);
  weft_index_take_table (reader, &self->points, points);
  weft_index_take_table (reader, &self->samples, samples);
  if (!weft_index_reader_check (reader))
    return FALSE;
  take_events (self, reader);
  return weft_index_reader_is_good (reader) && self->spots.n_rows > 0;
}

static void
cover (WeftNpuSnapshot *fields, gboolean *any, gint64 start, gint64 end)
{
  fields->first_cycle = *any ? MIN (fields->first_cycle, start) : start;
  fields->last_cycle = *any ? MAX (fields->last_cycle, end) : end;
  *any = TRUE;
}

/* A number that is not below 0, or not there. */
static gboolean
is_amount (gint64 number)
{
  return number >= 0 || number == WEFT_NPU_NONE;
}

static gboolean
holds_amount (const WeftNpuTrace *self, const WeftTable *table, guint column, guint32 row)
{
  return is_amount (weft_npu_number (self, weft_table_get_u32 (table, column, row)));
}

static gboolean
event_is_right (const WeftNpuTrace *self, guint32 row)
{
  const gint64 start = weft_npu_start (self, row), span = weft_npu_span (self, row);
  const guint lane = weft_npu_lane (self, row);

  return span >= 0 && start <= G_MAXINT64 - span
         && (lane < self->lanes.n_rows || lane == WEFT_NPU_NO_LANE)
         && holds_amount (self, &self->events, NPU_BYTES, row)
         && is_amount (weft_npu_aligned (self, row))
         && holds_amount (self, &self->events, NPU_MACS, row);
}

static gint64
sample_length (const WeftNpuTrace *self, guint32 row)
{
  return weft_npu_number (self, weft_table_get_u32 (&self->samples, NPU_SAMPLE_LENGTH, row));
}

static gboolean
sample_is_right (const WeftNpuTrace *self, guint32 row)
{
  const WeftTable *table = &self->samples;
  const gint64 length = sample_length (self, row);

  return length > 0 && weft_table_get_i64 (table, NPU_SAMPLE_START, row) <= G_MAXINT64 - length
         && holds_amount (self, table, NPU_SAMPLE_READ, row)
         && holds_amount (self, table, NPU_SAMPLE_WRITE, row)
         && holds_amount (self, table, NPU_SAMPLE_KV, row)
         && holds_amount (self, table, NPU_SAMPLE_STALL, row);
}

static gboolean
point_is_right (const WeftNpuTrace *self, guint32 row)
{
  const guint64 bits = weft_table_get_u64 (&self->points, NPU_POINT_VALUE, row);
  double value;

  memcpy (&value, &bits, sizeof value);
  return isfinite (value);
}

/* Whether two cycles are no further than lengths may be from 0 and from those before. */
static gboolean
reach (WeftTickExtent *extent, gint64 start, gint64 end)
{
  return weft_tick_extent_take (extent, start) && weft_tick_extent_take (extent, end);
}

/* Whether all rows are such as a reader writes. Finds the cycles on the way: of events, or else of samples. */
static gboolean
find_cycles (const WeftNpuTrace *self, WeftNpuSnapshot *fields)
{
  gboolean of_events = FALSE, any;
  WeftTickExtent extent = { TRUE, 0, 0 };

  for (guint32 row = 0; row < self->events.n_rows; row++)
    {
      if (!event_is_right (self, row)
          || !reach (&extent, weft_npu_start (self, row), weft_npu_end (self, row)))
        return FALSE;
      if ((weft_npu_flags (self, row) & WEFT_NPU_NO_TIME) == 0)
        cover (fields, &of_events, weft_npu_start (self, row), weft_npu_end (self, row));
    }
  any = of_events;
  for (guint32 row = 0; row < self->samples.n_rows; row++)
    {
      const gint64 start = weft_table_get_i64 (&self->samples, NPU_SAMPLE_START, row);

      if (!sample_is_right (self, row)
          || !reach (&extent, start, start + sample_length (self, row)))
        return FALSE;
      if (!of_events)
        cover (fields, &any, start, start + sample_length (self, row));
    }
  for (guint32 row = 0; row < self->points.n_rows; row++)
    if (!point_is_right (self, row))
      return FALSE;
  return TRUE;
}

/* Pairs of a consumer and its producer, as guint32; NULL where the places of producers do not rise. */
static GArray *
list_pairs (const guint32 *first, const guint32 *producers, guint32 n_events, guint32 n)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (first[0] != 0 || first[n_events] != n)
    return NULL;
  for (guint32 row = 0; row < n_events; row++)
    {
      if (first[row] > first[row + 1] || first[row + 1] > n)
        return NULL;
      for (guint32 i = first[row]; i < first[row + 1]; i++)
        {
          g_array_append_val (pairs, row);
          g_array_append_val (pairs, producers[i]);
        }
    }
  return g_steal_pointer (&pairs);
}

/* (transfer full) (nullable) */
static WeftNpuDependencies *
take_dependencies (WeftNpuTrace *self, WeftIndexReader *reader)
{
  const guint32 n_events = self->events.n_rows;
  const WeftCellRule any = WEFT_CELL_ANY, rows = WEFT_CELL_EXISTING (n_events);
  weft_auto_bulk guint32 *first = NULL;
  weft_auto_bulk guint32 *producers = NULL;
  g_autoptr (GArray) pairs = NULL;
  guint32 n;

  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return NULL;
  n = (guint32) weft_index_reader_take_at_most (reader, G_MAXINT32 / 2);
  first = weft_index_take_cells (reader, sizeof *first, n_events + 1, &any);
  producers = weft_index_take_cells (reader, sizeof *producers, n, &rows);
  if (first != NULL && producers != NULL)
    pairs = list_pairs (first, producers, n_events, n);
  if (pairs == NULL)
    {
      weft_index_reader_set_bad (reader);
      return NULL;
    }
  return weft_npu_dependencies_new ((const guint32 *) (gconstpointer) pairs->data, pairs->len / 2,
                                    n_events);
}

static void
publish (WeftNpuTrace *self, WeftNpuSnapshot *fields)
{
  fields->trace = self;
  fields->n_events = self->events.n_rows;
  fields->n_samples = self->samples.n_rows;
  fields->n_points = self->points.n_rows;
  fields->n_series = self->series.n_rows;
  fields->n_lanes = self->lanes.n_rows;
  fields->index = weft_npu_index_build (fields, NULL);
  weft_npu_trace_publish (self, fields);
}

gboolean
weft_npu_trace_take (WeftNpuTrace *self, WeftIndexReader *reader)
{
  WeftNpuRun *run = take_run (reader);
  WeftNpuSnapshot fields = { .run = run };

  self->kept = weft_index_reader_ref (reader);
  fields.n_skipped = weft_index_reader_take_at_most (reader, G_MAXINT64);
  fields.is_invalid = (gboolean) weft_index_reader_take_at_most (reader, 1);
  fields.inclusive_ends = (gboolean) weft_index_reader_take_at_most (reader, 1);
  if (take_small (self, reader) && take_large (self, reader) && find_cycles (self, &fields))
    fields.dependencies = take_dependencies (self, reader);
  else
    weft_index_reader_set_bad (reader);
  if (!weft_index_reader_is_good (reader))
    {
      weft_npu_run_free (run);
      return FALSE;
    }
  publish (self, &fields);
  return TRUE;
}
