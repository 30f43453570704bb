/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-chart.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-words.h"

#define MAX_BARS 30u

/* "3", "10 – 19", "≥ 500": cycles. */
static char *
describe_bar (const WeftHistogramRange *range)
{
  g_autofree char *from = weft_number_count (range->from), *to = NULL;

  if (range->to == G_MAXUINT64)
    return g_strdup_printf ("≥ %s", from);
  if (range->to - range->from == 1)
    return g_steal_pointer (&from);
  to = weft_number_count (range->to - 1);
  return g_strdup_printf (_ ("%s – %s"), from, to);
}

void
weft_pipeline_stage_chart_show (GtkWidget *chart_view, WeftPipelineState *state,
                                WeftPipelineStatsResult *result, guint index)
{
  const WeftPipelineStageStats *stage =
    &g_array_index (result->stats->stages, WeftPipelineStageStats, index);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (state));
  g_autoptr (GArray) ranges = weft_histogram_get_ranges (&stage->lengths, MAX_BARS);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *values = g_new (double, ranges->len + 1);
  g_autofree char *name = NULL, *title = NULL;
  WeftKindInfo info;

  for (guint i = 0; i < ranges->len; i++)
    {
      const WeftHistogramRange *range = &g_array_index (ranges, WeftHistogramRange, i);

      values[i] = (double) range->n_values;
      g_ptr_array_add (labels, describe_bar (range));
    }
  weft_pipeline_trace_get_kind (weft_pipeline_state_get_trace (state), stage->kind, &info);
  name = g_utf8_make_valid (info.name, -1);
  title = g_strdup_printf (_ ("Length of stage %s in cycles"), name);
  weft_chart_view_set_columns (WEFT_CHART_VIEW (chart_view),
                               &(WeftChart){ .title = title, .unit = _ ("stages") }, _ ("Stages"),
                               weft_style_category (style, info.rank), values, labels);
}
