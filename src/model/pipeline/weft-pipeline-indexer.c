/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-indexer.h"

#include "weft-bulk.h"
#include "weft-handover.h"

struct _WeftPipelineIndexer
{
  gatomicrefcount ref_count; /* the owner's and the worker's */
  WeftPipelineRows *rows;
  WeftTrace *trace;
  WeftPipelineIndexed indexed;
  gpointer user_data;
  GDestroyNotify free_data;
  gulong growth;        /* the handler of the trace's signal */
  pthread_mutex_t lock; /* of what follows */
  WeftThread *thread;   /* NULL while there is nothing to do */
  bool stopped;         /* at once, */
  bool ending;          /* or when there is no more to come */
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
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* Whether the worker is to end after the generation `seen`. A trace that has stopped growing may
 * begin again, which starts another worker: many traces may be open, and the threads of those that
 * rest would be as many. */
static gboolean
ends (WeftPipelineIndexer *self, guint seen, gboolean complete)
{
  gboolean end;

  weft_lock (&self->lock);
  end = self->stopped || (self->ending && complete);
  if (!end && !self->ending && complete && weft_trace_get_generation (self->trace) == seen)
    {
      weft_thread_detach (g_steal_pointer (&self->thread));
      end = TRUE;
    }
  weft_unlock (&self->lock);
  return end;
}

static void *
keep_up (void *data)
{
  WeftPipelineIndexer *self = data;
  gboolean complete;
  guint seen = 0;

  /* Readers have the longest way to go, and the window must not wait; the end comes sooner so. */
  weft_thread_set_priority (WEFT_BEHIND_READERS);
  do
    {
      seen = weft_trace_wait (self->trace, seen);
      /* Looked at before the update: what was published before the end is then indexed. */
      complete = weft_trace_get_state (self->trace) != WEFT_TRACE_GROWING;
      weft_pipeline_rows_update (self->rows);
      if (self->indexed != NULL)
        self->indexed (self->rows, self->user_data);
    }
  while (!ends (self, seen, complete));
  weft_bulk_settle ();
  indexer_unref (self);
  return NULL;
}

/* Where none is at work. */
static void
start_worker (WeftPipelineIndexer *self)
{
  weft_lock (&self->lock);
  if (self->thread == NULL)
    {
      g_atomic_ref_count_inc (&self->ref_count);
      self->thread = weft_thread_start ("weft-indexer", keep_up, self);
    }
  weft_unlock (&self->lock);
}

/* (transfer full) (nullable): what is at work now, which is told to end and woken where it waits for
 * growth; nobody else minds. */
static WeftThread *
end_worker (WeftPipelineIndexer *self, bool *how)
{
  WeftThread *thread;

  g_signal_handler_disconnect (self->trace, self->growth);
  weft_lock (&self->lock);
  *how = true;
  thread = g_steal_pointer (&self->thread);
  weft_unlock (&self->lock);
  if (thread != NULL)
    weft_trace_changed (self->trace);
  return thread;
}

WeftPipelineIndexer *
weft_pipeline_indexer_start (WeftPipelineRows *rows, WeftPipelineIndexed indexed,
                             gpointer user_data, GDestroyNotify free_data)
{
  WeftPipelineIndexer *self = g_new0 (WeftPipelineIndexer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  pthread_mutex_init (&self->lock, NULL);
  self->rows = g_object_ref (rows);
  self->trace = WEFT_TRACE (g_object_ref (weft_pipeline_rows_get_trace (rows)));
  self->indexed = indexed;
  self->user_data = user_data;
  self->free_data = free_data;
  self->growth = g_signal_connect_swapped (self->trace, "changed", G_CALLBACK (start_worker), self);
  start_worker (self);
  return self;
}

void
weft_pipeline_indexer_finish (WeftPipelineIndexer *self)
{
  WeftThread *thread = end_worker (self, &self->ending);

  if (thread != NULL)
    weft_thread_join (thread);
  else
    weft_pipeline_rows_update (self->rows);
  indexer_unref (self);
}

void
weft_pipeline_indexer_stop (WeftPipelineIndexer *self)
{
  WeftThread *thread = end_worker (self, &self->stopped);

  if (thread != NULL)
    weft_thread_detach (thread);
  indexer_unref (self);
}
