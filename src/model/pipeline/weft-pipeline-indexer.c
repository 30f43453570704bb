/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-indexer.h"

#include "weft-handover.h"

struct _WeftPipelineIndexer
{
  gatomicrefcount ref_count; /* the owner's and the worker's */
  WeftPipelineRows *rows;
  WeftTrace *trace;
  WeftPipelineIndexed indexed;
  gpointer user_data;
  GDestroyNotify free_data;
  WeftThread *thread;
  _Atomic bool stopped; /* at once, */
  _Atomic bool ending;  /* or when there is no more to come */
};

static void
indexer_unref (WeftPipelineIndexer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->free_data != NULL)
    self->free_data (self->user_data);
  g_object_unref (self->trace);
  g_object_unref (self->rows);
  g_free (self);
}

static void *
keep_up (void *data)
{
  WeftPipelineIndexer *self = data;
  gboolean ended = FALSE;
  guint seen = 0;

  /* Readers have the longest way to go, and the window must not wait; the end comes sooner so. */
  weft_thread_set_priority (WEFT_BEHIND_READERS);
  while (!ended && !atomic_load (&self->stopped))
    {
      seen = weft_trace_wait (self->trace, seen);
      /* Looked at before the update: what was published before the end is then indexed. A trace that
       * has stopped growing may begin again. */
      ended =
        atomic_load (&self->ending) && weft_trace_get_state (self->trace) != WEFT_TRACE_GROWING;
      weft_pipeline_rows_update (self->rows);
      if (self->indexed != NULL)
        self->indexed (self->rows, self->user_data);
    }
  indexer_unref (self);
  return NULL;
}

WeftPipelineIndexer *
weft_pipeline_indexer_start (WeftPipelineRows *rows, WeftPipelineIndexed indexed,
                             gpointer user_data, GDestroyNotify free_data)
{
  WeftPipelineIndexer *self = g_new0 (WeftPipelineIndexer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  self->rows = g_object_ref (rows);
  self->trace = WEFT_TRACE (g_object_ref (weft_pipeline_rows_get_trace (rows)));
  self->indexed = indexed;
  self->user_data = user_data;
  self->free_data = free_data;
  self->thread = weft_thread_start ("weft-indexer", keep_up, self);
  return self;
}

void
weft_pipeline_indexer_finish (WeftPipelineIndexer *self)
{
  atomic_store (&self->ending, true);
  weft_trace_changed (self->trace);
  weft_thread_join (self->thread);
  indexer_unref (self);
}

void
weft_pipeline_indexer_stop (WeftPipelineIndexer *self)
{
  atomic_store (&self->stopped, true);
  /* Wakes the worker where it waits for growth; nobody else minds. */
  weft_trace_changed (self->trace);
  weft_thread_detach (self->thread);
  indexer_unref (self);
}
