/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-thread-stats.h"

void
weft_thread_index_clear (WeftThreadIndex *self)
{
  weft_map64_clear (&self->by_tid);
}

guint
weft_thread_index_intern (WeftThreadIndex *self, gint64 tid)
{
  guint32 thread;

  if (self->n_threads > 0 && tid == self->newest_tid)
    return self->newest;
  thread = weft_map64_get (&self->by_tid, (guint64) tid);
  if (thread == WEFT_MAP64_NONE)
    {
      thread = self->n_threads++;
      weft_map64_set (&self->by_tid, (guint64) tid, thread);
    }
  self->newest_tid = tid;
  self->newest = thread;
  return thread;
}

static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const WeftPipelineThreadStats *x = a, *y = b;

  return (x->tid > y->tid) - (x->tid < y->tid);
}

void
weft_pipeline_thread_stats_sort (GArray *threads)
{
  g_array_sort (threads, compare_threads);
}
