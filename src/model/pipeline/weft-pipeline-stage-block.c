/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-block.h"

#include "weft-pipeline-stage-chunk.h"

#define NO_CHUNK G_MAXUINT32

typedef struct
{
  WeftStageBlock *block;
  const WeftTable *stages;
  WeftStageChunk chunk;
  guint32 number; /* of the chunk; NO_CHUNK: none is open */
  guint32 n;      /* cells that were read */
} Reader;

/* FALSE where what was read of the chunk may be something else. */
static gboolean
close_chunk (Reader *self)
{
  gboolean closed = self->number == NO_CHUNK || weft_stage_chunk_is_unchanged (&self->chunk);

  self->number = NO_CHUNK;
  return closed;
}

/* Reads a stage, and returns the one before. */
static guint32
read_packed (Reader *self, guint32 stage)
{
  WeftStageBlockCells *cells = &self->block->cells;

  cells->starts[self->n] = weft_table_get_u32 (self->stages, STAGE_START, stage);
  cells->lengths[self->n] = weft_table_get_u32 (self->stages, STAGE_LENGTH, stage);
  cells->kinds[self->n++] = weft_table_get_u16 (self->stages, STAGE_KIND, stage);
  return weft_table_get_u32 (self->stages, STAGE_PREVIOUS, stage);
}

/* Reads stages for as long as they lie in the chunk that is open, and returns the one before. A link that leads forwards
 * is none of a stage's: the chunk has changed, and is not read any further. */
static guint32
read_open (Reader *self, guint32 stage)
{
  WeftStageBlockCells *cells = &self->block->cells;
  const WeftStageChunk chunk = self->chunk;
  const guint32 number = self->number;
  guint32 n = self->n;

  while (stage >> WEFT_CHUNK_SHIFT == number && n < WEFT_STAGE_BLOCK_STAGES)
    {
      guint32 previous = weft_stage_chunk_get (&chunk, STAGE_PREVIOUS, stage);

      cells->starts[n] = weft_stage_chunk_get (&chunk, STAGE_START, stage);
      cells->lengths[n] = weft_stage_chunk_get (&chunk, STAGE_LENGTH, stage);
      cells->kinds[n++] = weft_stage_chunk_get_kind (&chunk, stage);
      stage = previous < stage ? previous : WEFT_NO_ROW;
    }
  self->n = n;
  return stage;
}

/* Reads an op's stages from its last. FALSE where a chunk changed on the way; `full`: there is no room for all. */
static gboolean
read_op (Reader *self, guint32 stage, gboolean packed, gboolean *full)
{
  while (stage != WEFT_NO_ROW)
    {
      if (self->n == WEFT_STAGE_BLOCK_STAGES)
        {
          *full = TRUE;
          return TRUE;
        }
      if (!packed && stage >> WEFT_CHUNK_SHIFT != self->number)
        {
          if (!close_chunk (self))
            return FALSE;
          if (weft_stage_chunk_open (&self->chunk, self->stages, stage >> WEFT_CHUNK_SHIFT))
            self->number = stage >> WEFT_CHUNK_SHIFT;
        }
      if (stage >> WEFT_CHUNK_SHIFT == self->number)
        stage = read_open (self, stage);
      else
        stage = read_packed (self, stage);
    }
  return TRUE;
}

/* FALSE where a chunk changed on the way. */
static gboolean
read_ops (Reader *self, const guint32 *last_stages, gboolean packed)
{
  WeftStageBlock *block = self->block;
  gboolean full = FALSE;
  guint i;

  self->n = 0;
  self->number = NO_CHUNK;
  for (i = 0; i < block->n_ops; i++)
    {
      block->firsts[i] = self->n;
      if (!read_op (self, last_stages[i], packed, &full))
        return FALSE;
      if (full)
        break;
    }
  if (!close_chunk (self))
    return FALSE;
  block->n_ops = i;
  if (!full)
    block->firsts[i] = self->n;
  return TRUE;
}

void
weft_stage_block_read (WeftStageBlock *self, const WeftPipelineSnapshot *snapshot, gint64 after)
{
  const WeftTable *stages = &snapshot->trace->stages;
  Reader reader = { .block = self, .stages = stages };
  guint32 last_stages[WEFT_STAGE_BLOCK_OPS];

  for (guint i = 0; i < self->n_ops; i++)
    {
      self->fetch_ticks[i] = weft_op_fetch_tick (snapshot, self->ops[i]);
      self->states[i] = weft_op_state (snapshot, self->ops[i]);
      last_stages[i] = after > 0 && weft_op_ticks (snapshot, self->ops[i]) <= after
                         ? WEFT_NO_ROW
                         : weft_op_last_stage (snapshot, self->ops[i]);
      if (last_stages[i] != WEFT_NO_ROW)
        weft_table_prefetch (stages, last_stages[i]);
    }
  if (!read_ops (&reader, last_stages, FALSE))
    read_ops (&reader, last_stages, TRUE);
}
