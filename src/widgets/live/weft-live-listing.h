/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-live-records.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* The records of a live trace for which a filter holds, as a WeftRunner derives them on a worker. Where there is
 * no filter no record is looked at. */
typedef struct
{
  WeftLiveRecords *records;
  WeftExpression *filter; /* NULL: all */
  WeftBitset *places;     /* their places, as a set and */
  guint32 *rows;          /* in their order; NULL: all */
  guint n_rows;
} WeftLiveListing;

/* Derives listings. */
WeftRunner *weft_live_listing_runner_new (void);

/* `filter` is nullable. */
void weft_live_listing_ask (WeftRunner *runner, WeftLiveTrace *trace, WeftExpression *filter);

/* The place among the records of a row of the listing; WEFT_NO_ROW where there is no such row. */
guint32 weft_live_listing_get_place (const WeftLiveListing *self, guint row);

/* The row of a place; WEFT_NO_ROW where the filter does not hold for it. */
guint weft_live_listing_find (const WeftLiveListing *self, guint32 place);

/* As a table, as long as the listing is there. */
WeftFacts weft_live_listing_get_facts (const WeftLiveListing *self);

G_END_DECLS
