/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-walk.h"

#include "weft-pipeline-stage-chunk.h"

/* Reads stages that lie in one chunk; FALSE where it changed on the way. A link that leads forwards is none of
 * a stage's. */
static gboolean
read_cells (WeftStageWalk *walk, const WeftStageChunk *chunk)
{
  const guint32 number = walk->next >> WEFT_CHUNK_SHIFT;
  guint32 stage = walk->next;
  guint n = 0;

  while (n < WEFT_STAGE_BATCH && stage >> WEFT_CHUNK_SHIFT == number)
    {
      guint32 previous = weft_stage_chunk_get (chunk, STAGE_PREVIOUS, stage);

      walk->batch[n++] = (WeftStageCells){ stage, weft_stage_chunk_get (chunk, STAGE_START, stage),
                                           weft_stage_chunk_get (chunk, STAGE_LENGTH, stage),
                                           weft_stage_chunk_get_kind (chunk, stage) };
      if (previous != WEFT_NO_ROW && previous >= stage)
        return FALSE;
      stage = previous;
    }
  if (!weft_stage_chunk_is_unchanged (chunk))
    return FALSE;
  walk->n = n;
  walk->next = stage;
  return TRUE;
}

/* The same, from what is packed or was packed just now. */
static void
read_packed (WeftStageWalk *walk)
{
  const WeftTable *stages = &walk->snapshot->trace->stages;

  for (walk->n = 0; walk->n < WEFT_STAGE_BATCH && walk->next != WEFT_NO_ROW; walk->n++)
    {
      const guint32 stage = walk->next;

      walk->batch[walk->n] =
        (WeftStageCells){ stage, weft_table_get_u32 (stages, STAGE_START, stage),
                          weft_table_get_u32 (stages, STAGE_LENGTH, stage),
                          weft_table_get_u16 (stages, STAGE_KIND, stage) };
      walk->next = weft_table_get_u32 (stages, STAGE_PREVIOUS, stage);
    }
}

void
weft_stage_walk_read (WeftStageWalk *walk)
{
  WeftStageChunk chunk;

  walk->i = 0;
  if (!weft_stage_chunk_open (&chunk, &walk->snapshot->trace->stages,
                              walk->next >> WEFT_CHUNK_SHIFT)
      || !read_cells (walk, &chunk))
    read_packed (walk);
}

/* --- all stages of an op ------------------------------------------------------------------------ */

void
weft_stage_buffer_clear (WeftStageBuffer *buffer)
{
  g_clear_pointer (&buffer->stages, g_free);
  buffer->n_stages = buffer->capacity = 0;
}

static WeftStage *
add_stage (WeftStageBuffer *buffer)
{
  if (buffer->n_stages == buffer->capacity)
    {
      buffer->capacity = MAX (32, buffer->capacity * 2);
      buffer->stages = g_renew (WeftStage, buffer->stages, buffer->capacity);
    }
  return &buffer->stages[buffer->n_stages++];
}

static void
reverse_stages (WeftStageBuffer *buffer)
{
  for (guint i = 0, j = buffer->n_stages; i + 1 < j; i++)
    {
      WeftStage swap = buffer->stages[i];

      buffer->stages[i] = buffer->stages[--j];
      buffer->stages[j] = swap;
    }
}

void
weft_pipeline_snapshot_get_stages (const WeftPipelineSnapshot *snapshot, guint32 op,
                                   WeftStageBuffer *buffer)
{
  gint64 fetch = weft_op_fetch_tick (snapshot, op);
  gint64 op_end = WEFT_NO_CYCLE;
  WeftStageWalk walk;

  buffer->n_stages = 0;
  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftStage *stage = add_stage (buffer);

      stage->stage = walk.at.stage;
      stage->kind = walk.at.kind;
      stage->open = !weft_stage_walk_cycles (&walk, fetch, &stage->start, &stage->end);
      if (!stage->open)
        continue;
      if (op_end == WEFT_NO_CYCLE)
        op_end = weft_op_end (snapshot, op);
      stage->end = MAX (op_end, stage->start);
    }
  reverse_stages (buffer);
}
