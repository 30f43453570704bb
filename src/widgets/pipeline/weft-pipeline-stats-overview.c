/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-overview.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-fact-section.h"
#include "weft-findings-view.h"
#include "weft-pipeline-stats-facts.h"
#include "weft-pipeline-study.h"

#define SIDE_WIDTH 300

static const struct
{
  WeftPipelineCurve curve;
  const char *title;
  const char *unit;
  WeftChartShape shape;
  WeftColorRole color;
  double scale;
} charts[] = {
  { WEFT_CURVE_IPC, N_ ("IPC"), N_ ("retired ops per cycle"), WEFT_CHART_AREA, WEFT_COLOR_TE, 1 },
  { WEFT_CURVE_CPI, N_ ("CPI"), N_ ("cycles per retired op"), WEFT_CHART_LINE, WEFT_COLOR_VE, 1 },
  { WEFT_CURVE_IN_FLIGHT, N_ ("In flight"), N_ ("ops, mean"), WEFT_CHART_AREA, WEFT_COLOR_DMA, 1 },
  { WEFT_CURVE_FLUSH_RATE, N_ ("Flush rate"), N_ ("% of the ops that end"), WEFT_CHART_COLUMNS,
    WEFT_COLOR_ERROR, 100 },
};

#define N_CHARTS G_N_ELEMENTS (charts)

struct _WeftPipelineStatsOverview
{
  WeftPanel parent_instance;

  WeftPipelineState *state; /* the panel's */
  WeftPipelineStatsResult *shown;
  GtkWidget *findings;
  GtkWidget *totals;
  GtkWidget *charts[N_CHARTS];
};

G_DEFINE_FINAL_TYPE (WeftPipelineStatsOverview, weft_pipeline_stats_overview, WEFT_TYPE_PANEL)

static void
show_chart (WeftPipelineStatsOverview *self, guint index)
{
  const WeftPipelineCurves *curves = self->shown->curves;
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  g_autofree double *values = g_new (double, curves->n_buckets + 1);
  const WeftChartSeries series = { _ (charts[index].title), charts[index].shape,
                                   weft_style_color (style, charts[index].color), values };
  const WeftChart chart = {
    .title = _ (charts[index].title),
    .unit = _ (charts[index].unit),
    .series = &series,
    .n_series = 1,
    .n_samples = curves->n_buckets,
    .first = curves->first,
    .step = curves->width,
    .n_ticks =
      curves->n_buckets > 0 ? (curves->n_buckets - 1) * curves->width + curves->last_width : 0,
    .time_unit =
      weft_trace_get_time_unit (WEFT_TRACE (weft_pipeline_state_get_trace (self->state))),
  };

  for (guint i = 0; i < curves->n_buckets; i++)
    values[i] = weft_pipeline_curves_get (curves, charts[index].curve, i) * charts[index].scale;
  weft_chart_view_set_chart (WEFT_CHART_VIEW (self->charts[index]), &chart);
}

static void
show_charts (WeftPanel *panel)
{
  WeftPipelineStatsOverview *self = WEFT_PIPELINE_STATS_OVERVIEW (panel);

  for (guint i = 0; self->shown != NULL && i < N_CHARTS; i++)
    show_chart (self, i);
}

/* The title tells the figures' part of the trace. */
static const char *
get_title (gboolean is_range, gboolean grows)
{
  if (is_range)
    return grows ? _ ("Brushed range so far") : _ ("Brushed range");
  return grows ? _ ("Totals so far") : _ ("Totals");
}

void
weft_pipeline_stats_overview_show (WeftPipelineStatsOverview *self, WeftPipelineStatsResult *result,
                                   WeftPipelineStatsResult *whole)
{
  WeftFactSection *totals;
  WeftClock clock;
  gboolean grows;

  g_return_if_fail (WEFT_IS_PIPELINE_STATS_OVERVIEW (self)
                    && WEFT_IS_PIPELINE_STATS_RESULT (result));

  totals = WEFT_FACT_SECTION (self->totals);
  grows = weft_view_state_is_so_far (WEFT_VIEW_STATE (self->state));
  g_set_object (&self->shown, result);
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings),
                          whole != NULL ? whole->findings : NULL);
  weft_findings_view_set_so_far (WEFT_FINDINGS_VIEW (self->findings), grows);
  weft_fact_section_begin (totals, get_title (result != whole, grows));
  clock = weft_time_axis_get_clock (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)));
  weft_pipeline_stats_facts_write (totals, result->stats, result != whole, &clock);
  weft_fact_section_end (totals);
  show_charts (WEFT_PANEL (self));
}

/* --- construction ----------------------------------------------------------------------------------- */

static GtkWidget *
build_scroller (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  return scroller;
}

static void
set_up (WeftPanel *panel)
{
  WeftPipelineStatsOverview *self = WEFT_PIPELINE_STATS_OVERVIEW (panel);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *pictures = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *left = build_scroller (words), *right = build_scroller (pictures);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->state = weft_panel_get_state (panel);
  self->findings = weft_findings_view_new ();
  self->totals = weft_fact_section_new ();
  gtk_box_append (GTK_BOX (words), self->totals);
  gtk_box_append (GTK_BOX (words), self->findings);
  gtk_widget_set_margin_start (words, 9);
  gtk_widget_set_margin_end (words, 9);
  gtk_widget_set_size_request (left, SIDE_WIDTH, -1);
  for (guint i = 0; i < N_CHARTS; i++)
    {
      self->charts[i] = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
      gtk_box_append (GTK_BOX (pictures), self->charts[i]);
    }
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (box), left);
  gtk_box_append (GTK_BOX (box), right);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  g_signal_connect_object (self->totals, "link", G_CALLBACK (weft_pipeline_study_follow),
                           weft_pipeline_study_of (self->state), G_CONNECT_SWAPPED);
  g_signal_connect_object (self->findings, "follow", G_CALLBACK (weft_pipeline_study_follow),
                           weft_pipeline_study_of (self->state), G_CONNECT_SWAPPED);
}

static void
weft_pipeline_stats_overview_dispose (GObject *object)
{
  g_clear_object (&WEFT_PIPELINE_STATS_OVERVIEW (object)->shown);
  G_OBJECT_CLASS (weft_pipeline_stats_overview_parent_class)->dispose (object);
}

static void
weft_pipeline_stats_overview_class_init (WeftPipelineStatsOverviewClass *klass)
{
  static const char *const followed[] = { "style", NULL };

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_stats_overview_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = show_charts;
  WEFT_PANEL_CLASS (klass)->followed = followed;
}

static void
weft_pipeline_stats_overview_init (WeftPipelineStatsOverview *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_pipeline_stats_overview_new (WeftPipelineState *state)
{
  return weft_panel_new (WEFT_TYPE_PIPELINE_STATS_OVERVIEW, state);
}
