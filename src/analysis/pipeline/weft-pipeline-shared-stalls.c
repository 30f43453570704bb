/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-shared-stalls.h"

#include "weft-pipeline-explainer.h"

struct _WeftPipelineSharedStalls
{
  GMutex mutex;
  WeftPipelineExplainer *explainer; /* NULL: not known yet */
};

WeftPipelineSharedStalls *
weft_pipeline_shared_stalls_new (void)
{
  WeftPipelineSharedStalls *self = g_atomic_rc_box_new0 (WeftPipelineSharedStalls);

  g_mutex_init (&self->mutex);
  return self;
}

WeftPipelineSharedStalls *
weft_pipeline_shared_stalls_ref (WeftPipelineSharedStalls *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_stalls (gpointer stalls)
{
  WeftPipelineSharedStalls *self = stalls;

  g_clear_pointer (&self->explainer, weft_pipeline_explainer_free);
  g_mutex_clear (&self->mutex);
}

void
weft_pipeline_shared_stalls_unref (WeftPipelineSharedStalls *self)
{
  g_atomic_rc_box_release_full (self, clear_stalls);
}

gboolean
weft_pipeline_shared_stalls_read (WeftPipelineSharedStalls *self, WeftPipelineSnapshot *snapshot,
                                  GCancellable *cancellable, GError **error)
{
  WeftPipelineExplainer *explainer = weft_pipeline_explainer_new (snapshot, cancellable, error);
  WeftPipelineExplainer *before;

  if (explainer == NULL)
    return FALSE;
  g_mutex_lock (&self->mutex);
  before = self->explainer;
  self->explainer = explainer;
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&before, weft_pipeline_explainer_free);
  return TRUE;
}

WeftCell
weft_pipeline_shared_stalls_get (WeftPipelineSharedStalls *self, guint32 op)
{
  WeftCell cell = weft_cell_none ();

  g_mutex_lock (&self->mutex);
  if (self->explainer != NULL && weft_pipeline_explainer_knows (self->explainer, op))
    cell = weft_cell_count (weft_pipeline_explainer_get_stall_cycles (self->explainer, op));
  g_mutex_unlock (&self->mutex);
  return cell;
}
