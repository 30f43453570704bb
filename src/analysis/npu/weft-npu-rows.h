/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-facts.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The events of a snapshot as a table of facts, in the order of the file. */
typedef struct
{
  WeftNpuSnapshot *snapshot;
  guint32 *rows; /* that are in it; NULL: all */
  guint32 n_rows;
} WeftNpuRows;

/* `set` (nullable) are the events that are in it. */
void weft_npu_rows_init (WeftNpuRows *self, WeftNpuSnapshot *snapshot, const WeftBitset *set);
void weft_npu_rows_clear (WeftNpuRows *self);

/* The event that a row of the table is about. */
guint32 weft_npu_rows_get_event (const WeftNpuRows *self, guint row);

/* The table of the fields that have the flag, as long as `self` is there. */
WeftFacts weft_npu_rows_get_facts (const WeftNpuRows *self, WeftFieldFlags flag);

G_END_DECLS
