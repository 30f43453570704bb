/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-fields.h"
#include "weft-bus-scene.h"
#include "weft-bus-summary.h"
#include "weft-expression.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Derives what a window shows of a bus trace: see weft-runner.h. */

/* No region is opened into its pages. */
#define WEFT_BUS_NO_REGION G_MAXUINT

typedef struct
{
  WeftBusSnapshot *snapshot;
  gboolean loading;       /* it is still read */
  WeftExpression *filter; /* NULL: all accesses */
  guint region;           /* of the pages, or WEFT_BUS_NO_REGION */
  WeftBusHeat heat;
  WeftRowColors *row_colors; /* nullable */
  WeftCycleRange range;      /* of the summary: accesses that complete in it */
} WeftBusQuestion;

/* Derived at most once per second where nothing but the trace has grown; otherwise at once. */
#define WEFT_TYPE_BUS_RESULT (weft_bus_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusResult, weft_bus_result, WEFT, BUS_RESULT, WeftResult)

struct _WeftBusResult
{
  WeftResult parent_instance;

  WeftBusQuestion question;
  WeftBitset *rows; /* that the filter lets through; NULL: all */
  WeftBusIndex *all;
  WeftBusIndex *shown;
  WeftBusModel *model;
  WeftBusPages *pages;     /* NULL: none */
  WeftBusSummary *summary; /* of what is shown and in the range */
  WeftTrackScene *scene;
  WeftFolds *folds;       /* of its empty stretches; NULL: none is worth it, or it is still read */
  WeftBusRows rows_table; /* the accesses that are shown, */
  WeftBusRows all_table;  /* and all of them */
  GArray *findings;       /* WeftFinding, of the whole trace; NULL while that was not looked at */
};

G_END_DECLS
