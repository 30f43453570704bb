/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-cpi-stack.h"
#include "weft-pipeline-difference.h"

G_BEGIN_DECLS

/* The CPI stacks of two whole logs, and in what they differ. Each log's slots are those of its own width. */

typedef struct
{
  WeftCpiCategory category;
  WeftCpiPart parts[WEFT_N_LOGS];
} WeftCpiChange;

typedef struct
{
  guint32 widths[WEFT_N_LOGS]; /* ops that can retire in a cycle; 0: nothing retired */
  gboolean widths_are_inferred[WEFT_N_LOGS];
  GArray *stacks[WEFT_N_LOGS]; /* WeftCpiPart, in order; none where nothing retired */
  GArray *changes; /* WeftCpiChange, in order; none where in one of the logs nothing retired */
} WeftPipelineCpiDifference;

/* Explains the ops of both, under the assumptions that their traces rest on. NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread; the result does not change. */
WeftPipelineCpiDifference *weft_pipeline_cpi_difference_new (WeftPipelineSnapshot *const *snapshots,
                                                             GCancellable *cancellable,
                                                             GError **error);
void weft_pipeline_cpi_difference_free (WeftPipelineCpiDifference *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineCpiDifference, weft_pipeline_cpi_difference_free)

G_END_DECLS
