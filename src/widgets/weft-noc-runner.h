/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-noc-events.h"
#include "weft-noc-map.h"
#include "weft-noc-matrix.h"
#include "weft-noc-ranks.h"
#include "weft-noc-stats.h"
#include "weft-noc-tables.h"

G_BEGIN_DECLS

/* Derives on a worker what a window shows of a NoC trace, again when it grows, when the filter
 * changes, and (of the interval alone, which is quick) when a range is brushed. Main thread only, and
 * needs a main loop.
 *
 * Signal "done": there is a new result. */

#define WEFT_TYPE_NOC_RUNNER (weft_noc_runner_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocRunner, weft_noc_runner, WEFT, NOC_RUNNER, GObject)

typedef struct
{
  WeftNocTrace *trace;
  WeftNocTrace *other;    /* (nullable) that the trace is compared with */
  guint32 n_records;      /* as many as there were */
  WeftExpression *filter; /* NULL: all */
  gboolean other_noc;     /* what the filter lets through is taken to use the other network, and all
                           * is shown */
  WeftCycleRange range;
  WeftNocThing thing;     /* that is selected; the matrix is of its device */
} WeftNocQuestion;

/* What was derived; it does not change any more. */
#define WEFT_TYPE_NOC_RESULT (weft_noc_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocResult, weft_noc_result, WEFT, NOC_RESULT, GObject)

struct _WeftNocResult
{
  GObject parent_instance;

  WeftNocQuestion question;
  WeftNocCapture *capture;
  WeftBitset *records;     /* that the filter lets through; NULL: all */
  WeftNocDemand **demands; /* one for each device, NULL-terminated */
  GArray *zones;           /* WeftNocZoneStats */
  WeftNocStats *stats;     /* of the range */
  WeftNocMatrix *matrix;   /* likewise */
  WeftNocTables tables;
  WeftNocEvents events;
  WeftNocDemand **other_demands;  /* of the other trace; NULL: there is none, or of another chip */
  WeftNocStats *other_stats;
  WeftNocComparison *comparison;
  WeftNocRanks *ranks;     /* of the thing, where it is a link; NULL */
  GArray *routes;          /* WeftNocUsedRoute: those that the thing is on */
};

WeftNocRunner *weft_noc_runner_new        (void);

/* Asks for an answer; copies the question. While one is derived, the next waits, and the last asked
 * for is derived then. */
void           weft_noc_runner_ask        (WeftNocRunner *self, const WeftNocQuestion *question);

/* The routes that a tile or a link is on, at most `max`: (transfer full) (element-type
 * WeftNocUsedRoute), empty for other things. Time grows with the transfers of the interval. */
GArray        *weft_noc_result_find_routes (WeftNocResult *self, const WeftNocThing *thing,
                                            guint max);

/* The latest result: (transfer none) (nullable). */
WeftNocResult *weft_noc_runner_get_result (WeftNocRunner *self);

G_END_DECLS
