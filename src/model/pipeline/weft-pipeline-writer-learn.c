/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-writer-private.h"

/* All that a writer keeps besides the trace can be found in that again. The trace may come from an index file that
 * somebody has made: cells lead to rows that are there, but chains of rows may be shared, so that going along all of
 * them would take forever. */

/* Ids that are read at once; they lie in one chunk. */
#define BATCH MIN (4096u, WEFT_CHUNK_ROWS)

G_STATIC_ASSERT (WEFT_CHUNK_ROWS % BATCH == 0 && BATCH % WEFT_SEALED_CELLS == 0);

static void
learn_ids (WeftPipelineWriter *self)
{
  const WeftPipelineTrace *trace = self->trace;
  const guint32 n_ops = trace->ops.n_rows;
  guint32 cells[BATCH];

  for (guint32 first = 0; first < n_ops; first += BATCH)
    {
      const guint32 n = MIN (BATCH, n_ops - first);

      weft_table_read (&trace->ops, OP_ID, first, n, cells);
      for (guint32 i = 0; i < n; i++)
        {
          const gint64 id =
            weft_ticks_after (first + i, weft_compact_decode (&trace->compact, cells[i]));

          weft_id_map_set (&self->ops_by_id, id, first + i);
          self->ids_rise &= id > self->last_id;
          self->last_id = id;
        }
    }
}

static void
learn_lanes (WeftPipelineWriter *self)
{
  const WeftTable *lanes = &self->trace->lanes;
  const guint32 zero = 0;

  for (guint32 lane = 0; lane < lanes->n_rows; lane++)
    {
      weft_map64_set (&self->lanes, weft_table_get_u32 (lanes, 0, lane), lane);
      g_array_append_val (self->lane_marks, zero);
      g_array_append_val (self->lane_ranks, zero);
    }
}

static void
learn_kinds (WeftPipelineWriter *self)
{
  const WeftTable *kinds = &self->trace->kinds;

  for (guint32 kind = 0; kind < kinds->n_rows; kind++)
    {
      const guint32 lane = weft_table_get_u32 (kinds, KIND_LANE, kind);
      const guint64 lane_name = weft_table_get_u32 (&self->trace->lanes, 0, lane);
      const WeftKindTraits traits = { lane,
                                      (weft_table_get_u8 (kinds, KIND_FLAGS, kind) & KIND_EXECUTES)
                                        != 0,
                                      weft_table_get_u32 (kinds, KIND_DEPTH, kind) != WEFT_NO_ROW };

      weft_map64_set (&self->kinds, lane_name << 32 | weft_table_get_u32 (kinds, KIND_NAME, kind),
                      kind);
      g_array_index (self->lane_ranks, guint32, lane)++;
      g_array_append_val (self->kind_traits, traits);
    }
}

static void
learn_pcs (WeftPipelineWriter *self)
{
  const WeftTable *pcs = &self->trace->pcs;

  for (guint32 pc = 0; pc < pcs->n_rows; pc++)
    weft_map64_set (&self->pcs, weft_table_get_u64 (pcs, 0, pc), pc);
}

/* Takes the length of the chain that begins with `row` from what may be gone along still. */
static gboolean
is_within (const WeftTable *table, guint column, guint32 row, guint32 *left)
{
  for (; row != WEFT_NO_ROW; row = weft_table_get_u32 (table, column, row))
    if ((*left)-- == 0)
      return FALSE;
  return TRUE;
}

static gboolean
learn_deep_ops (WeftPipelineWriter *self)
{
  const WeftTable *ops = &self->trace->ops, *stages = &self->trace->stages;
  guint32 left = stages->n_rows;

  for (guint32 op = 0; op < ops->n_rows; op++)
    {
      if ((weft_table_get_u8 (ops, OP_FLAGS, op) & OP_DEEP) == 0)
        continue;
      if (!is_within (stages, STAGE_PREVIOUS, weft_table_get_u32 (ops, OP_LAST_STAGE, op), &left))
        return FALSE;
      weft_pipeline_writer_index_stages (self, op);
    }
  return TRUE;
}

/* The id that the dependency's producer has, which has not begun. FALSE: it has. */
static gboolean
is_waiting (const WeftPipelineTrace *trace, guint32 dep, gint64 *id)
{
  const guint32 cell = weft_table_get_u32 (&trace->deps, DEP_PRODUCER, dep);
  const gint64 producer = weft_compact_decode (&trace->compact, cell);

  *id = -1 - producer;
  return cell >= WEFT_COMPACT_WIDE && producer < 0;
}

static gboolean
learn_waiting (WeftPipelineWriter *self)
{
  const WeftPipelineTrace *trace = self->trace;
  const WeftTable *deps = &trace->deps;
  guint32 left = deps->n_rows;
  gboolean waits = FALSE;
  gint64 id;

  for (guint32 dep = 0; dep < deps->n_rows && trace->compact.wide.n_rows > 0 && !waits; dep++)
    waits = is_waiting (trace, dep, &id);
  for (guint32 op = 0; op < trace->ops.n_rows && waits; op++)
    {
      guint32 dep = weft_table_get_u32 (&trace->ops, OP_LAST_DEP, op);

      if (!is_within (deps, DEP_PREVIOUS, dep, &left))
        return FALSE;
      for (; dep != WEFT_NO_ROW; dep = weft_table_get_u32 (deps, DEP_PREVIOUS, dep))
        if (is_waiting (trace, dep, &id))
          weft_pipeline_writer_wait_for (self, id, op, dep);
    }
  return TRUE;
}

gboolean
weft_pipeline_writer_learn (WeftPipelineWriter *self)
{
  if (!weft_string_pool_learn (&self->trace->names))
    return FALSE;
  learn_ids (self);
  learn_lanes (self);
  learn_kinds (self);
  learn_pcs (self);
  return learn_deep_ops (self) && learn_waiting (self);
}

void
weft_pipeline_writer_each_start (WeftPipelineWriter *self, WeftPipelineTickFunc function,
                                 gpointer data)
{
  const WeftPipelineTrace *trace = self->trace;
  const WeftTable *stages = &trace->stages;
  guint32 left = stages->n_rows;

  for (guint32 op = 0; op < trace->ops.n_rows; op++)
    {
      const gint64 fetch = weft_table_get_i64 (&trace->ops, OP_FETCH, op);
      guint32 stage = weft_table_get_u32 (&trace->ops, OP_LAST_STAGE, op);

      for (; stage != WEFT_NO_ROW && left > 0; left--)
        {
          const guint32 start = weft_table_get_u32 (stages, STAGE_START, stage);

          function (weft_ticks_after (fetch, weft_compact_decode (&trace->compact, start)), data);
          stage = weft_table_get_u32 (stages, STAGE_PREVIOUS, stage);
        }
    }
}
