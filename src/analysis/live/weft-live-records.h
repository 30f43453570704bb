/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-facts.h"
#include "weft-live-fields.h"

G_BEGIN_DECLS

/* The records of a live trace as they were at one moment, as one list: lane by lane, each in the order of
 * its sequence numbers. A record that was evicted since has no cells. Immutable. Any thread. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftLiveTrace *trace;
  guint n_lanes;
  WeftLiveLane *lanes; /* what was known of them then */
  guint32 *first;      /* by lane: its first row */
  guint32 *places; /* by lane: the place of that row in the list; and of what is behind the last */
  guint n_programs;
  char **sources; /* by program */
  guint n_hosts;
  char **hosts; /* their titles */
  guint32 n_rows;
} WeftLiveRecords;

WeftLiveRecords *weft_live_records_new (WeftLiveTrace *trace);
WeftLiveRecords *weft_live_records_ref (WeftLiveRecords *self);
void weft_live_records_unref (WeftLiveRecords *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveRecords, weft_live_records_unref)

/* The lane of the record in a place, and its row there. */
guint weft_live_records_get_lane (const WeftLiveRecords *self, guint place, guint32 *row);

/* The place of a row; WEFT_NO_ROW where it is not in the list. */
guint32 weft_live_records_find (const WeftLiveRecords *self, guint lane, guint32 row);

/* FALSE where it was evicted. */
gboolean weft_live_records_read (const WeftLiveRecords *self, guint place, WeftLiveLaneRow *item);

G_END_DECLS
