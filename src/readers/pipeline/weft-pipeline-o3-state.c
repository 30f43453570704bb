/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-state.h"

/* Line; first tick, ticks of a cycle, last tick; op, the tick of its last stage, whether records are ignored; the op that
 * debug lines speak of. Kinds are found again. */
#define STATE "(xxxxuxbx)"

GVariant *
weft_o3_state_save (const WeftReader *reader)
{
  const WeftPipelineO3Reader *self = (const WeftPipelineO3Reader *) reader;

  if (self->has_more || !weft_tick_gap_is_grid (self->gap))
    return NULL;
  return g_variant_new (STATE, self->line, weft_tick_gap_get_first (self->gap),
                        weft_tick_gap_get (self->gap), self->last_tick, self->op, self->op_tick,
                        self->ignores, self->debug_sn);
}

gboolean
weft_o3_state_restore (WeftPipelineO3Reader *self, GVariant *state)
{
  gint64 first, gap;

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE (STATE)))
    return FALSE;
  g_variant_get (state, STATE, &self->line, &first, &gap, &self->last_tick, &self->op,
                 &self->op_tick, &self->ignores, &self->debug_sn);
  if (first < 0 || gap <= 0)
    return FALSE;
  self->gap = weft_tick_gap_new_on_grid (first, gap);
  self->is_behind = TRUE;
  return self->line > 0 && self->line <= G_MAXINT64 / 2
         && (self->op == WEFT_NO_ROW || self->op < weft_pipeline_writer_get_n_ops (self->writer))
         && self->op_tick >= 0 && self->last_tick >= 0 && self->debug_sn >= WEFT_O3_NO_NUMBER;
}

static void
add_tick (gint64 tick, gpointer gap)
{
  if (tick >= 0)
    weft_tick_gap_add (gap, tick);
}

void
weft_o3_state_leave_grid (WeftPipelineO3Reader *self, gint64 tick)
{
  self->is_behind = FALSE;
  weft_tick_gap_free (self->gap);
  self->gap = weft_tick_gap_new ();
  weft_pipeline_writer_each_start (self->writer, add_tick, self->gap);
  weft_tick_gap_add (self->gap, tick);
}
