/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Counts of the ops of one hardware thread. */
typedef struct
{
  gint64 tid;
  guint32 first_op;
  guint32 n_ops;
  guint32 n_retired;
  guint32 n_flushed;
  guint32 n_open;
} WeftPipelineThreadStats;

/* Threads by their id, numbered in order of first appearance. Zero-initialise. */
typedef struct
{
  WeftMap64 by_tid;
  gint64 newest_tid; /* of the last lookup: ops of a thread come in runs */
  guint newest;
  guint n_threads;
} WeftThreadIndex;

void weft_thread_index_clear (WeftThreadIndex *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftThreadIndex, weft_thread_index_clear)

/* The number of thread `tid`, a new one where it was not seen before. */
guint weft_thread_index_intern (WeftThreadIndex *self, gint64 tid);

/* Sorts an array of WeftPipelineThreadStats by thread id. */
void weft_pipeline_thread_stats_sort (GArray *threads);

G_END_DECLS
