/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-op-fields.h"

G_BEGIN_DECLS

/* The fields of the stages and the dependencies of ops, read from a WeftPipelineOpSource. */

typedef struct
{
  guint32 op;
  gint64 id; /* of the op */
  WeftStage stage;
} WeftPipelineStageRow;

typedef struct
{
  gint64 id; /* of the op that waits */
  WeftDependency dependency;
} WeftPipelineDependencyRow;

extern const WeftSchema weft_pipeline_stage_schema;      /* of WeftPipelineStageRow */
extern const WeftSchema weft_pipeline_dependency_schema; /* of WeftPipelineDependencyRow */

G_END_DECLS
