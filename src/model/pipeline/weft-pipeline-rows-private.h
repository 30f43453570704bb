/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bulk.h"
#include "weft-pipeline-block-maker.h"
#include "weft-pipeline-rows.h"
#include "weft-processors.h"

/* The insides of rows, for their own functions and for those that keep them in an index file. */

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
  guint n_profiles;                                    /* that the blocks have */
  WeftPipelineBlockMaker makers[WEFT_PROCESSORS_MOST]; /* by thread */
  WeftPipelineRowFilter filter;
};

/* Appends the blocks that the trace's index file has of `n_rows` rows to the levels, which are empty. FALSE where they are
 * not whole, or not of such rows: some are there then. */
gboolean weft_pipeline_rows_take (WeftPipelineRows *self, guint32 n_rows);
