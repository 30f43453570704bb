/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-pipeline-explainer.h"

G_BEGIN_DECLS

/* The lost cycles of one cause, by one reason, in one stage. */
typedef struct
{
  WeftLatencyCause cause;
  gboolean has_reason; /* as in WeftLatencyPart */
  WeftKind reason;
  gboolean has_stage;
  WeftKind stage;
  guint64 cycles;     /* of all ops */
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

/* Counts the parts of an op's life (weft_explain_op()) in which it was held up; ops in file order.
 * Its stall cycles. */
guint64 weft_stall_index_add (WeftStallIndex *self, guint32 op, const WeftLatencyPart *parts,
                              guint n_parts);

/* Adds what was counted of ops that all come later in the file. */
void weft_stall_index_merge (WeftStallIndex *self, const WeftStallIndex *other);

/* Ends the counting: WeftPipelineStallStats, those of most cycles first, then by cause, reason and stage.
 * (transfer full) */
GArray *weft_stall_index_finish (WeftStallIndex *self);

G_END_DECLS
