/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cell.h"

G_BEGIN_DECLS

/* Cells of an op of a WeftPipelineOpSource: what the log attributes its stalls to. */

WeftCell weft_pipeline_op_reason (gconstpointer data, guint op);
WeftCell weft_pipeline_op_second_reason (gconstpointer data, guint op);
WeftCell weft_pipeline_op_reason_cycles (gconstpointer data, guint op);

G_END_DECLS
