/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows-updater.h"

#include "weft-pipeline-indexer.h"
#include "weft-pipeline-op-filter.h"

/* The worker's reference to the updater, which may be gone when it answers. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftPipelineRowsUpdater *keeper; /* main thread only; NULL when it is gone */
  gint pending;                    /* atomic: the main loop has been told */
} Link;

struct _WeftPipelineRowsUpdater
{
  WeftPipelineTrace *trace;
  WeftPipelineRows *rows;
  WeftPipelineIndexer *indexer;
  WeftPipelineRows *next_rows; /* those that are being made */
  WeftPipelineIndexer *next_indexer;
  GCancellable *filtering; /* of the latest rows, where they have a filter */
  GError *error;           /* why they could not be made; nullable */
  Link *link;
  WeftRowsKept kept;
  gpointer user_data;
};

static void
link_unref (gpointer data)
{
  Link *link = data;

  if (g_atomic_ref_count_dec (&link->ref_count))
    g_free (link);
}

/* Gives up what is being made. Those that are shown go on to keep up with the trace. */
static void
give_up (WeftPipelineRowsUpdater *self)
{
  g_cancellable_cancel (self->filtering);
  g_clear_pointer (&self->next_indexer, weft_pipeline_indexer_stop);
  g_clear_object (&self->next_rows);
}

/* Exchanges the rows for others that are made. */
static void
take_rows (WeftPipelineRowsUpdater *self)
{
  g_autoptr (WeftPipelineRows) before = NULL;
  WeftPipelineRows *latest = self->next_rows != NULL ? self->next_rows : self->rows;

  g_clear_error (&self->error);
  self->error = weft_pipeline_op_filter_dup_error (latest);
  if (self->next_rows != NULL && weft_pipeline_rows_get_generation (self->next_rows) != 0)
    {
      weft_pipeline_indexer_stop (self->indexer);
      before = g_steal_pointer (&self->rows);
      self->rows = g_steal_pointer (&self->next_rows);
      self->indexer = g_steal_pointer (&self->next_indexer);
    }
  else if (self->next_rows != NULL && self->error != NULL)
    give_up (self);
  self->kept (before, self->user_data);
}

static gboolean
take_notice (gpointer data)
{
  Link *link = data;

  g_atomic_int_set (&link->pending, FALSE);
  if (link->keeper != NULL)
    take_rows (link->keeper);
  return G_SOURCE_REMOVE;
}

/* On the worker. */
static void
rows_indexed (WeftPipelineRows *rows G_GNUC_UNUSED, gpointer user_data)
{
  Link *link = user_data;

  if (!g_atomic_int_compare_and_exchange (&link->pending, FALSE, TRUE))
    return;
  g_atomic_ref_count_inc (&link->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_notice, link, link_unref);
}

static WeftPipelineIndexer *
start_indexer (WeftPipelineRowsUpdater *self, WeftPipelineRows *rows)
{
  g_atomic_ref_count_inc (&self->link->ref_count);
  return weft_pipeline_indexer_start (rows, rows_indexed, self->link, link_unref);
}

WeftPipelineRowsUpdater *
weft_pipeline_rows_updater_new (WeftPipelineTrace *trace, WeftRowsKept kept, gpointer user_data)
{
  WeftPipelineRowsUpdater *self = g_new0 (WeftPipelineRowsUpdater, 1);

  self->trace = g_object_ref (trace);
  self->kept = kept;
  self->user_data = user_data;
  self->link = g_new0 (Link, 1);
  g_atomic_ref_count_init (&self->link->ref_count);
  self->link->keeper = self;
  self->rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  self->indexer = start_indexer (self, self->rows);
  return self;
}

void
weft_pipeline_rows_updater_free (WeftPipelineRowsUpdater *self)
{
  self->link->keeper = NULL;
  give_up (self);
  weft_pipeline_indexer_stop (self->indexer);
  g_clear_object (&self->filtering);
  g_clear_error (&self->error);
  link_unref (self->link);
  g_object_unref (self->rows);
  g_object_unref (self->trace);
  g_free (self);
}

WeftPipelineRows *
weft_pipeline_rows_updater_get_rows (WeftPipelineRowsUpdater *self)
{
  return self->rows;
}

void
weft_pipeline_rows_updater_make (WeftPipelineRowsUpdater *self, const WeftRowsRequest *request)
{
  WeftRowsFilter flushed = request->hide_flushed ? WEFT_ROWS_HIDE_FLUSHED : WEFT_ROWS_ALL;

  if (self->next_rows != NULL)
    give_up (self);
  g_clear_object (&self->filtering);
  g_clear_error (&self->error);
  if (request->filter != NULL)
    {
      self->filtering = g_cancellable_new ();
      self->next_rows =
        weft_pipeline_op_filter_new_rows (request->filter, self->trace, flushed, self->filtering);
    }
  else
    self->next_rows = weft_pipeline_rows_new (self->trace, flushed);
  weft_pipeline_rows_set_order (self->next_rows, request->order);
  if (request->straighten)
    weft_pipeline_rows_straighten (self->next_rows);
  self->next_indexer = start_indexer (self, self->next_rows);
}

gboolean
weft_pipeline_rows_updater_is_making (WeftPipelineRowsUpdater *self)
{
  return self->next_rows != NULL;
}

const GError *
weft_pipeline_rows_updater_get_error (WeftPipelineRowsUpdater *self)
{
  return self->error;
}
