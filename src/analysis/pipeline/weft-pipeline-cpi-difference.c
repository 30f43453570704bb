/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-cpi-difference.h"

/* The stack of all cycles of a log. */
static gboolean
add_stack (WeftPipelineCpiDifference *self, int log, WeftPipelineSnapshot *snapshot,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineExplainer) explainer =
    weft_pipeline_explainer_new (snapshot, cancellable, error);
  g_autoptr (WeftPipelineSlots) slots = NULL;
  gint64 end = weft_pipeline_snapshot_get_last_cycle (snapshot);

  if (explainer == NULL)
    return FALSE;
  slots = weft_pipeline_slots_new (explainer, cancellable, error);
  /* So that the sum of all cycles can be stopped. */
  if (slots == NULL || !weft_pipeline_slots_index (slots, cancellable, error))
    return FALSE;
  self->widths[log] = weft_pipeline_slots_get_width (slots);
  self->widths_are_inferred[log] = weft_pipeline_slots_width_is_inferred (slots);
  self->stacks[log] = weft_pipeline_cpi_stack_new (
    slots, weft_pipeline_snapshot_get_first_cycle (snapshot), end + (end < G_MAXINT64));
  return TRUE;
}

static void
add_changes (WeftPipelineCpiDifference *self)
{
  guint n = MIN (self->stacks[WEFT_LOG_A]->len, self->stacks[WEFT_LOG_B]->len);

  for (guint i = 0; i < n; i++)
    {
      WeftCpiChange change = { .category = (WeftCpiCategory) i };

      for (int log = 0; log < WEFT_N_LOGS; log++)
        change.parts[log] = g_array_index (self->stacks[log], WeftCpiPart, i);
      g_array_append_val (self->changes, change);
    }
}

WeftPipelineCpiDifference *
weft_pipeline_cpi_difference_new (WeftPipelineSnapshot *const *snapshots, GCancellable *cancellable,
                                  GError **error)
{
  g_autoptr (WeftPipelineCpiDifference) self = g_new0 (WeftPipelineCpiDifference, 1);

  self->changes = g_array_new (FALSE, FALSE, sizeof (WeftCpiChange));
  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (!add_stack (self, log, snapshots[log], cancellable, error))
      return NULL;
  add_changes (self);
  return g_steal_pointer (&self);
}

void
weft_pipeline_cpi_difference_free (WeftPipelineCpiDifference *self)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    g_clear_pointer (&self->stacks[log], g_array_unref);
  g_array_unref (self->changes);
  g_free (self);
}
