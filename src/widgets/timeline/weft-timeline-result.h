/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-facts.h"
#include "weft-runner.h"
#include "weft-timeline-findings.h"
#include "weft-timeline-flame.h"
#include "weft-timeline-scene.h"

G_BEGIN_DECLS

/* Derives what a window shows of a timeline: see weft-runner.h. */

typedef struct
{
  WeftTimelineSnapshot *snapshot;
  gboolean loading;       /* it is still read */
  WeftExpression *filter; /* NULL: all events */
  WeftTimelineScheme scheme;
  WeftRowColors *row_colors; /* nullable */
  gboolean flows;            /* arrows of all of them */
  gboolean counters;         /* their graphs */
  gboolean tall;             /* threads that nest deeply are as high as that needs */
  guint32 name;              /* that stands out; WEFT_NO_NAME: none does */
  WeftCycleRange range;      /* of the statistics */
} WeftTimelineQuestion;

/* Derived at most once per second where nothing but the trace has grown; otherwise at once. */
#define WEFT_TYPE_TIMELINE_RESULT (weft_timeline_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineResult, weft_timeline_result, WEFT, TIMELINE_RESULT, WeftResult)

struct _WeftTimelineResult
{
  WeftResult parent_instance;

  WeftTimelineQuestion question;
  WeftBitset *rows;         /* events that the filter lets through; NULL: all */
  WeftTimelineIndex *shown; /* of these */
  WeftTimelineRoles *roles;
  WeftTimelineColors *colors;
  WeftTimelineOverview *overview;
  WeftTimelineSeriesSet *series;
  WeftTimelineCallTree *tree; /* of what is shown */
  WeftTimelineStats *stats;   /* of what is shown and in the range */
  GArray *findings; /* WeftFinding, of the whole trace; NULL while that was not looked at */
  WeftTrackScene *scene;
  WeftFolds *folds;    /* of its empty stretches; NULL: none is worth it, or it is still read */
  WeftFacts events;    /* those that are shown, as a table, */
  guint32 *event_rows; /* and its rows; NULL: all */
};

G_END_DECLS
