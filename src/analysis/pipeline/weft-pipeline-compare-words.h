/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-compare.h"

G_BEGIN_DECLS

/* Differences of two pipelines in sentences for people, the same in windows and on terminals. Ops
 * go by their ids in A, those that B alone has by theirs in B. All are (transfer full) UTF-8. */

/* "+7 cycles from op 3021, absorbed by op 3207". */
char *weft_pipeline_compare_describe_group (const WeftPipelineCompare *self, guint group);

/* "First differs at op 3021, cycle 5120: Is one cycle later"; that they do not differ. */
char *weft_pipeline_compare_describe_first (const WeftPipelineCompare *self);

G_END_DECLS
