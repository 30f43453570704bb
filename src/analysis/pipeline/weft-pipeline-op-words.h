/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cell.h"

G_BEGIN_DECLS

/* How people see cells of an op of a WeftPipelineOpSource: (transfer full). */

char *weft_pipeline_op_show_state (gconstpointer data, guint op, const WeftCell *cell);
char *weft_pipeline_op_show_label (gconstpointer data, guint op, const WeftCell *cell);
char *weft_pipeline_op_show_latency (gconstpointer data, guint op, const WeftCell *cell);
char *weft_pipeline_op_show_stall (gconstpointer data, guint op, const WeftCell *cell);

G_END_DECLS
