/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The thing at a point of the picture. */

typedef enum
{
  WEFT_PIPELINE_HIT_NOTHING,
  WEFT_PIPELINE_HIT_ROW, /* beside the stages of an op */
  WEFT_PIPELINE_HIT_CELL,
  WEFT_PIPELINE_HIT_TICK,  /* a stage of length 0 */
  WEFT_PIPELINE_HIT_STORE, /* the mark where a store completed */
  WEFT_PIPELINE_HIT_ARROW,
  WEFT_PIPELINE_HIT_AGGREGATE, /* a pixel of shares */
} WeftPipelineHitType;

/* How long ops of an aggregate were in stages of a kind, in op-cycles. */
typedef struct
{
  WeftKind kind;
  double amount; /* flushed ops included */
  double flushed;
} WeftPipelineShare;

typedef struct
{
  WeftPipelineHitType type;
  gint64 cycle; /* under the point, of the layout's kind */
  guint32 row;  /* all but NOTHING, an AGGREGATE of one op too; of an arrow the consumer's */
  guint32 op;
  guint stage_index; /* CELL and TICK: among the op's stages in start order */
  WeftStage stage;
  guint32 producer; /* ARROW: ops */
  guint32 consumer;
  gint64 dependency_type;
  gboolean is_far;   /* its producer is elsewhere: a mark says where */
  guint32 first_row; /* AGGREGATE: rows and cycles, half-open */
  guint32 last_row;
  gint64 first_cycle;
  gint64 last_cycle;
  guint32 n_ops; /* in these rows, and how many of them were flushed */
  guint32 n_flushed;
  double capacity; /* op-cycles that the box could hold: rows × cycles */
  GArray *shares;  /* of WeftPipelineShare, by kind; NULL but for AGGREGATE */
} WeftPipelineHit;

static inline void
weft_pipeline_hit_clear (WeftPipelineHit *hit)
{
  g_clear_pointer (&hit->shares, g_array_unref);
  *hit = (WeftPipelineHit){ .type = WEFT_PIPELINE_HIT_NOTHING };
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftPipelineHit, weft_pipeline_hit_clear)

G_END_DECLS
