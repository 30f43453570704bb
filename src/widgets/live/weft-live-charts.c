/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-charts.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-live-scene.h"

#define MAX_BARS 30u

struct _WeftLiveCharts
{
  GtkWidget parent_instance;

  WeftLiveState *state;
  GtkWidget *box;
  GtkWidget *lengths;
  GtkWidget *starts;
};

G_DEFINE_FINAL_TYPE (WeftLiveCharts, weft_live_charts, GTK_TYPE_WIDGET)

/* Shows bars with their labels, an array of strings, to which it adds the NULL at its end. */
static void
show_bars (WeftLiveCharts *self, GtkWidget *view, const char *title, const char *unit,
           guint32 program, const double *values, GPtrArray *labels)
{
  const WeftChartSeries series = {
    .name = weft_live_trace_get_program (weft_live_state_get_trace (self->state), program),
    .shape = WEFT_CHART_COLUMNS,
    .color =
      weft_live_program_color (weft_view_state_get_style (WEFT_VIEW_STATE (self->state)), program),
    .values = values,
  };
  WeftChart chart = {
    .title = title, .unit = unit, .series = &series, .n_series = 1, .n_samples = labels->len
  };

  g_ptr_array_add (labels, NULL);
  chart.labels = (const char *const *) labels->pdata;
  weft_chart_view_set_chart (WEFT_CHART_VIEW (view), &chart);
}

static void
show_lengths (WeftLiveCharts *self, const WeftLiveProgramFigures *program, const char *name)
{
  g_autoptr (GArray) ranges = weft_histogram_get_ranges (&program->lengths, MAX_BARS);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *values = g_new (double, MAX (ranges->len, 1));
  g_autofree char *title = g_strdup_printf (_ ("Lengths of %s"), name);

  for (guint i = 0; i < ranges->len; i++)
    {
      const WeftHistogramRange *range = &g_array_index (ranges, WeftHistogramRange, i);

      values[i] = (double) range->n_values;
      g_ptr_array_add (labels, weft_live_format_time ((gint64) range->from));
    }
  show_bars (self, self->lengths, title, _ ("runs"), program->program, values, labels);
}

/* Times are those of the ruler: from the beginning of the session. */
static void
show_starts (WeftLiveCharts *self, const WeftLiveFigures *figures,
             const WeftLiveProgramFigures *program, const char *name)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
  double part = ((double) figures->to - (double) figures->from) / WEFT_LIVE_TIME_PARTS;
  gint64 zero = weft_time_axis_get_unit (axis)->zero;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *title = g_strdup_printf (_ ("Runs of %s"), name);
  double values[WEFT_LIVE_TIME_PARTS];

  for (guint i = 0; i < WEFT_LIVE_TIME_PARTS; i++)
    {
      values[i] = part > 0 ? (double) program->starts[i] / part * 1e9 : 0;
      g_ptr_array_add (labels, weft_live_format_time (figures->from - zero + (gint64) (i * part)));
    }
  show_bars (self, self->starts, title, _ ("per second"), program->program, values, labels);
}

static void
update (WeftLiveCharts *self)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (self->state);
  const WeftLiveProgramFigures *program = weft_live_state_get_program_figures (self->state);
  g_autofree char *name = NULL;

  if (program == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  name = g_utf8_make_valid (weft_live_trace_get_program (figures->trace, program->program), -1);
  show_lengths (self, program, name);
  show_starts (self, figures, program, name);
}

static void
weft_live_charts_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_live_charts_parent_class)->map (widget);
  update (WEFT_LIVE_CHARTS (widget));
}

static void
weft_live_charts_dispose (GObject *object)
{
  WeftLiveCharts *self = WEFT_LIVE_CHARTS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_live_charts_parent_class)->dispose (object);
}

static void
weft_live_charts_class_init (WeftLiveChartsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_live_charts_dispose;
  GTK_WIDGET_CLASS (klass)->map = weft_live_charts_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_live_charts_init (WeftLiveCharts *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_live_charts_new (WeftLiveState *state)
{
  WeftLiveCharts *self = g_object_new (WEFT_TYPE_LIVE_CHARTS, NULL);

  self->state = g_object_ref (state);
  self->lengths = weft_chart_view_new (WEFT_VIEW_STATE (state));
  self->starts = weft_chart_view_new (WEFT_VIEW_STATE (state));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_set_homogeneous (GTK_BOX (self->box), TRUE);
  gtk_box_append (GTK_BOX (self->box), self->lengths);
  gtk_box_append (GTK_BOX (self->box), self->starts);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (state, "figures", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "program", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
