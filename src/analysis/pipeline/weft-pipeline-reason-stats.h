/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-attribution.h"

G_BEGIN_DECLS

/* The stalls that a log itself attributes to one reason. */
typedef struct
{
  const char *reason; /* lives as long as the trace */
  guint32 n_ops;      /* that it cost most */
  guint64 cycles;     /* of all of them */
  double share;       /* of the cycles of all reasons; NaN where they have none */
  guint64 max;        /* cycles of the op with most of them */
  guint32 longest_op; /* the first such op, in file order */
} WeftPipelineReasonStats;

/* Collects them. Zero-initialise. */
typedef struct
{
  GArray *stats;      /* WeftPipelineReasonStats in order of first appearance */
  GHashTable *places; /* reason → place + 1 */
} WeftReasonIndex;

void weft_reason_index_clear (WeftReasonIndex *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftReasonIndex, weft_reason_index_clear)

/* Counts an op, if the log says a reason; ops in file order. */
void weft_reason_index_add (WeftReasonIndex *self, WeftPipelineTrace *trace, guint32 op);

/* Adds what was counted of ops that all come later in the file. */
void weft_reason_index_merge (WeftReasonIndex *self, const WeftReasonIndex *other);

/* Ends the counting: WeftPipelineReasonStats, those of most cycles first, then of most ops, then by name.
 * (transfer full) */
GArray *weft_reason_index_finish (WeftReasonIndex *self);

G_END_DECLS
