/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

/* Which ops of a trace have a row: those that are not hidden as flushed, and that a question of the
 * caller's lets through. Answers are kept, and asked for again only where ops came or changed. */

typedef enum
{
  WEFT_ROWS_ALL,
  WEFT_ROWS_HIDE_FLUSHED,
} WeftRowsFilter;

/* Says which ops stay in a filtered picture: one word for each block of 64 ops, in which bit i
 * stands for the op 64 · block + i. `words` holds the answers of the update before; where
 * `stale[block]` is set there was none, or the ops have changed, and the word must be set. (An
 * answer that depends on more than its op may be set in any block.) Bits behind the last op are
 * ignored. FALSE to give up: the rows then stay as they are. Called by whoever updates. */
typedef gboolean (*WeftRowsAsk) (WeftPipelineSnapshot *snapshot, const guint8 *stale,
                                 guint64 *words, gpointer user_data);

typedef struct
{
  WeftRowsFilter filter;
  WeftRowsAsk ask; /* NULL: no filter but `filter` */
  gpointer user_data;
  GDestroyNotify free_data;
  GArray *kept;     /* guint64: what `ask` said, by block of ops */
  GArray *asked_at; /* guint32: the block's revision when it was asked, */
  GArray *n_asked;  /* guint8: how many ops it had, */
  GArray *had_open; /* guint8: and whether one of them was open */
} WeftPipelineRowFilter;

/* `free_data` (nullable) is called with `user_data` when the filter is cleared. */
void weft_pipeline_row_filter_init (WeftPipelineRowFilter *self, WeftRowsFilter filter,
                                    WeftRowsAsk ask, gpointer user_data, GDestroyNotify free_data);
void weft_pipeline_row_filter_clear (WeftPipelineRowFilter *self);

/* Asks for the ops that came or changed, or with `all_anew` for each. FALSE where that was given
 * up: next time all are asked. */
gboolean weft_pipeline_row_filter_update (WeftPipelineRowFilter *self,
                                          WeftPipelineSnapshot *snapshot, gboolean all_anew);

/* The ops that are let through, in display order: a bulk (weft-bulk.h) for the caller. */
guint32 *weft_pipeline_row_filter_list (const WeftPipelineRowFilter *self,
                                        const WeftPipelineSnapshot *snapshot, guint32 *n_rows);
