/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bulk.h"
#include "weft-pipeline-profile-pieces.h"
#include "weft-pipeline-rows.h"
#include "weft-pipeline-trace-private.h"

/* The insides of rows, for their own functions and for those that keep them in an index file. */

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

/* A block in an index file. */
typedef struct
{
  WeftBlockSummary summary;
  guint64 profile; /* its place among the profiles of the level */
  guint32 revision;
  guint32 has_open;
} Record;

typedef struct
{
  GPtrArray *blocks; /* Block */
} Level;

/* The look of all rows of a picture depends on this: its lanes, its colours, its ruler. */
typedef struct
{
  guint n_kinds;
  guint n_lanes;
  int digits[3];            /* of the summary's cycles, with their signs */
  guint longest;            /* latency class of its longest op */
  guint ids[WEFT_N_OP_IDS]; /* characters of ids */
} Look;

struct _WeftPipelineRows
{
  GObject parent_instance;

  WeftPipelineTrace *trace;
  WeftRowsOrder order;
  WeftSharedLock lock; /* of what follows */
  WeftPipelineSnapshot *snapshot;
  guint32 n_rows;
  guint32 *ops;        /* by row, a bulk; NULL: the snapshot's order */
  guint32 *rows_by_op; /* likewise, where the order is another one */
  Level levels[WEFT_PYRAMID_MAX_LEVELS];
  guint n_levels;
  Look look;
  guint look_made; /* generation that first had it */
  _Atomic guint generation;

  atomic_bool straightened; /* relative profiles are asked for */

  /* The updater's. */
  guint n_profiles; /* that the blocks have */
  WeftPipelineProfileBuilder *builders[WEFT_N_PROFILES];
  WeftPipelineProfilePieces pieces; /* of profiles of complete blocks */
  WeftPipelineRowFilter filter;
};

/* Appends the blocks that the trace's index file has of `n_rows` rows to the levels, which are empty. FALSE where they are
 * not whole, or not of such rows: some are there then. */
gboolean weft_pipeline_rows_take (WeftPipelineRows *self, guint32 n_rows);
