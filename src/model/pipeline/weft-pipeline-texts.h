/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Label, detail, and the text of one stage: (transfer full), valid UTF-8 with the file's "\n"
 * turned into newlines. NULL where the text can't be read back any more (the file changed, or it
 * was over the spill quota), "" where there is none. */
char *weft_pipeline_snapshot_get_label (const WeftPipelineSnapshot *snapshot, guint32 op);
char *weft_pipeline_snapshot_get_detail (const WeftPipelineSnapshot *snapshot, guint32 op);
char *weft_pipeline_snapshot_get_stage_text (const WeftPipelineSnapshot *snapshot, guint32 op,
                                             guint32 stage);

/* Reads the texts of many ops, one op after another: for dumps, searches, tables. Several times as
 * fast as weft_pipeline_snapshot_get_label() and its siblings, which are for a single op, since
 * what lies close together in the source is read at once. One thread at a time. */

typedef struct _WeftPipelineTexts WeftPipelineTexts;

/* Holds the snapshot. */
WeftPipelineTexts *weft_pipeline_texts_new (WeftPipelineSnapshot *snapshot);
void weft_pipeline_texts_free (WeftPipelineTexts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineTexts, weft_pipeline_texts_free)

/* As the functions of the same names for a snapshot, but the text is (transfer none) and valid
 * until the next call. */
const char *weft_pipeline_texts_get_label (WeftPipelineTexts *self, guint32 op);
const char *weft_pipeline_texts_get_detail (WeftPipelineTexts *self, guint32 op);
const char *weft_pipeline_texts_get_stage_text (WeftPipelineTexts *self, guint32 op, guint32 stage);

G_END_DECLS
