/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-explainer.h"
#include "weft-pipeline-rows.h"
#include "weft-pipeline-shared-stalls.h"
#include "weft-pipeline-texts.h"

G_BEGIN_DECLS

/* The source of ops' fields, where a row is an op. All of it belongs to somebody else. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows;           /* of the picture; nullable: it shows all ops */
  WeftPipelineExplainer *explainer; /* nullable: not known yet, or in */
  WeftPipelineSharedStalls *shared; /* nullable */
  WeftPipelineTexts
    *texts; /* for one thread that reads many rows, whose texts are lent; NULL: texts are
                             * read one by one */
} WeftPipelineOpSource;

G_END_DECLS
