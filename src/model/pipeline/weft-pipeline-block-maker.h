/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-block.h"
#include "weft-pipeline-profile-pieces.h"
#include "weft-pipeline-trace-private.h"

/* Makes the blocks of a pyramid of rows; for the model alone. */

#define FANOUT (1u << WEFT_PYRAMID_FANOUT_SHIFT)

typedef struct
{
  WeftBlockSummary summary;
  guint made;        /* generation of the rows that first had it */
  guint32 revision;  /* level 0: sum of the revisions of its ops when it was made */
  guint8 n_children; /* further up */
  guint8 has_open;
  guint8 is_kept; /* its profiles lie in the index file */
  WeftPackedProfile *profiles[WEFT_N_PROFILES];
  WeftPipelineProfilePiece *pieces[WEFT_N_PROFILES]; /* that they lie in; NULL: none */
} Block;

static inline void
block_free (Block *block)
{
  if (block == NULL)
    return;
  for (guint i = 0; i < WEFT_N_PROFILES; i++)
    if (block->pieces[i] != NULL)
      weft_pipeline_profile_piece_drop (block->pieces[i]);
    else if (!block->is_kept)
      g_free (block->profiles[i]);
  g_free (block);
}

/* Takes what `other` says of its ops into `sum`. */
static inline void
add_summary (WeftBlockSummary *sum, const WeftBlockSummary *other)
{
  sum->first_fetch =
    sum->n_ops == 0 ? other->first_fetch : MIN (sum->first_fetch, other->first_fetch);
  sum->last_end = sum->n_ops == 0 ? other->last_end : MAX (sum->last_end, other->last_end);
  sum->n_ops += other->n_ops;
  sum->n_flushed += other->n_flushed;
  sum->longest = MAX (sum->longest, other->longest);
}

static inline guint32
op_at (const guint32 *ops, const WeftPipelineSnapshot *snapshot, guint32 row)
{
  return ops != NULL ? ops[row] : weft_pipeline_snapshot_op_at_row (snapshot, row);
}

static inline void
add_op (WeftBlockSummary *sum, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  gint64 fetch = weft_op_fetch (snapshot, op), end = weft_op_end (snapshot, op);

  add_summary (sum, &(WeftBlockSummary){ 1, weft_op_state (snapshot, op) == WEFT_OP_FLUSHED, fetch,
                                         end, weft_ticks_between (fetch, end) });
}

/* The rows that blocks are made of. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  guint32 *ops; /* by row, a bulk; NULL: the snapshot's order */
  guint32 n_rows;
} WeftPipelineRowList;

/* The sum of the revisions of so many ops' blocks: what changes an op changes it. */
guint32 weft_pipeline_row_list_get_revision (const WeftPipelineRowList *self, guint32 first_row,
                                             guint32 n_rows);

#define WEFT_MAKER_STAYS 48u

/* One per thread, zeros at first. */
typedef struct
{
  guint n_profiles;                                         /* that blocks have */
  WeftProfileStay stays[WEFT_N_PROFILES][WEFT_MAKER_STAYS]; /* that wait for the builders */
  guint n_stays;
  WeftPipelineProfileBuilder *builders[WEFT_N_PROFILES];
  WeftPipelineProfilePieces pieces; /* of profiles of complete blocks */
} WeftPipelineBlockMaker;

void weft_pipeline_block_maker_set_profiles (WeftPipelineBlockMaker *self, guint n_profiles);
void weft_pipeline_block_maker_clear (WeftPipelineBlockMaker *self);

/* The block of level 0 with that index: (transfer full). */
Block *weft_pipeline_block_maker_make_leaf (WeftPipelineBlockMaker *self,
                                            const WeftPipelineRowList *rows, guint32 index);

/* The same of a level above, of the blocks of the one below: (transfer full). */
Block *weft_pipeline_block_maker_make_parent (WeftPipelineBlockMaker *self, guint level,
                                              const GPtrArray *children, guint32 index);
