/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-op-sort.h"
#include "weft-pipeline-stalls.h"

G_BEGIN_DECLS

/* A place in a table of ops, and the op that stands there now: a short-lived object that
 * WeftPipelineOpList makes for the rows that are looked at. Main thread only.
 *
 * Signal "changed": another op stands here, or what is known of it changed. */

#define WEFT_TYPE_PIPELINE_OP_ITEM (weft_pipeline_op_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineOpItem, weft_pipeline_op_item, WEFT, PIPELINE_OP_ITEM, GObject)

/* Where items read from. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows;     /* nullable: the picture shows all ops */
  WeftPipelineStalls *stalls; /* nullable: not known yet */
} WeftOpSource;

WeftPipelineOpItem *weft_pipeline_op_item_new (void);

/* Op `op` stands here. Emits "changed" where that, or what the source says of it, is news. */
void weft_pipeline_op_item_set (WeftPipelineOpItem *self, const WeftOpSource *source, guint32 op);

/* (transfer none) */
const WeftOp *weft_pipeline_op_item_get_op (WeftPipelineOpItem *self);

/* Read back from the source when it is first asked for: (transfer none), NULL where that is not
 * possible. */
const char *weft_pipeline_op_item_get_label (WeftPipelineOpItem *self);

/* The field that `key` sorts by, for people: digits in groups, "—" where there is none, the first
 * line of a label. Units are the column's title's. (transfer full) */
char *weft_pipeline_op_item_get_text (WeftPipelineOpItem *self, WeftOpKey key);

/* The same for machines: plain digits, nothing where there is nothing. (transfer full) */
char *weft_pipeline_op_item_get_raw (WeftPipelineOpItem *self, WeftOpKey key);

G_END_DECLS
