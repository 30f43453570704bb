/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-chart.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-words.h"

#define MAX_BARS 30u
#define MIN_WIDTH 260

struct _WeftPipelineStageChart
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineStatsResult *result;
  guint index;
  GtkWidget *view;
};

G_DEFINE_FINAL_TYPE (WeftPipelineStageChart, weft_pipeline_stage_chart, GTK_TYPE_WIDGET)

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

static void
update (WeftPipelineStageChart *self)
{
  const WeftPipelineStageStats *stage;
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  g_autoptr (GArray) ranges = NULL;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *values = NULL;
  g_autofree char *name = NULL, *title = NULL;
  WeftKindInfo info;

  if (self->result == NULL)
    return;
  stage = &g_array_index (self->result->stats->stages, WeftPipelineStageStats, self->index);
  ranges = weft_histogram_get_ranges (&stage->lengths, MAX_BARS);
  values = g_new (double, ranges->len + 1);
  for (guint i = 0; i < ranges->len; i++)
    {
      const WeftHistogramRange *range = &g_array_index (ranges, WeftHistogramRange, i);

      values[i] = (double) range->n_values;
      g_ptr_array_add (labels, describe_bar (range));
    }
  g_ptr_array_add (labels, NULL);
  weft_pipeline_trace_get_kind (weft_pipeline_state_get_trace (self->state), stage->kind, &info);
  name = g_utf8_make_valid (info.name, -1);
  title = g_strdup_printf (_ ("Length of stage %s in cycles"), name);
  {
    const WeftChartSeries series = { _ ("Stages"), WEFT_CHART_COLUMNS,
                                     weft_style_category (style, info.rank), values };
    const WeftChart chart = {
      .title = title,
      .unit = _ ("stages"),
      .series = &series,
      .n_series = 1,
      .n_samples = ranges->len,
      .labels = (const char *const *) labels->pdata,
    };

    weft_chart_view_set_chart (WEFT_CHART_VIEW (self->view), &chart);
  }
}

void
weft_pipeline_stage_chart_show (WeftPipelineStageChart *self, WeftPipelineStatsResult *result,
                                guint index)
{
  g_return_if_fail (WEFT_IS_PIPELINE_STAGE_CHART (self) && index < result->stats->stages->len);

  g_set_object (&self->result, result);
  self->index = index;
  update (self);
}

static void
weft_pipeline_stage_chart_dispose (GObject *object)
{
  WeftPipelineStageChart *self = WEFT_PIPELINE_STAGE_CHART (object);

  g_clear_pointer (&self->view, gtk_widget_unparent);
  g_clear_object (&self->result);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_stage_chart_parent_class)->dispose (object);
}

static void
weft_pipeline_stage_chart_class_init (WeftPipelineStageChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_stage_chart_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_pipeline_stage_chart_init (WeftPipelineStageChart *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), MIN_WIDTH, -1);
}

GtkWidget *
weft_pipeline_stage_chart_new (WeftPipelineState *state)
{
  WeftPipelineStageChart *self = g_object_new (WEFT_TYPE_PIPELINE_STAGE_CHART, NULL);

  self->state = g_object_ref (state);
  self->view = weft_chart_view_new (WEFT_VIEW_STATE (state));
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  g_signal_connect_object (state, "style", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
