/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-summation.h"

void
weft_pipeline_aggregate_forget_terms (WeftPipelineAggregate *memory)
{
  for (guint i = 0; i < G_N_ELEMENTS (memory->terms); i++)
    g_clear_pointer (&memory->terms[i], g_free);
  g_array_set_size (memory->profile_terms, 0);
}

void
weft_pipeline_aggregate_free (WeftPipelineAggregate *memory)
{
  if (memory == NULL)
    return;
  g_free (memory->sums);
  g_free (memory->changed);
  g_free (memory->strip);
  weft_pipeline_aggregate_forget_terms (memory);
  g_free (memory->stages);
  g_array_unref (memory->blocks);
  g_array_unref (memory->profile_terms);
  g_free (memory);
}

WeftPipelineAggregate *
weft_pipeline_aggregate_get (WeftPipelineRenderer *self, int width)
{
  WeftPipelineAggregate *memory = self->aggregate;

  if (memory == NULL)
    {
      memory = self->aggregate = g_new0 (WeftPipelineAggregate, 1);
      memory->stages = g_new0 (WeftStageBlock, 1);
      memory->blocks = g_array_new (FALSE, FALSE, sizeof (guint32));
      memory->profile_terms = g_array_new (FALSE, TRUE, WEFT_N_SUMS * sizeof (float));
    }
  if (memory->width < width)
    {
      gsize n = (gsize) width;

      g_free (memory->sums);
      g_free (memory->changed);
      g_free (memory->strip);
      memory->sums = g_new0 (WeftSums, n + 2);
      memory->changed = g_new0 (guint8, n + 2 + sizeof (guint64));
      memory->strip = g_new0 (guint32, n * STRIP_HEIGHT);
      memory->width = width;
    }
  weft_pipeline_aggregate_forget_terms (memory);
  return memory;
}

/* Of the kinds in the lanes that are painted now; the others have terms of nothing. */
WeftSums *
weft_pipeline_make_terms (WeftPipelineSummation *self, guint op_class)
{
  const WeftPipelineColors *colors = &self->drawing->self->colors;
  WeftSums *terms = g_new0 (WeftSums, 2 * (colors->n_kinds + 1));

  for (guint kind = 0; kind <= colors->n_kinds; kind++)
    {
      const WeftKindLook *look = weft_pipeline_colors_get (colors, (WeftKind) kind, op_class);

      if (self->n_parts > 1 && MIN (colors->kinds[kind].lane, self->n_parts - 1) != self->part)
        continue;
      terms[2 * kind] = __builtin_convertvector(look->live.term, WeftSums);
      terms[2 * kind + 1] = __builtin_convertvector(look->flushed.term, WeftSums);
    }
  self->memory->terms[op_class] = terms;
  return terms;
}
