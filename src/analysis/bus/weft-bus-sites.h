/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-replay.h"
#include "weft-bus-summary.h"

G_BEGIN_DECLS

/* Where in a bus trace that is which findings tell of (weft-bus-findings.h). */

/* Equal parts of the time, in which waits are summed up. */
#define WEFT_BUS_N_WINDOWS 64

/* Some accesses: the one that stands out, and the time from the first attempt of any of them to the
 * tick in which the last of them completes. */
typedef struct
{
  guint32 row;          /* WEFT_NO_ROW: there is none */
  guint64 most;         /* what the one has most of: cycles waited, or drift */
  guint64 sum;          /* of all of them; stops at 2⁶⁴ − 1 */
  WeftCycleRange range; /* of a window its own; 0, 0 where there is none */
} WeftBusSite;

typedef struct
{
  WeftBusSite regions[WEFT_BUS_N_REGIONS]; /* accesses to it that waited */
  WeftBusSite masters[WEFT_BUS_N_MASTERS]; /* its accesses that waited */
  WeftBusSite windows[WEFT_BUS_N_WINDOWS]; /* accesses that waited and complete in it */
  WeftBusSite longest;                     /* the access that waited longest, alone */
  WeftBusSite unwaited;                    /* retried without a wait; of retries × service */
  WeftBusSite bucket; /* of both SH-2s, doing what a bucket has; of elapsed cycles */
  WeftBusSite gap;    /* known gaps; of Δ wait */
  WeftBusSite drift;  /* all accesses; of |drift_total| */
} WeftBusSites;

/* `bucket` (nullable) says what both SH-2s do. */
void weft_bus_sites_find (WeftBusSites *self, const WeftBusSnapshot *snapshot,
                          const WeftBusBucket *bucket);

/* Takes the time from `first` to the tick `complete` into the site's. */
void weft_bus_site_cover (WeftBusSite *self, gint64 first, guint64 complete);

G_END_DECLS
