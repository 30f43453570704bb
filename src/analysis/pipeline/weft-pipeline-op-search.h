/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-field.h"
#include "weft-pipeline-text-batch.h"
#include "weft-search.h"

G_BEGIN_DECLS

/* Searches of a pipeline log: which texts of its ops match. A search remembers what it has looked
 * at, so that updates of a growing log look at the rows that came or changed alone. */

typedef enum
{
  WEFT_PIPELINE_OP_SEARCH_LABEL = WEFT_TEXTS_LABEL,
  WEFT_PIPELINE_OP_SEARCH_DETAIL = WEFT_TEXTS_DETAIL,
  WEFT_PIPELINE_OP_SEARCH_STAGE_TEXT = WEFT_TEXTS_STAGE,
  WEFT_PIPELINE_OP_SEARCH_STAGE_NAME = 1 << 3,
  WEFT_PIPELINE_OP_SEARCH_ALL = (1 << 4) - 1,
} WeftPipelineOpSearchFields;

/* The fields, in the order of their bits; their texts are read for many ops at once. */
extern const WeftSchema weft_pipeline_op_search_schema;

/* One thread at a time. */
typedef struct _WeftPipelineOpSearch WeftPipelineOpSearch;

/* A search that has looked at nothing yet. Holds the matcher. */
WeftPipelineOpSearch *weft_pipeline_op_search_new (WeftTextMatcher *matcher,
                                                   WeftPipelineOpSearchFields fields);
void weft_pipeline_op_search_free (WeftPipelineOpSearch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineOpSearch, weft_pipeline_op_search_free)

/* Searches what the last update did not see, in row order: rows that came, ops that got more texts
 * or stages, rows that show other ops. Of each op first its label, then its detail, its stages'
 * texts and their names. Texts that can't be read back are left out. Calls `found` on this thread,
 * at least once for each few thousand rows. A million ops take 0.2 to 0.4 s. TRUE at the end, and
 * where `found` ended it; FALSE with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_pipeline_op_search_update (WeftPipelineOpSearch *self, WeftPipelineSnapshot *snapshot,
                                         WeftSearchFound found, gpointer user_data,
                                         GCancellable *cancellable, GError **error);

G_END_DECLS
