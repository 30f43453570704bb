/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-index.h"

#include "weft-index-table.h"
#include "weft-memory-budget.h"
#include "weft-pipeline-resources-index.h"
#include "weft-pipeline-rows-index.h"
#include "weft-pipeline-trace-private.h"

#include <string.h>

/* A name has so many stages before it in the op where it came first, at most (weft-pipeline-writer.c). */
#define MAX_DEPTH 48u

/* About what a pyramid takes of memory for each op, in bytes, and which part of the budget for rows it may take. */
#define PYRAMID_SIZE 32u
#define PYRAMID_SHARE 4u

/* All that the columns of each table may refer to is known before they are read. */
typedef struct
{
  guint32 n_ops, n_stages, n_texts, n_deps, n_kinds, n_lanes, n_pcs, n_names, n_wide,
    n_attributions, n_reasons;
} Counts;

#define N_COUNTS (sizeof (Counts) / sizeof (guint32))

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_counts (WeftIndexWriter *writer, const WeftPipelineTrace *trace)
{
  const guint32 counts[N_COUNTS] = { trace->ops.n_rows,          trace->stages.n_rows,
                                     trace->texts.n_rows,        trace->deps.n_rows,
                                     trace->kinds.n_rows,        trace->lanes.n_rows,
                                     trace->pcs.n_rows,          trace->names.names.n_rows,
                                     trace->compact.wide.n_rows, trace->attributions.n_rows,
                                     trace->reasons.names.n_rows };

  for (guint i = 0; i < N_COUNTS; i++)
    weft_index_writer_put_number (writer, counts[i]);
}

static void
put_array (WeftIndexWriter *writer, const guint32 *array, guint32 n)
{
  weft_index_writer_put_number (writer, array != NULL);
  if (array != NULL)
    weft_index_writer_put_block (writer, array, n * sizeof *array);
}

static void
put_snapshot (WeftIndexWriter *writer, const WeftPipelineSnapshot *snapshot)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  weft_index_writer_put_number (writer, trace->dialect);
  weft_index_writer_put_number (writer, trace->n_cleared_deps);
  weft_index_writer_put_number (writer, trace->dependency_types);
  weft_index_writer_put_number (writer, (guint64) trace->least_lag);
  weft_index_writer_put_number (writer, (guint64) trace->greatest_lag);
  weft_index_writer_put_number (writer, (guint64) trace->fetch_falls);
  weft_index_writer_put_number (writer, (guint64) snapshot->ids_rise);
  weft_index_writer_put_number (writer, (guint64) snapshot->origin);
  weft_index_writer_put_number (writer, (guint64) snapshot->ticks_per_cycle);
  weft_index_writer_put_number (writer, (guint64) snapshot->last_tick);
  weft_index_writer_put_number (writer, (guint64) snapshot->last_end);
  weft_index_writer_put_number (writer, (guint64) snapshot->id_origin);
  put_array (writer, snapshot->ops_by_row, snapshot->n_ops);
  put_array (writer, snapshot->rows_by_op, snapshot->n_ops);
  put_array (writer, (const guint32 *) snapshot->rids, snapshot->n_ops);
}

/* If the pyramid would take too much memory to be made now, the file has none. */
static void
put_pyramid (WeftIndexWriter *writer, WeftPipelineTrace *trace)
{
  g_autoptr (WeftPipelineRows) rows = NULL;

  if (!weft_index_writer_is_good (writer))
    return;
  rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  if ((guint64) trace->ops.n_rows * PYRAMID_SIZE <= weft_memory_budget_get () / PYRAMID_SHARE)
    weft_pipeline_rows_update (rows);
  weft_pipeline_rows_put (rows, writer);
}

void
weft_pipeline_trace_put (WeftTrace *trace, WeftIndexWriter *writer)
{
  WeftPipelineTrace *self = WEFT_PIPELINE_TRACE (trace);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (self);

  put_counts (writer, self);
  weft_index_put_table (writer, &self->compact.wide);
  weft_index_put_names (writer, &self->names);
  weft_index_put_names (writer, &self->reasons);
  weft_index_put_table (writer, &self->lanes);
  weft_index_put_table (writer, &self->kinds);
  weft_index_put_table (writer, &self->pcs);
  weft_index_put_table (writer, &self->revisions);
  weft_index_put_table (writer, &self->stages);
  weft_index_put_table (writer, &self->texts);
  weft_index_put_table (writer, &self->deps);
  weft_index_put_table (writer, &self->attributions);
  weft_index_put_table (writer, &self->ops);
  weft_pipeline_resources_put (weft_pipeline_trace_get_resources (self), writer);
  put_snapshot (writer, snapshot);
  put_pyramid (writer, self);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static Counts
take_counts (WeftIndexReader *reader)
{
  guint32 counts[N_COUNTS];

  for (guint i = 0; i < N_COUNTS; i++)
    counts[i] = (guint32) weft_index_reader_take_at_most (reader, WEFT_NO_ROW);
  return (Counts){ counts[0], counts[1], counts[2], counts[3], counts[4], counts[5],
                   counts[6], counts[7], counts[8], counts[9], counts[10] };
}

/* Whether the tables are as long as was said. */
static gboolean
counts_are_right (const WeftPipelineTrace *self, const Counts *counts)
{
  return self->ops.n_rows == counts->n_ops && self->stages.n_rows == counts->n_stages
         && self->texts.n_rows == counts->n_texts && self->deps.n_rows == counts->n_deps
         && self->kinds.n_rows == counts->n_kinds && self->lanes.n_rows == counts->n_lanes
         && self->pcs.n_rows == counts->n_pcs && self->names.names.n_rows == counts->n_names
         && self->compact.wide.n_rows == counts->n_wide && counts->n_kinds <= G_MAXUINT16
         && self->attributions.n_rows == counts->n_attributions
         && counts->n_attributions <= counts->n_ops
         && self->reasons.names.n_rows == counts->n_reasons
         && self->revisions.n_rows == (counts->n_ops + WEFT_BLOCK_OPS - 1) >> WEFT_BLOCK_SHIFT;
}

/* The few, whose cells are in memory. */
static void
take_small (WeftPipelineTrace *self, WeftIndexReader *reader, const Counts *counts)
{
  const WeftCellRule any[] = { WEFT_CELL_ANY };
  const WeftCellRule lanes[] = { WEFT_CELL_EXISTING (counts->n_names) };
  const WeftCellRule kinds[N_KIND_COLUMNS] = {
    [KIND_LANE] = WEFT_CELL_EXISTING (counts->n_lanes),
    [KIND_NAME] = WEFT_CELL_EXISTING (counts->n_names),
    [KIND_RANK] = WEFT_CELL_EXISTING (counts->n_kinds),
    [KIND_DEPTH] = WEFT_CELL_LINK (MAX_DEPTH + 1),
    [KIND_FLAGS] = WEFT_CELL_ANY,
  };

  weft_index_take_table (reader, &self->compact.wide, any);
  weft_index_take_names (reader, &self->names);
  weft_index_take_names (reader, &self->reasons);
  weft_index_take_table (reader, &self->lanes, lanes);
  weft_index_take_table (reader, &self->kinds, kinds);
  weft_index_take_table (reader, &self->pcs, any);
  weft_index_take_table (reader, &self->revisions, any);
}

/* Whether no wide number that stands for a producer is an op that is not there. */
static gboolean
producers_exist (const WeftPipelineTrace *self)
{
  for (guint32 dep = 0; dep < self->deps.n_rows && self->compact.wide.n_rows > 0; dep++)
    {
      guint32 cell = weft_table_get_u32 (&self->deps, DEP_PRODUCER, dep);

      if (cell >= WEFT_COMPACT_WIDE
          && weft_compact_decode (&self->compact, cell) >= (gint64) self->ops.n_rows)
        return FALSE;
    }
  return TRUE;
}

/* The rules live until the cells are checked, which is here. */
static gboolean
take_large (WeftPipelineTrace *self, WeftIndexReader *reader, const Counts *counts)
{
  const WeftCellRule stages[N_STAGE_COLUMNS] = {
    [STAGE_PREVIOUS] = WEFT_CELL_EARLIER,
    [STAGE_START] = WEFT_CELL_COMPACT (counts->n_wide),
    [STAGE_LENGTH] = WEFT_CELL_COMPACT (counts->n_wide),
    [STAGE_KIND] = WEFT_CELL_EXISTING (counts->n_kinds),
  };
  const WeftCellRule texts[N_TEXT_COLUMNS] = {
    [TEXT_PLACE] = WEFT_CELL_ANY,
    [TEXT_PREVIOUS] = WEFT_CELL_EARLIER,
    [TEXT_STAGE] = WEFT_CELL_COMPACT (counts->n_wide),
  };
  const WeftCellRule deps[N_DEP_COLUMNS] = {
    [DEP_PREVIOUS] = WEFT_CELL_EARLIER,
    [DEP_PRODUCER] = { .kind = WEFT_CELLS_COMPACT,
                       .limit = MIN (counts->n_ops, WEFT_COMPACT_WIDE),
                       .n_wide = counts->n_wide },
    [DEP_CYCLE] = WEFT_CELL_COMPACT (counts->n_wide),
    [DEP_TYPE] = WEFT_CELL_COMPACT (counts->n_wide),
  };
  const WeftCellRule attributions[N_ATTRIBUTION_COLUMNS] = {
    [ATTRIBUTION_REASON] = WEFT_CELL_LINK (counts->n_reasons),
    [ATTRIBUTION_SECOND] = WEFT_CELL_LINK (counts->n_names),
    [ATTRIBUTION_CYCLES] = WEFT_CELL_COMPACT (counts->n_wide),
  };
  const WeftCellRule ops[N_OP_COLUMNS] = {
    [OP_FETCH] = WEFT_CELL_ANY,
    [OP_ID] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_GID] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_TID] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_LINE] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_RID] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_END] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_CONSUMES] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_PRODUCES] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_STORE] = WEFT_CELL_COMPACT (counts->n_wide),
    [OP_PC] = WEFT_CELL_LINK (counts->n_pcs),
    [OP_LAST_STAGE] = WEFT_CELL_LINK (counts->n_stages),
    [OP_LAST_TEXT] = WEFT_CELL_LINK (counts->n_texts),
    [OP_LAST_DEP] = WEFT_CELL_LINK (counts->n_deps),
    [OP_FLAGS] = { .kind = WEFT_CELLS_MASKED, .mask = OP_STATE_MASK, .limit = WEFT_OP_FLUSHED + 1 },
  };

  weft_index_take_table (reader, &self->stages, stages);
  weft_index_take_table (reader, &self->texts, texts);
  weft_index_take_table (reader, &self->deps, deps);
  weft_index_take_table (reader, &self->attributions, attributions);
  weft_index_take_table (reader, &self->ops, ops);
  return weft_index_reader_check (reader);
}

/* Numbers of ops or rows, from weft_shared_new(): each below `limit`. NULL: there are none. */
static guint32 *
take_array (WeftIndexReader *reader, guint32 n, guint64 limit)
{
  guint32 *array;
  const void *block;

  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return NULL;
  block = weft_index_reader_take_block (reader, n * sizeof *array);
  if (block == NULL)
    return NULL;
  array = weft_shared_new (n * sizeof *array);
  memcpy (array, block, n * sizeof *array);
  for (guint32 i = 0; i < n; i++)
    if (array[i] >= limit)
      weft_index_reader_set_bad (reader);
  return array;
}

static void
take_snapshot (WeftPipelineTrace *self, WeftIndexReader *reader, WeftPipelineSnapshot *fields)
{
  const guint32 n_ops = self->ops.n_rows;

  self->dialect = (WeftPipelineDialect) weft_index_reader_take_at_most (reader, WEFT_PIPELINE_O3);
  self->n_cleared_deps = (guint32) weft_index_reader_take_at_most (reader, self->deps.n_rows);
  self->dependency_types = (guint32) weft_index_reader_take_at_most (reader, G_MAXUINT32);
  self->least_lag = (gint64) weft_index_reader_take_number (reader);
  self->greatest_lag = (gint64) weft_index_reader_take_number (reader);
  self->fetch_falls = (gboolean) weft_index_reader_take_at_most (reader, 1);
  fields->ids_rise = (gboolean) weft_index_reader_take_at_most (reader, 1);
  fields->origin = (gint64) weft_index_reader_take_number (reader);
  fields->ticks_per_cycle = (gint64) weft_index_reader_take_at_most (reader, G_MAXINT64);
  fields->last_tick = (gint64) weft_index_reader_take_number (reader);
  fields->last_end = (gint64) weft_index_reader_take_number (reader);
  fields->id_origin = (gint64) weft_index_reader_take_number (reader);
  fields->ops_by_row = take_array (reader, n_ops, n_ops);
  fields->rows_by_op = take_array (reader, n_ops, n_ops);
  fields->rids = (gint32 *) take_array (reader, n_ops, (guint64) G_MAXUINT32 + 1);
  self->last_end_tick = fields->last_end;
  if (fields->ticks_per_cycle == 0 || (fields->ops_by_row != NULL) != (fields->rows_by_op != NULL))
    weft_index_reader_set_bad (reader);
}

/* It is checked when it is used. */
static void
take_pyramid (WeftPipelineTrace *trace, WeftIndexReader *reader)
{
  guint n_levels = (guint) weft_index_reader_take_at_most (reader, WEFT_PYRAMID_MAX_LEVELS);

  for (guint i = 0; i < n_levels; i++)
    {
      trace->kept_levels[i].profiles = weft_index_reader_take_later (reader);
      trace->kept_levels[i].blocks = weft_index_reader_take_later (reader);
    }
  trace->n_kept_levels = n_levels;
}

gboolean
weft_pipeline_trace_take (WeftPipelineTrace *self, WeftIndexReader *reader)
{
  Counts counts = take_counts (reader);
  WeftPipelineSnapshot fields = { 0 };

  self->index = weft_index_reader_ref (reader);
  take_small (self, reader, &counts);
  if (!take_large (self, reader, &counts) || !counts_are_right (self, &counts)
      || !producers_exist (self))
    {
      weft_index_reader_set_bad (reader);
      return FALSE;
    }
  weft_pipeline_trace_take_resources (self, weft_pipeline_resources_take (reader));
  take_snapshot (self, reader, &fields);
  take_pyramid (self, reader);
  /* Even of a bad reader the trace has the arrays now. */
  weft_pipeline_trace_publish (self, &fields);
  self->n_kept_ops = self->ops.n_rows;
  self->kept_as = self->newest->generation;
  return weft_index_reader_is_good (reader);
}
