/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-listing.h"
#include "weft-tracks-state.h"

G_BEGIN_DECLS

/* The part of a WeftLiveState that is about records as rows: which pass a filter, what is found in them, and where
 * they are in the picture, which shows all. Main thread only.
 *
 * Signal "records": there is another listing of those that pass. */

#define WEFT_TYPE_LIVE_RECORDS_STATE (weft_live_records_state_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftLiveRecordsState, weft_live_records_state, WEFT, LIVE_RECORDS_STATE,
                          WeftTracksState)

struct _WeftLiveRecordsStateClass
{
  WeftTracksStateClass parent_class;
};

/* In place of weft_tracks_state_set_up(). */
void weft_live_records_state_set_up (WeftLiveRecordsState *self, WeftLiveTrace *trace,
                                     const WeftTimeUnit *unit);

/* Has the records that pass listed, and listed again while the trace grows, as long as somebody shows them or
 * there is a filter. */
void weft_live_records_state_watch (WeftLiveRecordsState *self);
void weft_live_records_state_unwatch (WeftLiveRecordsState *self);

/* The latest listing, and the result that it lives as long as: (transfer none) (nullable). */
const WeftLiveListing *weft_live_records_state_get_listing (WeftLiveRecordsState *self);
GObject *weft_live_records_state_get_listing_owner (WeftLiveRecordsState *self);

/* NULL: all records pass. (transfer none) */
WeftExpression *weft_live_records_state_get_filter (WeftLiveRecordsState *self);

/* The place among all records of the one that is selected; WEFT_NO_ROW: none is. */
guint32 weft_live_records_state_get_selected_place (WeftLiveRecordsState *self);

/* Selects the record in a place of `records`, and brings it into sight where it is not, or (`jump`) into the
 * middle. FALSE where it was evicted. */
gboolean weft_live_records_state_show_place (WeftLiveRecordsState *self,
                                             const WeftLiveRecords *records, guint32 place,
                                             gboolean jump);

G_END_DECLS
