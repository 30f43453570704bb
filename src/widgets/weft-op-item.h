/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-op-sort.h"
#include "weft-stalls.h"

G_BEGIN_DECLS

/* A place in a table of ops, and the op that stands there now: a short-lived object that
 * WeftOpList makes for the rows that are looked at. Main thread only.
 *
 * Signal "changed": another op stands here, or what is known of it changed. */

#define WEFT_TYPE_OP_ITEM (weft_op_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftOpItem, weft_op_item, WEFT, OP_ITEM, GObject)

/* Where items read from. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows; /* nullable: the picture shows all ops */
  WeftStalls *stalls;     /* nullable: not known yet */
} WeftOpSource;

WeftOpItem *weft_op_item_new (void);

/* Op `op` stands here. Emits "changed" where that, or what the source says of it, is news. */
void weft_op_item_set (WeftOpItem *self, const WeftOpSource *source, guint32 op);

/* (transfer none) */
const WeftOp *weft_op_item_get_op (WeftOpItem *self);

/* The row of the picture, counted from 0; WEFT_NO_ROW where it is left out. */
guint32 weft_op_item_get_row (WeftOpItem *self);

/* Read back from the source when it is first asked for: (transfer none), NULL where that is not
 * possible. */
const char *weft_op_item_get_label (WeftOpItem *self);

/* The field that `key` sorts by, for people: digits in groups, "—" where there is none, the first
 * line of a label. Units are the column's title's. (transfer full) */
char *weft_op_item_get_text (WeftOpItem *self, WeftOpKey key);

/* The same for machines: plain digits, nothing where there is nothing. (transfer full) */
char *weft_op_item_get_raw (WeftOpItem *self, WeftOpKey key);

G_END_DECLS
