/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-text-matcher.h"

G_BEGIN_DECLS

/* Texts of many ops, one after the other in memory, so that a matcher looks through all of them at
 * once. What it reads is what WeftPipelineTexts gives out, in half the time. One thread at a
 * time. */

typedef enum
{
  WEFT_TEXTS_LABEL = 1 << 0,
  WEFT_TEXTS_DETAIL = 1 << 1,
  WEFT_TEXTS_STAGE = 1 << 2, /* of each stage that has one */
} WeftTextFields;

/* Whose text it is. */
typedef struct
{
  guint32 op;
  guint32 stage;        /* number of the stage; WEFT_NO_ROW: the op's own */
  WeftTextFields field; /* one of them */
} WeftTextOwner;

typedef struct _WeftPipelineTextBatch WeftPipelineTextBatch;

/* Holds the snapshot. */
WeftPipelineTextBatch *weft_pipeline_text_batch_new (WeftPipelineSnapshot *snapshot);
void weft_pipeline_text_batch_free (WeftPipelineTextBatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineTextBatch, weft_pipeline_text_batch_free)

/* Forgets all texts. */
void weft_pipeline_text_batch_reset (WeftPipelineTextBatch *self);

/* Reads texts of `op`; those of stages only where there is any. TRUE where all of them could be
 * read; those that could not are left out. */
gboolean weft_pipeline_text_batch_add (WeftPipelineTextBatch *self, guint32 op,
                                       WeftTextFields fields);

/* The texts since the last reset; valid until the next is read. */
guint weft_pipeline_text_batch_get_n_texts (const WeftPipelineTextBatch *self);
const char *weft_pipeline_text_batch_get_bytes (const WeftPipelineTextBatch *self, gsize *length);
const WeftTextSpan *weft_pipeline_text_batch_get_spans (const WeftPipelineTextBatch *self);
const WeftTextOwner *weft_pipeline_text_batch_get_owner (const WeftPipelineTextBatch *self,
                                                         guint index);

G_END_DECLS
