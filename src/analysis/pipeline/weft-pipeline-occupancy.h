/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-history.h"

G_BEGIN_DECLS

/* How many ops the stages and the structures of a core held (docs/statistics.md, "Structures"). */

typedef struct
{
  gboolean is_stage;
  WeftKind stage;                  /* where it is one */
  WeftPipelinePhase phase;         /* of the stage */
  gboolean is_said;                /* the phase: by people, rather than guessed */
  WeftPipelineStructure structure; /* where it is none */
  guint64 op_cycles;               /* in the range */
  double mean;                     /* ops in a cycle; NaN where there is no cycle */
} WeftPipelineOccupancy;

/* Of the cycles [from, to), which are aligned: (transfer full) of WeftPipelineOccupancy, the structures
 * that stages tell of before the stages in the order of the pipeline. */
GArray *weft_pipeline_occupancy_new (const WeftPipelineHistory *history, gint64 from, gint64 to);

G_END_DECLS
