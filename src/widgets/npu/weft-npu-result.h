/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-facts.h"
#include "weft-npu-findings.h"
#include "weft-npu-scene.h"
#include "weft-npu-stats.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Derives what a window shows of an NPU run: see weft-runner.h. */

typedef struct
{
  WeftNpuSnapshot *snapshot;
  gboolean loading;       /* it is still read */
  WeftExpression *filter; /* NULL: all events */
  WeftNpuScheme scheme;
  WeftRowColors *row_colors; /* nullable */
  gboolean logarithmic;      /* the axis of bandwidth */
  gboolean arrows;           /* of dependencies */
  gboolean path;             /* the critical path stands out */
  WeftCycleRange range;      /* of the statistics */
} WeftNpuQuestion;

/* Derived at most once per second where nothing but the trace has grown; otherwise at once. */
#define WEFT_TYPE_NPU_RESULT (weft_npu_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuResult, weft_npu_result, WEFT, NPU_RESULT, WeftResult)

struct _WeftNpuResult
{
  WeftResult parent_instance;

  WeftNpuQuestion question;
  WeftBitset *rows;    /* events that the filter lets through; NULL: all */
  WeftNpuIndex *shown; /* of these */
  WeftNpuBandwidth *bandwidth;
  WeftNpuPath *path; /* the critical path */
  WeftNpuSeriesSet *series;
  WeftNpuBanks *banks;
  WeftNpuStats *stats; /* of what is shown and in the range */
  WeftNpuStats *whole; /* of all events and cycles; often the same */
  GArray *findings;    /* of `whole` */
  WeftTrackScene *scene;
  WeftFolds *folds;    /* of its empty stretches; NULL: none is worth it, or it is still read */
  WeftFacts events;    /* those that are shown, as a table, */
  guint32 *event_rows; /* and its rows; NULL: all */
};

G_END_DECLS
