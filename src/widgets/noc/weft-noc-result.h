/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-folds.h"
#include "weft-noc-fields.h"
#include "weft-noc-flows.h"
#include "weft-noc-map.h"
#include "weft-noc-matrix.h"
#include "weft-noc-ranks.h"
#include "weft-noc-stats.h"
#include "weft-noc-tables.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Of the flows that a selected thing is on those of most bytes are drawn. */
#define WEFT_NOC_SELECTED_FLOWS 64u

/* Derives what a window shows of a NoC trace: see weft-runner.h. Where only the interval or what is
 * selected is another, that is quick. */

typedef struct
{
  WeftNocTrace *trace;
  WeftNocTrace *other;    /* (nullable) that the trace is compared with */
  guint32 n_records;      /* as many as there were */
  gboolean loading;       /* more are to come */
  WeftExpression *filter; /* NULL: all */
  gboolean other_noc;     /* what the filter lets through of what is moved is taken to use the other
                           * network, and all is shown */
  WeftNocThing moved;     /* whose transfers these are; of kind WEFT_NOC_NOTHING: all */
  const char *arch;       /* interned (nullable): the chip that the user chose, or */
  const char *topology;   /* the path of its description, likewise */
  GArray *offsets; /* (nullable) WeftNocOffset, of the devices' clocks; replaced as a whole */
  WeftCycleRange range;
  WeftNocThing thing;        /* that is selected; the matrix is of its device */
  WeftRowColors *row_colors; /* of a query; nullable */
} WeftNocQuestion;

/* While nothing but the trace grows, derived at most once per second. Where the interval or what is
 * selected is another, while it grows at once from what is there; then when what is being derived is
 * there, so that something is seen while a range is dragged. Otherwise at once. */
#define WEFT_TYPE_NOC_RESULT (weft_noc_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocResult, weft_noc_result, WEFT, NOC_RESULT, WeftResult)

struct _WeftNocResult
{
  WeftResult parent_instance;

  WeftNocQuestion question;
  WeftNocThing
    thing; /* that was asked about; of kind WEFT_NOC_NOTHING where the chip has none such */
  WeftNocCapture *capture;
  WeftFolds *folds;        /* of its quiet stretches; NULL: none is worth it */
  WeftBitset *records;     /* that the filter lets through; NULL: all */
  WeftNocDemand **demands; /* one for each device, NULL-terminated */
  GArray *zones;           /* WeftNocZoneStats */
  WeftNocStats *stats;     /* of the range */
  GPtrArray *matrices;     /* WeftNocMatrix, likewise, by device */
  WeftNocTables tables;
  WeftFacts events;              /* records that are shown, as a table, */
  guint32 *event_rows;           /* and its rows; NULL: all */
  WeftNocDemand **plain_demands; /* before what is moved took the other network; NULL: none does */
  WeftNocStats *plain_stats;     /* likewise, of the range */
  guint32 n_moved;               /* transfers that take the other network */
  WeftNocDemand **other_demands; /* of the other trace; NULL: there is none, or of another chip */
  WeftNocStats *other_stats;
  WeftNocComparison *comparison;
  WeftNocRanks *ranks; /* of the thing; NULL: it is nothing that transfers go over */
  GPtrArray *used;     /* GArray of WeftNocUsedRoute, by device: the routes of the range */
  GArray *flows;       /* WeftNocFlow, of the range, most bytes first */
  GArray *own_flows;   /* those of them that the thing is on */
  WeftNocColors *said; /* what the query says of the map; nullable */
};

/* Whether there is such a thing on the chip that the result is of. */
gboolean weft_noc_result_has_thing (WeftNocResult *self, const WeftNocThing *thing);

/* The flows that a thing is on, most bytes first, at most `max`: (transfer full) (element-type
 * WeftNocFlow). Time grows with the routes, not with the transfers. */
GArray *weft_noc_result_find_flows (WeftNocResult *self, const WeftNocThing *thing, guint max);

G_END_DECLS
