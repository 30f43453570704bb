/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-assumptions.h"

WeftPipelineAssumptions *
weft_pipeline_assumptions_new (const char *phases, guint width, gboolean infers)
{
  WeftPipelineAssumptions *self = g_new0 (WeftPipelineAssumptions, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->phases = g_strdup (phases != NULL ? phases : "");
  self->width = width;
  self->infers = infers;
  return self;
}

WeftPipelineAssumptions *
weft_pipeline_assumptions_ref (WeftPipelineAssumptions *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_pipeline_assumptions_unref (WeftPipelineAssumptions *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->phases);
  g_free (self);
}

gboolean
weft_pipeline_assumptions_equal (const WeftPipelineAssumptions *a, const WeftPipelineAssumptions *b)
{
  return g_str_equal (a->phases, b->phases) && a->width == b->width && a->infers == b->infers;
}
