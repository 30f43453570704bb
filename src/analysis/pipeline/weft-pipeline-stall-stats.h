/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-pipeline-stalls.h"

G_BEGIN_DECLS

/* The cost of all stalls and gaps of a sort: of one type, for one reason, in (or after) one stage. */
typedef struct
{
  WeftStall stall;    /* its cycles are those of all ops */
  guint32 n_ops;      /* that had any */
  guint64 max;        /* cycles of the op with most of them */
  guint32 longest_op; /* the first such op, in file order */

  guint32 newest_op; /* that was counted last, and its cycles so far */
  guint64 newest_cycles;
} WeftPipelineStallStats;

/* Collects them. Zero-initialise. */
typedef struct
{
  GArray *stats; /* WeftPipelineStallStats in order of first appearance */
  WeftMap64 by_key;
  guint64 newest_key; /* of the last lookup: stalls come in runs */
  guint newest;
} WeftStallIndex;

void weft_stall_index_clear (WeftStallIndex *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftStallIndex, weft_stall_index_clear)

/* Counts what `op` was stalled by (weft_pipeline_stalls_find()); ops in file order. Its stall cycles. */
guint64 weft_stall_index_add (WeftStallIndex *self, guint32 op, const WeftStall *stalls,
                              guint n_stalls);

/* Ends the counting: WeftPipelineStallStats, those of most cycles first, then by type, reason and stage.
 * (transfer full) */
GArray *weft_stall_index_finish (WeftStallIndex *self);

G_END_DECLS
