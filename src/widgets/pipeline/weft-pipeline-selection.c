/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-selection.h"

/* The brushed cycles and rows, whether an op is selected, its id and stage. */
#define SAVED_TYPE "(xxuubxu)"

/* --- what it covers ------------------------------------------------------------------------ */

/* Of brushed ranges: where one axis has none, the ops of the other say how far it goes. */
static void
get_range_bounds (const WeftPipelineSelection *self, WeftPipelineRows *rows,
                  const WeftPipelineExtent *extent, WeftPipelineLayout layout,
                  WeftPipelineBounds *bounds)
{
  WeftBlockSummary sum;

  *bounds =
    (WeftPipelineBounds){ self->first_row, self->last_row, self->first_cycle, self->last_cycle };
  weft_pipeline_rows_lock (rows);
  if (!self->has_rows)
    weft_pipeline_rows_find_range (rows, self->first_cycle, self->last_cycle, &bounds->first_row,
                                   &bounds->last_row);
  weft_pipeline_rows_sum (rows, bounds->first_row, bounds->last_row, &sum);
  weft_pipeline_rows_unlock (rows);
  bounds->last_row = MAX (bounds->last_row, bounds->first_row + 1);
  if (layout == WEFT_PIPELINE_STRAIGHTENED)
    {
      bounds->first_cycle = 0;
      bounds->last_cycle = self->has_rows ? sum.longest : extent->typical;
    }
  else if (!self->has_cycles)
    {
      bounds->first_cycle = sum.first_fetch;
      bounds->last_cycle = sum.last_end;
    }
}

gboolean
weft_pipeline_selection_get_bounds (const WeftPipelineSelection *self, WeftPipelineRows *rows,
                                    const WeftPipelineExtent *extent, WeftPipelineLayout layout,
                                    WeftPipelineBounds *bounds)
{
  WeftOp op;

  if (self->has_cycles || self->has_rows)
    {
      get_range_bounds (self, rows, extent, layout, bounds);
      return TRUE;
    }
  if (self->op == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_rows_lock (rows);
  bounds->first_row = weft_pipeline_rows_find_op (rows, self->op);
  weft_pipeline_snapshot_get_op (weft_pipeline_rows_get_snapshot (rows), self->op, &op);
  weft_pipeline_rows_unlock (rows);
  bounds->last_row = bounds->first_row + 1;
  bounds->first_cycle = layout == WEFT_PIPELINE_STRAIGHTENED ? 0 : op.fetch;
  bounds->last_cycle = layout == WEFT_PIPELINE_STRAIGHTENED ? op.end - op.fetch : op.end;
  return bounds->first_row < extent->n_rows;
}

/* --- moving it ------------------------------------------------------------------------------ */

/* The row that a step starts from. Under the lock. */
static guint32
get_row (const WeftPipelineSelection *self, WeftPipelineRows *rows, guint32 top, int n_rows)
{
  guint32 last = weft_pipeline_rows_get_n_rows (rows) - 1;
  guint32 row = self->op == WEFT_NO_ROW ? WEFT_NO_ROW : weft_pipeline_rows_find_op (rows, self->op);

  return row == WEFT_NO_ROW ? MIN (top, last) : (guint32) CLAMP ((gint64) row + n_rows, 0, last);
}

static guint
step_stage (const WeftPipelineSelection *self, const WeftPipelineSnapshot *snapshot, guint32 op,
            int n_stages)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  if (n_stages == 0)
    return WEFT_NO_STAGE;
  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  if (buffer.n_stages == 0)
    return WEFT_NO_STAGE;
  if (self->stage == WEFT_NO_STAGE)
    return n_stages > 0 ? 0 : buffer.n_stages - 1;
  return (guint) CLAMP ((gint64) self->stage + n_stages, 0, (gint64) buffer.n_stages - 1);
}

void
weft_pipeline_selection_step (const WeftPipelineSelection *self, WeftPipelineRows *rows,
                              guint32 top, int n_rows, int n_stages, guint32 *op, guint *stage)
{
  weft_pipeline_rows_lock (rows);
  *op = weft_pipeline_rows_get_op (rows, get_row (self, rows, top, n_rows));
  *stage = step_stage (self, weft_pipeline_rows_get_snapshot (rows), *op, n_stages);
  weft_pipeline_rows_unlock (rows);
}

/* --- from one session to the next ----------------------------------------------------------- */

GVariant *
weft_pipeline_selection_save (const WeftPipelineSelection *self,
                              const WeftPipelineSnapshot *snapshot)
{
  gboolean has_op = self->op < snapshot->n_ops;
  WeftOp op = { .id = 0 };

  if (has_op)
    weft_pipeline_snapshot_get_op (snapshot, self->op, &op);
  return g_variant_new (SAVED_TYPE, self->has_cycles ? self->first_cycle : 0,
                        self->has_cycles ? self->last_cycle : 0,
                        self->has_rows ? self->first_row : 0, self->has_rows ? self->last_row : 0,
                        has_op, op.id, self->stage);
}

gboolean
weft_pipeline_selection_restore (WeftPipelineSelection *self, GVariant *saved,
                                 const WeftPipelineSnapshot *snapshot, guint32 n_rows)
{
  gboolean has_op;
  gint64 id;

  *self = WEFT_PIPELINE_SELECTION_NONE;
  if (!g_variant_is_of_type (saved, G_VARIANT_TYPE (SAVED_TYPE)))
    return FALSE;
  g_variant_get (saved, SAVED_TYPE, &self->first_cycle, &self->last_cycle, &self->first_row,
                 &self->last_row, &has_op, &id, &self->stage);
  self->has_cycles = self->first_cycle < self->last_cycle;
  self->has_rows = self->first_row < self->last_row;
  if (has_op)
    self->op = weft_pipeline_snapshot_find_id (snapshot, id);
  return (!has_op || self->op != WEFT_NO_ROW) && self->last_row <= n_rows;
}
