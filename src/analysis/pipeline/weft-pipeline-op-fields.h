/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-expression-eval.h"
#include "weft-pipeline-id-cell.h"
#include "weft-pipeline-op-source.h"

G_BEGIN_DECLS

extern const WeftSchema weft_pipeline_op_schema; /* of WeftPipelineOpSource */

/* How filters call the fields of ops (docs/filters.md). */
const WeftLanguage *weft_op_language (void);

/* The texts that the trace has for stage("…") and lane("…"), for completion: a WeftListValues whose
 * `trace` is a WeftPipelineTrace. */
char **weft_pipeline_op_list_values (int function, const WeftField *field, gpointer trace);

/* Reads the fields of a snapshot's ops for expressions. One thread at a time. */
typedef struct _WeftPipelineOpFields WeftPipelineOpFields;

/* NULL with G_IO_ERROR_CANCELLED when cancelled, which it can be where the expression asks for
 * stall cycles. Holds the snapshot and the expression. */
WeftPipelineOpFields *weft_pipeline_op_fields_new (WeftPipelineSnapshot *snapshot,
                                                   WeftExpression *expression,
                                                   GCancellable *cancellable, GError **error);
void weft_pipeline_op_fields_free (WeftPipelineOpFields *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineOpFields, weft_pipeline_op_fields_free)

/* The ops [first, first + WEFT_EVAL_ROWS) whose bit is in `wanted` and for which the expression
 * holds, in `result`. `first` is a multiple of WEFT_EVAL_ROWS. */
void weft_pipeline_op_fields_eval (WeftPipelineOpFields *self, guint32 first, const guint64 *wanted,
                                   guint64 *result);

G_END_DECLS
