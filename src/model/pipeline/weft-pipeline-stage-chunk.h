/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace-private.h"

/* The cells of a chunk of stages, as long as the entries in the directory stay what they were. What is read of it
 * counts only once they were seen to have. */
typedef struct
{
  const WeftChunk *places[N_STAGE_COLUMNS];
  guint64 entries[N_STAGE_COLUMNS];
} WeftStageChunk;

/* FALSE where a column of it is packed. */
static inline gboolean
weft_stage_chunk_open (WeftStageChunk *self, const WeftTable *stages, guint32 number)
{
  guint64 all = 0;

  for (guint i = 0; i < N_STAGE_COLUMNS; i++)
    {
      self->places[i] = &stages->columns[i].chunks[number];
      self->entries[i] = atomic_load_explicit ((WeftChunk *) self->places[i], memory_order_acquire);
      all |= self->entries[i];
    }
  return (all & WEFT_CHUNK_SEALED) == 0;
}

/* Whether what was read of it since is what stands there. */
static inline gboolean
weft_stage_chunk_is_unchanged (const WeftStageChunk *self)
{
  guint64 changes = 0;

  atomic_thread_fence (memory_order_acquire);
  for (guint i = 0; i < N_STAGE_COLUMNS; i++)
    changes |=
      self->entries[i] ^ atomic_load_explicit ((WeftChunk *) self->places[i], memory_order_relaxed);
  return changes == 0;
}

static inline guint32
weft_stage_chunk_get (const WeftStageChunk *self, guint column, guint32 stage)
{
  const _Atomic guint32 *cells = weft_chunk_address (self->entries[column]);

  return atomic_load_explicit ((_Atomic guint32 *) &cells[stage & WEFT_CHUNK_MASK],
                               memory_order_relaxed);
}

static inline WeftKind
weft_stage_chunk_get_kind (const WeftStageChunk *self, guint32 stage)
{
  const _Atomic WeftKind *cells = weft_chunk_address (self->entries[STAGE_KIND]);

  return atomic_load_explicit ((_Atomic WeftKind *) &cells[stage & WEFT_CHUNK_MASK],
                               memory_order_relaxed);
}
