/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-charts.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-live-fields.h"
#include "weft-live-scene.h"

#define MAX_BARS 30u

struct _WeftLiveCharts
{
  WeftPanel parent_instance;

  WeftLiveState *state; /* the panel's */
  GtkWidget *lengths;
  GtkWidget *starts;
};

G_DEFINE_FINAL_TYPE (WeftLiveCharts, weft_live_charts, WEFT_TYPE_PANEL)

static void
show_bars (WeftLiveCharts *self, GtkWidget *view, const WeftChart *frame, guint32 program,
           const double *values, GPtrArray *labels)
{
  weft_chart_view_set_columns (
    WEFT_CHART_VIEW (view), frame,
    weft_live_trace_get_program (weft_live_state_get_trace (self->state), program),
    weft_live_program_color (weft_view_state_get_style (WEFT_VIEW_STATE (self->state)), program),
    values, labels);
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
  show_bars (self, self->lengths, &(WeftChart){ .title = title, .unit = _ ("runs") },
             program->program, values, labels);
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
  show_bars (self, self->starts, &(WeftChart){ .title = title, .unit = _ ("per second") },
             program->program, values, labels);
}

static void
update (WeftPanel *panel)
{
  WeftLiveCharts *self = WEFT_LIVE_CHARTS (panel);
  WeftLiveFigures *figures = weft_live_state_get_figures (self->state);
  const WeftLiveProgramFigures *program = weft_live_state_get_program_figures (self->state);
  g_autofree char *name = NULL;

  if (program == NULL)
    return;
  name = g_utf8_make_valid (weft_live_trace_get_program (figures->trace, program->program), -1);
  show_lengths (self, program, name);
  show_starts (self, figures, program, name);
}

static void
set_up (WeftPanel *panel)
{
  WeftLiveCharts *self = WEFT_LIVE_CHARTS (panel);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->state = weft_panel_get_state (panel);
  self->lengths = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
  self->starts = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_box_append (GTK_BOX (box), self->lengths);
  gtk_box_append (GTK_BOX (box), self->starts);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static void
weft_live_charts_class_init (WeftLiveChartsClass *klass)
{
  static const char *const followed[] = { "figures", "program", "style", NULL };

  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = update;
  WEFT_PANEL_CLASS (klass)->followed = followed;
}

static void
weft_live_charts_init (WeftLiveCharts *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_live_charts_new (WeftLiveState *state)
{
  return weft_panel_new (WEFT_TYPE_LIVE_CHARTS, state);
}
