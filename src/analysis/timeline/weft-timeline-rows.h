/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-facts.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The events of a snapshot as a table of facts, in the order of the file. */
typedef struct
{
  WeftTimelineSnapshot *snapshot;
  guint32 *rows; /* that are in it; NULL: all */
  guint32 n_rows;
} WeftTimelineRows;

/* `set` (nullable) are the events that are in it. */
void weft_timeline_rows_init (WeftTimelineRows *self, WeftTimelineSnapshot *snapshot,
                              const WeftBitset *set);
void weft_timeline_rows_clear (WeftTimelineRows *self);

/* The event that a row of the table is about; WEFT_NO_ROW where there is no such row. */
guint32 weft_timeline_rows_get_event (const WeftTimelineRows *self, guint row);

/* The table of the fields that have the flag, as long as `self` is there. */
WeftFacts weft_timeline_rows_get_facts (const WeftTimelineRows *self, WeftFieldFlags flag);

G_END_DECLS
