/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-expression.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* The ops of the snapshot for which the expression in weft_op_language() holds: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread; a million ops take a few milliseconds for a
 * number, 0.3 s for a text. */
WeftBitset *weft_pipeline_op_filter_run (WeftExpression *expression, WeftPipelineSnapshot *snapshot,
                                         GCancellable *cancellable, GError **error);

/* The rows for which the expression holds, and which `filter` lets through: (transfer full), none
 * until the first update. While the trace grows, each update asks for the ops that came or changed.
 * An update that is cancelled leaves the rows as they were; all later ones do so too. */
WeftPipelineRows *weft_pipeline_op_filter_new_rows (WeftExpression *expression,
                                                    WeftPipelineTrace *trace, WeftRowsFilter filter,
                                                    GCancellable *cancellable);

/* Why the latest update of such rows left them as they were, other than that it was cancelled: (transfer full)
 * (nullable). Any thread. */
GError *weft_pipeline_op_filter_dup_error (WeftPipelineRows *rows);

G_END_DECLS
