/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-compare.h"

G_BEGIN_DECLS

/* Where in both logs a difference is to be seen: the cycle in which the ops of a pair begin to differ,
 * in each log's own time. */
typedef struct
{
  gint64 cycles[WEFT_N_LOGS]; /* WEFT_NO_CYCLE: the log does not have the op */
  guint
    stages[WEFT_N_LOGS]; /* in which the op is then or was last: the index among its stages in start
                               * order; G_MAXUINT: it has none */
} WeftComparePlace;

/* The place of a difference or a group of that kind, which is about that pair (the first of it). What is
 * taken as the cycle stands in docs/cli.md. */
WeftComparePlace weft_pipeline_compare_find_place (const WeftPipelineCompare *self,
                                                   WeftDifferenceKind kind, guint32 pair);

/* Its cycle in A's time, also where A does not have the op. */
gint64 weft_pipeline_compare_place_get_cycle (const WeftPipelineCompare *self,
                                              const WeftComparePlace *place);

G_END_DECLS
